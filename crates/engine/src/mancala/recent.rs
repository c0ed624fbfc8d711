//! What was proved lately of boards with few stones, so little that it stays near the processor. Most of what such boards
//! are asked for again is asked soon, and a large table is too slow for them.

use super::board::Board;
use super::row::Row;
use super::table::{Known, MIX};
use super::tree::Found;

/// What is proved of a board.
#[derive(Clone, Copy)]
struct Entry {
    board: Board,
    lower: i16,
    upper: i16,
}

/// The boards that were looked at last, one for every place.
pub struct Recent {
    entries: Vec<Entry>,
}

impl Recent {
    /// Room for so many boards, a power of two or none, at 24 bytes each.
    pub fn with_places(places: usize) -> Recent {
        // An empty row never stands in a board that is looked into.
        let board = Board { mine: Row::EMPTY, theirs: Row::EMPTY };
        let entry = Entry { board, lower: Known::LOWEST, upper: Known::HIGHEST };
        Recent { entries: vec![entry; places] }
    }

    #[inline]
    fn place(&self, board: Board) -> usize {
        let mixed = board.mine.bits().wrapping_mul(MIX[0]) ^ board.theirs.bits().rotate_left(32);
        (mixed.wrapping_mul(MIX[1]) >> 40) as usize & self.entries.len().wrapping_sub(1)
    }

    /// Whether the side to move gains `goal`, if that was proved.
    #[inline]
    pub fn get(&self, board: Board, goal: i32) -> Option<Found> {
        let entry = self.entries.get(self.place(board)).filter(|entry| entry.board == board)?;
        let (lower, upper) = (i32::from(entry.lower), i32::from(entry.upper));
        match () {
            () if lower >= goal => Some(Found { value: lower, proven: true }),
            () if upper < goal => Some(Found { value: upper, proven: true }),
            () => None,
        }
    }

    /// Notes that the side to move gains at least `value`, if that is what it `reached`, or else at most so much.
    #[inline]
    pub fn put(&mut self, board: Board, value: i32, reached: bool) {
        let place = self.place(board);
        let Some(entry) = self.entries.get_mut(place) else { return };
        if entry.board != board {
            *entry = Entry { board, lower: Known::LOWEST, upper: Known::HIGHEST };
        }
        if reached {
            entry.lower = entry.lower.max(value as i16);
        } else {
            entry.upper = entry.upper.min(value as i16);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(stones: u8) -> Board {
        Board { mine: Row::of(stones, 0), theirs: Row::of(1, 5) }
    }

    fn value(found: Option<Found>) -> Option<i32> {
        found.map(|found| found.value)
    }

    #[test]
    fn what_was_proved_of_a_board_answers_what_it_is_enough_for() {
        let mut recent = Recent::with_places(1 << 4);
        recent.put(board(3), 2, true);
        recent.put(board(3), 5, false);
        recent.put(board(3), 1, true);
        assert_eq!(value(recent.get(board(3), 2)), Some(2));
        assert_eq!(value(recent.get(board(3), 4)), None);
        assert_eq!(value(recent.get(board(3), 6)), Some(5));
    }

    #[test]
    fn boards_are_never_confused() {
        let mut recent = Recent::with_places(1 << 4);
        for stones in 1..60 {
            recent.put(board(stones), stones.into(), true);
            assert_eq!(value(recent.get(board(stones), 1)), Some(stones.into()));
        }
        let found: Vec<_> =
            (1..60).filter_map(|stones| Some((stones, value(recent.get(board(stones), 1))?))).collect();
        assert!(
            found.len() <= 16 && found.iter().all(|&(stones, value)| i32::from(stones) == value),
            "{found:?}"
        );
    }

    #[test]
    fn without_room_nothing_is_known() {
        let mut recent = Recent::with_places(0);
        recent.put(board(3), 2, true);
        assert_eq!(recent.get(board(3), 2), None);
    }
}
