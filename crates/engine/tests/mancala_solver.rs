//! The solver that keeps its memory: the same values as a search of each position on its own.

#[path = "common/mancala.rs"]
mod common;

use common::{Rng, early_position, late_position, random_variant};
use engine::Limits;
use engine::mancala::{self, Objective, SearchOptions, Solver};
use rules::mancala::{Position, Variant};

const TABLE: usize = 1 << 18;

/// The value of a position by a search that knows nothing of others; `None` if that takes too many nodes.
fn fresh_value(position: &Position) -> Option<i32> {
    let options = SearchOptions { objective: Objective::ExactValue, table_bytes: 1 << 20, endgame_stones: 0 };
    let mut never = || false;
    let mut limits = Limits::new(&mut never);
    limits.nodes = 200_000;
    let result = mancala::solve(position, &mut limits, &options);
    result.proved.then_some(result.value / 100)
}

#[test]
fn kept_memory_changes_no_value_of_any_variant() {
    let mut rng = Rng(41);
    let mut checked = 0;
    for _ in 0..30 {
        let variant = random_variant(&mut rng);
        let mut solver = Solver::new(variant, TABLE, 4);
        for _ in 0..8 {
            let position = late_position(&mut rng, variant);
            let Some(value) = fresh_value(&position) else { continue };
            checked += 1;
            let (lowest, highest) = (rng.below(9) as i32 - 6, rng.below(9) as i32 + 3);
            let (mut never, mut nor) = (|| false, || false);
            let (limits, others) = (&mut Limits::new(&mut never), &mut Limits::new(&mut nor));
            let within = solver.value_within(&position, lowest, highest, limits);
            assert_eq!(within, Some(value.clamp(lowest, highest)), "{position:?}");
            assert_eq!(solver.value(&position, others), Some(value), "{position:?}");
        }
    }
    assert!(checked > 100, "{checked} positions");
}

#[test]
fn move_values_are_the_values_after_each_move() {
    let mut rng = Rng(42);
    let variant = Variant { pits: 4, stones: 2, ..Variant::default() };
    let mut solver = Solver::new(variant, TABLE, 6);
    for moves in 0..8 {
        let position = early_position(&mut rng, variant, moves);
        let mut never = || false;
        let values = solver.move_values(&position, &mut Limits::new(&mut never)).expect("values");
        assert_eq!(values.len(), position.legal_moves().count());
        for (mv, value) in values {
            let after = position.play_with(mv, |_| ()).expect("a legal move");
            let sign = if after.to_move() == position.to_move() { 1 } else { -1 };
            assert_eq!(Some(sign * value), fresh_value(&after), "{mv:?} of {position:?}");
        }
    }
}

#[test]
fn a_repeated_question_costs_fewer_nodes() {
    let variant = Variant { pits: 4, stones: 3, ..Variant::default() };
    let position = early_position(&mut Rng(43), variant, 4);
    let mut solver = Solver::new(variant, 16 << 20, 8);
    let mut ask = || {
        let mut never = || false;
        let mut limits = Limits::new(&mut never);
        (solver.value(&position, &mut limits), limits.node_count())
    };
    let (first, again) = (ask(), ask());
    assert_eq!(first.0, again.0);
    assert!(again.1 * 20 < first.1, "{first:?} {again:?}");
}

#[test]
fn a_node_limit_gives_no_value_and_leaves_the_solver_usable() {
    let variant = Variant { pits: 4, stones: 3, ..Variant::default() };
    let position = early_position(&mut Rng(44), variant, 6);
    let mut solver = Solver::new(variant, TABLE, 6);
    let mut never = || false;
    let mut limits = Limits::new(&mut never);
    limits.nodes = 500;
    assert_eq!(solver.value(&position, &mut limits), None);
    assert!(limits.node_count() <= 501, "{}", limits.node_count());
    let mut nor = || false;
    assert_eq!(solver.value(&position, &mut Limits::new(&mut nor)), fresh_value(&position));
    let other = early_position(&mut Rng(45), Variant::default(), 2);
    assert_eq!(solver.value(&other, &mut Limits::new(&mut || false)), None, "a position of another variant");
}
