//! The Mancala (Kalah) engine, for every option of the rules: an iterative-deepening null-window search with
//! transposition table and endgame database.

mod board;
mod book;
mod bound;
mod endgame_db;
mod iterative_deepening;
mod memory;
mod move_order;
mod options;
mod root;
mod row;
mod search;
mod small_cache;
mod solver;
mod sowing;
mod tt;

use rules::mancala::Position;

use crate::{Limits, SearchResult};
use iterative_deepening::iterative_deepening;
use root::RootPosition;

pub use book::{Book, Entry as BookEntry};
pub use options::{Objective, SearchOptions};
pub use solver::Solver;

/// Size of the transposition table for a best move, in bytes. The table is cleared before each search, and a search of
/// a second would not fill a larger one.
const MAX_TABLE_BYTES: usize = 16 << 20;

/// Searches for the best move until its value is proved or a limit is reached.
#[must_use]
pub fn search(position: &Position, limits: &mut Limits) -> SearchResult {
    // The table is no larger than what the limits can fill: a series of short searches should not clear much memory
    // each.
    let max_bytes = limits.nodes.min(3_u64.saturating_pow(limits.depth)).saturating_mul(16);
    let table_bytes = usize::try_from(max_bytes).unwrap_or(MAX_TABLE_BYTES).min(MAX_TABLE_BYTES);
    let options = SearchOptions { objective: Objective::BestMove, table_bytes, endgame_stones: 0 };
    solve(position, limits, &options)
}

/// Searches with these options until the value is proved or a limit is reached.
///
/// The estimate of a proof that a limit interrupts is worse than that of a search for the best move
/// ([`Objective::BestMove`]).
#[must_use]
pub fn solve(position: &Position, limits: &mut Limits, options: &SearchOptions) -> SearchResult {
    let side = position.to_move();
    let lead = i32::from(position.store(side)) - i32::from(position.store(side.other()));
    let lead = if options.objective == Objective::Outcome { lead.signum() } else { lead };
    let over = position.outcome().is_some();
    match RootPosition::of(position).filter(|_| !over) {
        Some(root) => iterative_deepening(position, root, limits, options),
        None => {
            // The game is over, or a pit is too full to be searched. The latter does not happen in real games: any
            // legal move will do.
            let unsearched =
                SearchResult::unsearched(position.legal_moves().next().map(rules::Move::Mancala));
            SearchResult { value: 100 * lead, proved: over, ..unsearched }
        }
    }
}
