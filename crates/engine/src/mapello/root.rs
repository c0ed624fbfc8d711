//! The first position of a search: deeper and deeper looks at its moves, and the answer.

use rules::Move;
use rules::mapello::{Cell, Position};

use super::choice::{Choice, Choices};
use super::finish::BOUND;
use super::ground::BONUS;
use super::{Search, Window};
use crate::SearchResult;

/// A look to the end is worth trying once so many times the positions seen are 2 to the number of empty cells. For
/// endings of 16 to 20 empty cells 48 takes fewer positions in all than 16.
const WORTH_TRYING: u64 = 48;
/// Half the first window around the value of the look before, in hundredths.
const NARROW: i32 = 300;

/// The best move of a look, and its value without bonuses taken before.
#[derive(Clone, Copy)]
pub(super) struct Found {
    pub place: usize,
    pub value: i32,
}

impl Search<'_, '_> {
    /// The answer to a position.
    pub(super) fn answer(mut self, position: &Position) -> SearchResult {
        let side = position.to_move();
        let (own, other) = (position.discs(side), position.discs(side.other()));
        let taken = i32::from(position.taken(side)) - i32::from(position.taken(side.other()));
        let mut ordered = self.ordered(own, other);
        let choices = ordered.left();
        let empty = self.ground.empty(own, other).count_ones();
        let mut found = Found { place: 0, value: self.glance(own, other) };
        let (mut depth, mut proved) = (0, choices.is_empty());
        while !proved && depth < self.limits.depth {
            let next = self.next_depth(depth, empty);
            let complete = self.look_closer(own, other, next, choices, &mut found);
            // The best so far is looked at first the next time.
            for place in (0..found.place).rev() {
                choices.swap(place, place + 1);
            }
            found.place = 0;
            if complete.is_none() {
                break;
            }
            (depth, proved) = (next, next >= empty);
        }
        let line =
            choices.first().map_or(Vec::new(), |choice| self.line(position, choice.cell, depth.max(1)));
        SearchResult {
            mv: line.first().copied(),
            value: found.value + 100 * BONUS * taken,
            pv: line,
            depth,
            nodes: self.seen(),
            proved,
        }
    }

    /// How deep to look after a look of this depth.
    pub(super) fn next_depth(&self, depth: u32, empty: u32) -> u32 {
        let next = if self.end_is_near(empty) { empty } else { depth + 1 };
        next.min(self.limits.depth)
    }

    /// Whether the next look goes to the end: once the looks so far have cost a part of what that may cost, unless it goes
    /// far beyond the limit. On the default board 16, 18, 20 empty cells take about 35, 230, 550 thousand positions.
    fn end_is_near(&self, empty: u32) -> bool {
        if self.limits.depth < empty {
            return false;
        }
        let cost = 1_u64.checked_shl(empty).unwrap_or(u64::MAX);
        let left = self.limits.nodes.saturating_sub(self.limits.node_count());
        self.seen().saturating_mul(WORTH_TRYING) >= cost && left >= cost / 4
    }

    /// How many positions this search has looked at.
    fn seen(&self) -> u64 {
        self.limits.node_count() - self.begun
    }

    /// The moves as they look without looking ahead.
    fn ordered(&self, own: u64, other: u64) -> Choices {
        let ground = self.ground;
        let mut choices = Choices::of(ground, own, other, ground.moves(own, other));
        for choice in choices.left() {
            let (next_own, next_other) = choice.after(own, other);
            let replies = ground.moves(next_own, next_other);
            let cell = usize::from(choice.cell & 63);
            let place = 8 * i32::from(ground.props[cell]) + 16 * ground.gain(cell);
            choice.promise = place - 16 * replies.count_ones() as i32;
        }
        choices.in_order()
    }

    /// A look so many moves ahead, in a narrow window about the value found before, which is widened as needed. When a
    /// limit stops it (`None`), a better move found until then stands.
    #[inline(never)]
    pub(super) fn look_closer(
        &mut self,
        own: u64,
        other: u64,
        depth: u32,
        choices: &[Choice],
        found: &mut Found,
    ) -> Option<()> {
        let mut width = NARROW;
        let middle = found.value;
        let mut window = Window { alpha: middle - width, beta: middle + width };
        if depth < 3 {
            window = Window { alpha: -100 * BOUND, beta: 100 * BOUND };
        }
        loop {
            let mut best = Found { place: 0, value: i32::MIN };
            for (place, choice) in choices.iter().enumerate() {
                let alpha = window.alpha.max(best.value);
                let value = self.try_root(own, other, depth, choice, place, Window { alpha, ..window })?;
                if value > best.value {
                    best = Found { place, value };
                    if value > window.alpha {
                        *found = best;
                    }
                    if value >= window.beta {
                        break;
                    }
                }
            }
            width *= 4;
            if best.value <= window.alpha {
                window.alpha = best.value - width;
            } else if best.value >= window.beta {
                window.beta = best.value + width;
            } else {
                return Some(());
            }
        }
    }

    /// The value of one of the first moves.
    fn try_root(
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
        if place > 0 {
            let ask = Window { beta: window.alpha + 1, ..window };
            let value = gain - self.look(next_own, next_other, depth - 1, ask.turned(gain))?;
            if value <= window.alpha || value >= window.beta {
                return Some(value);
            }
        }
        Some(gain - self.look(next_own, next_other, depth - 1, window.turned(gain))?)
    }

    /// The moves that are expected: this one, then what the table holds.
    fn line(&self, position: &Position, first: u8, most: u32) -> Vec<Move> {
        let mut position = *position;
        let mut line = Vec::new();
        let mut next = Cell::new(first);
        while let Some(cell) = next.filter(|_| (line.len() as u32) < most) {
            let Ok((after, _)) = position.play(cell) else { break };
            line.push(Move::Mapello(cell));
            position = after;
            let side = position.to_move();
            let known = self.table.find(position.discs(side), position.discs(side.other()));
            next = known.and_then(|known| Cell::new(known.cell));
        }
        line
    }
}
