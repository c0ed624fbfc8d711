//! The setup of a game of Mancala on a command line: the tools of all crates take the same words for the same things.

use std::ops::RangeInclusive;

use rules::mancala::notation::read_start_code;
use rules::mancala::{Capture, Leftovers, MAX_PITS, STONES, Setup, Sowing, Start, Variant};

/// The options that [`SetupOptions::take`] knows, for a usage message.
pub const SETUP_USAGE: &str = "\
[--pits 1..9] [--stones 1..12] [--capture opposite|opposite_or_self|never] [--relay]
             [--no-extra-turn] [--leftovers owner|emptier|nobody] [--pie-rule] [--start CODE]";

/// A setup that is being read. It begins as Kalah with six pits and four stones.
#[derive(Clone, Copy, Default)]
pub struct SetupOptions {
    pub variant: Variant,
    start: Option<Start>,
}

impl SetupOptions {
    /// Takes an option with its value, which is the next of the words; `false` if it is not one of a setup.
    pub fn take(&mut self, option: &str, words: &mut impl Iterator<Item = String>) -> Result<bool, String> {
        let variant = &mut self.variant;
        match option {
            "--pits" => variant.pits = number(option, words.next(), 1..=MAX_PITS as u32)? as u8,
            "--stones" => {
                let range = u32::from(*STONES.start())..=u32::from(*STONES.end());
                variant.stones = number(option, words.next(), range)? as u8;
            }
            "--capture" => variant.capture = capture(words.next())?,
            "--relay" => variant.sowing = Sowing::Relay,
            "--no-extra-turn" => variant.extra_turn = false,
            "--leftovers" => variant.leftovers = leftovers(words.next())?,
            "--pie-rule" => variant.pie_rule = true,
            "--start" => {
                let code = words.next().ok_or("--start needs a code")?;
                let start = read_start_code(&code).map_err(|why| format!("--start {code}: {why}"))?;
                self.start = Some(start);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The setup of the first game; the error says that the start belongs to another board.
    pub fn setup(&self) -> Result<Setup, String> {
        if self.start.is_some_and(|start| !start.fits(&self.variant)) {
            return Err("--start has another number of pits or stones than the game".to_owned());
        }
        Ok(Setup { start: self.start, ..Setup::new(self.variant, 1) })
    }
}

/// The number that a word says; the error names the option and its range.
pub fn number(option: &str, word: Option<String>, range: RangeInclusive<u32>) -> Result<u32, String> {
    let word = word.ok_or_else(|| format!("{option} needs a number"))?;
    let number = word.parse().ok().filter(|number| range.contains(number));
    number
        .ok_or_else(|| format!("{option} is a number from {} to {}, not {word}", range.start(), range.end()))
}

fn capture(word: Option<String>) -> Result<Capture, String> {
    match word.as_deref() {
        Some("opposite") => Ok(Capture::Opposite),
        // `self` is what perft said before it took the word of files and links.
        Some("opposite_or_self" | "self") => Ok(Capture::OppositeOrSelf),
        Some("never") => Ok(Capture::Never),
        _ => Err("--capture is opposite, opposite_or_self or never".to_owned()),
    }
}

fn leftovers(word: Option<String>) -> Result<Leftovers, String> {
    match word.as_deref() {
        Some("owner") => Ok(Leftovers::Owner),
        Some("emptier") => Ok(Leftovers::Emptier),
        Some("nobody") => Ok(Leftovers::Nobody),
        _ => Err("--leftovers is owner, emptier or nobody".to_owned()),
    }
}
