//! The holes of a Mancala board (pits and stores), and the moves that name them.

use crate::Side;

/// A pit of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub struct Pit {
    /// Whose row it is in.
    pub side: Side,
    /// Its place from the owner's left, from 0.
    pub index: u8,
}

/// A place where a stone can be dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Hole {
    /// A pit of a row.
    Pit(Pit),
    /// The store of a side: on its owner's right, in a clockwise game on the left.
    Store(Side),
}

/// A move: one sowing, or the swap of the pie rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Move {
    /// Lift the stones of this pit and sow them.
    Sow(Pit),
    /// Take over the opponent's side after the first turn (the pie rule).
    Swap,
}
