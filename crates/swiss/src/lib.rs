//! Swiss-system tournaments by the rules of FIDE, the world chess federation: pairings by the Dutch system (C.04.3, in
//! force from 1 February 2026), tie-breaks (C.07) and report files (TRF-16). Pure: a tournament comes in as a value, and
//! time and randomness have no part in it.
//!
//! ```
//! use swiss::{Colour, Pair, Player, Tournament, assign_numbers, pair};
//!
//! let player = |name: &str, rating| Player { number: 0, name: name.into(), rating, outcomes: Vec::new() };
//! let mut players = vec![player("Ada", 1500), player("Bo", 1700), player("Cleo", 1600), player("Dan", 1400)];
//! assign_numbers(&mut players);
//! let tournament = Tournament { rounds: 3, played: 0, first_colour: Colour::White, players };
//! // The numbers are Bo 1, Cleo 2, Ada 3, Dan 4; the upper half meets the lower one.
//! let round = pair(&tournament)?;
//! assert_eq!(round.pairs, [Pair { white: 1, black: 0 }, Pair { white: 3, black: 2 }]);
//! # Ok::<(), swiss::PairingError>(())
//! ```

// The random tournaments of the tests name the crate as its users do.
#[cfg(test)]
extern crate self as swiss;

mod colours;
mod dutch;
mod history;
mod matching;
mod tiebreak;
mod tournament;
pub mod trf;

pub use dutch::{Pair, PairingError, Round, pair};
pub use tiebreak::{Standing, TieBreak, standings};
pub use tournament::{Bye, Colour, GameResult, Outcome, Player, Tournament, TournamentError, assign_numbers};
