//! Tournament report files in FIDE's format of 2016 (TRF-16), with the extensions that pairing programs share: `XXR` (the
//! number of rounds) and `XXC` (the colour of number 1 in the first round).
//!
//! Columns are counted in characters, as programs that read UTF-8 do.

mod read;
mod write;

use crate::tournament::Tournament;

pub use read::{TrfError, read};
pub use write::write;

/// A tournament, with what a report says about it besides. Texts may be empty; dates are texts as well (`2026-11-28`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// Line 012.
    pub name: String,
    /// Line 022.
    pub city: String,
    /// Line 032: a country's code of three letters.
    pub federation: String,
    /// Line 042.
    pub start: String,
    /// Line 052.
    pub end: String,
    /// Line 092, for example `Individual: Swiss-System`.
    pub kind: String,
    /// Line 102.
    pub arbiter: String,
    /// Line 122: the time control.
    pub time_control: String,
    /// The players and what they did. Their pairing numbers are the starting ranks.
    pub tournament: Tournament,
}

impl Report {
    /// A report that says nothing about the tournament.
    pub fn new(tournament: Tournament) -> Report {
        Report {
            name: String::new(),
            city: String::new(),
            federation: String::new(),
            start: String::new(),
            end: String::new(),
            kind: String::new(),
            arbiter: String::new(),
            time_control: String::new(),
            tournament,
        }
    }
}

/// The longest name in characters.
const NAME: usize = 33;
/// The column (from 0) at which the first round begins, and the width of a round.
const ROUNDS: usize = 91;
const ROUND: usize = 10;
