//! Perft for Mancala; the options are those of a variant.

use rules::mancala::{Capture, MAX_PITS, Position, STONES, Setup, Sowing, Variant, perft};

use crate::{number, take_depth};

pub const USAGE: &str =
    "perft mancala [--pits 1..9] [--stones 1..12] [--capture opposite|self|never] [--relay] DEPTH";

pub fn count(mut words: impl Iterator<Item = String>) -> Result<u64, String> {
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
            _ => take_depth(&mut depth, word)?,
        }
    }
    Ok(perft(&Position::start(&Setup::new(variant, 1)), depth.ok_or("no depth given")?))
}

fn capture(word: Option<String>) -> Result<Capture, String> {
    match word.as_deref() {
        Some("opposite") => Ok(Capture::Opposite),
        Some("self") => Ok(Capture::OppositeOrSelf),
        Some("never") => Ok(Capture::Never),
        _ => Err("--capture is opposite, self or never".to_owned()),
    }
}
