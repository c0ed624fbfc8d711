//! The move ordering of the search: transposition-table move, extra turns, then captures and mobility. The sooner a move fails high, the
//! more moves the beta cutoff saves.

use super::sowing::Successor;

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

/// The moves of a board that are still to be searched, by their numbers in the order of generation; at most `N`.
pub struct MoveQueue<const N: usize> {
    /// Order score and number of each move, packed so that the highest comes first.
    packed: [i32; N],
}

impl<const N: usize> MoveQueue<N> {
    /// No moves.
    pub const EMPTY: Self = Self { packed: [i32::MIN; N] };

    /// Adds a move; a higher score is searched earlier, and of equal ones the lower number.
    #[inline]
    pub fn push(&mut self, number: usize, score: i32) {
        self.packed[number] = score << NUMBER_BITS | (NUMBER_MASK - number as i32);
    }

    /// Takes a move out again.
    #[inline]
    pub fn remove(&mut self, number: usize) {
        self.packed[number] = i32::MIN;
    }

    /// A step of selection sort: takes out the move with the highest score.
    #[inline]
    pub fn pop(&mut self) -> Option<usize> {
        let best = self.packed.iter().copied().max().filter(|&best| best != i32::MIN)?;
        let number = (NUMBER_MASK - (best & NUMBER_MASK)) as usize;
        self.remove(number);
        Some(number)
    }
}

const NUMBER_BITS: u32 = 4;
const NUMBER_MASK: i32 = (1 << NUMBER_BITS) - 1;
