//! Makes the packs of puzzles (`public/puzzles/`), and measures which level of the computer finds which of them.
//!
//! `cargo run --release -p engine --example puzzles -- generate --game mancala --seed 1 --minutes 20 --found found.txt`
//! plays games of level against level and appends the puzzles in them to a file; the next run goes on with the next
//! game. `… pack --game mancala --found found.txt --pack public/puzzles/mancala.txt` arranges them by weeks and appends
//! them to the pack. `… rates --pack public/puzzles/mancala.txt` prints the share of puzzles that each level solves, for
//! each difficulty.

mod arrange;
#[path = "../common/rng.rs"]
mod common;
mod difficulty;
mod generate;
mod prove;
mod rates;
mod self_play;

use std::collections::HashMap;
use std::process::ExitCode;
use std::str::FromStr;

use rules::Game;

const USAGE: &str = "usage: puzzles generate --game mancala|mapello --seed N --minutes N --found FILE
       puzzles pack --game mancala|mapello --found FILE --pack FILE [--most N] [--stones N]
       puzzles rates --pack FILE [--each N]";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(wrong) => {
            eprintln!("{wrong}\n{USAGE}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<(), String> {
    let mut words = std::env::args().skip(1);
    let act = words.next().ok_or("what is to be done?")?;
    let mut options = Options::default();
    while let Some(word) = words.next() {
        let name = word.strip_prefix("--").ok_or(format!("unknown word: {word}"))?.to_owned();
        options.0.insert(name, words.next().ok_or(format!("{word} needs a value"))?);
    }
    match act.as_str() {
        "generate" => {
            let (game, seed) = (options.game()?, options.number("seed")?);
            generate::generate(game, seed, options.number("minutes")?, &options.text("found")?)
        }
        "pack" => {
            let most = options.number("most").unwrap_or(usize::MAX);
            let stones = options.number("stones").unwrap_or(u8::MAX);
            arrange::append(options.game()?, &options.text("found")?, &options.text("pack")?, most, stones)
        }
        "rates" => rates::print(&options.text("pack")?, options.number("each").unwrap_or(usize::MAX)),
        _ => Err(format!("unknown command: {act}")),
    }
}

/// The options, by their names.
#[derive(Default)]
struct Options(HashMap<String, String>);

impl Options {
    fn text(&self, name: &str) -> Result<String, String> {
        self.0.get(name).cloned().ok_or(format!("--{name} is missing"))
    }

    fn number<T: FromStr>(&self, name: &str) -> Result<T, String> {
        self.text(name)?.parse().map_err(|_| format!("--{name} is no number"))
    }

    fn game(&self) -> Result<Game, String> {
        Game::from_word(&self.text("game")?).ok_or("--game is mancala or mapello".to_owned())
    }
}
