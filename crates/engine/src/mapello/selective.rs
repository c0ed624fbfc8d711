//! Selective endgame search: before the exact solution, the search runs to the end of the game with ProbCut. A node whose
//! value is far outside the null window, judged by a shallow search, is cut. A margin says how far; it grows from
//! iteration to iteration, until the exact search cuts nothing.

use super::move_order::MoveList;
use super::tt::EXACT;
use super::{Search, Window};

/// The margin of ProbCut for each selectivity, in hundredths of a point.
const MARGINS: [i32; 3] = [300, 600, 1_000];
/// The selectivity after which the search is exact.
pub(super) const MAX_SELECTIVITY: u8 = MARGINS.len() as u8;
/// With fewer empty cells at the root the exact solution takes little longer.
pub(super) const MIN_ROOT_EMPTIES: u32 = 16;
/// With fewer empty cells no node is cut.
const MIN_PROB_CUT_EMPTIES: u32 = 10;
/// The shallow search has this percentage of the empty cells as its depth.
const SHALLOW_PERCENT: u32 = 15;
/// From this number of empty cells on, moves are ordered by shallow searches.
pub(super) const MIN_ORDER_EMPTIES: u32 = 14;
/// Depths in the transposition table of bounds of the selective search lie above this one, which is above all depths of
/// the midgame search, and below [`EXACT`].
const SELECTIVE: u8 = 64;
/// Each selectivity has so many depths: more than an eighth of the cells of the board.
const DEPTHS_PER_SELECTIVITY: u8 = 9;

impl Search<'_, '_> {
    /// The depth that an entry of the transposition table must have at least to hold for a node of the endgame.
    pub(super) fn endgame_depth(&self, empty: u32) -> u8 {
        match self.selectivity {
            0 => EXACT,
            _ if empty < MIN_PROB_CUT_EMPTIES => EXACT,
            selectivity => SELECTIVE + DEPTHS_PER_SELECTIVITY * selectivity,
        }
    }

    /// The depth of a new entry: among bounds of the same quality, those far from the end are kept the longest.
    pub(super) fn stored_depth(&self, empty: u32) -> u8 {
        let depth = self.endgame_depth(empty);
        if depth < EXACT { depth + empty as u8 / 8 } else { depth + empty as u8 }
    }

    /// ProbCut in the null window below `beta`, in points: the bound that a shallow search makes likely, if its value is
    /// beyond the window by the margin. It is tried where the static evaluation is beyond it by half the margin.
    pub(super) fn prob_cut(&mut self, own: u64, opp: u64, empty: u32, beta: i32) -> Option<Option<i32>> {
        let index = usize::from(self.selectivity).checked_sub(1);
        let Some(margin) = index.and_then(|index| MARGINS.get(index)) else { return Some(None) };
        let depth = empty * SHALLOW_PERCENT / 100;
        let (high, low) = (100 * beta + margin, 100 * (beta - 1) - margin);
        let eval = self.static_eval(own, opp);
        if eval >= 100 * beta + margin / 2 {
            let window = Window { alpha: high - 1, beta: high };
            return Some((self.negamax(own, opp, depth, window)? >= high).then_some(beta));
        }
        if eval < 100 * beta - margin / 2 {
            let window = Window { alpha: low, beta: low + 1 };
            return Some((self.negamax(own, opp, depth, window)? <= low).then_some(beta - 1));
        }
        Some(None)
    }

    /// Adds the values of shallow searches to the order scores: far from the end, mobility alone says too little.
    pub(super) fn order_by_search(
        &mut self,
        own: u64,
        opp: u64,
        empty: u32,
        list: &mut MoveList,
    ) -> Option<()> {
        let depth = (empty - MIN_ORDER_EMPTIES) / 2;
        for candidate in list.remaining().iter_mut().filter(|candidate| candidate.score != i32::MAX) {
            let (next_own, next_opp) = candidate.after(own, opp);
            let value = self.negamax(next_own, next_opp, depth, Window::FULL)?;
            let gain = 100 * self.masks.gain(usize::from(candidate.cell));
            candidate.score = 2 * candidate.score + gain - value;
        }
        Some(())
    }
}
