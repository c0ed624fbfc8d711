//! The game engine: alpha-beta search for both games (best move, its value, the principal variation), scores of all
//! legal moves (MultiPV) and strength levels. The engine has no clock, no threads and no randomness of its own, so the
//! same input and node limit give the same result natively and in the browser. Requests and responses are types of
//! `engine-protocol`.

pub mod mancala;
pub mod mapello;

mod greedy;
mod levels;
mod limits;
mod rng;
mod score_moves;
mod search_result;

pub use engine_protocol::{Level, ScoredMove};
pub use levels::choose;
pub use limits::Limits;
pub use score_moves::score_moves;
pub use search_result::SearchResult;

use rules::Position;

/// Searches for the best move of the side to move until its value is proved or a limit is reached.
///
/// For a finished game the result has no move, and its value is the final difference of the points.
#[must_use]
pub fn search(position: &Position, limits: &mut Limits) -> SearchResult {
    match position {
        Position::Mancala(position) => mancala::search(position, limits),
        Position::Mapello(position) => mapello::search(position, limits),
    }
}
