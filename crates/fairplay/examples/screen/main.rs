//! Screening in simulation: how many honest players are flagged, and how many of those who have Master play some of
//! their moves are found.
//!
//!     cargo run --release -p fairplay --example screen                    # the test: 3,000 honest players of 20 games
//!     cargo run --release -p fairplay --example screen -- calibrate       # prints src/table.rs
//!     cargo run --release -p fairplay --example screen -- threshold       # how high scores of honest players are
//!
//! `--players N`, `--cheats N` (of each share), `--games N`, `--threads N`, `--seed N`, `--nodes N` (of the cheats'
//! Master), `--only mancala|mapello`, `--share PERCENT` (of the test: only the cheats with so many of Master's moves, or with
//! 0 the honest players), `--file FILE` (keeps the assessed moves of the test). Calibration, threshold and test use different
//! seeds.

mod calibrate;
mod groups;
mod players;
mod random;
mod report;
mod simulate;
mod times;

use std::process::ExitCode;
use std::sync::Mutex;

use rules::Game;
use simulate::Task;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (mode, rest) = match words.split_first() {
        Some((word, rest)) if !word.starts_with("--") => (word.as_str(), rest),
        _ => ("test", words.as_slice()),
    };
    let mut task = Task {
        players: 3_000,
        cheats: 100,
        games: 20,
        threads: 1,
        seed: 3,
        nodes: 50_000,
        only: None,
        pool: Mutex::default(),
    };
    let (mut file, mut share) = (None, None);
    for pair in rest.chunks(2) {
        let [name, word] = pair else { return usage(&pair.concat()) };
        if name == "--file" {
            file = Some(word.clone());
            continue;
        }
        if name == "--only" {
            task.only = Game::from_word(word);
            continue;
        }
        let Ok(number) = word.parse::<u64>() else { return usage(word) };
        match name.as_str() {
            "--players" => task.players = number,
            "--cheats" => task.cheats = number,
            "--games" => task.games = number,
            "--threads" => task.threads = number.max(1),
            "--seed" => task.seed = number,
            "--nodes" => task.nodes = number,
            "--share" => share = Some(number),
            _ => return usage(name),
        }
    }
    match mode {
        "test" => {
            if let Err(error) = groups::test(&task, share, file.as_deref()) {
                eprintln!("{error}");
                return ExitCode::FAILURE;
            }
        }
        "calibrate" => calibrate::print_table(&task),
        "threshold" => calibrate::print_quantiles(&task),
        _ => return usage(mode),
    }
    ExitCode::SUCCESS
}

fn usage(wrong: &str) -> ExitCode {
    eprintln!("not understood: {wrong}");
    eprintln!(
        "usage: screen [test|calibrate|threshold] [--players N] [--cheats N] [--games N] [--threads N] [--seed N] [--nodes N] [--only GAME] [--share PERCENT] [--file FILE]"
    );
    ExitCode::from(2)
}
