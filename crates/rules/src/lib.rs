//! The rules of both games: positions, legal moves, traces, hashes, records and notation. Pure: no input or
//! output, no clock, no randomness of its own. Clocks, seats and offers are the room's business.

pub mod hash;
pub mod mancala;
pub mod mapello;

mod error;
mod game;
mod notation;
mod record;
mod side;
mod words;

pub use error::{IllegalMove, SetupError};
pub use game::{Game, Move, Played, Position, Setup, Trace};
pub use mapello::openings::opening_of;
pub use record::Record;
pub use side::{Outcome, Side};
