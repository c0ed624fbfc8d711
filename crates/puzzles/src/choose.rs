//! Which puzzle comes next in training and in a storm.

use rules::hash::fold;

use crate::day::Day;
use crate::pack::{Pack, Summary};
use crate::results::Results;
use crate::theme::Theme;

/// How many days ahead the puzzles of the day are kept out of training.
const KEPT_DAYS: u32 = 60;

/// What is wanted of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Wanted {
    /// Only this difficulty.
    pub difficulty: Option<u8>,
    /// Only this theme.
    pub theme: Option<Theme>,
}

impl Wanted {
    /// Whether a puzzle is as wanted.
    #[must_use]
    pub fn fits(self, summary: Summary) -> bool {
        let fits = |difficulty| difficulty == summary.difficulty;
        self.difficulty.is_none_or(fits) && self.theme.is_none_or(|theme| summary.themes.has(theme))
    }
}

/// The number of a puzzle as it is wanted, drawn by a seed; none of today or of the days to come. One that was not tried
/// yet, as long as there is one. `None` if none is as wanted.
#[must_use]
pub fn choose(pack: &Pack, results: &Results, wanted: Wanted, today: Day, seed: u64) -> Option<usize> {
    let kept: Vec<usize> =
        (0..KEPT_DAYS).filter_map(|ahead| Day(today.0.saturating_add(ahead)).puzzle(pack.len())).collect();
    let fits = |number: &usize| pack.summary(*number).is_some_and(|summary| wanted.fits(summary));
    let all = (0..pack.len()).filter(|number| !kept.contains(number)).filter(fits);
    // By a hash of each, so that the order is another one with every seed.
    all.min_by_key(|number| (results.outcome(*number).is_some(), fold([seed, *number as u64])))
}
