//! On which board a game of Mapello is played: where it comes from, and how it changes from game to game of a room.

use rules::SetupError;
use rules::mapello::Board;
use rules::mapello::notation::read_code;
use serde::{Deserialize, Serialize};

/// Where the board of a game comes from. Any number will do as a seed or a day.
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
    /// The board of this day, counted from 1 January 1970.
    Daily(u32),
    /// This one.
    Custom(Board),
    /// One player builds the board before every game, the other then picks the colour.
    Draft,
}

/// What is typed of digits alone is a seed if it is no longer than this, the longest of a `u32`; every share code is.
const SEED_DIGITS: usize = 10;

impl BoardChoice {
    /// Seeds that are drawn are smaller, so that a board can be told to somebody: "4711".
    pub const SEEDS: u32 = 1_000_000;

    /// The board that somebody names in a form or an address: a word in small letters, a seed, or a share code. `today` is a
    /// day counted from 1 January 1970, `drawn` the seed for a random one. `None` if there is no such board; whether one
    /// can be played on is not asked.
    pub fn named(text: &str, today: u32, drawn: u32) -> Option<Self> {
        Some(match text {
            "default" => Self::Default,
            "empty" => Self::Empty,
            "random" => Self::Random(drawn),
            "daily" => Self::Daily(today),
            "draft" => Self::Draft,
            seed if seed.len() <= SEED_DIGITS && seed.bytes().all(|byte| byte.is_ascii_digit()) => {
                Self::Random(seed.parse().ok()?)
            }
            code => Self::Custom(read_code(code).ok()?),
        })
    }

    /// The board of the `number`th game that is played so (from 1); `None` when it has yet to be built.
    pub fn board(&self, number: u32) -> Option<Board> {
        Some(match self.after(number.wrapping_sub(1)) {
            Self::Empty => Board::EMPTY,
            Self::Default => Board::DEFAULT,
            Self::Random(seed) => Board::random(u64::from(seed)),
            Self::Daily(day) => Board::daily(day),
            Self::Custom(board) => board,
            Self::Draft => return None,
        })
    }

    /// What the choice has come to after so many games. Seeds go round.
    pub(crate) fn after(self, games: u32) -> Self {
        match self {
            Self::Random(seed) => Self::Random(seed.wrapping_add(games)),
            Self::Empty | Self::Default | Self::Daily(_) | Self::Custom(_) | Self::Draft => self,
        }
    }

    /// Whether games may be played so.
    ///
    /// # Errors
    /// What is wrong with the board that somebody made.
    pub(crate) fn check(&self) -> Result<(), SetupError> {
        match self {
            Self::Custom(board) => board.validate(),
            Self::Empty | Self::Default | Self::Random(_) | Self::Daily(_) | Self::Draft => Ok(()),
        }
    }
}
