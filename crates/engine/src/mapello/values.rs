//! What every move of a position is worth, the poor ones as carefully as the best. One table serves them all.

use core::slice::from_ref;

use rules::Move;
use rules::mapello::{Cell, Position};

use super::Search;
use super::choice::{Choice, Choices};
use super::ground::BONUS;
use super::root::Found;
use crate::ScoredMove;

impl Search<'_, '_> {
    /// The values of all moves, in no order.
    pub(super) fn values(mut self, position: &Position) -> Vec<ScoredMove> {
        let side = position.to_move();
        let (own, other) = (position.discs(side), position.discs(side.other()));
        let taken = i32::from(position.taken(side)) - i32::from(position.taken(side.other()));
        let empty = self.ground.empty(own, other).count_ones();
        let mut choices = self.glances(own, other);
        let (mut depth, mut proved) = (1, choices.left().is_empty());
        while !proved && depth < self.limits.depth {
            let next = self.next_depth(depth, empty);
            let mut deeper = choices;
            if self.value_closer(own, other, next, deeper.left()).is_none() {
                break;
            }
            choices = deeper;
            (depth, proved) = (next, next >= empty);
        }
        let valued = |choice: &Choice| {
            let mv = Move::Mapello(Cell::new(choice.cell)?);
            Some(ScoredMove { mv, value: choice.promise + 100 * BONUS * taken, proved })
        };
        choices.left().iter().filter_map(valued).collect()
    }

    /// All moves; what each promises is what the position after it looks to be worth.
    fn glances(&self, own: u64, other: u64) -> Choices {
        let mut choices = Choices::of(self.ground, own, other, self.ground.moves(own, other));
        for choice in choices.left() {
            let (next_own, next_other) = choice.after(own, other);
            let gain = 100 * self.ground.gain(usize::from(choice.cell));
            choice.promise = gain - self.glance(next_own, next_other);
        }
        choices
    }

    /// Makes of what each move promises what it is worth so many moves ahead. `None` when a limit was reached.
    fn value_closer(&mut self, own: u64, other: u64, depth: u32, choices: &mut [Choice]) -> Option<()> {
        for choice in choices {
            let mut found = Found { place: 0, value: choice.promise };
            self.look_closer(own, other, depth, from_ref(choice), &mut found)?;
            choice.promise = found.value;
        }
        Some(())
    }
}
