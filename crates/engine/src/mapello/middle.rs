//! The middle of the game: looking some moves ahead, by values in hundredths of a point.

use super::choice::{Choice, Choices};
use super::evaluation::evaluate;
use super::finish::BOUND;
use super::table::{EXACT, Known};
use super::{Search, Window};

/// From this depth on, moves that look poor are first looked at one move less deeply.
const REDUCED: u32 = 3;
/// So many moves of a position are never reduced.
const UNREDUCED: usize = 3;

impl Search<'_, '_> {
    /// The value `depth` moves ahead for the owner of `own`, who is to move; a pass is no move. Within the window it is
    /// the value, beyond it a bound. `None` when a limit was reached.
    pub(super) fn look(&mut self, own: u64, other: u64, depth: u32, window: Window) -> Option<i32> {
        let empty = self.ground.empty(own, other);
        if depth >= empty.count_ones() {
            return self.look_to_the_end(own, other, window);
        }
        if self.limits.count_node() {
            return None;
        }
        if depth == 0 {
            return Some(self.glance(own, other));
        }
        let moves = self.ground.moves(own, other);
        if moves == 0 {
            if self.ground.moves(other, own) == 0 {
                return Some(100 * (own.count_ones() as i32 - other.count_ones() as i32));
            }
            return Some(-self.look(other, own, depth, window.turned(0))?);
        }
        let known = self.table.find(own, other);
        if let Some(known) = known.filter(|known| u32::from(known.depth) >= depth) {
            if known.lower >= window.beta || known.lower == known.upper {
                return Some(known.lower);
            }
            if known.upper <= window.alpha {
                return Some(known.upper);
            }
        }
        let choices = self.choices(own, other, moves, depth, known);
        let (mut best, mut cell) = (i32::MIN, 0);
        for (place, choice) in choices.enumerate() {
            let alpha = window.alpha.max(best);
            let value = self.try_choice(own, other, depth, &choice, place, Window { alpha, ..window })?;
            if value > best {
                (best, cell) = (value, choice.cell);
                if best >= window.beta {
                    let history = &mut self.history[usize::from(cell & 63)];
                    *history = (*history + (depth * depth) as i32).min(1 << 20);
                    break;
                }
            }
        }
        let lower = if best > window.alpha { best } else { -100 * BOUND };
        let upper = if best < window.beta { best } else { 100 * BOUND };
        let depth = depth.min(u32::from(EXACT) - 1) as u8;
        if known.is_none_or(|known| known.depth <= depth) {
            self.table.keep(own, other, Known { lower, upper, depth, cell });
        }
        Some(best)
    }

    /// The value for the owner of `own`, who is to move or has to pass, without looking ahead.
    pub(super) fn glance(&self, own: u64, other: u64) -> i32 {
        let moves = self.ground.moves(own, other);
        if moves != 0 {
            return evaluate(self.ground, self.weights, own, other, moves);
        }
        match self.ground.moves(other, own) {
            0 => 100 * (own.count_ones() as i32 - other.count_ones() as i32),
            moves => -evaluate(self.ground, self.weights, other, own, moves),
        }
    }

    /// The moves in order: the one the table holds, then by the opponent's freedom, or near the leaves by place alone.
    fn choices(&self, own: u64, other: u64, moves: u64, depth: u32, known: Option<Known>) -> Choices {
        let first = known.map_or(u8::MAX, |known| known.cell);
        let (ground, history) = (self.ground, &self.history);
        let mut choices = Choices::of(ground, own, other, moves);
        for choice in choices.left() {
            let cell = usize::from(choice.cell & 63);
            choice.promise = 8 * i32::from(ground.props[cell]) + 16 * ground.gain(cell);
            if choice.cell == first {
                choice.promise = i32::MAX;
            } else if depth >= 2 {
                let (next_own, next_other) = choice.after(own, other);
                let replies = ground.moves(next_own, next_other);
                let freedom = replies.count_ones() + 2 * (replies & ground.corners).count_ones();
                choice.promise += history[cell].ilog2() as i32 - 16 * freedom as i32;
            }
        }
        choices
    }

    /// The value of one move: the first with the whole window, the others asked first whether they are better at all,
    /// the late ones of them less deeply.
    fn try_choice(
        &mut self,
        own: u64,
        other: u64,
        depth: u32,
        choice: &Choice,
        place: usize,
        window: Window,
    ) -> Option<i32> {
        let gain = 100 * self.ground.gain(usize::from(choice.cell));
        let (next_own, next_other) = choice.after(own, other);
        let ask = Window { beta: window.alpha + 1, ..window };
        let whole = window.beta - window.alpha > 1;
        if place >= UNREDUCED && depth >= REDUCED {
            let value = gain - self.look(next_own, next_other, depth - 2, ask.turned(gain))?;
            if value <= window.alpha {
                return Some(value);
            }
        }
        if place > 0 && whole {
            let value = gain - self.look(next_own, next_other, depth - 1, ask.turned(gain))?;
            if value <= window.alpha || value >= window.beta {
                return Some(value);
            }
        }
        Some(gain - self.look(next_own, next_other, depth - 1, window.turned(gain))?)
    }

    /// The exact value, for the window in hundredths.
    fn look_to_the_end(&mut self, own: u64, other: u64, window: Window) -> Option<i32> {
        let (alpha, beta) = (window.alpha.div_euclid(100), -(-window.beta).div_euclid(100));
        Some(100 * self.finish(own, other, alpha, beta)?)
    }
}
