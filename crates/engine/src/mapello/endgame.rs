//! Endgame solver: alpha-beta to the end of the game, exact values in points, with stability cutoffs, enhanced
//! transposition cutoffs, fastest-first move ordering and null windows; by parity alone near the end. The selective search
//! is the same with cuts.

use super::Search;
use super::endgame_last::{MAX_LAST_EMPTIES, odd_quadrants, solve_last};
use super::masks::{BONUS, with_neighbours};
use super::move_order::MoveList;
use super::selective::MIN_ORDER_EMPTIES;
use super::stability::{full_lines, stable_discs};
use super::tt::{EXACT, TtEntry};

/// With fewer empty cells the transposition table and a fine move ordering cost more than they save.
const MIN_TT_EMPTIES: u32 = 7;
/// With fewer empty cells there are no enhanced transposition cutoffs.
const MIN_ETC_EMPTIES: u32 = 9;

/// More points than can be won: 64 discs and 60 bonuses are 244, and a board for play has at most 8 bonuses.
pub(super) const INFINITE: i32 = 300;

impl Search<'_, '_> {
    /// Solves a position for the owner of `own`, who is to move, in points, fail-soft: exact between `alpha` and
    /// `beta`, a bound outside. `None` when a limit was reached.
    pub(super) fn solve(&mut self, own: u64, opp: u64, alpha: i32, beta: i32) -> Option<i32> {
        let empty = self.masks.empty(own, opp);
        if empty.count_ones() <= MAX_LAST_EMPTIES {
            return Some(solve_last(self.masks, own, opp, empty, alpha, beta));
        }
        if self.limits.count_node() {
            return None;
        }
        let moves = self.masks.moves(own, opp);
        if moves == 0 {
            if self.masks.moves(opp, own) == 0 {
                return Some(own.count_ones() as i32 - opp.count_ones() as i32);
            }
            return Some(-self.solve(opp, own, -beta, -alpha)?);
        }
        if empty.count_ones() < MIN_TT_EMPTIES {
            self.solve_by_parity(own, opp, moves, alpha, beta)
        } else {
            self.solve_with_tt(own, opp, moves, alpha, beta)
        }
    }

    /// Move ordering by parity: a quadrant with an odd number of empty cells comes first, because the side that plays
    /// into it is likely to get the last move there.
    fn solve_by_parity(&mut self, own: u64, opp: u64, moves: u64, alpha: i32, beta: i32) -> Option<i32> {
        let odd = odd_quadrants(self.masks.empty(own, opp));
        let mut best = i32::MIN;
        for mut cells in [moves & odd, moves & !odd] {
            while cells != 0 {
                let cell = cells.trailing_zeros() as usize;
                cells &= cells - 1;
                let flips = self.masks.flips(cell, own, opp);
                let gain = self.masks.gain(cell);
                let alpha = alpha.max(best) - gain;
                let value = gain - self.solve(opp & !flips, own | flips | 1 << cell, gain - beta, -alpha)?;
                best = best.max(value);
                if best >= beta {
                    return Some(best);
                }
            }
        }
        Some(best)
    }

    /// Principal variation search with transposition table, stability cutoff and enhanced transposition cutoff.
    fn solve_with_tt(&mut self, own: u64, opp: u64, moves: u64, alpha: i32, beta: i32) -> Option<i32> {
        let upper_bound = self.stability_bound(own, opp, alpha);
        if upper_bound <= alpha {
            return Some(upper_bound);
        }
        let empty = self.masks.empty(own, opp).count_ones();
        let least_depth = self.endgame_depth(empty);
        let entry = self.tt.probe(own, opp);
        if let Some(entry) = entry.filter(|entry| entry.depth >= least_depth) {
            let (lower, upper) = (entry.lower / 100, entry.upper / 100);
            if lower >= beta || lower == upper {
                return Some(lower);
            }
            if upper <= alpha {
                return Some(upper);
            }
        }
        let mut list = self.endgame_moves(own, opp, moves, entry);
        if empty >= MIN_ETC_EMPTIES
            && let Some(value) = self.enhanced_transposition_cutoff(own, opp, &mut list, beta)
        {
            return Some(value);
        }
        if least_depth < EXACT
            && beta - alpha == 1
            && let Some(value) = self.prob_cut(own, opp, empty, beta)?
        {
            return Some(value);
        }
        if empty >= MIN_ORDER_EMPTIES {
            self.order_by_search(own, opp, empty, &mut list)?;
        }
        let (mut best, mut cell) = (i32::MIN, 0);
        for candidate in list.by_ref() {
            let gain = self.masks.gain(usize::from(candidate.cell));
            let (next_own, next_opp) = candidate.after(own, opp);
            let alpha = alpha.max(best);
            let mut value = i32::MIN;
            // After the first move a null window tests whether the move is better at all.
            if best > i32::MIN && beta - alpha > 1 {
                value = gain - self.solve(next_own, next_opp, gain - alpha - 1, gain - alpha)?;
            }
            if value == i32::MIN || (value > alpha && value < beta) {
                value = gain - self.solve(next_own, next_opp, gain - beta, gain - alpha)?;
            }
            if value > best {
                (best, cell) = (value, candidate.cell);
                if best >= beta {
                    break;
                }
            }
        }
        let lower = if best > alpha { best } else { -INFINITE };
        let upper = if best < beta { best } else { INFINITE };
        let depth = self.stored_depth(empty);
        self.tt.store(own, opp, TtEntry { lower: 100 * lower, upper: 100 * upper, depth, cell });
        Some(best)
    }

    /// Move ordering of the endgame: the transposition-table move first, then fastest first (low mobility of the
    /// opponent).
    fn endgame_moves(&self, own: u64, opp: u64, moves: u64, entry: Option<TtEntry>) -> MoveList {
        let tt_move = entry.map_or(u8::MAX, |entry| entry.cell);
        let (masks, empty) = (self.masks, self.masks.empty(own, opp));
        let odd = odd_quadrants(empty);
        let mut list = MoveList::of(masks, own, opp, moves);
        for candidate in list.remaining() {
            let (next_own, next_opp) = candidate.after(own, opp);
            let replies = masks.moves(next_own, next_opp);
            let mobility = replies.count_ones() + (replies & masks.corners).count_ones();
            let potential_mobility = (empty & with_neighbours(next_opp)).count_ones();
            let cell = usize::from(candidate.cell & 63);
            let parity = i32::from(odd >> cell & 1 != 0);
            let cell_score = 4 * i32::from(masks.anchor_counts[cell]) + 4 * parity + 6 * masks.gain(cell);
            candidate.score = cell_score - 16 * mobility as i32 - 4 * potential_mobility as i32;
            if candidate.cell == tt_move {
                candidate.score = i32::MAX;
            }
        }
        list
    }

    /// Enhanced transposition cutoff (ETC): a value of `beta` or more, if the transposition table proves it for one of
    /// the children.
    fn enhanced_transposition_cutoff(
        &self,
        own: u64,
        opp: u64,
        list: &mut MoveList,
        beta: i32,
    ) -> Option<i32> {
        let mut lower_bounds = list.remaining().iter().filter_map(|candidate| {
            let (next_own, next_opp) = candidate.after(own, opp);
            let least_depth = self.endgame_depth(self.masks.empty(next_own, next_opp).count_ones());
            let entry = self.tt.probe(next_own, next_opp).filter(|entry| entry.depth >= least_depth)?;
            Some(self.masks.gain(usize::from(candidate.cell)) - entry.upper / 100)
        });
        lower_bounds.find(|value| *value >= beta)
    }

    /// Upper bound for a stability cutoff: the owner of `own` gets every disc except the opponent's stable ones, and
    /// all bonuses. [`INFINITE`] where even without stable discs no cutoff against `alpha` is possible.
    fn stability_bound(&self, own: u64, opp: u64, alpha: i32) -> i32 {
        let bonuses = self.masks.bonuses & !(own | opp);
        let everything = self.masks.cells.count_ones() as i32 + BONUS * bonuses.count_ones() as i32;
        // Counting stable discs is expensive, and there are at most as many as the opponent has discs.
        if everything - 2 * opp.count_ones() as i32 > alpha {
            return INFINITE;
        }
        let full = full_lines(self.masks, own | opp);
        everything - 2 * stable_discs(self.masks, opp, &full).count_ones() as i32
    }
}
