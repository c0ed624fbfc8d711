//! The computer's play of Mancala (Kalah), for every option of the rules.

mod board;
mod deepen;
mod endings;
mod recent;
mod root;
mod row;
mod sowing;
mod table;
mod tree;

use rules::mancala::Position;

use crate::{Limits, SearchResult};
use deepen::deepen;
use root::Spot;

pub use deepen::{Aim, Plan};

/// Memory for what a search remembers, in bytes. It is cleared before each; more would hold nothing that a second brings.
const BYTES: usize = 16 << 20;

/// Looks for the best move until it is proved or a limit is reached.
#[must_use]
pub fn search(position: &Position, limits: &mut Limits) -> SearchResult {
    // No larger than what can come to lie in it: many short searches are not to clear much memory each.
    let most = limits.nodes.min(3_u64.saturating_pow(limits.depth)).saturating_mul(16);
    let table = usize::try_from(most).unwrap_or(BYTES).min(BYTES);
    solve(position, limits, &Plan { aim: Aim::Move, table, endings: 0 })
}

/// Searches as planned until the answer is proved, unless a limit is reached before. What it says then of a value it was to
/// prove is not as good as what a search for a move finds.
#[must_use]
pub fn solve(position: &Position, limits: &mut Limits, plan: &Plan) -> SearchResult {
    let side = position.to_move();
    let lead = i32::from(position.store(side)) - i32::from(position.store(side.other()));
    let lead = if plan.aim == Aim::Outcome { lead.signum() } else { lead };
    let over = position.outcome().is_some();
    match Spot::of(position).filter(|_| !over) {
        Some(spot) => deepen(position, spot, limits, plan),
        None => {
            // Over, or with a pit too full to be searched, which does not happen in earnest: any move will do.
            let only = SearchResult::unsearched(position.legal_moves().next().map(rules::Move::Mancala));
            SearchResult { value: 100 * lead, proved: over, ..only }
        }
    }
}
