//! The moves of a position in the order in which they are looked at: the better the order, the sooner the rest is cut off.

use rules::mapello::Cell;

use super::ground::Ground;

/// A move that may be made.
#[derive(Clone, Copy)]
pub(super) struct Choice {
    /// Where the disc goes.
    pub cell: u8,
    /// The discs it flips.
    pub flips: u64,
    /// The promise it holds: the highest is looked at first.
    pub promise: i32,
}

impl Choice {
    const NONE: Choice = Choice { cell: 0, flips: 0, promise: 0 };

    /// The discs after the move, those of the side to move then first.
    pub fn after(&self, own: u64, other: u64) -> (u64, u64) {
        (other & !self.flips, own | self.flips | 1 << self.cell)
    }
}

/// The moves of a position, taken one by one by their promise.
#[derive(Clone, Copy)]
pub(super) struct Choices {
    list: [Choice; 64],
    len: usize,
    next: usize,
}

impl Choices {
    /// All moves in the set. Nothing is promised yet.
    #[inline(never)]
    pub fn of(ground: &Ground, own: u64, other: u64, moves: u64) -> Choices {
        let mut choices = Choices { list: [Choice::NONE; 64], len: 0, next: 0 };
        for (place, cell) in choices.list.iter_mut().zip(Cell::all_of(moves)) {
            let flips = ground.flips(usize::from(cell.index()), own, other);
            *place = Choice { cell: cell.index(), flips, promise: 0 };
            choices.len += 1;
        }
        choices
    }

    /// The moves that were not taken yet, in no order.
    pub fn left(&mut self) -> &mut [Choice] {
        self.list.get_mut(self.next..self.len).unwrap_or_default()
    }

    /// All moves, the most promising first.
    pub fn in_order(mut self) -> Choices {
        while self.next().is_some() {}
        Choices { next: 0, ..self }
    }
}

impl Iterator for Choices {
    type Item = Choice;

    /// The most promising of those left; of equal ones the first.
    fn next(&mut self) -> Option<Choice> {
        let left = self.list.get_mut(self.next..self.len)?;
        let (best, _) = left.iter().enumerate().rev().max_by_key(|(_, choice)| choice.promise)?;
        left.swap(0, best);
        self.next += 1;
        left.first().copied()
    }
}
