//! Root search: iterative deepening with aspiration windows, the change to the selective endgame search and from it to
//! the exact one, and the principal variation.

use rules::Move;
use rules::mapello::{Cell, Position};

use super::masks::BONUS;
use super::move_order::{Candidate, MoveList};
use super::selective::{MAX_SELECTIVITY, MIN_ROOT_EMPTIES};
use super::{Search, Window};
use crate::SearchResult;

/// The search solves the endgame once this multiple of its node count is at least 2 to the number of empty cells. For
/// 16 to 20 empty cells, 48 takes fewer nodes in all than 16.
const SOLVE_COST_RATIO: u64 = 48;
/// The same multiple for the selective endgame search, which comes before.
const SELECTIVE_COST_RATIO: u64 = 160;
/// The parts of the expected cost of an exact and of a selective search, 2 to the number of empty cells, of which one
/// must be left in the node limit.
const SOLVE_SAVING: u64 = 4;
const SELECTIVE_SAVING: u64 = 32;
/// Half the width of the first aspiration window, around the value of the previous iteration, in hundredths of a point.
const ASPIRATION_HALF_WIDTH: i32 = 300;

/// The best move of an iteration.
#[derive(Clone, Copy)]
pub(super) struct BestMove {
    /// Index in the move list.
    pub index: usize,
    /// Value in hundredths of a point, without the bonuses that were taken before.
    pub value: i32,
}

impl Search<'_, '_> {
    /// Searches deeper and deeper until the value is proved or a limit is reached.
    pub(super) fn iterative_deepening(mut self, position: &Position) -> SearchResult {
        let side = position.to_move();
        let (own, opp) = (position.discs(side), position.discs(side.other()));
        let bonus_lead = i32::from(position.taken(side)) - i32::from(position.taken(side.other()));
        let mut list = self.root_moves(own, opp);
        let candidates = list.remaining();
        let empty = self.masks.empty(own, opp).count_ones();
        let mut best = BestMove { index: 0, value: self.static_eval(own, opp) };
        let (mut depth, mut proved) = (0, candidates.is_empty());
        while !proved && (depth < self.limits.depth || self.selectivity > 0) {
            let next_depth = self.next_iteration(depth, empty);
            let completed = self.aspiration_search(own, opp, next_depth, candidates, &mut best);
            // The best move so far is searched first in the next iteration.
            for index in (0..best.index).rev() {
                candidates.swap(index, index + 1);
            }
            best.index = 0;
            if completed.is_none() {
                break;
            }
            (depth, proved) = (next_depth, next_depth >= empty && self.selectivity == 0);
        }
        let pv = candidates
            .first()
            .map_or(Vec::new(), |candidate| self.principal_variation(position, candidate.cell, depth.max(1)));
        SearchResult {
            mv: pv.first().copied(),
            value: best.value + 100 * BONUS * bonus_lead,
            pv,
            depth,
            nodes: self.node_count(),
            proved,
        }
    }

    /// The depth of the next iteration, and its selectivity: the midgame search goes one move deeper, then the endgame
    /// search cuts less from iteration to iteration until it is exact.
    fn next_iteration(&mut self, depth: u32, empty: u32) -> u32 {
        let is_selective = empty >= MIN_ROOT_EMPTIES && self.limits.depth >= empty;
        if is_selective && depth >= empty {
            self.selectivity = (self.selectivity + 1) % (MAX_SELECTIVITY + 1);
            empty
        } else if is_selective && self.is_affordable(empty, SELECTIVE_COST_RATIO, SELECTIVE_SAVING) {
            self.selectivity = 1;
            empty
        } else {
            self.next_depth(depth, empty)
        }
    }

    /// The depth of the next iteration: one more, or all empty cells.
    pub(super) fn next_depth(&self, depth: u32, empty: u32) -> u32 {
        let next = if self.should_solve(empty) { empty } else { depth + 1 };
        next.min(self.limits.depth)
    }

    /// Whether the next iteration solves the endgame: once the node count is a fixed share of the expected cost, unless
    /// the node limit is far below that cost. On the default board 16, 18 and 20 empty cells take about 35, 230 and 550
    /// thousand nodes.
    fn should_solve(&self, empty: u32) -> bool {
        self.limits.depth >= empty && self.is_affordable(empty, SOLVE_COST_RATIO, SOLVE_SAVING)
    }

    /// Whether `ratio` times the node count is at least the expected cost, and the node limit leaves one of `saving` parts
    /// of that cost.
    fn is_affordable(&self, empty: u32, ratio: u64, saving: u64) -> bool {
        let cost = 1_u64.checked_shl(empty).unwrap_or(u64::MAX);
        let remaining = self.limits.nodes.saturating_sub(self.limits.node_count());
        self.node_count().saturating_mul(ratio) >= cost && remaining >= cost / saving
    }

    /// Node count of this search.
    fn node_count(&self) -> u64 {
        self.limits.node_count() - self.nodes_before
    }

    /// Move ordering before the first iteration: by the cell, and low mobility of the opponent.
    fn root_moves(&self, own: u64, opp: u64) -> MoveList {
        let masks = self.masks;
        let mut list = MoveList::of(masks, own, opp, masks.moves(own, opp));
        for candidate in list.remaining() {
            let (next_own, next_opp) = candidate.after(own, opp);
            let mobility = masks.moves(next_own, next_opp).count_ones();
            let cell = usize::from(candidate.cell & 63);
            let cell_score = 8 * i32::from(masks.anchor_counts[cell]) + 16 * masks.gain(cell);
            candidate.score = cell_score - 16 * mobility as i32;
        }
        list.sorted()
    }

    /// Searches the root moves to a depth, in an aspiration window around the value of the previous iteration; after a
    /// fail low or fail high the window is widened. When a limit stops the iteration (`None`), `best` is the best move
    /// so far.
    #[inline(never)]
    pub(super) fn aspiration_search(
        &mut self,
        own: u64,
        opp: u64,
        depth: u32,
        candidates: &[Candidate],
        best: &mut BestMove,
    ) -> Option<()> {
        let mut width = ASPIRATION_HALF_WIDTH;
        let expected = best.value;
        let mut window = Window { alpha: expected - width, beta: expected + width };
        // Shallow iterations have the full window.
        if depth < 3 {
            window = Window::FULL;
        }
        loop {
            let mut best_in_window = BestMove { index: 0, value: i32::MIN };
            for (index, candidate) in candidates.iter().enumerate() {
                let alpha = window.alpha.max(best_in_window.value);
                let value =
                    self.pvs_root_child(own, opp, depth, candidate, index, Window { alpha, ..window })?;
                if value > best_in_window.value {
                    best_in_window = BestMove { index, value };
                    if value > window.alpha {
                        *best = best_in_window;
                    }
                    if value >= window.beta {
                        break;
                    }
                }
            }
            width *= 4;
            if best_in_window.value <= window.alpha {
                window.alpha = best_in_window.value - width;
            } else if best_in_window.value >= window.beta {
                window.beta = best_in_window.value + width;
            } else {
                return Some(());
            }
        }
    }

    /// The value of a root move: the first has the full window, later ones a null window first. No root move is
    /// reduced.
    fn pvs_root_child(
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
        if index > 0 {
            let value = gain - self.negamax(next_own, next_opp, depth - 1, window.null().negated(gain))?;
            if value <= window.alpha || value >= window.beta {
                return Some(value);
            }
        }
        Some(gain - self.negamax(next_own, next_opp, depth - 1, window.negated(gain))?)
    }

    /// The principal variation: `first`, then the moves of the transposition table, at most `max_len` moves.
    fn principal_variation(&self, position: &Position, first: u8, max_len: u32) -> Vec<Move> {
        let mut position = *position;
        let mut pv = Vec::new();
        let mut next = Cell::new(first);
        while let Some(cell) = next.filter(|_| (pv.len() as u32) < max_len) {
            let Ok((after, _)) = position.play(cell) else { break };
            pv.push(Move::Mapello(cell));
            position = after;
            let side = position.to_move();
            let entry = self.tt.probe(position.discs(side), position.discs(side.other()));
            next = entry.and_then(|entry| Cell::new(entry.cell));
        }
        pv
    }
}
