//! Heaps in three dimensions: where the centre of each stone is. The flat places of [`crate::piles`] are lifted to the
//! hollow floor of the bowl and onto the stones below.
//!
//! **How.** The stones of a hole are let down one after the other, the lower layers first. Where a stone meets the bowl it
//! stays. Where it meets another stone first, it would lie on one point: it rolls off that stone until it touches something
//! else as well. Of the ways to roll the one is taken that leads to the nearest and lowest place, so a stone moves aside by
//! a fraction of its diameter. A stone that lies at the wall moves inwards as far as the fillet of the bowl demands.
//!
//! **The laws** (`tests/heaps.rs`), for every position of every variant:
//!
//! 1. A stone touches the bowl or at least two others.
//! 2. No two stones overlap by more than 2 % of a diameter, and none is within the wood.
//! 3. Seen from above each stone lies within the opening of its hole, and none is carried by the rim.
//! 4. The result depends on the stones alone, not on their order, and only on sums, products, quotients and square roots. Of
//!    places and diameters four decimals count: so many has the text of a timeline.

mod roll;

use glam::{Vec2, Vec3};

use crate::plan::{Hole, Plan};
use roll::{Ball, Basin};

/// How a stone lies on the flat board.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "(f32, f32, f32, u8)", into = "(f32, f32, f32, u8)"))]
pub struct Lying {
    /// Its place, as fractions of the board's length and width: from the left, and from the far edge.
    pub at: [f32; 2],
    /// Its diameter, in columns.
    pub diameter: f32,
    /// Its layer: 0 on the floor.
    pub layer: u8,
}

impl From<(f32, f32, f32, u8)> for Lying {
    fn from((x, y, diameter, layer): (f32, f32, f32, u8)) -> Lying {
        Lying { at: [x, y], diameter, layer }
    }
}

impl From<Lying> for (f32, f32, f32, u8) {
    fn from(Lying { at: [x, y], diameter, layer }: Lying) -> Self {
        (x, y, diameter, layer)
    }
}

/// Where a stone rests.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Resting {
    /// Its centre, in the space of [`crate::picture`].
    pub centre: Vec3,
    /// Its diameter.
    pub diameter: f32,
}

/// The largest and the smallest diameter that a stone on the flat board may have, in columns.
pub const DIAMETERS: std::ops::RangeInclusive<f32> = 0.02..=0.38;

/// No stone lies higher. No heap of a game is half as high; one that no game makes is cut off here.
const HIGHEST: f32 = 1.5;

/// The smallest stone has so much of the diameter that stones have on the flat board, the largest one a little less than
/// all of it.
const SMALLEST: f32 = 0.925;
const SPREAD: f32 = 0.06;

/// The size of a stone, as a share of the diameter that it has on the flat board. It depends on its number only.
pub fn size(number: usize) -> f32 {
    let mixed = (number as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let part = (mixed >> 40) as f32 / 16_777_216.0;
    SMALLEST + SPREAD * part
}

/// The resting places of all stones of a board, by their numbers; `None` for those that are not on it. What is no number counts
/// as the left or far edge, and diameters out of range as the nearest possible ones.
pub fn rest(plan: Plan, stones: &[Option<Lying>]) -> Vec<Option<Resting>> {
    let mut heaps: Vec<(Hole, Vec<(usize, Lying)>)> = plan.holes().map(|hole| (hole, Vec::new())).collect();
    for (number, lying) in stones.iter().enumerate() {
        let Some(lying) = *lying else { continue };
        let hole = hole_of(plan, lying);
        if let Some((_, heap)) = heaps.iter_mut().find(|(known, _)| *known == hole) {
            heap.push((number, lying));
        }
    }
    let mut resting = vec![None; stones.len()];
    for (number, place) in heaps.iter().flat_map(|(hole, heap)| rest_in(plan, *hole, heap)) {
        if let Some(known) = resting.get_mut(number) {
            *known = Some(place);
        }
    }
    resting
}

/// The hole in which a stone lies.
pub fn hole_of(plan: Plan, lying: Lying) -> Hole {
    plan.hole_at(flat_place(plan, lying))
}

/// The resting places of the stones of one hole, with their numbers. See [`rest`].
pub fn rest_in(plan: Plan, hole: Hole, stones: &[(usize, Lying)]) -> Vec<(usize, Resting)> {
    let bowl = plan.bowl(hole);
    let mut heap: Vec<(usize, Vec2, f32, u8)> = stones
        .iter()
        .map(|&(number, lying)| {
            let place = flat_place(plan, lying) - bowl.centre;
            (number, place, 0.5 * ball_diameter(number, lying), lying.layer)
        })
        .collect();
    // The lower ones first, else in the order of their places: how they are numbered does not matter.
    heap.sort_by(|(_, a, a_radius, a_layer), (_, b, b_radius, b_layer)| {
        let place = a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y));
        a_layer.cmp(b_layer).then(place).then(a_radius.total_cmp(b_radius))
    });
    let mut basin = Basin::new(bowl);
    for (_, place, radius, layer) in &heap {
        basin.let_down(*place, *radius, *layer);
    }
    let resting = |((number, ..), ball): (&(usize, Vec2, f32, u8), &Ball)| {
        let height = ball.at.z.min(HIGHEST);
        let centre = Vec3::new(bowl.centre.x + ball.at.x, height, bowl.centre.y + ball.at.y);
        (*number, Resting { centre, diameter: 2.0 * ball.radius })
    };
    heap.iter().zip(basin.balls()).map(resting).collect()
}

/// The flat place in the space of the picture.
fn flat_place(plan: Plan, lying: Lying) -> Vec2 {
    // Written so that what is no number becomes 0.
    plan.place(lying.at.map(|part| if part > 0.0 { four_decimals(part.min(1.0)) } else { 0.0 }))
}

/// A number as the text of a timeline has it: a heap that is read from there is the same one.
fn four_decimals(number: f32) -> f32 {
    (number * 10_000.0).round() / 10_000.0
}

/// The diameter of a stone in three dimensions.
pub(crate) fn ball_diameter(number: usize, lying: Lying) -> f32 {
    let diameter = lying.diameter.max(*DIAMETERS.start()).min(*DIAMETERS.end());
    four_decimals(diameter) * size(number)
}
