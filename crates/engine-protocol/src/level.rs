//! The strength levels of the computer player. How each level searches is defined in `engine::levels`.

use serde::{Deserialize, Serialize};

/// A strength level, from the weakest to the strongest.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Plays any legal move.
    Random,
    /// Plays the move with the largest immediate gain.
    Greedy,
    /// Searches to a very small depth, and often plays a worse move.
    Beginner,
    /// Searches a little deeper, and often errs.
    Easy,
    /// Searches a few moves deep, and errs now and then.
    Medium,
    /// Searches deeper, and seldom errs.
    Hard,
    /// Searches deep, and hardly ever errs.
    Expert,
    /// Plays the best move that the limits allow to find.
    Master,
}

impl Level {
    /// All levels, from the weakest to the strongest.
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

    /// The English name, for logs and command lines.
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
