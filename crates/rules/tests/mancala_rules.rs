//! Tests of the rules of Kalah by example: the worked example of the rules, and every borderline case they
//! name.

mod common;
#[path = "common/sown.rs"]
mod sown;

use common::{after, position};
use rules::mancala::{Hole, Pit, Step, Variant};
use rules::{IllegalMove, Move, Outcome, Side};
use sown::play_move;

const START: &str = "4,4,4,4,4,4/4,4,4,4,4,4 0 0 S 1";

fn kalah() -> Variant {
    Variant::default()
}

fn south(index: u8) -> Pit {
    Pit { side: Side::First, index }
}

fn north(index: u8) -> Pit {
    Pit { side: Side::Second, index }
}

fn outcome_of(steps: &[Step]) -> Option<Outcome> {
    match steps.last() {
        Some(Step::End(outcome)) => Some(*outcome),
        _ => None,
    }
}

#[test]
fn the_worked_example_of_the_rules_plays_out_as_drawn() {
    assert_eq!(after(START, kalah(), "E"), "4,4,4,4,5,5/4,4,4,4,0,5 1 0 N 2");
    assert_eq!(after(START, kalah(), "E c"), "5,5,5,0,5,5/4,4,4,4,0,5 1 1 N 2");
    let south_again = "5,5,5,0,5,5/4,4,4,4,0,5 1 1 S 3";
    assert_eq!(after(south_again, kalah(), "A x5"), "5,5,5,0,0,5/0,5,5,5,0,5 7 1 N 4");
}

#[test]
fn stones_go_counter_clockwise_and_never_into_the_opponents_store() {
    assert_eq!(after("0,0,0,0,0,1/0,0,1,0,0,10 0 0 S 1", kalah(), "F"), "1,1,1,1,1,2/1,1,2,0,0,0 1 0 N 2");
}

#[test]
fn a_last_stone_in_the_own_store_gives_unlimited_extra_turns() {
    assert_eq!(
        after("1,0,0,0,0,0/1,1,1,3,2,1 0 0 S 1", kalah(), "F-E-F-D-F"),
        "1,0,0,0,0,0/1,1,1,0,1,0 5 0 S 1"
    );
}

#[test]
fn a_last_stone_in_an_empty_own_pit_captures_the_opposite_pit() {
    let (end, steps) = play_move("0,0,0,5,0,0/1,0,1,0,0,1 0 0 S 1", kalah(), "C");
    assert_eq!(end, "0,0,0,0,0,0/0,0,0,0,0,0 8 0 S 1");
    assert_eq!(
        steps,
        [
            Step::Lift { from: south(2), stones: 1 },
            Step::Drop { into: Hole::Pit(south(3)) },
            Step::Capture {
                by: Side::First,
                last: south(3),
                opposite: north(2),
                from_last: 1,
                from_opposite: 5
            },
            Step::Sweep { from: south(0), stones: 1, to: Side::First },
            Step::Sweep { from: south(5), stones: 1, to: Side::First },
            Step::End(Outcome::Win(Side::First)),
        ]
    );
}

#[test]
fn with_the_opposite_pit_empty_nothing_is_captured_and_the_stone_stays() {
    assert_eq!(after("2,0,0,0,0,2/1,0,1,0,0,1 0 0 S 1", kalah(), "A"), "2,0,0,0,0,2/0,1,1,0,0,1 0 0 N 2");
}

#[test]
fn a_last_stone_in_an_empty_pit_of_the_opponent_captures_nothing() {
    assert_eq!(after("4,4,4,4,4,0/4,4,4,4,4,2 0 0 S 1", kalah(), "F"), "4,4,4,4,4,1/4,4,4,4,4,0 1 0 N 2");
}

#[test]
fn thirteen_stones_end_in_the_pit_they_came_from_which_captures() {
    assert_eq!(after("1,1,1,1,1,1/0,0,13,0,0,0 0 0 S 1", kalah(), "C"), "2,2,0,2,2,2/1,1,0,1,1,1 4 0 N 2");
    assert_eq!(after("0,0,0,0,0,1/0,13,0,0,0,0 0 0 S 1", kalah(), "B x1"), "1,0,1,1,1,2/1,0,1,1,1,1 3 0 N 2");
}

#[test]
fn fourteen_stones_pass_the_pit_they_came_from() {
    assert_eq!(after("1,1,1,1,1,1/0,0,14,0,0,0 0 0 S 1", kalah(), "C"), "2,2,2,2,2,2/1,1,1,2,1,1 1 0 N 2");
}

#[test]
fn a_capture_that_empties_both_sides_ends_the_game_with_nothing_to_sweep() {
    let (end, steps) = play_move("0,1,0,0,0,0/1,0,0,0,0,0 3 3 S 9", kalah(), "A");
    assert_eq!(end, "0,0,0,0,0,0/0,0,0,0,0,0 5 3 S 9");
    assert!(!steps.iter().any(|step| matches!(step, Step::Sweep { .. })));
    assert_eq!(outcome_of(&steps), Some(Outcome::Win(Side::First)));
}

#[test]
fn a_last_stone_in_the_store_ends_the_game_if_the_own_side_is_empty() {
    let (end, steps) = play_move("0,0,2,0,0,0/0,0,0,0,0,1 3 3 S 9", kalah(), "F");
    assert_eq!(end, "0,0,0,0,0,0/0,0,0,0,0,0 4 5 S 9");
    assert!(!steps.contains(&Step::ExtraTurn(Side::First)));
    assert_eq!(outcome_of(&steps), Some(Outcome::Win(Side::Second)));
}

#[test]
fn the_game_ends_when_the_mover_sows_their_last_stones() {
    let (end, steps) = play_move("1,1,1,1,1,1/0,0,0,0,0,3 0 0 S 1", kalah(), "F");
    assert_eq!(end, "0,0,0,0,0,0/0,0,0,0,0,0 1 8 S 1");
    assert_eq!(outcome_of(&steps), Some(Outcome::Win(Side::Second)));
}

#[test]
fn the_game_ends_when_a_capture_empties_the_opponents_side() {
    let (end, steps) = play_move("0,3,0,0,0,0/1,0,1,0,0,0 0 0 S 1", kalah(), "A");
    assert_eq!(end, "0,0,0,0,0,0/0,0,0,0,0,0 5 0 S 1");
    assert_eq!(outcome_of(&steps), Some(Outcome::Win(Side::First)));
}

#[test]
fn equal_stores_at_the_end_are_a_draw() {
    let (_, steps) = play_move("1,0,0,0,0,0/0,0,0,0,0,1 3 3 S 9", kalah(), "F");
    assert_eq!(outcome_of(&steps), Some(Outcome::Draw));
}

#[test]
fn an_illegal_move_is_refused_with_the_reason() {
    let start = position("4,4,4,4,4,4/4,4,0,4,4,4 0 0 S 1", kalah());
    let sow = rules::mancala::Move::Sow;
    assert_eq!(start.check(sow(south(2))), Err(IllegalMove::EmptyPit));
    assert_eq!(start.check(sow(north(2))), Err(IllegalMove::WrongSide));
    assert_eq!(start.check(sow(south(6))), Err(IllegalMove::NoSuchPit));
    assert_eq!(start.check(sow(north(255))), Err(IllegalMove::NoSuchPit));
    assert_eq!(start.check(rules::mancala::Move::Swap), Err(IllegalMove::SwapNotAllowed));
    let over = rules::Position::Mancala(position("0,0,0,0,0,0/0,0,0,0,0,0 5 5 S 1", kalah()));
    assert_eq!(over.play(Move::Mancala(sow(south(0)))), Err(IllegalMove::GameOver));
    assert_eq!(over.check(Move::Mancala(rules::mancala::Move::Swap)), Err(IllegalMove::GameOver));
    assert!(over.legal_moves().is_empty());
    assert_eq!(IllegalMove::WrongSide.to_string(), "That's your opponent's pit.");
}

#[test]
fn the_score_is_the_number_of_stones_in_the_stores() {
    let position = rules::Position::Mancala(position("4,4,4,4,5,5/4,4,4,4,0,5 1 2 N 2", kalah()));
    assert_eq!(position.score(), [1, 2]);
    assert_eq!((position.turn(), position.to_move()), (2, Side::Second));
}
