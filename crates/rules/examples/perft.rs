//! Counts sequences of moves from the start of a game, to compare with other implementations of the rules.
//! `cargo run --release -p rules --example perft -- mancala --pits 6 --stones 4 8` prints one number.

use std::ops::RangeInclusive;
use std::process::ExitCode;

use rules::mancala::{Capture, MAX_PITS, Position, STONES, Setup, Sowing, Variant, perft};

const USAGE: &str =
    "perft mancala [--pits 1..9] [--stones 1..12] [--capture opposite|self|never] [--relay] DEPTH";

/// Deeper counts do not fit the time of anybody, nor 64 bits.
const DEPTHS: RangeInclusive<u32> = 0..=24;

fn main() -> ExitCode {
    match read(std::env::args().skip(1)) {
        Ok((variant, depth)) => {
            println!("{}", perft(&Position::start(&Setup::new(variant, 1)), depth));
            ExitCode::SUCCESS
        }
        Err(wrong) => {
            eprintln!("{wrong}\nusage: {USAGE}");
            ExitCode::from(2)
        }
    }
}

fn read(mut words: impl Iterator<Item = String>) -> Result<(Variant, u32), String> {
    match words.next().as_deref() {
        Some("mancala") => {}
        Some(game) => return Err(format!("unknown game: {game}")),
        None => return Err("no game given".to_owned()),
    }
    let mut variant = Variant::default();
    let mut depth = None;
    while let Some(word) = words.next() {
        match word.as_str() {
            "--pits" => variant.pits = number(&word, words.next(), 1..=MAX_PITS as u32)? as u8,
            "--stones" => {
                let range = u32::from(*STONES.start())..=u32::from(*STONES.end());
                variant.stones = number(&word, words.next(), range)? as u8;
            }
            "--capture" => variant.capture = capture(words.next())?,
            "--relay" => variant.sowing = Sowing::Relay,
            option if option.starts_with("--") => return Err(format!("unknown option: {option}")),
            _ if depth.is_some() => return Err(format!("not expected: {word}")),
            _ => depth = Some(number("the depth", Some(word), DEPTHS)?),
        }
    }
    Ok((variant, depth.ok_or("no depth given")?))
}

fn number(name: &str, word: Option<String>, range: RangeInclusive<u32>) -> Result<u32, String> {
    let word = word.ok_or_else(|| format!("{name} needs a number"))?;
    let number = word.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| format!("{name} is a number from {} to {}, not {word}", range.start(), range.end()))
}

fn capture(word: Option<String>) -> Result<Capture, String> {
    match word.as_deref() {
        Some("opposite") => Ok(Capture::Opposite),
        Some("self") => Ok(Capture::OppositeOrSelf),
        Some("never") => Ok(Capture::Never),
        _ => Err("--capture is opposite, self or never".to_owned()),
    }
}
