//! The end of the game, played out: exact values in points.

use super::Search;
use super::choice::Choices;
use super::ground::{BONUS, around};
use super::last::{LAST, last, odd_regions};
use super::stable::{full, stable};
use super::table::{EXACT, Known};

/// With fewer empty cells than this the table and a careful order cost more than they save.
const CAREFUL: u32 = 7;
/// From so many empty cells on the table is asked about all moves before any is looked at.
const SHARED: u32 = 9;

impl Search<'_, '_> {
    /// The value for the owner of `own`, who is to move, of playing to the end: exact between `alpha` and `beta`, beyond
    /// them a bound. `None` when a limit was reached.
    pub(super) fn finish(&mut self, own: u64, other: u64, alpha: i32, beta: i32) -> Option<i32> {
        let empty = self.ground.empty(own, other);
        if empty.count_ones() <= LAST {
            return Some(last(self.ground, own, other, empty, alpha, beta));
        }
        if self.limits.count_node() {
            return None;
        }
        let moves = self.ground.moves(own, other);
        if moves == 0 {
            if self.ground.moves(other, own) == 0 {
                return Some(own.count_ones() as i32 - other.count_ones() as i32);
            }
            return Some(-self.finish(other, own, -beta, -alpha)?);
        }
        if empty.count_ones() < CAREFUL {
            self.finish_by_parity(own, other, moves, alpha, beta)
        } else {
            self.finish_with_care(own, other, moves, alpha, beta)
        }
    }

    /// Regions with an odd number of empty cells first: who plays into one is likely to have the last move in it.
    fn finish_by_parity(&mut self, own: u64, other: u64, moves: u64, alpha: i32, beta: i32) -> Option<i32> {
        let odd = odd_regions(self.ground.empty(own, other));
        let mut best = i32::MIN;
        for mut cells in [moves & odd, moves & !odd] {
            while cells != 0 {
                let cell = cells.trailing_zeros() as usize;
                cells &= cells - 1;
                let flips = self.ground.flips(cell, own, other);
                let gain = self.ground.gain(cell);
                let alpha = alpha.max(best) - gain;
                let value =
                    gain - self.finish(other & !flips, own | flips | 1 << cell, gain - beta, -alpha)?;
                best = best.max(value);
                if best >= beta {
                    return Some(best);
                }
            }
        }
        Some(best)
    }

    /// The table, stable discs, and the moves first that leave the opponent few.
    fn finish_with_care(&mut self, own: u64, other: u64, moves: u64, alpha: i32, beta: i32) -> Option<i32> {
        let most = self.most(own, other, alpha);
        if most <= alpha {
            return Some(most);
        }
        let known = self.table.find(own, other);
        if let Some(known) = known.filter(|known| known.depth >= EXACT) {
            let (lower, upper) = (known.lower / 100, known.upper / 100);
            if lower >= beta || lower == upper {
                return Some(lower);
            }
            if upper <= alpha {
                return Some(upper);
            }
        }
        let empty = self.ground.empty(own, other).count_ones();
        let mut choices = self.choices_at_the_end(own, other, moves, known);
        if empty >= SHARED
            && let Some(value) = self.settled(own, other, &mut choices, beta)
        {
            return Some(value);
        }
        let (mut best, mut cell) = (i32::MIN, 0);
        for choice in choices {
            let gain = self.ground.gain(usize::from(choice.cell));
            let (next_own, next_other) = choice.after(own, other);
            let alpha = alpha.max(best);
            let mut value = i32::MIN;
            // All but the first are asked only whether they are better.
            if best > i32::MIN && beta - alpha > 1 {
                value = gain - self.finish(next_own, next_other, gain - alpha - 1, gain - alpha)?;
            }
            if value == i32::MIN || (value > alpha && value < beta) {
                value = gain - self.finish(next_own, next_other, gain - beta, gain - alpha)?;
            }
            if value > best {
                (best, cell) = (value, choice.cell);
                if best >= beta {
                    break;
                }
            }
        }
        let lower = if best > alpha { best } else { -BOUND };
        let upper = if best < beta { best } else { BOUND };
        let depth = EXACT + empty as u8;
        self.table.keep(own, other, Known { lower: 100 * lower, upper: 100 * upper, depth, cell });
        Some(best)
    }

    /// The moves in order: the one the table holds, then by the freedom the opponent has and may get.
    fn choices_at_the_end(&self, own: u64, other: u64, moves: u64, known: Option<Known>) -> Choices {
        let first = known.map_or(u8::MAX, |known| known.cell);
        let (ground, empty) = (self.ground, self.ground.empty(own, other));
        let odd = odd_regions(empty);
        let mut choices = Choices::of(ground, own, other, moves);
        for choice in choices.left() {
            let (next_own, next_other) = choice.after(own, other);
            let replies = ground.moves(next_own, next_other);
            let freedom = replies.count_ones() + (replies & ground.corners).count_ones();
            let beside = (empty & around(next_other)).count_ones();
            let cell = usize::from(choice.cell & 63);
            let parity = i32::from(odd >> cell & 1 != 0);
            let place = 4 * i32::from(ground.props[cell]) + 4 * parity + 6 * ground.gain(cell);
            choice.promise = place - 16 * freedom as i32 - 4 * beside as i32;
            if choice.cell == first {
                choice.promise = i32::MAX;
            }
        }
        choices
    }

    /// A value of `beta` or more, when the table knows one of the moves to reach it.
    fn settled(&self, own: u64, other: u64, choices: &mut Choices, beta: i32) -> Option<i32> {
        let mut values = choices.left().iter().filter_map(|choice| {
            let (next_own, next_other) = choice.after(own, other);
            let known = self.table.find(next_own, next_other).filter(|known| known.depth >= EXACT)?;
            Some(self.ground.gain(usize::from(choice.cell)) - known.upper / 100)
        });
        values.find(|value| *value >= beta)
    }

    /// The most the owner of `own` can reach, if that is worth working out against `alpha`: every disc but the stable
    /// ones of `other`, and all bonuses.
    fn most(&self, own: u64, other: u64, alpha: i32) -> i32 {
        let bonuses = self.ground.bonuses & !(own | other);
        let all = self.ground.cells.count_ones() as i32 + BONUS * bonuses.count_ones() as i32;
        if all - 2 * other.count_ones() as i32 > alpha {
            return BOUND;
        }
        let full = full(self.ground, own | other);
        all - 2 * stable(self.ground, other, &full).count_ones() as i32
    }
}

/// More points than can be won: 64 discs and 60 bonuses are 244, though a board that is played on has 8 at most.
pub(super) const BOUND: i32 = 300;
