//! Computes where on the board a stone lies, from the game, the hole and its place in the heap, so that both
//! players see the same heap (`scene::piles`). In fractions of the board in landscape; the style sheet turns it
//! for upright screens.
//!
//! The geometry is that of `style/board.css`: units of one column, the board `pits + 2.4` long and 4 wide.

use std::cell::RefCell;

use rules::mancala::{Direction, Hole, Pit};
use rules::{Position, Side};
use scene::piles::{Floor, PIT, Pile, STORE, Spot, pile};

use super::heaps::Heaps;

/// The board's length for the style sheet, in pits.
pub(super) fn style(position: &Position) -> Option<String> {
    position.as_mancala().map(|position| format!("--pits:{}", position.variant().pits))
}

/// A point on the board, as fractions of its length and its width.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BoardPoint {
    /// From the left, 0 to 1.
    pub x: f32,
    /// From the top, 0 to 1.
    pub y: f32,
}

/// The board's length beyond the pits, and its width, in columns.
const ENDS: f32 = 2.4;
const WIDTH: f32 = 4.0;
/// The centres of the pits, in columns from the near and far edges.
const PIT_Y: f32 = 1.26;
const STORE_X: f32 = 0.7;
const STORE_Y: f32 = 2.17;

/// Where a stone lies on the board, and how large it is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StonePlace {
    /// Its centre.
    pub at: BoardPoint,
    /// Its diameter, in columns.
    pub diameter: f32,
    /// The layer of its heap: 0 on the floor.
    pub layer: u8,
}

/// The shape of the board as the viewer sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Pits a side.
    pub pits: u8,
    /// The side shown near.
    pub near: Side,
    /// The direction of sowing: clockwise the stores lie on their owners' left.
    pub direction: Direction,
}

impl Shape {
    fn length(self) -> f32 {
        f32::from(self.pits) + ENDS
    }

    /// The column of a hole as seen, from 0 at the left: stores in the first and the last.
    pub fn column(self, hole: Hole) -> u8 {
        let near_column = match (hole, self.direction) {
            (Hole::Pit(pit), _) => pit.index + 1,
            (Hole::Store(_), Direction::CounterClockwise) => self.pits + 1,
            (Hole::Store(_), Direction::Clockwise) => 0,
        };
        // The far side is the near one turned by half a turn.
        if side_of(hole) == self.near { near_column } else { self.pits + 1 - near_column }
    }
}

/// All holes of a board.
pub fn all_holes(shape: Shape) -> impl Iterator<Item = Hole> {
    Side::BOTH.into_iter().flat_map(move |side| {
        let pits = (0..shape.pits).map(move |index| Hole::Pit(Pit { side, index }));
        pits.chain([Hole::Store(side)])
    })
}

fn side_of(hole: Hole) -> Side {
    match hole {
        Hole::Pit(pit) => pit.side,
        Hole::Store(side) => side,
    }
}

/// The centre of a hole.
pub fn centre(hole: Hole, shape: Shape) -> BoardPoint {
    let column = f32::from(shape.column(hole));
    let (x, y) = match hole {
        Hole::Pit(_) => (0.7 + column, WIDTH - PIT_Y),
        Hole::Store(_) if column == 0.0 => (STORE_X, WIDTH - STORE_Y),
        Hole::Store(_) => (shape.length() - STORE_X, WIDTH - STORE_Y),
    };
    let y = if side_of(hole) == shape.near { y } else { WIDTH - y };
    BoardPoint { x: x / shape.length(), y: y / WIDTH }
}

/// The places of a hole's stones, the lowest first.
pub fn heap_places(game: u64, hole: Hole, stones: usize, shape: Shape) -> Vec<StonePlace> {
    let centre = centre(hole, shape);
    let (place, floor) = match hole {
        Hole::Pit(pit) => (u64::from(pit.index) * 2 + pit.side.index() as u64, PIT),
        Hole::Store(side) => (64 + side.index() as u64, STORE),
    };
    let pile = remembered(hash_bits(game ^ (place << 32)), floor, stones);
    let spot = |spot: &Spot| StonePlace {
        at: BoardPoint { x: centre.x + spot.x / shape.length(), y: centre.y + spot.y / WIDTH },
        diameter: pile.diameter,
        layer: spot.layer,
    };
    pile.spots.iter().map(spot).collect()
}

/// So many piles are remembered: those of some moves.
const REMEMBERED: usize = 128;

thread_local! {
    /// The piles that were drawn last: a move changes few of them, and a slow phone needs milliseconds for a large one.
    static PILES: RefCell<Vec<(u64, usize, Pile)>> = const { RefCell::new(Vec::new()) };
}

/// The pile of so many stones: laid, or as it was laid before.
fn remembered(seed: u64, floor: Floor, stones: usize) -> Pile {
    PILES.with_borrow_mut(|piles| {
        let known = piles.iter().find(|(of, count, _)| (*of, *count) == (seed, stones));
        if let Some((_, _, known)) = known {
            return known.clone();
        }
        let laid = pile(seed, floor, stones);
        if piles.len() >= REMEMBERED {
            piles.clear();
        }
        piles.push((seed, stones, laid.clone()));
        laid
    })
}

/// The place of every stone, by its number; `None` for a stone in the hand.
pub fn stone_places(heaps: &Heaps, shape: Shape, seed: u64) -> Vec<Option<StonePlace>> {
    let mut places = vec![None; heaps.total()];
    for hole in all_holes(shape) {
        let heap = heaps.heap(hole);
        for (&stone, place) in heap.iter().zip(heap_places(seed, hole, heap.len(), shape)) {
            if let Some(known) = places.get_mut(usize::from(stone)) {
                *known = Some(place);
            }
        }
    }
    places
}

fn hash_bits(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}
