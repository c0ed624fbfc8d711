//! Random games of Mancala with the stones of the flat board.

#[path = "../../../../../src/app/game/board/mancala/heaps.rs"]
pub mod heaps;
#[path = "../../../../../src/app/game/board/mancala/ids.rs"]
pub mod ids;
#[path = "../../../../../src/app/game/board/mancala/layout.rs"]
pub mod layout;
#[path = "../../../../../src/app/game/board/mancala/motion.rs"]
pub mod motion;
#[path = "../../../../../src/app/game/board/mancala/timing.rs"]
pub mod timing;

use std::collections::HashMap;

use rules::Side;
use rules::mancala::{Direction, Hole, Position, Setup, Step, Variant};
use scene::heaps::Lying;
use scene::plan::Plan;
use scene::table::{Content, HoleState, Mancala, Stone, Table};

use super::Chance;
use heaps::Heaps;
use layout::{Shape, StonePlace};

/// A game that goes on for ever: when it ends, the next one begins.
pub struct Game {
    pub variant: Variant,
    pub near: Side,
    pub seed: u64,
    pub position: Position,
    pub heaps: Heaps,
    /// The places of the heaps that were laid before, by seed, hole and number of stones: laying them anew would be most of a
    /// test's time.
    laid: HashMap<(u64, Hole, usize), Vec<StonePlace>>,
}

/// So many games in a row lay their stones differently.
const SEEDS: u64 = 25;

impl Game {
    pub fn new(variant: Variant, near: Side, seed: u64) -> Game {
        let position = Position::start(&Setup::new(variant, 1));
        Game { variant, near, seed, position, heaps: Heaps::numbered(&position), laid: HashMap::new() }
    }

    /// Plays a random move and returns its trace with the heaps before it.
    pub fn play(&mut self, chance: &mut Chance) -> (Vec<Step>, Heaps) {
        let mut moves: Vec<_> = self.position.legal_moves().collect();
        if moves.is_empty() {
            self.seed = self.seed / SEEDS * SEEDS + (self.seed + 1) % SEEDS;
            self.position = Position::start(&Setup::new(self.variant, 1));
            self.heaps = Heaps::numbered(&self.position);
            moves = self.position.legal_moves().collect();
        }
        let mv = moves[chance.below(moves.len())];
        let Ok((position, trace)) = self.position.play(mv) else { panic!("{mv:?} is legal") };
        let before = self.heaps.clone();
        trace.iter().for_each(|step| self.heaps.apply(step));
        self.position = position;
        (trace, before)
    }

    pub fn shape(&self) -> Shape {
        Shape { pits: self.variant.pits, near: self.near, direction: self.variant.direction }
    }

    pub fn plan(&self) -> Plan {
        Plan { pits: self.variant.pits, mirrored: self.variant.direction == Direction::Clockwise }
    }

    /// The stones as the flat board has them, by their numbers.
    pub fn stones(&mut self) -> Vec<Option<Lying>> {
        let (seed, shape) = (self.seed, self.shape());
        let mut stones = vec![None; self.heaps.total()];
        for hole in layout::all_holes(shape) {
            let heap = self.heaps.heap(hole);
            let laid = self.laid.entry((seed, hole, heap.len()));
            let places = laid.or_insert_with(|| layout::heap_places(seed, hole, heap.len(), shape));
            for (stone, place) in heap.iter().zip(places) {
                stones[usize::from(*stone)] = Some(lying(*place));
            }
        }
        stones
    }
}

impl Game {
    /// The position as a table.
    pub fn table(&mut self) -> Table {
        let stone = |(number, lying): (usize, Option<Lying>)| {
            lying.map(|lying| Stone { lying, colour: (number % 6) as u8 })
        };
        let stones = self.stones().into_iter().enumerate().map(stone).collect();
        let count = |hole: Hole| Some(self.heaps.heap(hole).len() as u16);
        let state = |hole| HoleState { id: ids::hole_id(hole), count: count(hole), ..HoleState::default() };
        let holes = layout::all_holes(self.shape()).map(state).collect();
        let near =
            if self.near == Side::First { scene::table::Side::First } else { scene::table::Side::Second };
        let Plan { pits, mirrored } = self.plan();
        let content = Mancala { pits, clockwise: mirrored, near, turn: None, stones, holes };
        Table::new(Content::Mancala(content)).unwrap_or_else(|error| panic!("{error}"))
    }
}

pub fn lying(StonePlace { at, diameter, layer }: StonePlace) -> Lying {
    Lying { at: [at.x, at.y], diameter, layer }
}
