//! The data of the end of the game agree with plain minimax over the rules.

use std::collections::HashMap;

use rules::Side;
use rules::mancala::notation::read_position;
use rules::mancala::{Capture, Leftovers, Position, Sowing, Variant};

use super::*;

/// Endings for a variant, up to so many stones.
fn endings(variant: &Variant, stones: i32) -> Endings {
    let (mut never, sowings) = (|| false, Sowings::new(variant));
    let mut endings = Endings::new(variant.pits.into());
    while endings.stones() < stones {
        assert!(endings.grow(&sowings, &mut Limits::new(&mut never)));
    }
    endings
}

/// The position with these stones, if it is not over: first South's pits from its left, then North's from its left.
/// All others lie in South's store.
fn position(stones: &[u8], variant: Variant) -> Option<Position> {
    let (south, north) = stones.split_at(stones.len() / 2);
    if south.iter().all(|&pit| pit == 0) || north.iter().all(|&pit| pit == 0) {
        return None;
    }
    let row = |row: &mut dyn Iterator<Item = &u8>| row.map(u8::to_string).collect::<Vec<_>>().join(",");
    let store = 2 * variant.pits * variant.stones - stones.iter().sum::<u8>();
    let text = format!("{}/{} {store} 0 S 1", row(&mut north.iter().rev()), row(&mut south.iter()));
    Some(read_position(&text, variant).expect("a position"))
}

/// What South gains from here on, by trying everything by the rules.
fn minimax(position: &Position, known: &mut HashMap<(Side, Vec<u8>), i32>) -> i32 {
    let stores = i32::from(position.store(Side::First)) - i32::from(position.store(Side::Second));
    if position.outcome().is_some() {
        return stores;
    }
    let sides = [Side::First, Side::Second];
    let pits = sides.iter().flat_map(|&side| position.pits(side)).map(|pit| position.stones(pit)).collect();
    let key = (position.to_move(), pits);
    if let Some(value) = known.get(&key) {
        return stores + value;
    }
    let mut values = Vec::new();
    for mv in position.legal_moves() {
        values.push(minimax(&position.play_with(mv, |_| ()).expect("a legal move"), known));
    }
    let best = match position.to_move() {
        Side::First => values.into_iter().max(),
        Side::Second => values.into_iter().min(),
    };
    let best = best.expect("a move");
    known.insert(key, best - stores);
    best
}

fn agrees(endings: &Endings, position: &Position, known: &mut HashMap<(Side, Vec<u8>), i32>) {
    let board = Board::of(position).expect("a board");
    let gain = minimax(position, known) - i32::from(position.store(Side::First));
    assert_eq!(endings.value(board), gain, "{position:?}");
}

/// Every way of laying at most so many stones into so many holes.
fn every_way(holes: usize, stones: u8) -> Vec<Vec<u8>> {
    if holes == 0 {
        return vec![Vec::new()];
    }
    let rest = |first: u8| every_way(holes - 1, stones - first).into_iter().map(move |rest| (first, rest));
    (0..=stones).flat_map(rest).map(|(first, rest)| [vec![first], rest].concat()).collect()
}

/// All that can be chosen and makes a difference to the pits.
fn variants(pits: u8) -> Vec<Variant> {
    let mut variants = Vec::new();
    for capture in [Capture::Opposite, Capture::OppositeOrSelf, Capture::Never] {
        for leftovers in [Leftovers::Owner, Leftovers::Emptier, Leftovers::Nobody] {
            for (sowing, extra_turn) in [
                (Sowing::Single, true),
                (Sowing::Single, false),
                (Sowing::Relay, true),
                (Sowing::Relay, false),
            ] {
                let default = Variant::default();
                variants.push(Variant { pits, capture, leftovers, sowing, extra_turn, ..default });
            }
        }
    }
    variants
}

#[test]
fn every_small_board_of_every_variant_has_the_value_of_minimax() {
    for (pits, stones) in [(3, 6), (4, 3)] {
        let boards = every_way(2 * usize::from(pits), stones);
        for variant in variants(pits) {
            let endings = endings(&variant, stones.into());
            let mut known = HashMap::new();
            for position in boards.iter().filter_map(|board| position(board, variant)) {
                agrees(&endings, &position, &mut known);
            }
        }
    }
}

#[test]
fn boards_of_six_and_of_nine_pits_have_the_value_of_minimax() {
    let mut seed = 5_u64;
    let mut chance = |end: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % end
    };
    for (pits, most) in [(6, 6), (9, 4)] {
        for variant in variants(pits) {
            let endings = endings(&variant, most);
            let mut known = HashMap::new();
            for _ in 0..20 {
                let mut board = vec![0; 2 * usize::from(pits)];
                (0..most).for_each(|_| board[chance(2 * usize::from(pits))] += 1);
                if let Some(position) = position(&board, variant) {
                    agrees(&endings, &position, &mut known);
                }
            }
        }
    }
}

#[test]
fn there_are_as_many_boards_as_ways_to_lay_the_stones_with_some_on_either_side() {
    let endings = endings(&Variant::default(), 8);
    let all = every_way(12, 8);
    let counted = all.iter().filter(|board| {
        let (mine, theirs) = board.split_at(6);
        mine.iter().any(|&pit| pit > 0) && theirs.iter().any(|&pit| pit > 0)
    });
    assert_eq!(endings.known(), counted.count() as u64);
}

#[test]
fn a_limit_that_is_reached_leaves_what_is_known_as_it_was() {
    let mut endings = endings(&Variant::default(), 5);
    let (known, mut never) = (endings.known(), || false);
    let mut limits = Limits::new(&mut never);
    limits.nodes = 100;
    assert!(!endings.grow(&Sowings::new(&Variant::default()), &mut limits));
    assert_eq!((endings.stones(), endings.known()), (5, known));
}
