//! The errors of illegal moves and invalid setups, each with a sentence for the player. Errors of parsing
//! text are beside the notation.

use core::fmt;
use core::ops::RangeInclusive;

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
    /// A wall stands on the cell.
    Wall,
    /// A disc lies on the cell.
    Occupied,
    /// A disc there would flip nothing.
    NoFlip,
    /// The move belongs to another game.
    OtherGame,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            IllegalMove::WrongSide => "That's your opponent's pit.",
            IllegalMove::EmptyPit => "That pit is empty.",
            IllegalMove::NoSuchPit => "There's no such pit on this board.",
            IllegalMove::GameOver => "The game is over.",
            IllegalMove::SwapNotAllowed => "You can't swap sides now.",
            IllegalMove::Wall => "There's a wall there.",
            IllegalMove::Occupied => "There's already a disc there.",
            IllegalMove::NoFlip => "A disc there would flip nothing.",
            IllegalMove::OtherGame => "That's a move from another game.",
        })
    }
}

impl core::error::Error for IllegalMove {}

/// Why a setup is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum SetupError {
    /// This number of pits a side is not offered; see [`crate::mancala::PITS`].
    Pits(u8),
    /// This number of stones a pit is not offered; see [`crate::mancala::STONES`].
    Stones(u8),
    /// So many walls are more than [`crate::mapello::WALLS`].
    Walls(u8),
    /// So many bonuses are more than [`crate::mapello::BONUSES`].
    Bonuses(u8),
    /// So many jokers are more than [`crate::mapello::JOKERS`].
    Jokers(u8),
    /// A piece stands where it cannot: on the centre, on another piece, or a joker off the border.
    Place,
    /// Neither side has a first move.
    NobodyCanMove,
    /// The start of a game of Mancala has other pits or stones than its options say.
    Start,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use crate::{mancala, mapello};
        let (given, what, most) = match self {
            SetupError::Pits(given) => return out_of(f, *given, "pits per side", mancala::PITS),
            SetupError::Stones(given) => return out_of(f, *given, "stones per pit", mancala::STONES),
            SetupError::Walls(given) => (given, "walls", mapello::WALLS),
            SetupError::Bonuses(given) => (given, "bonuses", mapello::BONUSES),
            SetupError::Jokers(given) => (given, "jokers", mapello::JOKERS),
            SetupError::Place => {
                return f.write_str("Walls and bonuses go on free inner squares, jokers on the border.");
            }
            SetupError::NobodyCanMove => return f.write_str("Nobody could move on this board."),
            SetupError::Start => {
                return f.write_str("This start has other pits or stones than the settings say.");
            }
        };
        write!(f, "{given} {what} are too many; a board has up to {most}.")
    }
}

fn out_of(f: &mut fmt::Formatter<'_>, given: u8, what: &str, range: RangeInclusive<u8>) -> fmt::Result {
    write!(f, "{given} {what} cannot be played; choose {} to {}.", range.start(), range.end())
}

impl core::error::Error for SetupError {}
