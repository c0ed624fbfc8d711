//! The computer's play: which move is best, what it is worth, and what follows. One entry for every game, without a clock,
//! threads or randomness of its own, so that it runs the same natively and in a browser, and for the same input and limit
//! of nodes says the same. The types of questions and answers are those of the crate `engine-protocol`.

pub mod mancala;
pub mod mapello;

mod answer;
mod chance;
mod greedy;
mod levels;
mod limits;
mod values;

pub use answer::Answer;
pub use engine_protocol::{Level, ScoredMove};
pub use levels::choose;
pub use limits::Limits;
pub use values::values;

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
