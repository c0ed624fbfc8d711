//! Perft for Mancala.

use rules::mancala::{Position, perft};

use crate::setup::SetupOptions;
use crate::take_depth;

pub fn count(mut words: impl Iterator<Item = String>) -> Result<u64, String> {
    let mut options = SetupOptions::default();
    let mut depth = None;
    while let Some(word) = words.next() {
        if !options.take(&word, &mut words)? {
            take_depth(&mut depth, word)?;
        }
    }
    Ok(perft(&Position::start(&options.setup()?), depth.ok_or("no depth given")?))
}
