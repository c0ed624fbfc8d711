//! A position as plain values, for storage and the wire, and the validation that turns them into a position.

use core::fmt;

use super::{Leftovers, MAX_PITS, Pit, Position, Variant};
use crate::{Outcome, Side};

/// The plain values of a position between two moves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub struct Parts {
    /// The options of the game.
    pub variant: Variant,
    /// Stones in the pits by [`Side::index`], each row from its owner's left, as many as the board has pits.
    pub rows: [Vec<u8>; 2],
    /// Stones in the stores, by [`Side::index`].
    pub stores: [u8; 2],
    /// The side whose move it is.
    pub to_move: Side,
    /// Number of the turn, from 1.
    pub turn: u16,
    /// Whether the side to move may swap sides.
    pub can_swap: bool,
}

/// Why plain values make no valid position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PartsError {
    /// The options say more pits than a board can have, or none.
    Pits(u8),
    /// A row does not have as many pits as the options say.
    RowLength {
        /// Whose row.
        side: Side,
        /// How many pits were given.
        given: usize,
    },
    /// There are more than 255 stones on the board, or none.
    StoneCount,
    /// A row is empty, so the game is over, but the leftovers lie in the other row against the options.
    Unswept,
    /// Turns are counted from 1.
    TurnZero,
    /// A swap is only possible in the second turn of an unfinished game with the pie rule.
    SwapNotPossible,
}

impl fmt::Display for PartsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PartsError::Pits(given) => write!(f, "A board cannot have {given} pits a side."),
            PartsError::RowLength { side: Side::First, given } => {
                write!(f, "South's row has {given} pits, which is not what the options say.")
            }
            PartsError::RowLength { side: Side::Second, given } => {
                write!(f, "North's row has {given} pits, which is not what the options say.")
            }
            PartsError::StoneCount => f.write_str("A board holds 1 to 255 stones."),
            PartsError::Unswept => f.write_str("A row is empty, but the stones left over were not swept."),
            PartsError::TurnZero => f.write_str("Turns are counted from 1."),
            PartsError::SwapNotPossible => f.write_str("Sides cannot be swapped in this position."),
        }
    }
}

impl core::error::Error for PartsError {}

impl Position {
    /// The position with these values. The game is over if a row is empty.
    ///
    /// # Errors
    /// The first value that cannot be.
    pub fn from_parts(parts: &Parts) -> Result<Position, PartsError> {
        let &Parts { variant, stores, to_move, turn, can_swap, .. } = parts;
        let pits = usize::from(variant.pits);
        if !(1..=MAX_PITS).contains(&pits) {
            return Err(PartsError::Pits(variant.pits));
        }
        let mut rows = [[0; MAX_PITS]; 2];
        for side in Side::BOTH {
            let given = &parts.rows[side.index()];
            if given.len() != pits {
                return Err(PartsError::RowLength { side, given: given.len() });
            }
            rows[side.index()][..pits].copy_from_slice(given);
        }
        let total: u32 = rows.iter().flatten().chain(&stores).map(|&stones| u32::from(stones)).sum();
        if !(1..=255).contains(&total) {
            return Err(PartsError::StoneCount);
        }
        if turn == 0 {
            return Err(PartsError::TurnZero);
        }
        let mut position =
            Position { variant, rows, stores, to_move, turn, swap_open: can_swap, outcome: None };
        let totals = Side::BOTH.map(|side| position.row_total(side));
        if totals.contains(&0) {
            if totals != [0, 0] && variant.leftovers != Leftovers::Nobody {
                return Err(PartsError::Unswept);
            }
            position.outcome = Some(Outcome::of_scores(stores));
        }
        if can_swap && !(variant.pie_rule && turn == 2 && position.outcome.is_none()) {
            return Err(PartsError::SwapNotPossible);
        }
        Ok(position)
    }

    /// The plain values of this position.
    #[must_use]
    pub fn to_parts(&self) -> Parts {
        let row = |side| self.pits(side).map(|pit: Pit| self.stones(pit)).collect();
        Parts {
            variant: self.variant,
            rows: Side::BOTH.map(row),
            stores: self.stores,
            to_move: self.to_move,
            turn: self.turn,
            can_swap: self.can_swap(),
        }
    }
}

impl TryFrom<Parts> for Position {
    type Error = PartsError;

    fn try_from(parts: Parts) -> Result<Position, PartsError> {
        Position::from_parts(&parts)
    }
}

impl From<Position> for Parts {
    fn from(position: Position) -> Parts {
        position.to_parts()
    }
}
