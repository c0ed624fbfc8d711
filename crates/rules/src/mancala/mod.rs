//! The rules of Mancala (the game called Kalah) with its options. One file per concept: options, holes,
//! position, sowing, notation.

mod fair_starts;
mod hole;
mod parts;
mod perft;
mod position;
mod preset;
mod sow;
mod start;
mod step;
mod variant;

pub mod notation;

pub use hole::{Hole, Move, Pit};
pub use parts::{Parts, PartsError};
pub use perft::perft;
pub use position::Position;
pub use preset::Preset;
pub use start::{MOST_IN_A_HOLE, Start, StartError};
pub use step::Step;
pub use variant::{Capture, Direction, FirstMove, Leftovers, MAX_PITS, PITS, STONES, Setup, Sowing, Variant};
