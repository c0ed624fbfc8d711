//! The record of a game: its setup and its moves. Positions are not stored: each is a replay of a prefix of
//! the moves.

use crate::{IllegalMove, Move, Position, Setup};

/// A game from its beginning. The moves need not be legal: a replay finds out.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub struct Record {
    /// How the game was set up.
    pub setup: Setup,
    /// The moves of both sides, in order.
    pub moves: Vec<Move>,
}

impl Record {
    /// A game without moves.
    #[must_use]
    pub fn new(setup: Setup) -> Record {
        Record { setup, moves: Vec::new() }
    }

    /// The position after the first `ply` moves: 0 is the start. A `ply` past the end gives the last
    /// position.
    ///
    /// # Errors
    /// Why the first illegal one among these moves is illegal.
    pub fn position_at(&self, ply: usize) -> Result<Position, IllegalMove> {
        let mut moves = self.moves.iter().take(ply);
        moves.try_fold(self.setup.start(), |position, &mv| Ok(position.play(mv)?.position))
    }

    /// The position after every move.
    ///
    /// # Errors
    /// The index of the first illegal move, and why it is illegal.
    pub fn replay(&self) -> Result<Position, (usize, IllegalMove)> {
        let mut position = self.setup.start();
        for (index, &mv) in self.moves.iter().enumerate() {
            position = position.play(mv).map_err(|why| (index, why))?.position;
        }
        Ok(position)
    }
}
