//! The endgame database against plain minimax over the rules.

use std::collections::HashMap;

use rules::Side;
use rules::mancala::notation::read_position;
use rules::mancala::{Capture, Leftovers, Position, Sowing, Variant};

use super::*;

/// A database for a variant, up to this many stones.
fn endgame_db(variant: &Variant, max_stones: i32) -> EndgameDb {
    let (mut never, rules) = (|| false, SowingRules::new(variant));
    let mut db = EndgameDb::new(variant.pits.into());
    while db.max_stones() < max_stones {
        assert!(db.extend(&rules, &mut Limits::new(&mut never)));
    }
    db
}

/// The position with these stones, first South's pits from its left, then North's from its left; `None` if it is over.
/// All other stones lie in South's store.
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

/// South's final lead by plain minimax over the rules; `known` memoizes it, less the current lead.
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

/// Compares the database's value of a position with minimax.
fn check(db: &EndgameDb, position: &Position, known: &mut HashMap<(Side, Vec<u8>), i32>) {
    let board = Board::of(position).expect("a board");
    let gain = minimax(position, known) - i32::from(position.store(Side::First));
    assert_eq!(db.value(board), gain, "{position:?}");
}

/// All distributions of at most this many stones over this many pits.
fn distributions(pits: usize, stones: u8) -> Vec<Vec<u8>> {
    if pits == 0 {
        return vec![Vec::new()];
    }
    let rest = |first: u8| distributions(pits - 1, stones - first).into_iter().map(move |rest| (first, rest));
    (0..=stones).flat_map(rest).map(|(first, rest)| [vec![first], rest].concat()).collect()
}

/// All combinations of the options that affect the pits.
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
fn all_small_boards_match_minimax_in_all_variants() {
    for (pits, stones) in [(3, 6), (4, 3)] {
        let boards = distributions(2 * usize::from(pits), stones);
        for variant in variants(pits) {
            let db = endgame_db(&variant, stones.into());
            let mut known = HashMap::new();
            for position in boards.iter().filter_map(|board| position(board, variant)) {
                check(&db, &position, &mut known);
            }
        }
    }
}

#[test]
fn random_boards_of_six_and_nine_pits_match_minimax() {
    let mut seed = 5_u64;
    let mut random = |end: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % end
    };
    for (pits, most) in [(6, 6), (9, 4)] {
        for variant in variants(pits) {
            let db = endgame_db(&variant, most);
            let mut known = HashMap::new();
            for _ in 0..20 {
                let mut board = vec![0; 2 * usize::from(pits)];
                (0..most).for_each(|_| board[random(2 * usize::from(pits))] += 1);
                if let Some(position) = position(&board, variant) {
                    check(&db, &position, &mut known);
                }
            }
        }
    }
}

#[test]
fn board_count_is_the_number_of_distributions_without_empty_rows() {
    let db = endgame_db(&Variant::default(), 8);
    let all = distributions(12, 8);
    let playable = all.iter().filter(|board| {
        let (mine, theirs) = board.split_at(6);
        mine.iter().any(|&pit| pit > 0) && theirs.iter().any(|&pit| pit > 0)
    });
    assert_eq!(db.board_count(), playable.count() as u64);
}

#[test]
fn a_node_limit_leaves_the_database_unchanged() {
    let mut db = endgame_db(&Variant::default(), 5);
    let (board_count, mut never) = (db.board_count(), || false);
    let mut limits = Limits::new(&mut never);
    limits.nodes = 100;
    assert!(!db.extend(&SowingRules::new(&Variant::default()), &mut limits));
    assert_eq!((db.max_stones(), db.board_count()), (5, board_count));
}
