//! The last few empty cells: no list of moves, no table, every cell is simply tried.

use super::ground::Ground;

/// So many empty cells at most are played out here.
pub(super) const LAST: u32 = 4;

/// The cells of the quarters of the board in which an odd number of the empty ones lies.
pub(super) fn odd_regions(empty: u64) -> u64 {
    let rows = empty ^ empty >> 2;
    let rows = (rows ^ rows >> 1) & 0x1111_1111_1111_1111;
    let halves = rows ^ rows >> 8;
    let odd = (halves ^ halves >> 16) & 0x0000_0011_0000_0011;
    odd.wrapping_mul(0x0f0f_0f0f)
}

/// The exact value of a position with few empty cells for the owner of `own`, who is to move, between `alpha` and `beta`.
pub(super) fn last(ground: &Ground, own: u64, other: u64, empty: u64, alpha: i32, beta: i32) -> i32 {
    match place_some(ground, own, other, empty, alpha, beta) {
        Some(value) => value,
        None => match place_some(ground, other, own, empty, -beta, -alpha) {
            Some(value) => -value,
            None => difference(own, other),
        },
    }
}

fn difference(own: u64, other: u64) -> i32 {
    own.count_ones() as i32 - other.count_ones() as i32
}

/// The best of all moves; `None` when there is none.
fn place_some(ground: &Ground, own: u64, other: u64, empty: u64, alpha: i32, beta: i32) -> Option<i32> {
    if empty & empty.wrapping_sub(1) == 0 {
        return place_last(ground, own, other, empty);
    }
    let odd = odd_regions(empty);
    let mut best = None;
    for mut cells in [empty & odd, empty & !odd] {
        while cells != 0 {
            let cell = cells.trailing_zeros() as usize;
            cells &= cells - 1;
            let flips = ground.flips(cell, own, other);
            if flips == 0 {
                continue;
            }
            let (gain, disc) = (ground.gain(cell), 1 << cell);
            let alpha = best.map_or(alpha, |best| alpha.max(best)) - gain;
            let (next_own, next_other) = (other & !flips, own | flips | disc);
            let value = gain - last(ground, next_own, next_other, empty & !disc, gain - beta, -alpha);
            if value >= beta {
                return Some(value);
            }
            best = best.max(Some(value));
        }
    }
    best
}

/// The last empty cell, if there is one and it can be played: nothing comes after it.
fn place_last(ground: &Ground, own: u64, other: u64, empty: u64) -> Option<i32> {
    if empty == 0 {
        return None;
    }
    let cell = empty.trailing_zeros() as usize;
    let flips = ground.flips(cell, own, other);
    let turned = 2 * flips.count_ones() as i32 + 1;
    (flips != 0).then(|| difference(own, other) + turned + ground.gain(cell))
}
