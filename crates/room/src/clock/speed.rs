//! How fast a game is by its time control: the speeds that are rated apart.

use serde::{Deserialize, Serialize};

use super::TimeControl;
use crate::Millis;

/// A game in which a side is estimated to need less than this is bullet, in seconds: three minutes.
const RAPID_FROM: Millis = 180;

/// How fast a game is. Each speed has a rating of its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Speed {
    /// A side is estimated to need less than three minutes.
    Bullet,
    /// Every longer game that is played in one sitting.
    Rapid,
    /// Correspondence: the clock counts days.
    Days,
}

impl Speed {
    /// All speeds, the fastest first.
    pub const ALL: [Self; 3] = [Self::Bullet, Self::Rapid, Self::Days];

    /// The speed of games with a time control: by the time that a side is estimated to need, which is the time at the
    /// start and 40 increments, or 40 times the time for a move. `None` without a clock: such games are not rated.
    pub fn of(control: TimeControl) -> Option<Self> {
        match control {
            TimeControl::None => None,
            TimeControl::DaysPerMove { .. } => Some(Self::Days),
            TimeControl::PerMove { .. } | TimeControl::Increment { .. } => {
                let is_bullet = control.estimate().is_some_and(|seconds| seconds < RAPID_FROM);
                Some(if is_bullet { Self::Bullet } else { Self::Rapid })
            }
        }
    }

    /// The word for it in the database, in addresses and in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Bullet => "bullet",
            Self::Rapid => "rapid",
            Self::Days => "days",
        }
    }

    /// The speed of a word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|speed| speed.word() == word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_of_less_than_three_minutes_a_side_is_bullet() {
        let increment = |base, increment| TimeControl::Increment { base, increment };
        for (control, speed) in [
            (TimeControl::None, None),
            (increment(15, 0), Some(Speed::Bullet)),
            (increment(179, 0), Some(Speed::Bullet)),
            (increment(180, 0), Some(Speed::Rapid)),
            (increment(120, 1), Some(Speed::Bullet)),
            (increment(60, 2), Some(Speed::Bullet)),
            (increment(60, 3), Some(Speed::Rapid)),
            (increment(180, 2), Some(Speed::Rapid)),
            (increment(10_800, 180), Some(Speed::Rapid)),
            (TimeControl::PerMove { seconds: 5 }, Some(Speed::Rapid)),
            (TimeControl::PerMove { seconds: 3600 }, Some(Speed::Rapid)),
            (TimeControl::DaysPerMove { days: 1 }, Some(Speed::Days)),
            (TimeControl::DaysPerMove { days: 14 }, Some(Speed::Days)),
        ] {
            assert!(control.is_valid());
            assert_eq!(Speed::of(control), speed, "{control:?}");
        }
    }

    #[test]
    fn each_speed_is_found_by_its_word_which_json_has_too() {
        for speed in Speed::ALL {
            assert_eq!(Speed::from_word(speed.word()), Some(speed));
            assert_eq!(serde_json::to_string(&speed).unwrap(), format!("\"{}\"", speed.word()));
        }
        assert_eq!([Speed::from_word(""), Speed::from_word("Rapid")], [None; 2]);
    }
}
