//! Endgame solver for the last one to four empty cells: alpha-beta without move list and transposition table, every
//! empty cell tried in parity order.

use super::masks::BoardMasks;

/// Maximum number of empty cells that [`solve_last`] is used for.
pub(super) const MAX_LAST_EMPTIES: u32 = 4;

/// Parity: the cells of those quadrants of the board that have an odd number of empty cells.
pub(super) fn odd_quadrants(empty: u64) -> u64 {
    let rows = empty ^ empty >> 2;
    let rows = (rows ^ rows >> 1) & 0x1111_1111_1111_1111;
    let halves = rows ^ rows >> 8;
    let odd = (halves ^ halves >> 16) & 0x0000_0011_0000_0011;
    odd.wrapping_mul(0x0f0f_0f0f)
}

/// The value in points for the owner of `own`, who is to move: exact between `alpha` and `beta`, a bound outside.
pub(super) fn solve_last(masks: &BoardMasks, own: u64, opp: u64, empty: u64, alpha: i32, beta: i32) -> i32 {
    match best_of_moves(masks, own, opp, empty, alpha, beta) {
        Some(value) => value,
        // A pass, or, if the opponent cannot move either, the end of the game.
        None => match best_of_moves(masks, opp, own, empty, -beta, -alpha) {
            Some(value) => -value,
            None => disc_difference(own, opp),
        },
    }
}

fn disc_difference(own: u64, opp: u64) -> i32 {
    own.count_ones() as i32 - opp.count_ones() as i32
}

/// The value of the best move; `None` without a legal move.
fn best_of_moves(masks: &BoardMasks, own: u64, opp: u64, empty: u64, alpha: i32, beta: i32) -> Option<i32> {
    if empty & empty.wrapping_sub(1) == 0 {
        return value_of_last_empty(masks, own, opp, empty);
    }
    let odd = odd_quadrants(empty);
    let mut best = None;
    for mut cells in [empty & odd, empty & !odd] {
        while cells != 0 {
            let cell = cells.trailing_zeros() as usize;
            cells &= cells - 1;
            let flips = masks.flips(cell, own, opp);
            if flips == 0 {
                continue;
            }
            let (gain, disc) = (masks.gain(cell), 1 << cell);
            let alpha = best.map_or(alpha, |best| alpha.max(best)) - gain;
            let (next_own, next_opp) = (opp & !flips, own | flips | disc);
            let value = gain - solve_last(masks, next_own, next_opp, empty & !disc, gain - beta, -alpha);
            if value >= beta {
                return Some(value);
            }
            best = best.max(Some(value));
        }
    }
    best
}

/// The value of a move to the only empty cell, which ends the game; `None` if there is no such cell or move.
fn value_of_last_empty(masks: &BoardMasks, own: u64, opp: u64, empty: u64) -> Option<i32> {
    if empty == 0 {
        return None;
    }
    let cell = empty.trailing_zeros() as usize;
    let flips = masks.flips(cell, own, opp);
    let won = 2 * flips.count_ones() as i32 + 1;
    (flips != 0).then(|| disc_difference(own, opp) + won + masks.gain(cell))
}
