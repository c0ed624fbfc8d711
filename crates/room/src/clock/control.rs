//! The time control of a game, and what follows from it alone.

use serde::{Deserialize, Serialize};

use crate::Millis;

/// The least time each side has for its first turn, which is not on the clock; when it is over, the game is
/// called off.
pub const FIRST_MOVE_MS: Millis = 30_000;

/// How many moves a game is assumed to have when its length is estimated.
const ESTIMATED_MOVES: Millis = 40;
const DAY_MS: Millis = 24 * 3_600_000;
/// A game with at least this estimate counts as long, in seconds: 25 minutes.
const LONG_GAME: Millis = 25 * 60;

/// The time control of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TimeControl {
    /// No clock.
    #[default]
    None,
    /// A fixed time for every move (every sowing, every disc).
    PerMove {
        /// Seconds a move, 5–3600.
        seconds: u32,
    },
    /// A budget for the game, topped up after every turn (not after every sowing of it).
    Increment {
        /// Seconds at the start, 15–10 800 (¼–180 min).
        base: u32,
        /// Seconds added a turn, 0–180.
        increment: u32,
    },
    /// Days for every move: play by correspondence.
    DaysPerMove {
        /// Days a move, 1–14.
        days: u32,
    },
}

impl TimeControl {
    /// Whether the numbers lie in the ranges given above.
    pub fn is_valid(self) -> bool {
        match self {
            TimeControl::None => true,
            TimeControl::PerMove { seconds } => (5..=3600).contains(&seconds),
            TimeControl::Increment { base, increment } => (15..=10_800).contains(&base) && increment <= 180,
            TimeControl::DaysPerMove { days } => (1..=14).contains(&days),
        }
    }

    /// How long each side has for its first turn: at least [`FIRST_MOVE_MS`], and never less than for any
    /// other move.
    pub fn first_move_ms(self) -> Millis {
        match self {
            _ if self.is_per_move() => self.start_ms().max(FIRST_MOVE_MS),
            _ => FIRST_MOVE_MS,
        }
    }

    /// Whether the game is live: its clock counts seconds, and the players stay at the board.
    pub fn is_live(self) -> bool {
        matches!(self, TimeControl::PerMove { .. } | TimeControl::Increment { .. })
    }

    /// Whether each move has its own time.
    pub fn is_per_move(self) -> bool {
        matches!(self, TimeControl::PerMove { .. } | TimeControl::DaysPerMove { .. })
    }

    /// By how much the quota of lag compensation grows per move: two fifths of the seconds that the game is
    /// estimated to take and 15 on top, in hundredths of a second; a second at most.
    pub fn lag_ms(self) -> Millis {
        self.estimate().map_or(0, |estimated| (estimated * 4 + 150).min(1_000))
    }

    /// Whether a game with this clock of seconds is estimated to take 25 minutes a side or more.
    pub fn is_long(self) -> bool {
        self.estimate().is_some_and(|estimated| estimated >= LONG_GAME)
    }

    /// How many seconds a side is estimated to take; `None` where players do not wait at the board.
    pub(super) fn estimate(self) -> Option<Millis> {
        match self {
            TimeControl::None | TimeControl::DaysPerMove { .. } => None,
            TimeControl::PerMove { seconds } => Some(ESTIMATED_MOVES * Millis::from(seconds)),
            TimeControl::Increment { base, increment } => {
                Some(Millis::from(base) + ESTIMATED_MOVES * Millis::from(increment))
            }
        }
    }

    pub(super) fn start_ms(self) -> Millis {
        match self {
            TimeControl::None => 0,
            TimeControl::PerMove { seconds } => Millis::from(seconds) * 1000,
            TimeControl::Increment { base, .. } => Millis::from(base) * 1000,
            TimeControl::DaysPerMove { days } => Millis::from(days) * DAY_MS,
        }
    }

    /// What a takeback leaves a side at least, if it has as much: nobody loses the game by one.
    pub(super) fn least_after_takeback_ms(self) -> Millis {
        if matches!(self, TimeControl::DaysPerMove { .. }) { DAY_MS } else { 10_000 }
    }
}

/// What happens when a side's time runs out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TimeOut {
    /// It loses.
    #[default]
    Loses,
    /// The game ends and is decided by the score at that moment: the way of the original Mapello.
    Score,
}
