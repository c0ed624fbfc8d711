//! The pits as the side to move sees them: all that the rest of a game depends on, the stores apart.

use rules::mancala::{Direction, Pit, Position};

use super::word::Word;

/// Both rows, each in the order in which its stones move on, from the pit farthest from its owner's store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board<W> {
    /// The row of the side to move.
    pub mine: W,
    /// The row of the other side.
    pub theirs: W,
}

impl<W: Word> Board<W> {
    /// The pits of a position, whose rows must fit the word.
    pub fn of(position: &Position) -> Board<W> {
        let row = |side| {
            let pits = position.pits(side);
            pits.fold(W::EMPTY, |row, pit| row.plus(W::of(position.stones(pit), lane(position, pit))))
        };
        Board { mine: row(position.to_move()), theirs: row(position.to_move().other()) }
    }

    /// The same pits seen by the other side.
    #[inline]
    pub fn turned(self) -> Board<W> {
        Board { mine: self.theirs, theirs: self.mine }
    }

    /// Stones in play.
    #[inline]
    pub fn total(self) -> i32 {
        self.mine.plus(self.theirs).total()
    }

    /// Whether a row is empty.
    #[inline]
    pub fn is_over(self) -> bool {
        self.mine == W::EMPTY || self.theirs == W::EMPTY
    }
}

/// The place of a pit in its row. Clockwise is the mirror image of the usual direction.
pub fn lane(position: &Position, pit: Pit) -> usize {
    match position.variant().direction {
        Direction::CounterClockwise => usize::from(pit.index),
        Direction::Clockwise => usize::from(position.variant().pits - 1 - pit.index),
    }
}
