//! A storm: as many puzzles as possible within three minutes. Three mistakes end it.

use crate::{Attempt, DIFFICULTIES};

/// How long a storm lasts, in milliseconds.
pub const STORM_MS: u64 = 180_000;
/// The mistakes that end it.
pub const STORM_MISTAKES: u32 = 3;
/// Puzzles solved before they get harder.
const OF_A_DIFFICULTY: u32 = 4;

/// A storm that goes on, or is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Storm {
    /// When it began, in milliseconds of a clock of the caller's.
    began: u64,
    /// Puzzles solved without a mistake.
    pub solved: u32,
    /// Puzzles that were not.
    pub mistakes: u32,
}

impl Storm {
    /// A storm that begins now.
    #[must_use]
    pub fn begin(now: u64) -> Storm {
        Storm { began: now, solved: 0, mistakes: 0 }
    }

    /// The milliseconds that are left.
    #[must_use]
    pub fn left(&self, now: u64) -> u64 {
        (self.began + STORM_MS).saturating_sub(now)
    }

    /// Whether it is over.
    #[must_use]
    pub fn is_over(&self, now: u64) -> bool {
        self.left(now) == 0 || self.mistakes >= STORM_MISTAKES
    }

    /// Counts a puzzle. What ends after the time is not counted.
    pub fn count(&mut self, attempt: &Attempt, now: u64) {
        if self.is_over(now) {
            return;
        }
        if attempt.is_over() && attempt.is_clean() { self.solved += 1 } else { self.mistakes += 1 }
    }

    /// The difficulty of the next puzzle: the first are easy.
    #[must_use]
    pub fn difficulty(&self) -> u8 {
        (1 + (self.solved + self.mistakes) / OF_A_DIFFICULTY).min(DIFFICULTIES.into()) as u8
    }
}
