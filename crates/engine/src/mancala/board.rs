//! The search's position: both rows of pits from the point of view of the side to move, without the stores. The stores
//! do not influence the rest of a game, so positions that differ only in them share their transposition-table entry.

use rules::mancala::{Direction, Pit, Position};

use super::row::{self, Row};

/// Both rows, each in sowing order: lane 0 is the pit farthest from its owner's store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The row of the side to move.
    pub mine: Row,
    /// The row of the opponent.
    pub theirs: Row,
}

impl Board {
    /// The pits of a position; `None` if a pit holds more stones than a lane of a [`Row`].
    pub fn of(position: &Position) -> Option<Board> {
        let row = |side| {
            position.pits(side).try_fold(Row::EMPTY, |row, pit| {
                let stones = position.stones(pit);
                let fits = u64::from(stones) <= row::LANE_MAX;
                fits.then(|| row.plus(Row::single(stones, lane(position, pit))))
            })
        };
        Some(Board { mine: row(position.to_move())?, theirs: row(position.to_move().other())? })
    }

    /// The same board from the opponent's point of view.
    #[inline]
    pub fn swap_sides(self) -> Board {
        Board { mine: self.theirs, theirs: self.mine }
    }

    /// Number of stones in play.
    #[inline]
    pub fn stones(self) -> i32 {
        row::stones_of_both(self.mine, self.theirs)
    }

    /// Whether a row is empty, which ends the game.
    #[inline]
    pub fn has_empty_row(self) -> bool {
        self.mine == Row::EMPTY || self.theirs == Row::EMPTY
    }

    /// Whether a pit is too full: a sowing might overflow its lane.
    #[inline]
    pub fn is_overfull(self) -> bool {
        self.mine.is_overfull() || self.theirs.is_overfull()
    }
}

/// The lane of a pit in its row. Clockwise sowing is the mirror image of the usual direction.
pub fn lane(position: &Position, pit: Pit) -> usize {
    match position.variant().direction {
        Direction::CounterClockwise => usize::from(pit.index),
        Direction::Clockwise => usize::from(position.variant().pits - 1 - pit.index),
    }
}
