//! A small direct-mapped cache of proven bounds, for boards with few stones. It fits into the processor's cache; the
//! transposition table is too slow for such boards, and most of them come back soon if they come back at all.

use super::board::Board;
use super::bound::Bound;
use super::row::Row;
use super::tt::{HASH_MULTIPLIERS, TtEntry};

/// The proven bounds of a board, in stones.
#[derive(Clone, Copy)]
struct Bounds {
    lower: i16,
    upper: i16,
}

impl Bounds {
    /// Bounds that exclude nothing.
    const NONE: Bounds = Bounds { lower: TtEntry::NO_LOWER_BOUND, upper: TtEntry::NO_UPPER_BOUND };
}

/// The cache. A new board always replaces the old one of its slot. Boards and bounds lie apart: most probes miss, and
/// need the board only.
pub struct SmallCache {
    boards: Vec<Board>,
    bounds: Vec<Bounds>,
}

impl SmallCache {
    /// A cache with this many entries (a power of two, or 0) of 20 bytes each.
    pub fn with_entries(count: usize) -> SmallCache {
        // A game with an empty row is over, so no board that is searched equals this one.
        let board = Board { mine: Row::EMPTY, theirs: Row::EMPTY };
        SmallCache { boards: vec![board; count], bounds: vec![Bounds::NONE; count] }
    }

    #[inline]
    fn index(&self, board: Board) -> usize {
        let mixed = board.mine.bits().wrapping_mul(HASH_MULTIPLIERS[0]) ^ board.theirs.bits().rotate_left(32);
        (mixed.wrapping_mul(HASH_MULTIPLIERS[1]) >> 40) as usize & self.boards.len().wrapping_sub(1)
    }

    /// The bound of a board, if it answers the null window (beta − 1, beta).
    #[inline]
    pub fn probe(&self, board: Board, beta: i32) -> Option<Bound> {
        let index = self.index(board);
        self.boards.get(index).filter(|&&held| held == board)?;
        let bounds = self.bounds.get(index)?;
        let (lower, upper) = (i32::from(bounds.lower), i32::from(bounds.upper));
        if lower >= beta {
            Some(Bound::proven(lower))
        } else if upper < beta {
            Some(Bound::proven(upper))
        } else {
            None
        }
    }

    /// Stores a proven bound: a lower bound if the search failed high, else an upper bound.
    #[inline]
    pub fn store(&mut self, board: Board, value: i32, failed_high: bool) {
        let index = self.index(board);
        let (Some(held), Some(bounds)) = (self.boards.get_mut(index), self.bounds.get_mut(index)) else {
            return;
        };
        if *held != board {
            (*held, *bounds) = (board, Bounds::NONE);
        }
        if failed_high {
            bounds.lower = bounds.lower.max(value as i16);
        } else {
            bounds.upper = bounds.upper.min(value as i16);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(stones: u8) -> Board {
        Board { mine: Row::single(stones, 0), theirs: Row::single(1, 5) }
    }

    fn value(bound: Option<Bound>) -> Option<i32> {
        bound.map(|bound| bound.value)
    }

    #[test]
    fn probe_answers_only_windows_outside_the_bounds() {
        let mut cache = SmallCache::with_entries(1 << 4);
        cache.store(board(3), 2, true);
        cache.store(board(3), 5, false);
        cache.store(board(3), 1, true);
        assert_eq!(value(cache.probe(board(3), 2)), Some(2));
        assert_eq!(value(cache.probe(board(3), 4)), None);
        assert_eq!(value(cache.probe(board(3), 6)), Some(5));
    }

    #[test]
    fn a_slot_collision_never_returns_another_boards_bound() {
        let mut cache = SmallCache::with_entries(1 << 4);
        for stones in 1..60 {
            cache.store(board(stones), stones.into(), true);
            assert_eq!(value(cache.probe(board(stones), 1)), Some(stones.into()));
        }
        let hits: Vec<_> =
            (1..60).filter_map(|stones| Some((stones, value(cache.probe(board(stones), 1))?))).collect();
        assert!(
            hits.len() <= 16 && hits.iter().all(|&(stones, value)| i32::from(stones) == value),
            "{hits:?}"
        );
    }

    #[test]
    fn a_cache_without_entries_stores_nothing() {
        let mut cache = SmallCache::with_entries(0);
        cache.store(board(3), 2, true);
        assert_eq!(cache.probe(board(3), 2), None);
    }
}
