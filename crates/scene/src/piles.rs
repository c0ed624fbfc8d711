//! Where the stones of a hole lie: settled heaps. [`pile`] is a pure function of a seed, the hole's floor and the
//! number of stones, so every device shows the same heap.
//!
//! Lengths are in columns of the board (`--u` of `style/board.css`), measured from the centre of the hole: `x`
//! across it, `y` along it. A floor is a stadium: a rectangle with two half circles at its ends.
//!
//! **How a heap is found.** A heap has stages: so many stones on the floor, so many upon them, of such a diameter.
//! The floor of a stage is settled by relaxation: stones fall at random, are pulled towards the centre, and push
//! each other and the wall away as they grow to their size. Further stones lie in the hollows between those, the
//! lowest first. A pile of `n` stones is the first `n` places of the first stage that has as many.
//!
//! **Stability.** Within a stage a stone that lies is never moved by one that comes. Where a stage is full the
//! next stone pushes the others: places of the new stage are given to those that lay nearest, so each goes a
//! short way. A pit has few stages (1, 2, 4, 7 … stones), so a sowing rarely moves what lies.
//!
//! **The laws**, for every seed, floor and count (`tests/piles.rs`):
//!
//! 1. Two stones of a layer overlap by at most 2 % of a diameter.
//! 2. A stone of an upper layer lies on at least two of the layer below, and between them.
//! 3. Of no stone more than 35 % are hidden by those above it, seen from straight above.
//! 4. Every stone lies within the floor as a whole.
//! 5. Within a stage the pile of `n` stones is that of `n + 1` without its last stone.
//! 6. The diameter never grows with the number of stones. It is [`LARGEST`] for the first ones.

mod settle;

use settle::{Chance, fullness, settle, upper};

/// The floor of a hole: where stones may lie. What is carved around it is its rim.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Floor {
    /// Half the width, which is the radius of both ends.
    pub half_width: f32,
    /// Half the length.
    pub half_length: f32,
}

impl Floor {
    /// The same floor, turned by a quarter.
    fn turned(self) -> Self {
        Self { half_width: self.half_length, half_length: self.half_width }
    }
}

/// The floor of a pit: its hollow is 0.86 by 1.32 columns.
pub const PIT: Floor = Floor { half_width: 0.405, half_length: 0.635 };
/// The floor of a store: its hollow is 0.84 by 3.06 columns.
pub const STORE: Floor = Floor { half_width: 0.397, half_length: 1.507 };

/// The diameter of a stone that has room, in columns.
pub const LARGEST: f32 = 0.36;

/// A stone of a pile.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spot {
    /// Its centre, across the hole.
    pub x: f32,
    /// Its centre, along the hole.
    pub y: f32,
    /// 0 on the floor, 1 on the stones there, and so on.
    pub layer: u8,
}

/// The stones of a hole.
#[derive(Clone, PartialEq, Debug)]
pub struct Pile {
    /// The diameter of each of them, in columns.
    pub diameter: f32,
    /// In the order in which they came.
    pub spots: Vec<Spot>,
}

/// The stages at full size, as stones on the floor …
const FIRST: [usize; 6] = [1, 2, 4, 7, 10, 13];
/// … and the diameters after those.
const SMALLER: [f32; 3] = [0.32, 0.29, 0.265];
/// How much of a floor stones cover that came to rest beside each other.
const DENSITY: f32 = 0.7;
/// What becomes of the diameter when there are more stones than these hold.
const SHRINK: f32 = 0.9;

/// The pile of `count` stones on a floor. A floor without a width or a length has none.
pub fn pile(seed: u64, floor: Floor, count: usize) -> Pile {
    // Wider than long: laid lying, and turned.
    if floor.half_length < floor.half_width {
        let mut lying = pile(seed, floor.turned(), count);
        for spot in &mut lying.spots {
            *spot = Spot { x: spot.y, y: spot.x, layer: spot.layer };
        }
        return lying;
    }
    let mut pile = Pile { diameter: LARGEST, spots: Vec::new() };
    // Written so that what is no number has no floor either.
    if count == 0 || !(floor.half_width > 0.0 && floor.half_length > 0.0) {
        return pile;
    }
    for (diameter, most) in stages(floor) {
        let mut chance = Chance(seed ^ ((most as u64) << 40));
        let lowest = lay_floor(&mut chance, floor, diameter, most);
        // Places that lie upon others are looked for only where the floor can hold no more.
        let full = most >= capacity(floor, diameter);
        let mut spots = follow(&pile.spots, lowest);
        if full {
            upper(&mut spots, diameter);
        }
        pile = Pile { diameter, spots };
        if pile.spots.len() >= count {
            break;
        }
    }
    pile.spots.truncate(count);
    pile
}

/// The stages of a floor: the diameter, and the number of stones on the floor.
fn stages(floor: Floor) -> impl Iterator<Item = (f32, usize)> {
    let most = capacity(floor, LARGEST);
    let first =
        FIRST.into_iter().filter(move |count| *count < most).chain([most]).map(|count| (LARGEST, count));
    let more = std::iter::successors(Some(SMALLER[2] * SHRINK), |diameter| Some(diameter * SHRINK));
    first.chain(SMALLER.into_iter().chain(more).map(move |diameter| (diameter, capacity(floor, diameter))))
}

/// How many stones the floor holds beside each other, as a rule.
fn capacity(floor: Floor, diameter: f32) -> usize {
    (DENSITY / fullness(floor, diameter, 1)) as usize
}

/// Lays so many stones on the floor, or fewer if they find no way to lie beside each other.
fn lay_floor(chance: &mut Chance, floor: Floor, diameter: f32, most: usize) -> Vec<Spot> {
    let fewer = std::iter::successors(Some(most), |count| Some(count - count.div_ceil(16)));
    fewer
        .take_while(|count| *count > 0)
        .find_map(|count| settle(chance, floor, diameter, count))
        .unwrap_or_default()
}

/// Gives each stone that lay the nearest of the new places; what is left follows, the nearest to the centre first.
fn follow(before: &[Spot], mut places: Vec<Spot>) -> Vec<Spot> {
    let mut taken = Vec::with_capacity(places.len());
    for old in before {
        let away =
            |place: &Spot| (place.x - old.x) * (place.x - old.x) + (place.y - old.y) * (place.y - old.y);
        let nearest = (0..places.len()).min_by(|&a, &b| away(&places[a]).total_cmp(&away(&places[b])));
        if let Some(nearest) = nearest {
            taken.push(places.swap_remove(nearest));
        }
    }
    let out = |place: &Spot| place.x * place.x + place.y * place.y;
    while let Some(next) = (0..places.len()).min_by(|&a, &b| out(&places[a]).total_cmp(&out(&places[b]))) {
        taken.push(places.remove(next));
    }
    taken
}
