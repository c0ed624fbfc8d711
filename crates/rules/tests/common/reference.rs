//! A reference implementation of Mancala, as slow and plain as can be: a ring of holes, no steps, nothing
//! shared with the crate except its options. What both implementations agree on is probably right.

use rules::Side;
use rules::mancala::{Capture, Direction, Leftovers, Position, Setup, Sowing, Variant};

/// The holes in the order of sowing: the first row, its store, the second row, its store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    pub ring: Vec<u32>,
    /// 0 or 1.
    pub mover: usize,
    pub over: bool,
}

impl Reference {
    pub fn new(variant: &Variant, starts: usize) -> Reference {
        let mut row = vec![u32::from(variant.stones); usize::from(variant.pits)];
        row.push(0);
        Reference { ring: [row.clone(), row].concat(), mover: starts, over: false }
    }

    /// The beginning of a game, also one with a start.
    pub fn of(setup: &Setup) -> Reference {
        let mut reference = Reference::new(&setup.variant, setup.starts.index());
        if let Some(start) = &setup.start {
            for side in Side::BOTH {
                for (index, stones) in (0..).zip(start.row(side)) {
                    reference.ring[Reference::place(&setup.variant, side.index(), index)] = (*stones).into();
                }
                let half = reference.ring.len() / 2;
                reference.ring[side.index() * half + half - 1] = start.store(side).into();
            }
        }
        reference
    }

    /// The index in the ring of a pit counted from its owner's left.
    pub fn place(variant: &Variant, side: usize, index: u8) -> usize {
        let from_start = match variant.direction {
            Direction::CounterClockwise => index,
            Direction::Clockwise => variant.pits - 1 - index,
        };
        side * usize::from(variant.pits + 1) + usize::from(from_start)
    }

    pub fn sow(&mut self, variant: &Variant, place: usize) {
        let pits = usize::from(variant.pits);
        let store = [pits, 2 * pits + 1];
        let mut at = place;
        loop {
            let hand = std::mem::take(&mut self.ring[at]);
            for _ in 0..hand {
                at = (at + 1) % self.ring.len();
                if at == store[1 - self.mover] {
                    at = (at + 1) % self.ring.len();
                }
                self.ring[at] += 1;
            }
            let goes_on = variant.sowing == Sowing::Relay && !store.contains(&at) && self.ring[at] > 1;
            if !goes_on {
                break;
            }
        }
        let own_row = self.mover * (pits + 1)..self.mover * (pits + 1) + pits;
        if variant.sowing == Sowing::Single && own_row.contains(&at) && self.ring[at] == 1 {
            let opposite = 2 * pits - at;
            let takes = match variant.capture {
                Capture::Opposite => self.ring[opposite] > 0,
                Capture::OppositeOrSelf => true,
                Capture::Never => false,
            };
            if takes {
                self.ring[store[self.mover]] += self.ring[opposite] + 1;
                self.ring[opposite] = 0;
                self.ring[at] = 0;
            }
        }
        let rows = [0..pits, pits + 1..2 * pits + 1];
        let left = [0, 1].map(|side: usize| self.ring[rows[side].clone()].iter().sum::<u32>());
        if left[0] == 0 || left[1] == 0 {
            self.over = true;
            for side in [0, 1] {
                let taker = match variant.leftovers {
                    Leftovers::Owner => side,
                    Leftovers::Emptier => 1 - side,
                    Leftovers::Nobody => continue,
                };
                self.ring[rows[side].clone()].fill(0);
                self.ring[store[taker]] += left[side];
            }
        } else if !(at == store[self.mover] && variant.extra_turn) {
            self.mover = 1 - self.mover;
        }
    }

    /// The pie rule: rows and stores change places, and the other side moves.
    pub fn swap(&mut self) {
        let half = self.ring.len() / 2;
        self.ring.rotate_left(half);
        self.mover = 1 - self.mover;
    }
}

/// The stones of a position in the order of the ring, for comparison.
pub fn ring(position: &Position) -> Vec<u32> {
    let variant = position.variant();
    let mut ring = vec![0; 2 * usize::from(variant.pits + 1)];
    for side in Side::BOTH {
        for pit in position.pits(side) {
            let place = Reference::place(variant, side.index(), pit.index);
            ring[place] = u32::from(position.stones(pit));
        }
        ring[usize::from(variant.pits) + side.index() * usize::from(variant.pits + 1)] =
            u32::from(position.store(side));
    }
    ring
}
