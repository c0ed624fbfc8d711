//! A turn of the computer, by which its answer is known again.

use engine_protocol::Level;
use room::Seat;

/// A turn of the computer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Turn {
    pub game: u32,
    pub ply: u32,
    pub seat: Seat,
    pub level: Level,
    /// The position's hash: after a takeback another position may have the same number of moves.
    pub position: u64,
}
