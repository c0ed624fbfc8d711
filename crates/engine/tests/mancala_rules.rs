//! What the engine says holds by the rules: its lines are legal, they end the game where it says, and nothing else than its
//! value can be reached against best play. The judge is plain minimax over the positions of the rules.

#[path = "common/mancala.rs"]
mod common;

use std::collections::HashMap;

use common::{Chance, difference, late_position, variant};
use engine::mancala::{self, Objective, SearchOptions};
use engine::{Limits, SearchResult};
use rules::mancala::{Capture, Position, Setup, Sowing, Variant};
use rules::{Move, Side};

const OPTIONS: SearchOptions =
    SearchOptions { objective: Objective::ExactValue, table_bytes: 1 << 20, endgame_stones: 0 };

/// What a position is worth to South, by trying everything; `known` by hash. None when that is too much.
fn minimax(position: &Position, known: &mut HashMap<u64, i32>, most: usize) -> Option<i32> {
    if position.outcome().is_some() {
        return Some(difference(position, Side::First));
    }
    if let Some(&value) = known.get(&position.hash()) {
        return Some(value);
    }
    if known.len() >= most {
        return None;
    }
    let mut values = Vec::new();
    for mv in position.legal_moves() {
        let Ok(after) = position.play_with(mv, |_| ()) else { panic!("{mv:?} was said to be legal") };
        values.push(minimax(&after, known, most)?);
    }
    let best = match position.to_move() {
        Side::First => values.into_iter().max(),
        Side::Second => values.into_iter().min(),
    }?;
    known.insert(position.hash(), best);
    Some(best)
}

fn search(position: &Position) -> SearchResult {
    mancala::solve(position, &mut Limits::new(&mut || false), &OPTIONS)
}

/// Plays the line and says what its last position is worth to the side to move in the first.
fn end_of(position: &Position, line: &[Move]) -> Option<i32> {
    let mut last = *position;
    for mv in line {
        let Some(mv) = mv.as_mancala() else { panic!("{mv:?} is of another game") };
        last = last.play_with(mv, |_| ()).unwrap_or_else(|why| panic!("{mv:?} in {last:?}: {why}"));
    }
    last.outcome().map(|_| difference(&last, position.to_move()))
}

#[test]
fn a_late_position_of_any_variant_has_the_value_and_the_line_of_minimax() {
    let mut chance = Chance(1);
    let (mut checked, mut relays) = (0, 0);
    while checked < 250 {
        let variant = variant(&mut chance);
        let position = late_position(&mut chance, variant);
        if agrees_with_minimax(&position, 1_500).is_some() {
            checked += 1;
            relays += usize::from(variant.sowing == Sowing::Relay);
        }
    }
    assert!((20..230).contains(&relays), "{relays} relays");
}

#[test]
fn under_the_pie_rule_a_game_has_the_value_of_minimax_before_and_after_the_first_turn() {
    let mut chance = Chance(2);
    let (mut starts, mut swaps, mut stays) = (0, 0, 0);
    while starts < 10 || swaps < 10 || stays < 10 {
        let stones = 1 + chance.below(2) as u8;
        let variant = Variant { pits: 3, stones, pie_rule: true, ..variant(&mut chance) };
        let mut position = Position::start(&Setup::new(variant, 1));
        starts += usize::from(agrees_with_minimax(&position, 4_000).is_some());
        while let Some(mv) = chance.pick(position.legal_moves()).filter(|_| !position.can_swap()) {
            position = position.play_with(mv, |_| ()).expect("a legal move");
        }
        match agrees_with_minimax(&position, 4_000).and_then(|answer| answer.mv) {
            Some(Move::Mancala(rules::mancala::Move::Swap)) => swaps += 1,
            Some(_) => stays += 1,
            None => (),
        }
    }
}

/// Solves a position and compares everything with minimax, if that is not too much for it.
fn agrees_with_minimax(position: &Position, most: usize) -> Option<SearchResult> {
    let value = minimax(position, &mut HashMap::new(), most)?;
    let own = if position.to_move() == Side::First { value } else { -value };
    for (objective, endgame_stones, value) in [
        (Objective::ExactValue, 4, own),
        (Objective::Outcome, 0, own.signum()),
        (Objective::BestMove, 0, own),
    ] {
        let options = SearchOptions { objective, endgame_stones, ..OPTIONS };
        let answer = mancala::solve(position, &mut Limits::new(&mut || false), &options);
        assert_eq!((answer.value, answer.proved), (100 * value, true), "{options:?} {position:?}");
    }
    let answer = search(position);
    assert!(answer.proved, "{position:?}");
    assert_eq!(answer.value, 100 * own, "{position:?}");
    assert_eq!(answer.mv, answer.pv.first().copied());
    assert_eq!(end_of(position, &answer.pv), Some(own), "{:?} of {position:?}", answer.pv);
    Some(answer)
}

#[test]
fn small_boards_have_the_published_values() {
    check_values(&[[2, 4, -10, -12], [3, 4, 2, 2], [4, 2, 6, 6], [4, 3, 6, 8], [5, 3, 6, 8], [6, 2, 6, 10]]);
}

#[test]
#[ignore = "takes minutes without optimisation, a minute with it"]
fn six_pits_have_the_published_values() {
    check_values(&[[6, 3, 2, 2], [6, 4, 8, 10]]);
}

/// Pits, stones, and the value for the player who starts with either capture. Irving, Donkers, Uiterwijk: Solving Kalah
/// (2000); those of two pits, and of four with two stones, by exhaustive search of this project.
fn check_values(rows: &[[i32; 4]]) {
    for &[pits, stones, opposite, own] in rows {
        for (capture, value) in [(Capture::Opposite, opposite), (Capture::OppositeOrSelf, own)] {
            let variant = Variant { pits: pits as u8, stones: stones as u8, capture, ..Variant::default() };
            let start = Position::start(&Setup::new(variant, 1));
            let options = SearchOptions {
                table_bytes: 128 << 20,
                endgame_stones: (2 * pits * stones / 3) as u32,
                ..OPTIONS
            };
            let answer = mancala::solve(&start, &mut Limits::new(&mut || false), &options);
            assert_eq!((answer.value, answer.proved), (100 * value, true), "{pits}, {stones}, {capture:?}");
            assert_eq!(end_of(&start, &answer.pv), Some(value), "{pits}, {stones}, {capture:?}");
        }
    }
}

#[test]
fn a_finished_game_has_no_move_and_the_value_of_its_stores() {
    let mut chance = Chance(3);
    for _ in 0..100 {
        let variant = variant(&mut chance);
        let mut position = late_position(&mut chance, variant);
        while let Some(mv) = chance.pick(position.legal_moves()) {
            position = position.play_with(mv, |_| ()).expect("a legal move");
        }
        let answer = search(&position);
        assert_eq!((answer.mv, answer.pv.len(), answer.proved), (None, 0, true));
        assert_eq!(answer.value, 100 * difference(&position, position.to_move()));
    }
}
