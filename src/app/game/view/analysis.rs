//! What the computer has found out: the values of the moves of a position (a hint), or of a whole game (a review).

use engine_protocol::ScoredMove;
use engine_protocol::review::ReviewedMove;

/// The values of the moves of one position (a hint).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hints {
    /// The game's number.
    pub number: u32,
    /// The number of moves before the position.
    pub ply: u32,
    /// Every legal move with its value, the best first; empty while the engine is thinking.
    pub scored_moves: Vec<ScoredMove>,
}

/// The values of all moves of a game (a review).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Review {
    /// The game's number.
    pub number: u32,
    /// For each position of the game, by its number of moves, all legal moves, the best first; empty while
    /// not analysed yet.
    pub scored_moves: Vec<Vec<ScoredMove>>,
    /// The verdict on each move that was made; `None` while not analysed yet.
    pub reviewed_moves: Vec<Option<ReviewedMove>>,
}

impl Review {
    /// How many moves have a verdict.
    pub fn reviewed_count(&self) -> usize {
        self.reviewed_moves.iter().flatten().count()
    }
}
