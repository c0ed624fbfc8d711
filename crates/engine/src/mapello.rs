//! The Mapello engine: principal variation search with iterative deepening and a tapered evaluation in the midgame,
//! selective search (ProbCut) and exact solving in the endgame. Every part works on any board, whatever its walls, bonuses
//! and jokers.

mod endgame;
mod endgame_last;
pub mod eval;
mod masks;
mod midgame;
mod move_order;
mod root;
mod score_moves;
mod selective;
mod stability;
#[cfg(test)]
mod test_positions;
mod tt;

use rules::mapello::Position;

use crate::{Limits, ScoredMove, SearchResult};
use endgame::INFINITE;
use eval::{WEIGHTS, Weights};
use masks::BoardMasks;
use tt::TranspositionTable;

/// Searches for the best move of the side to move until its value is proved or a limit is reached. The same position
/// and node limit give the same result. Positions with at most four empty cells are not counted as nodes.
#[must_use]
pub fn search(position: &Position, limits: &mut Limits) -> SearchResult {
    search_with(position, limits, &WEIGHTS)
}

/// As [`search`], with other evaluation weights: for tuning them.
#[must_use]
pub fn search_with(position: &Position, limits: &mut Limits, weights: &Weights) -> SearchResult {
    Search::new(&BoardMasks::of(position), limits, weights).iterative_deepening(position)
}

/// Scores all legal moves (MultiPV) with the same depth for each, until the scores are proved or a limit is reached.
/// The scores are not sorted.
pub(crate) fn score_moves(position: &Position, limits: &mut Limits) -> Vec<ScoredMove> {
    Search::new(&BoardMasks::of(position), limits, &WEIGHTS).score_moves(position)
}

/// A search and its memory.
struct Search<'a, 'l> {
    masks: &'a BoardMasks,
    weights: &'a Weights,
    tt: TranspositionTable,
    limits: &'a mut Limits<'l>,
    /// Node count of the limits when this search began: several searches may share their limits.
    nodes_before: u64,
    /// History heuristic: the sum of the squared depths at which a move to the cell caused a beta cutoff, plus 1.
    history: [i32; 64],
    /// Selectivity of the endgame search: 0 if it is exact, else the number of the margin of ProbCut, from 1.
    selectivity: u8,
}

impl<'a, 'l> Search<'a, 'l> {
    #[inline(never)]
    fn new(masks: &'a BoardMasks, limits: &'a mut Limits<'l>, weights: &'a Weights) -> Self {
        let nodes_before = limits.node_count();
        Search {
            masks,
            weights,
            tt: TranspositionTable::new(),
            limits,
            nodes_before,
            history: [1; 64],
            selectivity: 0,
        }
    }
}

/// The alpha-beta window, in hundredths of a point: a value of at most `alpha` fails low, one of at least `beta` fails
/// high.
#[derive(Clone, Copy)]
struct Window {
    alpha: i32,
    beta: i32,
}

impl Window {
    /// The window of all values.
    const FULL: Window = Window { alpha: -100 * INFINITE, beta: 100 * INFINITE };

    /// The null window above alpha. It answers only whether a value is greater than alpha.
    fn null(self) -> Window {
        Window { beta: self.alpha + 1, ..self }
    }

    /// The window from the opponent's point of view, after a move that wins a bonus of `gain`.
    fn negated(self, gain: i32) -> Window {
        Window { alpha: gain - self.beta, beta: gain - self.alpha }
    }
}
