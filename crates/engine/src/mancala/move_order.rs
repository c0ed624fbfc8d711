//! The move ordering of the search: transposition-table move, extra turns, then captures and mobility. The sooner a move fails high, the
//! more moves the beta cutoff saves.

use super::sowing::Successor;

/// A move that is still to be searched.
#[derive(Clone, Copy)]
pub struct Candidate {
    /// The board after the move.
    pub successor: Successor,
    /// The lane that is sown.
    pub lane: u8,
    /// Order score: a higher score is searched earlier.
    pub score: i32,
}

/// The order score of a move. The transposition-table move comes first, then extra turns, those nearest to the store
/// before the others. All other moves are ordered by gain in tenths of a stone, less half a stone for each pit that the
/// opponent can choose from: that gave the smallest search trees.
#[inline]
pub fn order_score(successor: &Successor, lane: usize, tt_move: u8) -> i32 {
    if lane == usize::from(tt_move) {
        10_000
    } else if successor.extra_turn {
        5_000 + lane as i32
    } else {
        10 * successor.gain + lane as i32 - 5 * successor.board.mine.occupied()
    }
}

/// A step of selection sort: moves the candidate with the highest score, of equal ones the first, to the front.
#[inline]
pub fn select_best(candidates: &mut [Candidate]) -> Option<Candidate> {
    let count = candidates.len();
    let best = (0..count).max_by_key(|&index| (candidates[index].score, count - index))?;
    candidates.swap(0, best);
    candidates.first().copied()
}
