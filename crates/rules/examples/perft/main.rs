//! Perft: counts the move sequences from the start of a game, to compare with other implementations of the
//! rules. `cargo run --release -p rules --example perft -- mapello --board default 6` prints one number.

mod mancala;
mod mapello;
#[path = "../common/setup.rs"]
mod setup;

use std::ops::RangeInclusive;
use std::process::ExitCode;

use setup::{SETUP_USAGE, number};

/// Deeper counts take too long, and overflow 64 bits.
const DEPTHS: RangeInclusive<u32> = 0..=24;

fn main() -> ExitCode {
    match count(std::env::args().skip(1)) {
        Ok(count) => {
            println!("{count}");
            ExitCode::SUCCESS
        }
        Err(wrong) => {
            eprintln!("{wrong}\nusage: perft mancala {SETUP_USAGE} DEPTH\n       {}", mapello::USAGE);
            ExitCode::from(2)
        }
    }
}

fn count(mut words: impl Iterator<Item = String>) -> Result<u64, String> {
    match words.next().as_deref() {
        Some("mancala") => mancala::count(words),
        Some("mapello") => mapello::count(words),
        Some(game) => Err(format!("unknown game: {game}")),
        None => Err("no game given".to_owned()),
    }
}

/// Takes an argument that is no option as the depth, when there is none yet.
fn take_depth(depth: &mut Option<u32>, word: String) -> Result<(), String> {
    if word.starts_with("--") {
        return Err(format!("unknown option: {word}"));
    }
    if depth.is_some() {
        return Err(format!("not expected: {word}"));
    }
    *depth = Some(number("the depth", Some(word), DEPTHS)?);
    Ok(())
}
