//! Solver: the value of a game's first position for the first player, and its principal variation. `cargo run --release
//! -p engine --example solve -- mancala --pits 6 --stones 3` prints value, principal variation, node count and seconds.

mod mancala;
#[path = "../../../rules/examples/common/setup.rs"]
mod setup;

use std::process::ExitCode;

fn main() -> ExitCode {
    match solve(std::env::args().skip(1)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(wrong) => {
            eprintln!("{wrong}\nusage: solve mancala {}{}", setup::SETUP_USAGE, mancala::USAGE);
            ExitCode::from(2)
        }
    }
}

fn solve(mut words: impl Iterator<Item = String>) -> Result<(), String> {
    match words.next().as_deref() {
        Some("mancala") => mancala::solve(words),
        Some(game) => Err(format!("unknown game: {game}")),
        None => Err("no game given".to_owned()),
    }
}
