//! The result of a search: best move, value, principal variation, depth and node count.

use rules::Move;

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The best move; `None` when the game is over.
    pub mv: Option<Move>,
    /// The value for the side to move: its points less the opponent's at the end of the game, in hundredths of a point
    /// (a stone, a disc). It is an estimate, or exact if `proved`.
    pub value: i32,
    /// The principal variation: the expected moves of both sides, `mv` first.
    pub pv: Vec<Move>,
    /// Depth of the last completed iteration, in moves (plies).
    pub depth: u32,
    /// Node count: the number of positions searched.
    pub nodes: u64,
    /// The value is exact: against best play the side to move gets this much and no more.
    pub proved: bool,
}

impl SearchResult {
    /// The result for a move that was chosen without a search.
    pub(crate) fn unsearched(mv: Option<Move>) -> Self {
        Self { mv, value: 0, pv: mv.into_iter().collect(), depth: 0, nodes: 0, proved: false }
    }
}
