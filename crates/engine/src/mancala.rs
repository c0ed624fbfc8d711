//! The computer's play of Mancala (Kalah), for every option of the rules.

mod board;
mod deepen;
mod packed;
mod root;
mod sowing;
mod table;
mod tree;
mod whole;
mod word;

use rules::mancala::Position;

use crate::{Answer, Limits};
use deepen::{Aim, deepen};
use packed::Packed;
use whole::Whole;
use word::Word;

/// Memory for what a search remembers, in bytes: what a telephone has to spare.
const BYTES: usize = 64 << 20;

/// Looks for the best move until it is proved or a limit is reached.
#[must_use]
pub fn search(position: &Position, limits: &mut Limits) -> Answer {
    // No larger than what can come to lie in it: many short searches are not to clear much memory each.
    let most = limits.nodes.min(8_u64.saturating_pow(limits.depth)).saturating_mul(16);
    let bytes = usize::try_from(most).unwrap_or(BYTES).min(BYTES);
    answer(position, limits, bytes, Aim::Move)
}

/// Proves the value of a position, unless a limit is reached before. With a table of so many bytes, 16 megabytes at least:
/// the larger, the faster large boards are proved. What it answers at a limit is not as good as what a search does.
#[must_use]
pub fn solve(position: &Position, limits: &mut Limits, bytes: usize) -> Answer {
    answer(position, limits, bytes, Aim::Value)
}

fn answer(position: &Position, limits: &mut Limits, bytes: usize, aim: Aim) -> Answer {
    if position.outcome().is_some() {
        let side = position.to_move();
        let difference = i32::from(position.store(side)) - i32::from(position.store(side.other()));
        return Answer {
            mv: None,
            value: 100 * difference,
            line: Vec::new(),
            depth: 0,
            nodes: 0,
            proved: true,
        };
    }
    let pits = usize::from(position.variant().pits);
    if pits <= packed::PITS {
        deepen::<u64, Packed>(position, limits, bytes, aim)
    } else if pits <= u64::LANES {
        deepen::<u64, Whole<u64>>(position, limits, bytes, aim)
    } else {
        deepen::<u128, Whole<u128>>(position, limits, bytes, aim)
    }
}
