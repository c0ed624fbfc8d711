//! Midgame search: negamax principal variation search (alpha-beta, null windows) with transposition table, late move
//! reductions and history heuristic. Values are in hundredths of a point.

use super::endgame::INFINITE;
use super::eval::evaluate;
use super::move_order::{Candidate, MoveList};
use super::tt::{EXACT, TtEntry};
use super::{Search, Window};

/// Late move reductions apply from this depth on.
const LMR_MIN_DEPTH: u32 = 3;
/// Number of first moves that are never reduced.
const LMR_MIN_INDEX: usize = 3;

impl Search<'_, '_> {
    /// Searches `depth` moves deep for the owner of `own`, who is to move; a pass is not a move. The value is
    /// fail-soft: exact inside the window, a bound outside. `None` when a limit was reached.
    pub(super) fn negamax(&mut self, own: u64, opp: u64, depth: u32, window: Window) -> Option<i32> {
        let empty = self.masks.empty(own, opp);
        if depth >= empty.count_ones() {
            return self.solve_in_hundredths(own, opp, window);
        }
        if self.limits.count_node() {
            return None;
        }
        if depth == 0 {
            return Some(self.static_eval(own, opp));
        }
        let moves = self.masks.moves(own, opp);
        if moves == 0 {
            if self.masks.moves(opp, own) == 0 {
                return Some(100 * (own.count_ones() as i32 - opp.count_ones() as i32));
            }
            return Some(-self.negamax(opp, own, depth, window.negated(0))?);
        }
        let entry = self.tt.probe(own, opp);
        if let Some(entry) = entry.filter(|entry| u32::from(entry.depth) >= depth) {
            if entry.lower >= window.beta || entry.lower == entry.upper {
                return Some(entry.lower);
            }
            if entry.upper <= window.alpha {
                return Some(entry.upper);
            }
        }
        let list = self.midgame_moves(own, opp, moves, depth, entry);
        let (mut best, mut cell) = (i32::MIN, 0);
        for (index, candidate) in list.enumerate() {
            let alpha = window.alpha.max(best);
            let value = self.pvs_child(own, opp, depth, &candidate, index, Window { alpha, ..window })?;
            if value > best {
                (best, cell) = (value, candidate.cell);
                if best >= window.beta {
                    let history = &mut self.history[usize::from(cell & 63)];
                    *history = (*history + (depth * depth) as i32).min(1 << 20);
                    break;
                }
            }
        }
        let lower = if best > window.alpha { best } else { -100 * INFINITE };
        let upper = if best < window.beta { best } else { 100 * INFINITE };
        let depth = depth.min(u32::from(EXACT) - 1) as u8;
        if entry.is_none_or(|entry| entry.depth <= depth) {
            self.tt.store(own, opp, TtEntry { lower, upper, depth, cell });
        }
        Some(best)
    }

    /// Static evaluation for the owner of `own`, who is to move or has to pass; exact when the game is over.
    pub(super) fn static_eval(&self, own: u64, opp: u64) -> i32 {
        let moves = self.masks.moves(own, opp);
        if moves != 0 {
            return evaluate(self.masks, self.weights, own, opp, moves);
        }
        match self.masks.moves(opp, own) {
            0 => 100 * (own.count_ones() as i32 - opp.count_ones() as i32),
            moves => -evaluate(self.masks, self.weights, opp, own, moves),
        }
    }

    /// Move ordering of the midgame: the transposition-table move first, then low mobility of the opponent with the
    /// history heuristic; at depth 1 the cell alone counts.
    fn midgame_moves(&self, own: u64, opp: u64, moves: u64, depth: u32, entry: Option<TtEntry>) -> MoveList {
        let tt_move = entry.map_or(u8::MAX, |entry| entry.cell);
        let (masks, history) = (self.masks, &self.history);
        let mut list = MoveList::of(masks, own, opp, moves);
        for candidate in list.remaining() {
            let cell = usize::from(candidate.cell & 63);
            candidate.score = 8 * i32::from(masks.anchor_counts[cell]) + 16 * masks.gain(cell);
            if candidate.cell == tt_move {
                candidate.score = i32::MAX;
            } else if depth >= 2 {
                let (next_own, next_opp) = candidate.after(own, opp);
                let replies = masks.moves(next_own, next_opp);
                let mobility = replies.count_ones() + 2 * (replies & masks.corners).count_ones();
                candidate.score += history[cell].ilog2() as i32 - 16 * mobility as i32;
            }
        }
        list
    }

    /// The value of a move in a principal variation search: the first move has the full window, later moves a null
    /// window first, and late moves a reduced depth before that.
    fn pvs_child(
        &mut self,
        own: u64,
        opp: u64,
        depth: u32,
        candidate: &Candidate,
        index: usize,
        window: Window,
    ) -> Option<i32> {
        let gain = 100 * self.masks.gain(usize::from(candidate.cell));
        let (next_own, next_opp) = candidate.after(own, opp);
        let null_window = window.null();
        let is_pv_node = window.beta - window.alpha > 1;
        if index >= LMR_MIN_INDEX && depth >= LMR_MIN_DEPTH {
            let value = gain - self.negamax(next_own, next_opp, depth - 2, null_window.negated(gain))?;
            if value <= window.alpha {
                return Some(value);
            }
        }
        if index > 0 && is_pv_node {
            let value = gain - self.negamax(next_own, next_opp, depth - 1, null_window.negated(gain))?;
            if value <= window.alpha || value >= window.beta {
                return Some(value);
            }
        }
        Some(gain - self.negamax(next_own, next_opp, depth - 1, window.negated(gain))?)
    }

    /// The value of the endgame solver, in hundredths of a point as the window is.
    fn solve_in_hundredths(&mut self, own: u64, opp: u64, window: Window) -> Option<i32> {
        let (alpha, beta) = (window.alpha.div_euclid(100), -(-window.beta).div_euclid(100));
        Some(100 * self.solve(own, opp, alpha, beta)?)
    }
}
