//! MultiPV: the value of every root move by iterative deepening, bad moves to the same depth as good ones, with a
//! shared transposition table.

use core::slice::from_ref;

use rules::Move;
use rules::mapello::{Cell, Position};

use super::Search;
use super::masks::BONUS;
use super::move_order::{Candidate, MoveList};
use super::root::BestMove;
use crate::ScoredMove;

impl Search<'_, '_> {
    /// Scores all legal moves; the scores are not sorted.
    pub(super) fn score_moves(mut self, position: &Position) -> Vec<ScoredMove> {
        let side = position.to_move();
        let (own, opp) = (position.discs(side), position.discs(side.other()));
        let bonus_lead = i32::from(position.taken(side)) - i32::from(position.taken(side.other()));
        let empty = self.masks.empty(own, opp).count_ones();
        let mut list = self.statically_scored_moves(own, opp);
        let (mut depth, mut proved) = (1, list.remaining().is_empty());
        while !proved && depth < self.limits.depth {
            let next_depth = self.next_depth(depth, empty);
            // An iteration that a limit stops is discarded, so that all scores have the same depth.
            let mut deeper = list;
            if self.score_candidates(own, opp, next_depth, deeper.remaining()).is_none() {
                break;
            }
            list = deeper;
            (depth, proved) = (next_depth, next_depth >= empty);
        }
        let scored = |candidate: &Candidate| {
            let mv = Move::Mapello(Cell::new(candidate.cell)?);
            Some(ScoredMove { mv, value: candidate.score + 100 * BONUS * bonus_lead, proved })
        };
        list.remaining().iter().filter_map(scored).collect()
    }

    /// All moves, with the static evaluation after the move as score.
    fn statically_scored_moves(&self, own: u64, opp: u64) -> MoveList {
        let mut list = MoveList::of(self.masks, own, opp, self.masks.moves(own, opp));
        for candidate in list.remaining() {
            let (next_own, next_opp) = candidate.after(own, opp);
            let gain = 100 * self.masks.gain(usize::from(candidate.cell));
            candidate.score = gain - self.static_eval(next_own, next_opp);
        }
        list
    }

    /// Replaces the score of each move by its value at this depth. `None` when a limit was reached.
    fn score_candidates(
        &mut self,
        own: u64,
        opp: u64,
        depth: u32,
        candidates: &mut [Candidate],
    ) -> Option<()> {
        for candidate in candidates {
            let mut best = BestMove { index: 0, value: candidate.score };
            self.aspiration_search(own, opp, depth, from_ref(candidate), &mut best)?;
            candidate.score = best.value;
        }
        Some(())
    }
}
