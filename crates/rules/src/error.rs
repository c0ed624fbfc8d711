//! What can be wrong with a move or a setup, each with a sentence for the player. Errors of reading text are
//! beside the notation.

use core::fmt;

/// Why a move was refused. The position is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum IllegalMove {
    /// The pit belongs to the side that is not to move.
    WrongSide,
    /// The pit holds no stones.
    EmptyPit,
    /// The board has no pit of that number.
    NoSuchPit,
    /// The game has ended.
    GameOver,
    /// The pie rule is off, or the moment for it has passed.
    SwapNotAllowed,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            IllegalMove::WrongSide => "That pit is your opponent's.",
            IllegalMove::EmptyPit => "That pit is empty.",
            IllegalMove::NoSuchPit => "There is no such pit on this board.",
            IllegalMove::GameOver => "The game is over.",
            IllegalMove::SwapNotAllowed => "Swapping sides is not possible now.",
        })
    }
}

impl core::error::Error for IllegalMove {}

/// Why a game cannot be set up so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum SetupError {
    /// This number of pits a side is not offered; see [`crate::mancala::PITS`].
    Pits(u8),
    /// This number of stones a pit is not offered; see [`crate::mancala::STONES`].
    Stones(u8),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, given, range) = match self {
            SetupError::Pits(given) => ("pits a side", given, crate::mancala::PITS),
            SetupError::Stones(given) => ("stones a pit", given, crate::mancala::STONES),
        };
        write!(f, "{given} {what} cannot be played; choose {} to {}.", range.start(), range.end())
    }
}

impl core::error::Error for SetupError {}
