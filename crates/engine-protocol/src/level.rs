//! The strength levels of the computer player. How each level searches is defined in `engine::levels`.

use rules::mancala::{Direction, FirstMove, Preset, Variant};
use rules::{Setup, mancala};
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
    /// Plays only moves that are proved to keep the value of the game; see [`Level::is_offered`].
    Perfect,
}

impl Level {
    /// All levels, from the weakest to the strongest.
    pub const ALL: [Level; 9] = [
        Level::Random,
        Level::Greedy,
        Level::Beginner,
        Level::Easy,
        Level::Medium,
        Level::Hard,
        Level::Expert,
        Level::Master,
        Level::Perfect,
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
            Level::Perfect => "Perfect",
        }
    }

    /// Whether players are offered this level in games with this setup. All but [`Level::Perfect`] always are. That one
    /// is where every move can be proved within seconds: in Kalah and Empty Capture from the starts of which the engine
    /// has an opening book, and in the smaller presets from every start.
    #[must_use]
    pub fn is_offered(self, setup: &Setup) -> bool {
        match (self, setup) {
            (Level::Perfect, Setup::Mancala(setup)) => is_solved(setup),
            (Level::Perfect, Setup::Mapello(_)) => false,
            _ => true,
        }
    }
}

/// Whether perfect play is known from the start of a game with this setup, or proved within seconds.
fn is_solved(setup: &mancala::Setup) -> bool {
    let variant = setup.variant;
    // The direction makes no difference, nor does who begins from the plain start.
    let plain =
        Variant { direction: Direction::CounterClockwise, first_move: FirstMove::South, ..variant }.preset();
    match plain {
        Some(Preset::Kalah | Preset::EmptyCapture) => {
            setup.start.is_none_or(|start| variant.fair_starts_with_book().contains(&start))
        }
        Some(Preset::Kalah3 | Preset::Quick) => true,
        _ => false,
    }
}
