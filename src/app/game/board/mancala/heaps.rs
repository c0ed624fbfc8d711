//! Tracks individual stones: each keeps its identity, and so its colour, from the first position on.
//! Everybody who sees the game sees the same heaps, because they come from a replay of its record.

use room::Game;
use rules::mancala::{Hole, Pit, Position, Step};
use rules::{Side, Trace};

/// A stone: its number in the first position.
pub type Stone = u8;

/// The stones in the holes, and those in the hand that is sowing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Heaps {
    rows: [Vec<Vec<Stone>>; 2],
    stores: [Vec<Stone>; 2],
    hand: Vec<Stone>,
}

impl Heaps {
    /// The heaps of a position without a history: stones are numbered as they lie.
    pub fn numbered(position: &Position) -> Self {
        let mut next: Stone = 0;
        let mut heap = |count: u8| {
            let stones = (next..next.saturating_add(count)).collect::<Vec<_>>();
            next = next.saturating_add(count);
            stones
        };
        let rows = Side::BOTH.map(|side| position.pits(side).map(|pit| heap(position.stones(pit))).collect());
        let stores = Side::BOTH.map(|side| heap(position.store(side)));
        Self { rows, stores, hand: Vec::new() }
    }

    /// The heaps after the moves of a game.
    pub fn of(game: &Game) -> Self {
        let mut position = game.setup.start();
        let mut heaps = position.as_mancala().map(Self::numbered).unwrap_or_default();
        for &mv in &game.moves {
            // A record of a played game has no illegal move; if there were one, the heaps would stay as
            // before it.
            let Ok(played) = position.play(mv) else { break };
            if let Trace::Mancala(trace) = &played.trace {
                trace.iter().for_each(|step| heaps.apply(step));
            }
            position = played.position;
        }
        heaps
    }

    /// Applies one step of a trace.
    pub fn apply(&mut self, step: &Step) {
        match *step {
            Step::Lift { from, .. } => {
                let stones = self.take_all(from);
                self.hand.extend(stones);
            }
            Step::Drop { into } => {
                if !self.hand.is_empty() {
                    let stone = self.hand.remove(0);
                    self.heap_mut(into).map(|heap| heap.push(stone)).unwrap_or_default();
                }
            }
            Step::Capture { by, last, opposite, .. } => {
                let mut stones = self.take_all(opposite);
                stones.extend(self.take_all(last));
                self.stores[by.index()].extend(stones);
            }
            Step::Sweep { from, to, .. } => {
                let stones = self.take_all(from);
                self.stores[to.index()].extend(stones);
            }
            Step::Swap => {
                self.rows.swap(0, 1);
                self.stores.swap(0, 1);
            }
            Step::ExtraTurn(_) | Step::NextTurn(_) | Step::End(_) => {}
        }
    }

    /// The stones of a hole, the lowest first.
    pub fn heap(&self, hole: Hole) -> &[Stone] {
        match hole {
            Hole::Pit(pit) => {
                self.rows[pit.side.index()].get(usize::from(pit.index)).map_or(&[], Vec::as_slice)
            }
            Hole::Store(side) => &self.stores[side.index()],
        }
    }

    /// The number of stones on the board.
    pub fn total(&self) -> usize {
        let pits: usize = self.rows.iter().flatten().map(Vec::len).sum();
        pits + self.stores.iter().map(Vec::len).sum::<usize>() + self.hand.len()
    }

    fn take_all(&mut self, pit: Pit) -> Vec<Stone> {
        self.heap_mut(Hole::Pit(pit)).map(std::mem::take).unwrap_or_default()
    }

    fn heap_mut(&mut self, hole: Hole) -> Option<&mut Vec<Stone>> {
        match hole {
            Hole::Pit(pit) => self.rows[pit.side.index()].get_mut(usize::from(pit.index)),
            Hole::Store(side) => self.stores.get_mut(side.index()),
        }
    }
}
