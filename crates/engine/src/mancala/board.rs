//! The pits as the side to move sees them: all that the rest of a game depends on, the stores apart.

use rules::mancala::{Direction, Pit, Position};

use super::row::{self, Row};

/// Both rows, each in the order in which its stones move on, from the pit farthest from its owner's store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// The row of the side to move.
    pub mine: Row,
    /// The row of the other side.
    pub theirs: Row,
}

impl Board {
    /// The pits of a position; none if one of them is too full for a row.
    pub fn of(position: &Position) -> Option<Board> {
        let row = |side| {
            position.pits(side).try_fold(Row::EMPTY, |row, pit| {
                let stones = position.stones(pit);
                (u64::from(stones) <= row::MOST).then(|| row.plus(Row::of(stones, lane(position, pit))))
            })
        };
        Some(Board { mine: row(position.to_move())?, theirs: row(position.to_move().other())? })
    }

    /// The same pits seen by the other side.
    #[inline]
    pub fn turned(self) -> Board {
        Board { mine: self.theirs, theirs: self.mine }
    }

    /// Stones in play.
    #[inline]
    pub fn total(self) -> i32 {
        row::total(self.mine, self.theirs)
    }

    /// Whether a row is empty.
    #[inline]
    pub fn is_over(self) -> bool {
        self.mine == Row::EMPTY || self.theirs == Row::EMPTY
    }

    /// Whether a pit is too full to sow safely.
    #[inline]
    pub fn is_heaped(self) -> bool {
        self.mine.is_heaped() || self.theirs.is_heaped()
    }
}

/// The place of a pit in its row. Clockwise is the mirror image of the usual direction.
pub fn lane(position: &Position, pit: Pit) -> usize {
    match position.variant().direction {
        Direction::CounterClockwise => usize::from(pit.index),
        Direction::Clockwise => usize::from(position.variant().pits - 1 - pit.index),
    }
}
