//! Human-like times: log-normal, and longer for hard moves, by habits of each player. Whoever copies a move of an engine
//! takes about as long for every one.

use fairplay::AssessedMove;

use crate::random::Rng;

/// The habits of a player.
pub struct Habits {
    /// The median time of an easy move, as a logarithm of milliseconds.
    pace: f64,
    /// By how much the logarithm of the time grows with that of the difficulty.
    slope: f64,
    /// The standard deviation of the logarithm.
    spread: f64,
}

impl Habits {
    pub fn draw(rng: &mut Rng) -> Habits {
        Habits {
            pace: 4_000.0_f64.ln() + 0.4 * rng.normal(),
            slope: (0.35 + 0.12 * rng.normal()).max(0.05),
            spread: (0.7 + 0.1 * rng.normal()).max(0.3),
        }
    }

    /// The time of a move, in milliseconds.
    pub fn millis(&self, assessed: &AssessedMove, by_engine: bool, rng: &mut Rng) -> u32 {
        let log = if by_engine {
            self.pace + 0.4 + 0.3 * rng.normal()
        } else {
            let hard = (0.1 + assessed.difficulty.mean()).ln() - 0.1_f64.ln();
            self.pace + self.slope * hard + self.spread * rng.normal()
        };
        log.exp().clamp(200.0, 600_000.0) as u32
    }
}
