//! The laws of piles, over ten thousand random positions, and that a pile is the same bits everywhere.

use std::collections::HashSet;

use scene::piles::{Floor, LARGEST, PIT, Pile, STORE, Spot, pile};

/// A board's holes with their floors: six pits and a store for each side.
fn floors() -> Vec<Floor> {
    [[PIT; 6].as_slice(), &[STORE]].concat().repeat(2)
}

/// A number below `below` that follows from a state, which moves on.
fn random(state: &mut u64, below: u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) % below
}

/// Every pile of ten thousand random positions of 36, 48 or 72 stones, each once. Some of them are early ones with
/// even pits, some late ones with most stones in the stores.
fn piles() -> Vec<(u64, Floor, Pile)> {
    let mut state = 1;
    let mut known = HashSet::new();
    for _ in 0..10_000 {
        let game = random(&mut state, 60);
        let stones = [36, 48, 72][random(&mut state, 3) as usize];
        let late = random(&mut state, 10);
        let mut counts = [0_usize; 14];
        for _ in 0..stones {
            let store = random(&mut state, 10) < late;
            let side = random(&mut state, 2);
            let hole = if store { 6 } else { random(&mut state, 2 + game % 5) };
            counts[(side * 7 + hole) as usize] += 1;
        }
        known.extend((0..).zip(counts).map(|(hole, count)| (game * 14 + hole, count)));
    }
    let floors = floors();
    let laid = |(hole, count): (u64, usize)| {
        let floor = floors[(hole % 14) as usize];
        (hole, floor, pile(hole.wrapping_mul(0x9E37_79B9_7F4A_7C15), floor, count))
    };
    known.into_iter().map(laid).collect()
}

fn apart(one: &Spot, other: &Spot) -> f64 {
    f64::from(one.x - other.x).hypot(f64::from(one.y - other.y))
}

/// The share that one circle hides of another one of the same size, so many diameters aside.
fn lens(aside: f64) -> f64 {
    let t = aside.min(1.0);
    (t.acos() - t * (1.0 - t * t).sqrt()) * 2.0 / std::f64::consts::PI
}

/// Says what breaks the laws in a pile.
fn faults(floor: Floor, Pile { diameter, spots }: &Pile) -> Vec<String> {
    let diameter = f64::from(*diameter);
    let mut faults = Vec::new();
    for (at, spot) in spots.iter().enumerate() {
        let others = || spots.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, other)| other);
        for other in others().filter(|other| other.layer == spot.layer) {
            let overlap = 1.0 - apart(spot, other) / diameter;
            if overlap > 0.02 {
                faults.push(format!("{spot:?} and {other:?} overlap by {overlap:.3}"));
            }
        }
        let hidden: f64 = others()
            .filter(|other| other.layer > spot.layer)
            .map(|other| lens(apart(spot, other) / diameter))
            .sum();
        if hidden > 0.35 {
            faults.push(format!("{spot:?} is hidden by {hidden:.3}"));
        }
        if spot.layer > 0 {
            // Seen from the stone, those that carry it leave no half circle free.
            let below =
                others().filter(|other| other.layer + 1 == spot.layer && apart(spot, other) < diameter);
            let mut ways: Vec<f64> =
                below.map(|other| f64::from(other.y - spot.y).atan2(f64::from(other.x - spot.x))).collect();
            ways.sort_by(f64::total_cmp);
            let first = ways.first().map(|way| way + std::f64::consts::TAU);
            let gap = ways.iter().copied().chain(first).collect::<Vec<_>>();
            let widest = gap.windows(2).map(|pair| pair[1] - pair[0]).fold(0.0, f64::max);
            if ways.len() < 2 || widest > std::f64::consts::PI + 0.01 {
                faults.push(format!("{spot:?} lies on nothing"));
            }
        }
        let straight = floor.half_length - floor.half_width;
        let beyond = f64::from(spot.y - spot.y.clamp(-straight, straight));
        let out = f64::from(spot.x).hypot(beyond) + diameter / 2.0 - f64::from(floor.half_width);
        if out > 0.0001 {
            faults.push(format!("{spot:?} stands on the rim, {out:.4} of a column"));
        }
    }
    faults
}

#[test]
fn ten_thousand_positions_lie_as_stones_do() {
    let piles = piles();
    assert!(piles.len() > 4_000, "{} different piles", piles.len());
    for (hole, floor, pile) in &piles {
        let faults = faults(*floor, pile);
        assert!(faults.is_empty(), "hole {hole}, {} stones: {faults:#?}", pile.spots.len());
    }
    let layers = piles.iter().flat_map(|(_, _, pile)| &pile.spots).map(|spot| spot.layer).max();
    assert!(layers >= Some(1), "some lie upon others");
}

#[test]
fn the_largest_heap_that_a_game_has_lies_as_stones_do() {
    for floor in [PIT, STORE] {
        let pile = pile(3, floor, 216);
        assert_eq!(pile.spots.len(), 216);
        assert_eq!(faults(floor, &pile), Vec::<String>::new());
    }
}

#[test]
fn stones_become_smaller_only_where_many_lie() {
    for seed in 0..200 {
        for (floor, full, many, small) in [(PIT, 6, 12, 0.26), (STORE, 15, 33, 0.26)] {
            let mut before = LARGEST;
            for count in 1..=many {
                let diameter = pile(seed, floor, count).diameter;
                assert!(diameter <= before, "{count} stones are not larger than one less");
                assert!(count > full || diameter == LARGEST, "{count} stones have room");
                assert!(diameter > small, "{count} stones: {diameter}");
                before = diameter;
            }
        }
    }
}

#[test]
fn about_half_of_the_stones_that_come_move_no_other() {
    let (mut moved, mut ways, mut come) = (0, 0.0, 0);
    for seed in 0..200 {
        for count in 1..12 {
            let (before, after) = (pile(seed, PIT, count), pile(seed, PIT, count + 1));
            come += 1;
            assert_eq!(after.spots.len(), count + 1);
            if after.spots[..count] != before.spots[..] {
                moved += 1;
                let way = before.spots.iter().zip(&after.spots).map(|(one, other)| apart(one, other));
                ways += way.sum::<f64>() / count as f64;
            }
        }
    }
    assert!(f64::from(moved) < 0.55 * f64::from(come), "{moved} of {come} move the others");
    assert!(ways / f64::from(moved) < 0.25, "by {} columns", ways / f64::from(moved));
}

#[test]
fn a_single_stone_lies_in_the_middle_and_few_lie_together() {
    for seed in 0..500 {
        let single = pile(seed, PIT, 1).spots[0];
        assert!(f64::from(single.x).hypot(f64::from(single.y)) < 0.12, "{single:?}");
        let four = pile(seed, PIT, 4).spots;
        let middle = four.iter().fold((0.0, 0.0), |(x, y), spot| (x + spot.x / 4.0, y + spot.y / 4.0));
        assert!(middle.0.hypot(middle.1) < 0.12, "seed {seed}: {middle:?}");
    }
}

#[test]
fn games_and_holes_have_heaps_of_their_own() {
    let heaps: HashSet<String> = (0..100).map(|seed| format!("{:?}", pile(seed, PIT, 4).spots)).collect();
    assert_eq!(heaps.len(), 100);
}

/// A device on which arithmetic differed would show other heaps than its opponent sees.
#[test]
fn a_pile_is_the_same_bits_on_every_device() {
    let mut sum = 0xCBF2_9CE4_8422_2325_u64;
    for seed in 0..20 {
        for (floor, count) in [(PIT, 4), (PIT, 9), (PIT, 17), (STORE, 12), (STORE, 31)] {
            let Pile { diameter, spots } = pile(seed, floor, count);
            let bits = spots.iter().flat_map(|spot| [spot.x.to_bits(), spot.y.to_bits(), spot.layer.into()]);
            for bits in bits.chain([diameter.to_bits()]) {
                sum = (sum ^ u64::from(bits)).wrapping_mul(0x0100_0000_01B3);
            }
        }
    }
    assert_eq!(format!("{sum:016x}"), "3c195b2f233ebd82");
}

#[test]
fn a_floor_that_is_wider_than_long_is_laid_turned() {
    let wide = Floor { half_width: PIT.half_length, half_length: PIT.half_width };
    for count in 0..30 {
        let (standing, lying) = (pile(3, PIT, count), pile(3, wide, count));
        let turned = |spot: &Spot| Spot { x: spot.y, y: spot.x, layer: spot.layer };
        assert_eq!(lying.spots, standing.spots.iter().map(turned).collect::<Vec<_>>(), "{count} stones");
    }
}

#[test]
fn a_floor_without_room_has_no_stones_and_does_not_hang() {
    for size in [0.0, -0.2, f32::NAN] {
        for floor in [Floor { half_width: size, ..PIT }, Floor { half_length: size, ..PIT }] {
            assert!(pile(1, floor, 12).spots.is_empty(), "{floor:?}");
        }
    }
    let narrow = Floor { half_width: 0.02, half_length: 0.02 };
    assert_eq!(pile(1, narrow, 72).spots.len(), 72);
}
