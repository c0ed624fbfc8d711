//! x
mod colours;
mod dutch;
mod history;
mod matching;
mod tournament;
pub mod trf;
pub use dutch::{Pair, PairingError, Round, pair};
pub use history::*;
pub use tournament::{Bye, Colour, GameResult, Outcome, Player, Tournament, assign_numbers};
