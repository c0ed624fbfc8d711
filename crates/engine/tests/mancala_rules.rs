//! Solved positions of Mancala against plain minimax over the rules and against published values: value, best move and
//! principal variation.

#[path = "common/mancala.rs"]
mod common;

use std::collections::HashMap;

use common::{Rng, difference, late_position, random_variant};
use engine::mancala::{self, Objective, SearchOptions};
use engine::{Limits, SearchResult};
use rules::mancala::{Capture, Position, Setup, Sowing, Variant};
use rules::{Move, Side};

const OPTIONS: SearchOptions =
    SearchOptions { objective: Objective::ExactValue, table_bytes: 1 << 20, endgame_stones: 0 };

/// South's final lead by plain minimax; `known` memoizes it by hash. `None` when there are more positions than
/// `max_positions`.
fn minimax(position: &Position, known: &mut HashMap<u64, i32>, max_positions: usize) -> Option<i32> {
    if position.outcome().is_some() {
        return Some(difference(position, Side::First));
    }
    if let Some(&value) = known.get(&position.hash()) {
        return Some(value);
    }
    if known.len() >= max_positions {
        return None;
    }
    let mut values = Vec::new();
    for mv in position.legal_moves() {
        let Ok(after) = position.play_with(mv, |_| ()) else { panic!("{mv:?} was said to be legal") };
        values.push(minimax(&after, known, max_positions)?);
    }
    let best = match position.to_move() {
        Side::First => values.into_iter().max(),
        Side::Second => values.into_iter().min(),
    }?;
    known.insert(position.hash(), best);
    Some(best)
}

fn solve(position: &Position) -> SearchResult {
    mancala::solve(position, &mut Limits::new(&mut || false), &OPTIONS)
}

/// The final lead of the side to move after the principal variation; `None` if that does not end the game.
fn lead_after(position: &Position, pv: &[Move]) -> Option<i32> {
    let mut last = *position;
    for mv in pv {
        let Some(mv) = mv.as_mancala() else { panic!("{mv:?} is of another game") };
        last = last.play_with(mv, |_| ()).unwrap_or_else(|why| panic!("{mv:?} in {last:?}: {why}"));
    }
    last.outcome().map(|_| difference(&last, position.to_move()))
}

#[test]
fn late_positions_of_random_variants_match_minimax() {
    let mut rng = Rng(1);
    let (mut checked, mut relays) = (0, 0);
    while checked < 250 {
        let variant = random_variant(&mut rng);
        let position = late_position(&mut rng, variant);
        if check_against_minimax(&position, 1_500).is_some() {
            checked += 1;
            relays += usize::from(variant.sowing == Sowing::Relay);
        }
    }
    assert!((20..230).contains(&relays), "{relays} relays");
}

#[test]
fn pie_rule_first_turns_and_swap_decisions_match_minimax() {
    let mut rng = Rng(2);
    let (mut starts, mut swaps, mut stays) = (0, 0, 0);
    while starts < 10 || swaps < 10 || stays < 10 {
        let stones = 1 + rng.below(2) as u8;
        let variant = Variant { pits: 3, stones, pie_rule: true, ..random_variant(&mut rng) };
        let mut position = Position::start(&Setup::new(variant, 1));
        starts += usize::from(check_against_minimax(&position, 4_000).is_some());
        while let Some(mv) = rng.pick(position.legal_moves()).filter(|_| !position.can_swap()) {
            position = position.play_with(mv, |_| ()).expect("a legal move");
        }
        match check_against_minimax(&position, 4_000).and_then(|result| result.mv) {
            Some(Move::Mancala(rules::mancala::Move::Swap)) => swaps += 1,
            Some(_) => stays += 1,
            None => (),
        }
    }
}

/// Solves a position with every objective and compares value and principal variation with minimax; `None` when minimax
/// has more positions than `max_positions`.
fn check_against_minimax(position: &Position, max_positions: usize) -> Option<SearchResult> {
    let value = minimax(position, &mut HashMap::new(), max_positions)?;
    let own = if position.to_move() == Side::First { value } else { -value };
    for (objective, endgame_stones, value) in [
        (Objective::ExactValue, 4, own),
        (Objective::Outcome, 0, own.signum()),
        (Objective::BestMove, 0, own),
    ] {
        let options = SearchOptions { objective, endgame_stones, ..OPTIONS };
        let result = mancala::solve(position, &mut Limits::new(&mut || false), &options);
        assert_eq!((result.value, result.proved), (100 * value, true), "{options:?} {position:?}");
    }
    let result = solve(position);
    assert!(result.proved, "{position:?}");
    assert_eq!(result.value, 100 * own, "{position:?}");
    assert_eq!(result.mv, result.pv.first().copied());
    assert_eq!(lead_after(position, &result.pv), Some(own), "{:?} of {position:?}", result.pv);
    Some(result)
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

/// Rows of pits, stones, and the value for the first player with captures `Opposite` and `OppositeOrSelf`. Source:
/// Irving, Donkers, Uiterwijk, "Solving Kalah" (2000); two pits, and four pits with two stones, by exhaustive search of
/// this project.
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
            let result = mancala::solve(&start, &mut Limits::new(&mut || false), &options);
            assert_eq!((result.value, result.proved), (100 * value, true), "{pits}, {stones}, {capture:?}");
            assert_eq!(lead_after(&start, &result.pv), Some(value), "{pits}, {stones}, {capture:?}");
        }
    }
}

#[test]
fn a_finished_game_has_no_move_and_the_stores_as_value() {
    let mut rng = Rng(3);
    for _ in 0..100 {
        let variant = random_variant(&mut rng);
        let mut position = late_position(&mut rng, variant);
        while let Some(mv) = rng.pick(position.legal_moves()) {
            position = position.play_with(mv, |_| ()).expect("a legal move");
        }
        let result = solve(&position);
        assert_eq!((result.mv, result.pv.len(), result.proved), (None, 0, true));
        assert_eq!(result.value, 100 * difference(&position, position.to_move()));
    }
}
