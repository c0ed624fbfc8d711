//! The strength levels of the computer. How each of them searches stands in `engine::levels`.

use serde::{Deserialize, Serialize};

/// How well the computer plays, from the weakest to the strongest.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Any legal move.
    Random,
    /// What gains the most at once.
    Greedy,
    /// Looks a little ahead, and often takes the second best.
    Beginner,
    /// Looks a little further, and slips often.
    Easy,
    /// Looks a few moves ahead, and slips now and then.
    Medium,
    /// Looks further, and seldom slips.
    Hard,
    /// Looks far ahead.
    Expert,
    /// All that can be found in the time there is.
    Master,
}

impl Level {
    /// All of them, from the weakest to the strongest.
    pub const ALL: [Level; 8] = [
        Level::Random,
        Level::Greedy,
        Level::Beginner,
        Level::Easy,
        Level::Medium,
        Level::Hard,
        Level::Expert,
        Level::Master,
    ];

    /// What it is called.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Level::Random => "Random",
            Level::Greedy => "Greedy",
            Level::Beginner => "Beginner",
            Level::Easy => "Easy",
            Level::Medium => "Medium",
            Level::Hard => "Hard",
            Level::Expert => "Expert",
            Level::Master => "Master",
        }
    }
}
