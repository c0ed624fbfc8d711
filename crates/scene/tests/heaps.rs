//! The laws of heaps in three dimensions, over ten thousand random positions of each variant.

mod common;

use std::collections::HashMap;
use std::time::Instant;

use common::mancala::{Game, layout};
use common::{Chance, app};
use rules::Side;
use rules::mancala::{Direction, Hole as RulesHole, Preset, Variant};
use scene::bowl::Profile;
use scene::glam::{Vec2, Vec3};
use scene::heaps::{Lying, Resting, hole_of, rest};
use scene::plan::{Hole, Plan, Row};

/// A stone that is nearer to something than this share of its diameter touches it.
const TOUCHES: f32 = 0.004;

/// Says what breaks the laws in a position; `figures` collects the largest overlap, way aside, and height.
fn faults(
    plan: Plan,
    flat: &[Option<Lying>],
    resting: &[Option<Resting>],
    figures: &mut Figures,
) -> Vec<String> {
    let mut faults = Vec::new();
    let holes: Vec<Option<Hole>> = flat.iter().map(|lying| lying.map(|lying| hole_of(plan, lying))).collect();
    let heap = |hole: Option<Hole>| {
        let stones = resting.iter().zip(&holes).enumerate().filter(move |(_, (_, of))| **of == hole);
        stones.filter_map(|(number, (stone, _))| Some((number, (*stone)?)))
    };
    for (number, stone) in resting.iter().enumerate() {
        let (Some(stone), Some(lying), Some(hole)) = (stone, flat[number], holes[number]) else { continue };
        let plan_at = Vec2::new(stone.centre.x, stone.centre.z);
        let bowl = plan.bowl(hole);
        let profile = Profile::new(bowl.half_width);
        let radius = 0.5 * stone.diameter;
        let (away, _) = bowl.outwards(plan_at);
        let mut contacts = 0;
        for (other, near) in heap(Some(hole)) {
            let gap = near.centre.distance(stone.centre) - radius - 0.5 * near.diameter;
            let share = gap / stone.diameter.max(near.diameter);
            if other == number || share > TOUCHES {
                continue;
            }
            contacts += 1;
            figures.overlap = figures.overlap.max(-share);
            if share < -0.02 {
                faults.push(format!("{number} and {other} overlap by {:.4}", -share));
            }
        }
        let gap = profile.clearance(away, stone.centre.y) - radius;
        if gap < -0.002 * stone.diameter {
            faults.push(format!("{number} is {gap:.4} within the wood"));
        }
        let touches_bowl = gap < TOUCHES * stone.diameter;
        if !touches_bowl && contacts < 2 {
            faults.push(format!(
                "{number} at {} hangs: {contacts} contacts, {gap:.4} above the bowl",
                stone.centre
            ));
        }
        // What the rim would carry lies further out than the wall lets it.
        if touches_bowl && away > profile.wall_reach(radius) + 1e-4 {
            faults.push(format!("{number} lies on the rim"));
        }
        if away + radius > bowl.half_width {
            faults.push(format!("{number} stands over the rim by {:.4}", away + radius - bowl.half_width));
        }
        let aside = plan_at.distance(plan.place(lying.at)) / stone.diameter;
        figures.stones += 1;
        figures.aside += f64::from(aside);
        figures.furthest = figures.furthest.max(aside);
        figures.moved += u32::from(aside > 0.25);
        figures.highest = figures.highest.max(stone.centre.y + radius);
    }
    faults
}

#[derive(Default, Debug)]
struct Figures {
    stones: u32,
    overlap: f32,
    /// The sum of all ways aside, in diameters; the longest one, and how many are longer than a quarter.
    aside: f64,
    furthest: f32,
    moved: u32,
    highest: f32,
}

/// All presets, and boards of other sizes.
fn variants() -> Vec<Variant> {
    let presets = Preset::ALL.map(|preset| preset.variant());
    let clockwise = Variant { direction: Direction::Clockwise, ..Variant::default() };
    let large = Variant { pits: 9, stones: 12, ..Variant::default() };
    presets.into_iter().chain([clockwise, large, Variant { pits: 3, stones: 12, ..large }]).collect()
}

#[test]
fn stones_of_ten_thousand_positions_of_each_variant_are_carried() {
    for (at, variant) in variants().into_iter().enumerate() {
        let began = Instant::now();
        let mut chance = Chance(at as u64 + 1);
        let mut figures = Figures::default();
        let positions = if variant.stones > 6 { 500 } else { 10_000 };
        let mut game = Game::new(variant, Side::BOTH[at % 2], 7_000 * at as u64);
        let mut before: HashMap<Hole, Vec<(usize, Lying)>> = HashMap::new();
        for position in 0..positions {
            let stones = game.stones();
            // Heaps that the last move has not changed are known to hold.
            let mut flat = vec![None; stones.len()];
            for hole in game.plan().holes() {
                let heap: Vec<(usize, Lying)> = (0..)
                    .zip(&stones)
                    .filter_map(|(number, lying)| Some((number, (*lying)?)))
                    .filter(|(_, lying)| hole_of(game.plan(), *lying) == hole)
                    .collect();
                if before.get(&hole) != Some(&heap) {
                    heap.iter().for_each(|(number, lying)| flat[*number] = Some(*lying));
                    before.insert(hole, heap);
                }
            }
            let resting = rest(game.plan(), &flat);
            let faults = faults(game.plan(), &flat, &resting, &mut figures);
            assert!(faults.is_empty(), "{variant:?}, position {position}: {faults:#?}");
            game.play(&mut chance);
        }
        println!(
            "{} pits, {} stones: {figures:?}, mean {:.4}, {:?}",
            variant.pits,
            variant.stones,
            figures.aside / f64::from(figures.stones),
            began.elapsed()
        );
    }
}

#[test]
fn the_plan_is_that_of_the_flat_board() {
    for pits in 3..=9 {
        for direction in [Direction::CounterClockwise, Direction::Clockwise] {
            for near in Side::BOTH {
                let shape = layout::Shape { pits, near, direction };
                let plan = Plan { pits, mirrored: direction == Direction::Clockwise };
                for hole in layout::all_holes(shape) {
                    let (seen, side) = match hole {
                        RulesHole::Pit(pit) => {
                            let row = if pit.side == near { Row::Near } else { Row::Far };
                            (Hole::Pit(row, shape.column(hole) - 1), pit.side)
                        }
                        RulesHole::Store(side) => {
                            (Hole::Store(if side == near { Row::Near } else { Row::Far }), side)
                        }
                    };
                    let flat = layout::centre(hole, shape);
                    let centre = plan.place([flat.x, flat.y]);
                    assert!(plan.bowl(seen).centre.distance(centre) < 1e-5, "{hole:?} of {side:?}: {centre}");
                    assert_eq!(plan.hole_at(centre), seen);
                }
            }
        }
    }
}

#[test]
fn heaps_do_not_depend_on_the_order_in_which_stones_are_given() {
    let mut chance = Chance(3);
    let mut game = Game::new(Preset::Kalah6.variant(), Side::First, 5);
    for _ in 0..200 {
        game.play(&mut chance);
        let flat = game.stones();
        let resting = rest(game.plan(), &flat);
        // A stone alone in its hole, or one whose neighbours are given later, lies where it lies.
        for keep in 0..2 {
            let hole =
                |lying: &Option<Lying>| lying.map(|lying| game.plan().hole_at(game.plan().place(lying.at)));
            let holes: Vec<Hole> = game.plan().holes().collect();
            let some: Vec<Option<Lying>> = flat
                .iter()
                .map(|lying| {
                    lying.filter(|_| {
                        holes.iter().position(|known| Some(*known) == hole(lying)).unwrap() % 2 == keep
                    })
                })
                .collect();
            for (alone, together) in rest(game.plan(), &some).iter().zip(&resting) {
                assert!(alone.is_none() || alone == together);
            }
        }
    }
}

#[test]
fn stones_that_are_no_numbers_or_far_away_are_no_panic() {
    let plan = Plan { pits: 6, mirrored: false };
    for value in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -1e30, 1e30, 0.0] {
        let odd = Lying { at: [value, value], diameter: value, layer: 255 };
        let stones = vec![Some(odd); 40];
        let resting = rest(plan, &stones);
        assert!(
            resting.iter().flatten().all(|stone| stone.centre.is_finite() && stone.diameter > 0.0),
            "{value}"
        );
    }
    assert_eq!(rest(plan, &[None, None]), [None, None]);
}

/// A device on which arithmetic differed would show other heaps than its opponent sees.
#[test]
fn heaps_are_the_same_bits_on_every_device() {
    let mut chance = Chance(11);
    let mut game = Game::new(Preset::Kalah.variant(), Side::First, 1);
    let mut sum = 0xCBF2_9CE4_8422_2325_u64;
    for _ in 0..40 {
        game.play(&mut chance);
        for Resting { centre, diameter } in rest(game.plan(), &game.stones()).into_iter().flatten() {
            let Vec3 { x, y, z } = centre;
            for value in [x, y, z, diameter] {
                sum = (sum ^ u64::from(value.to_bits())).wrapping_mul(0x0100_0000_01B3);
            }
        }
    }
    assert_eq!(format!("{sum:016x}"), "75568f6c7becc4e9");
}
