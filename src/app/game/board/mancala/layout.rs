//! Computes where on the board a stone lies, from the game, the hole and its place in the heap, so that both
//! players see the same heap. In fractions of the board in landscape; the style sheet turns it for upright
//! screens.
//!
//! The geometry is that of `style/board.css`: units of one column, the board `pits + 2.4` long and 4 wide.

use rules::Side;
use rules::mancala::{Direction, Hole, Pit};

use super::heaps::Heaps;

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

/// The twelve slots of a pit, in columns from its centre; further stones lie upon them, layer by layer.
const PIT_SLOTS: [(f32, f32); 12] = [
    (-0.14, 0.0),
    (0.14, 0.0),
    (0.0, -0.25),
    (0.0, 0.25),
    (-0.25, -0.25),
    (0.25, 0.25),
    (0.25, -0.25),
    (-0.25, 0.25),
    (-0.14, 0.49),
    (0.14, -0.49),
    (0.14, 0.49),
    (-0.14, -0.49),
];
/// The slots of one layer of a store: rows of two and three.
const STORE_SLOTS: usize = 27;
/// The offset of each layer from the one below.
const SHIFT: [(f32, f32); 5] = [(0.0, 0.0), (0.12, 0.13), (-0.13, 0.1), (0.1, -0.14), (-0.1, -0.12)];

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

/// The place of the stone in slot `slot` of a hole's heap. It does not depend on the number of stones, so
/// they stay where they are when one is added.
pub fn stone_point(game: u64, hole: Hole, slot: usize, shape: Shape) -> BoardPoint {
    let centre = centre(hole, shape);
    let place = match hole {
        Hole::Pit(pit) => u64::from(pit.index) * 2 + pit.side.index() as u64,
        Hole::Store(side) => 64 + side.index() as u64,
    };
    let (dx, dy) = match hole {
        Hole::Pit(_) => pit_slot(slot, hash_bits(game ^ (place << 32))),
        Hole::Store(_) => store_slot(slot),
    };
    // A small random offset, so that heaps do not look regular.
    let chance = hash_bits(game ^ (place << 32) ^ (slot as u64 + 1));
    let unit = |bits: u64| (bits & 0xFF) as f32 / 127.5 - 1.0;
    let (jx, jy) = (unit(chance) * 0.022, unit(chance >> 8) * 0.022);
    BoardPoint { x: centre.x + (dx + jx) / shape.length(), y: centre.y + (dy + jy) / WIDTH }
}

/// The place of every stone, by its number; `None` for a stone in the hand.
pub fn stone_places(heaps: &Heaps, shape: Shape, seed: u64) -> Vec<Option<BoardPoint>> {
    let mut places = vec![None; heaps.total()];
    for hole in all_holes(shape) {
        for (slot, &stone) in heaps.heap(hole).iter().enumerate() {
            if let Some(place) = places.get_mut(usize::from(stone)) {
                *place = Some(stone_point(seed, hole, slot, shape));
            }
        }
    }
    places
}

fn pit_slot(slot: usize, chance: u64) -> (f32, f32) {
    let (layer, slot) = (slot / PIT_SLOTS.len(), slot % PIT_SLOTS.len());
    let (x, y) = PIT_SLOTS[slot];
    let scale = if layer > 0 { 0.78 } else { 1.0 };
    let mirror = |bit: u64| if chance >> bit & 1 == 1 { -scale } else { scale };
    let (sx, sy) = SHIFT[layer % SHIFT.len()];
    (x * mirror(0) + sx * 0.6, y * mirror(1) + sy * 0.6)
}

fn store_slot(slot: usize) -> (f32, f32) {
    let (layer, mut slot) = (slot / STORE_SLOTS, slot % STORE_SLOTS);
    // Rows 0, 1, −1, 2, −2 …: three slots in the even ones, two in the odd.
    let mut order = 0i8;
    let row = loop {
        let row = if order % 2 == 1 { (order + 1) / 2 } else { -order / 2 };
        let places = if row % 2 == 0 { 3 } else { 2 };
        if slot < places {
            break row;
        }
        slot -= places;
        order += 1;
    };
    let x = if row % 2 == 0 { (slot as f32 - 1.0) * 0.245 } else { (slot as f32 - 0.5) * 0.28 };
    let scale = if layer > 0 { 0.86 } else { 1.0 };
    let (sx, sy) = SHIFT[layer % SHIFT.len()];
    (x * scale + sx * 0.7, f32::from(row) * 0.248 + sy * 0.8)
}

fn hash_bits(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}
