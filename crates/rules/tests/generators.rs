//! S1: tests of move generation against the slow reference implementations, position by position: random
//! games, from the first position and from positions no game leads to. Some thousands of games each; ten
//! million with `DUELLO_LONG=1`, as for a release.

#[path = "common/chance.rs"]
mod chance;
#[path = "common/reference.rs"]
#[allow(dead_code, reason = "what may be swapped is tried elsewhere")]
mod mancala_reference;
#[path = "common/mapello_reference.rs"]
#[allow(dead_code, reason = "counting and the board of Othello are not used here")]
mod mapello_reference;

use chance::Chance;
use mancala_reference::{Reference as Ring, ring};
use mapello_reference::{Reference as Squares, Square};
use rules::mancala::{
    self, Capture, Direction, FirstMove, Leftovers, MAX_PITS, Move, Parts, Pit, STONES, Sowing, Variant,
};
use rules::mapello::{self, Cell, notation::read_position};
use rules::{Outcome, Side};

fn positions() -> usize {
    match std::env::var_os("DUELLO_LONG") {
        Some(_) => 10_000_000,
        None if cfg!(miri) => 20,
        None => 5_000,
    }
}

#[test]
fn s1_every_mancala_sowing_matches_the_slow_reference() {
    let mut chance = Chance(1);
    let (mut seen, mut ends) = (0, 0);
    while seen < positions() {
        let (mut position, mut reference) = random_mancala(&mut chance);
        loop {
            seen += 1;
            let mut next = compare_mancala(&position, &reference);
            if next.is_empty() {
                ends += 1;
                break;
            }
            (position, reference) = next.swap_remove(chance.below(next.len()));
        }
    }
    assert!(ends > seen / 200, "{ends} ends in {seen} positions");
}

/// The first position of a game in any variant; in half of them all stones are scattered, also over the
/// stores.
fn random_mancala(chance: &mut Chance) -> (mancala::Position, Ring) {
    let variant = Variant {
        pits: 1 + chance.below(MAX_PITS) as u8,
        stones: 1 + chance.below(usize::from(*STONES.end())) as u8,
        capture: chance.one_of([Capture::Opposite, Capture::OppositeOrSelf, Capture::Never]),
        sowing: chance.one_of([Sowing::Single, Sowing::Relay]),
        extra_turn: chance.one_of([true, false]),
        leftovers: chance.one_of([Leftovers::Owner, Leftovers::Emptier, Leftovers::Nobody]),
        direction: chance.one_of([Direction::CounterClockwise, Direction::Clockwise]),
        // Swaps are tested in `crates/trial`: this test is about sowing.
        pie_rule: false,
        first_move: FirstMove::South,
    };
    let to_move = chance.one_of(Side::BOTH);
    let mut reference = Ring::new(&variant, to_move.index());
    let holes = reference.ring.len();
    if chance.below(2) == 0 {
        let stones = reference.ring.iter().sum();
        reference.ring.fill(0);
        (0..stones).for_each(|_| reference.ring[chance.below(holes)] += 1);
        let half = holes / 2;
        if [0, half].iter().any(|row| reference.ring[*row..row + half - 1].iter().sum::<u32>() == 0) {
            return random_mancala(chance);
        }
    }
    let pits = |side: Side| (0..variant.pits).map(move |index| (side, index));
    let row = |side| {
        let places = pits(side).map(|(side, index)| Ring::place(&variant, side.index(), index));
        places.map(|place| reference.ring[place] as u8).collect()
    };
    let stores = [holes / 2 - 1, holes - 1].map(|store| reference.ring[store] as u8);
    let parts = Parts { variant, rows: Side::BOTH.map(row), stores, to_move, turn: 1, can_swap: false };
    let position = mancala::Position::from_parts(&parts).unwrap_or_else(|why| panic!("{parts:?}: {why}"));
    (position, reference)
}

/// Compares a position and its successors, which it returns.
fn compare_mancala(position: &mancala::Position, reference: &Ring) -> Vec<(mancala::Position, Ring)> {
    let variant = position.variant();
    let place = |pit: Pit| Ring::place(variant, pit.side.index(), pit.index);
    let pits = (0..variant.pits).map(|index| Pit { side: Side::BOTH[reference.mover], index });
    let full: Vec<Pit> = pits.filter(|pit| !reference.over && reference.ring[place(*pit)] > 0).collect();
    assert_eq!(position.legal_pits().collect::<Vec<_>>(), full, "{position:?}");
    let after = full.into_iter().map(|pit| {
        let mut expected = reference.clone();
        expected.sow(variant, place(pit));
        let after = position.play_with(Move::Sow(pit), |_| ());
        let after = after.unwrap_or_else(|why| panic!("{pit:?} in {position:?}: {why}"));
        assert_eq!(ring(&after), expected.ring, "{pit:?} in {position:?}");
        let half = expected.ring.len() / 2;
        let points = [half - 1, 2 * half - 1].map(|store| expected.ring[store]);
        let outcome = match points[0].cmp(&points[1]) {
            _ if !expected.over => None,
            std::cmp::Ordering::Equal => Some(Outcome::Draw),
            std::cmp::Ordering::Greater => Some(Outcome::Win(Side::First)),
            std::cmp::Ordering::Less => Some(Outcome::Win(Side::Second)),
        };
        assert_eq!(after.outcome(), outcome, "{pit:?} in {position:?}");
        assert!(expected.over || expected.mover == after.to_move().index(), "{pit:?} in {position:?}");
        (after, expected)
    });
    after.collect()
}

#[test]
fn s1_every_mapello_move_matches_the_slow_reference() {
    let mut chance = Chance(2);
    let (mut seen, mut ends) = (0, 0);
    while seen < positions() {
        let (mut position, mut reference) = random_mapello(&mut chance);
        loop {
            seen += 1;
            compare_mapello(&position, &reference);
            let legal = reference.legal();
            if legal.is_empty() {
                ends += 1;
                break;
            }
            let (row, column) = legal[chance.below(legal.len())];
            let cell = Cell::at(row as u8 - 1, column as u8 - 1);
            let played = cell.map(|cell| position.play(cell));
            let Some(Ok((after, _))) = played else { panic!("{cell:?} in {position:?}: {played:?}") };
            (position, _) = (after, reference.play((row, column)));
        }
    }
    assert!(ends > seen / 200, "{ends} ends in {seen} positions");
}

/// The first position of a game on a board with any number of extras; in half of them discs lie anywhere.
fn random_mapello(chance: &mut Chance) -> (mapello::Position, Squares) {
    let (extras, discs) = (chance.below(40), chance.one_of([0, 0, 20, 60]));
    let mut sign = |row: usize, column: usize| {
        let (any, colour, extra) = (chance.below(100), chance.below(2), chance.below(100) < extras);
        let centre = (4..=5).contains(&row) && (4..=5).contains(&column);
        match ([0, 9].contains(&row) || [0, 9].contains(&column), extra) {
            (true, false) => '#',
            (true, true) => 'J',
            _ if centre && discs == 0 => [['X', 'O'], ['O', 'X']][row - 4][column - 4],
            _ if centre || any < discs => ['X', 'O'][colour],
            (false, true) => ['#', '*'][colour],
            (false, false) => '.',
        }
    };
    let rows = (0..10).map(|row| (0..10).map(|column| sign(row, column)).collect::<String>());
    let drawing = rows.collect::<Vec<_>>().join("/");
    let position = read_position(&drawing).unwrap_or_else(|why| panic!("{drawing}: {why}"));
    (position, Squares::new(&drawing))
}

/// Compares a position: the side to move, the points, and for both sides every cell with the discs it flips.
fn compare_mapello(position: &mapello::Position, reference: &Squares) {
    assert_eq!(reference.over, position.outcome().is_some(), "{position:?}");
    assert_eq!(reference.score(), Side::BOTH.map(|side| u32::from(position.score(side))), "{position:?}");
    for (side, sign) in Side::BOTH.into_iter().zip(['X', 'O']) {
        assert!(reference.over || (reference.mover == sign) == (position.to_move() == side), "{position:?}");
        let (own, other) = (position.discs(side), position.discs(side.other()));
        let mut moves = 0;
        for cell in Cell::all_of(!(own | other | position.terrain().board().walls())) {
            let square = (usize::from(cell.row()) + 1, usize::from(cell.column()) + 1);
            let bit = |(row, column): Square| 1_u64 << ((row - 1) * 8 + column - 1);
            let flips = reference.flips(sign, square).into_iter().fold(0, |set, square| set | bit(square));
            assert_eq!(
                position.terrain().flips(own, other, cell.bit()),
                flips,
                "{side:?} {cell:?} {position:?}"
            );
            moves |= if flips == 0 { 0 } else { cell.bit() };
        }
        assert_eq!(position.moves_of(side), moves, "{side:?} {position:?}");
    }
}
