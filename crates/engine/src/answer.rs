//! What a search has found.

use rules::Move;

/// What a search has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The move to make; `None` when the game is over.
    pub mv: Option<Move>,
    /// What the position is worth to the side to move: its points less the other side's at the end of the game, in
    /// hundredths of a point (a stone, a disc), as expected or, if `proved`, exactly.
    pub value: i32,
    /// The moves that are expected, `mv` first.
    pub line: Vec<Move>,
    /// How many moves deep the last complete look was.
    pub depth: u32,
    /// How many positions were looked at.
    pub nodes: u64,
    /// The value is exact: no way of playing leads to another against the best play.
    pub proved: bool,
}

impl Answer {
    /// A move that nothing was looked ahead for.
    pub(crate) fn only(mv: Option<Move>) -> Self {
        Self { mv, value: 0, line: mv.into_iter().collect(), depth: 0, nodes: 0, proved: false }
    }
}
