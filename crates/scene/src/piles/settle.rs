//! Finds where stones come to rest: on the floor by relaxation, upon others in the hollows between them.

use std::f32::consts::PI;

use super::{Floor, Spot};

/// The steps of a relaxation; in the first ones the stones grow.
const STEPS: u16 = 150;
const GROWING: u16 = 80;
/// How often it is tried with other falls before the floor counts as too small.
const TRIES: usize = 3;
/// By what share of a diameter two stones may still overlap: a little less than the law allows.
const OVERLAP: f32 = 0.012;
/// The most that may be hidden of a stone; a little less than the law allows, because [`hidden_share`] is rounded.
const MOST_HIDDEN: f32 = 0.345;

/// How far aside a stone may lie, in diameters, that still carries the one upon it.
const TOUCHES: f32 = 0.95;

/// Chance that is no chance: numbers that follow from a seed.
pub(super) struct Chance(pub u64);

impl Chance {
    /// A number from -1 to 1.
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (bits >> 40) as f32 / 8_388_608.0 - 1.0
    }
}

/// Lets so many stones come to rest on the floor; none if they do not fit beside each other.
pub(super) fn settle(chance: &mut Chance, floor: Floor, diameter: f32, count: usize) -> Option<Vec<Spot>> {
    // The fuller the floor, the less they gather in its middle.
    let gather = (0.06 - 0.1 * fullness(floor, diameter, count)).max(0.0);
    (0..TRIES).find_map(|_| {
        // Spread along the floor by halves: they would not find their way along it.
        let mut spots: Vec<Spot> = (0..count)
            .map(|at| {
                let along = (2.0 * at as f32 + 1.0 + 0.8 * chance.next()) / count as f32 - 1.0;
                Spot {
                    x: chance.next() * 0.6 * floor.half_width,
                    y: along * (floor.half_length - 0.5 * diameter),
                    layer: 0,
                }
            })
            .collect();
        for step in 0..STEPS {
            let grown = (0.55 + 0.45 * f32::from(step) / f32::from(GROWING)).min(1.0);
            let pull = if step < GROWING + 10 { gather } else { 0.0 };
            for spot in &mut spots {
                spot.x -= spot.x * pull;
                spot.y -= spot.y * pull;
            }
            push_apart(&mut spots, diameter * grown * 1.006);
            keep_within(&mut spots, floor, diameter);
        }
        (most_overlap(&spots, diameter) <= OVERLAP).then_some(spots)
    })
}

/// The share of a floor that so many stones take.
pub(super) fn fullness(Floor { half_width, half_length }: Floor, diameter: f32, count: usize) -> f32 {
    let area = half_width * (4.0 * (half_length - half_width) + PI * half_width);
    0.25 * PI * diameter * diameter * count as f32 / area
}

/// Moves stones that overlap away from each other.
fn push_apart(spots: &mut [Spot], diameter: f32) {
    for at in 1..spots.len() {
        let (before, rest) = spots.split_at_mut(at);
        let Some(spot) = rest.first_mut() else { continue };
        for other in before {
            let (x, y) = (spot.x - other.x, spot.y - other.y);
            let square = x * x + y * y;
            if square < diameter * diameter && square > 0.0 {
                let apart = square.sqrt();
                let push = 0.5 * (diameter - apart) / apart;
                spot.x += x * push;
                spot.y += y * push;
                other.x -= x * push;
                other.y -= y * push;
            }
        }
    }
}

fn keep_within(spots: &mut [Spot], floor: Floor, diameter: f32) {
    let straight = floor.half_length - floor.half_width;
    let room = floor.half_width - 0.5 * diameter;
    for spot in spots {
        // Not `clamp`: what it says of bounds that are none formats floats, which is 9 kB of the page's program.
        let along = spot.y.max(-straight).min(straight);
        let (x, y) = (spot.x, spot.y - along);
        let out = (x * x + y * y).sqrt();
        if out > room {
            spot.x = x * room / out;
            spot.y = along + y * room / out;
        }
    }
}

fn most_overlap(spots: &[Spot], diameter: f32) -> f32 {
    let pairs = spots
        .iter()
        .enumerate()
        .flat_map(|(at, spot)| spots.iter().skip(at + 1).map(|other| distance(*spot, *other)));
    pairs.fold(0.0, |most, apart| most.max(1.0 - apart / diameter))
}

/// Adds the stones that have room upon the others, layer by layer; first those that hide least, so that many have.
pub(super) fn upper(spots: &mut Vec<Spot>, diameter: f32) {
    let mut from = 0;
    loop {
        let layer: Vec<Spot> = spots.iter().skip(from).copied().collect();
        from = spots.len();
        let hides = |place: Spot| -> f32 {
            layer.iter().map(|other| hidden_share(distance(place, *other) / diameter)).sum()
        };
        let mut hollows: Vec<(f32, Spot)> =
            hollows(&layer, diameter).into_iter().map(|place| (hides(place), place)).collect();
        // Taken out one by one: sorting them would be kilobytes of the page's program.
        while let Some(least) = (0..hollows.len()).min_by(|&a, &b| hollows[a].0.total_cmp(&hollows[b].0)) {
            let (_, place) = hollows.remove(least);
            if fits(spots, place, diameter) {
                spots.push(place);
            }
        }
        if spots.len() == from {
            return;
        }
    }
}

/// The places upon a layer: between two stones that leave a gap, or in the corner of three.
fn hollows(layer: &[Spot], diameter: f32) -> Vec<Spot> {
    let near = |a: &Spot, b: &Spot| distance(*a, *b) < 2.0 * TOUCHES * diameter;
    let mut places = Vec::new();
    for (at, a) in layer.iter().enumerate() {
        for (next, b) in layer.iter().enumerate().skip(at + 1).filter(|(_, b)| near(a, b)) {
            places.push(Spot { x: (a.x + b.x) / 2.0, y: (a.y + b.y) / 2.0, layer: a.layer + 1 });
            let third = layer.iter().skip(next + 1).filter(|c| near(a, c) && near(b, c));
            let corners = third.filter_map(|c| between(*a, *b, *c));
            places.extend(corners.filter(|place| distance(*place, *a) < TOUCHES * diameter));
        }
    }
    places
}

/// Whether a stone may lie there, upon those that lie already.
fn fits(spots: &[Spot], place: Spot, diameter: f32) -> bool {
    let mut carried = 0;
    for &other in spots {
        let aside = distance(place, other) / diameter;
        if aside < 1.0
            && (other.layer >= place.layer
                || hidden(spots, other, diameter) + hidden_share(aside) > MOST_HIDDEN)
        {
            return false;
        }
        carried += usize::from(other.layer + 1 == place.layer && aside < TOUCHES);
    }
    carried >= 2
}

/// How much of a stone those above it hide.
fn hidden(spots: &[Spot], spot: Spot, diameter: f32) -> f32 {
    let above = spots.iter().filter(|other| other.layer > spot.layer);
    above.map(|other| hidden_share(distance(spot, *other) / diameter)).sum()
}

/// The share of a stone that another one of the same size hides whose centre lies so far aside, in diameters:
/// the lens in which two circles overlap, (acos t − t √(1 − t²)) · 2/π. As a power series, because functions
/// like `acos` are not the same everywhere.
fn hidden_share(aside: f32) -> f32 {
    let t = aside.clamp(0.0, 1.0);
    let square = t * t;
    let series = 0.212_21 + square * (0.031_83 + square * (0.011_37 + square * 0.017_83));
    1.0 - t * (1.273_24 - square * series)
}

fn distance(one: Spot, other: Spot) -> f32 {
    let (x, y) = (one.x - other.x, one.y - other.y);
    (x * x + y * y).sqrt()
}

/// The place upon three stones, as far from each: if it lies between them.
fn between(a: Spot, b: Spot, c: Spot) -> Option<Spot> {
    let (bx, by, cx, cy) = (b.x - a.x, b.y - a.y, c.x - a.x, c.y - a.y);
    let (b_square, c_square) = (bx * bx + by * by, cx * cx + cy * cy);
    let (dx, dy) = (cx - bx, cy - by);
    let a_square = dx * dx + dy * dy;
    // Not obtuse: the centre of the circle through them lies inside.
    let inside =
        a_square <= b_square + c_square && b_square <= a_square + c_square && c_square <= a_square + b_square;
    let doubled = 2.0 * (bx * cy - by * cx);
    inside.then(|| Spot {
        x: a.x + (cy * b_square - by * c_square) / doubled,
        y: a.y + (bx * c_square - cx * b_square) / doubled,
        layer: a.layer + 1,
    })
}
