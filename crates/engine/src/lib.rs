//! The computer's play: which move is best, what it is worth, and what follows. One entry for every game, without a clock,
//! threads or randomness of its own, so that it runs the same natively and in a browser, and for the same input and limit
//! of nodes says the same.

pub mod mancala;
pub mod mapello;
pub mod review;

mod answer;
mod chance;
mod greedy;
mod levels;
mod limits;
mod values;

pub use answer::Answer;
pub use levels::{Level, choose};
pub use limits::Limits;
pub use values::{Valued, values};

use rules::Position;

/// Looks for the best move of the side to move until it is proved or a limit is reached.
///
/// A position that is over has no move; its value is the difference of the points.
#[must_use]
pub fn search(position: &Position, limits: &mut Limits) -> Answer {
    match position {
        Position::Mancala(position) => mancala::search(position, limits),
        Position::Mapello(position) => mapello::search(position, limits),
    }
}
