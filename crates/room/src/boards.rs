//! The choice of a Mapello board: where the board of a game comes from, and how it changes from game to game
//! of a room.

use rules::SetupError;
use rules::mapello::Board;
use rules::mapello::notation::read_code;
use rules::mapello::openings::Opening;
use serde::{Deserialize, Serialize};

/// Where the board of a game comes from. Every `u32` is a valid seed and a valid day.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BoardChoice {
    /// No walls, bonuses or jokers.
    Empty,
    /// The default board of the original.
    #[default]
    Default,
    /// The random board of this seed in the next game, that of the next seed in the one after it, and so on.
    Random(u32),
    /// The balanced board of this number in the next game, that of the next number in the one after it, and so on
    /// ([`Board::balanced`]): a random one, drawn among those on which neither side is far ahead at the start.
    Balanced(u32),
    /// The board of this day, counted from 1 January 1970.
    Daily(u32),
    /// This one.
    Custom(Board),
    /// One player builds the board before every game, the other then picks the colour.
    Draft,
    /// Othello's start, and the balanced opening of this number in the next game, that of the next number in the one after
    /// it, and so on ([`Opening::balanced`]): its moves are on the board when the game begins.
    Opening(u32),
}

/// Text of digits alone is a seed if it is at most this long, the length of the longest `u32`; a longer one
/// is a share code.
const SEED_DIGITS: usize = 10;

impl BoardChoice {
    /// Reads the board that a form or an address names: a word in small letters, the board of a day by its
    /// number (`daily-20783`), a seed, or a share code.
    /// `today` is a day counted from 1 January 1970, `drawn` a number by which a random board or opening is drawn among the
    /// balanced ones. `None` if there is no such board; the function does not check whether the board can be played on.
    pub fn parse(text: &str, today: u32, drawn: u32) -> Option<Self> {
        Some(match text {
            "default" => Self::Default,
            "empty" => Self::Empty,
            // No variant of its own: peers from before Othello's centre refuse its code and say so.
            "othello" => Self::Custom(Board::OTHELLO),
            "random" => Self::Balanced(drawn % Board::BALANCED),
            "opening" => Self::Opening(drawn % Opening::DRAWN),
            "daily" => Self::Daily(today),
            "draft" => Self::Draft,
            seed if seed.len() <= SEED_DIGITS && seed.bytes().all(|byte| byte.is_ascii_digit()) => {
                Self::Random(seed.parse().ok()?)
            }
            code => match code.strip_prefix("daily-") {
                Some(day) => Self::Daily(day.parse().ok()?),
                None => Self::Custom(read_code(code).ok()?),
            },
        })
    }

    /// The board of the `number`th game with this choice (from 1); `None` when a player has yet to build it.
    pub fn board(&self, number: u32) -> Option<Board> {
        Some(match self.after_games(number.wrapping_sub(1)) {
            Self::Empty => Board::EMPTY,
            Self::Default => Board::DEFAULT,
            Self::Random(seed) => Board::random(u64::from(seed)),
            Self::Balanced(number) => Board::balanced(number),
            Self::Daily(day) => Board::daily(day),
            Self::Custom(board) => board,
            Self::Opening(_) => Board::OTHELLO,
            Self::Draft => return None,
        })
    }

    /// The number of the opening from which the first game with this choice begins; `None` if it begins from the start.
    #[must_use]
    pub fn opening(&self) -> Option<u32> {
        match *self {
            Self::Opening(number) => Some(number),
            _ => None,
        }
    }

    /// The seed of a random board; `None` if the choice is none.
    #[must_use]
    pub fn seed(&self) -> Option<u32> {
        match *self {
            Self::Random(seed) => Some(seed),
            Self::Balanced(number) => Some(Board::balanced_seed(number)),
            _ => None,
        }
    }

    /// The choice after so many games: a random seed or number has advanced by one per game and wraps around.
    pub(crate) fn after_games(self, games: u32) -> Self {
        match self {
            Self::Random(seed) => Self::Random(seed.wrapping_add(games)),
            Self::Balanced(number) => Self::Balanced(number.wrapping_add(games)),
            Self::Opening(number) => Self::Opening(number.wrapping_add(games)),
            Self::Empty | Self::Default | Self::Daily(_) | Self::Custom(_) | Self::Draft => self,
        }
    }

    /// Checks that games may be played with this choice.
    ///
    /// # Errors
    /// Why a custom board cannot be played on.
    pub(crate) fn check(&self) -> Result<(), SetupError> {
        match self {
            Self::Custom(board) => board.validate(),
            Self::Empty
            | Self::Default
            | Self::Random(_)
            | Self::Balanced(_)
            | Self::Daily(_)
            | Self::Draft
            | Self::Opening(_) => Ok(()),
        }
    }
}
