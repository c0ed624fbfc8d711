//! Mapello: looking ahead by deepening, and playing out the end of the game exactly. Every part works on any board.

mod choice;
pub mod evaluation;
mod finish;
mod ground;
mod last;
mod middle;
#[cfg(test)]
mod positions;
mod root;
mod stable;
mod table;
mod values;

use rules::mapello::Position;

use crate::{Limits, ScoredMove, SearchResult};
use evaluation::{WEIGHTS, Weights};
use ground::Ground;
use table::Table;

/// Looks for the best move of the side to move until it is proved or a limit is reached. For the same position and limit
/// of nodes the answer is the same. Positions with four empty cells or fewer are counted with the one they come from.
#[must_use]
pub fn search(position: &Position, limits: &mut Limits) -> SearchResult {
    search_with(position, limits, &WEIGHTS)
}

/// As [`search`], but judging by these weights: for finding better ones.
#[must_use]
pub fn search_with(position: &Position, limits: &mut Limits, weights: &Weights) -> SearchResult {
    Search::new(&Ground::of(position), limits, weights).answer(position)
}

/// What every move is worth, all of them looked at equally far, until that is proved or a limit is reached. In no order.
pub(crate) fn score_moves(position: &Position, limits: &mut Limits) -> Vec<ScoredMove> {
    Search::new(&Ground::of(position), limits, &WEIGHTS).values(position)
}

/// A search under way.
struct Search<'a, 'l> {
    ground: &'a Ground,
    weights: &'a Weights,
    table: Table,
    limits: &'a mut Limits<'l>,
    /// How many positions had been counted before this search: several may share their limits.
    begun: u64,
    /// How often, and how far from the leaves, a cell has cut off the rest; from 1.
    history: [i32; 64],
}

impl<'a, 'l> Search<'a, 'l> {
    #[inline(never)]
    fn new(ground: &'a Ground, limits: &'a mut Limits<'l>, weights: &'a Weights) -> Self {
        let begun = limits.node_count();
        Search { ground, weights, table: Table::new(), limits, begun, history: [1; 64] }
    }
}

/// The values that matter: what is at most `alpha` or at least `beta` need not be known better, in hundredths.
#[derive(Clone, Copy)]
struct Window {
    alpha: i32,
    beta: i32,
}

impl Window {
    /// The window as the opponent sees it after a move that wins `gain`.
    fn turned(self, gain: i32) -> Window {
        Window { alpha: gain - self.beta, beta: gain - self.alpha }
    }
}
