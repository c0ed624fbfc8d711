//! The examples and sentences of the specification, in its order.

#![allow(clippy::unwrap_used, reason = "a test that finds nothing where something must be has failed")]

mod common;

use common::{Dialogue, position};
use kgp::{Argument, Command, parse};
use rules::mancala::notation::write_kgp;

fn parsed(line: &str) -> Command {
    parse(line.as_bytes()).unwrap().unwrap()
}

#[test]
#[allow(clippy::approx_constant, reason = "the specification's own example")]
fn every_kind_of_argument_is_known_by_how_it_is_written() {
    let line = r#"set 32 +0 -100 0.0 +3.141 -.123 single-word "with double quotes" "like \" this""#;
    let expected = [
        Argument::Integer(32),
        Argument::Integer(0),
        Argument::Integer(-100),
        Argument::Real(0.0),
        Argument::Real(3.141),
        Argument::Real(-0.123),
        Argument::Word("single-word".to_owned()),
        Argument::text("with double quotes"),
        Argument::text("like \" this"),
    ];
    assert_eq!(parsed(line).arguments, expected);
}

#[test]
fn the_board_of_the_specification_is_a_position() {
    let board = "<3,10,2,1,2,3,4,2,0>";
    let numbers = vec![3, 10, 2, 1, 2, 3, 4, 2, 0];
    assert_eq!(parsed(&format!("4 state {board}")).arguments, [Argument::Board(numbers)]);
    assert_eq!(write_kgp(&position(board)), board);
}

#[test]
fn numbers_of_a_command_and_of_its_reference_are_told_apart() {
    let numbers = |line| (parsed(line).id, parsed(line).reference);
    assert_eq!(numbers("4 state <3,0,0,3,3,3,3,3,3>"), (Some(4), None));
    assert_eq!(numbers("@4 move 1"), (None, Some(4)));
    assert_eq!(numbers("6@4 stop"), (Some(6), Some(4)));
    assert_eq!(numbers("mode freeplay"), (None, None));
}

#[test]
fn the_server_begins_with_its_version() {
    let mut dialogue = Dialogue::new();
    assert_eq!(dialogue.take(), ["s: kgp 1 0 0", "s: set info:name \"Duello\""]);
}

#[test]
fn an_unknown_activity_is_an_error_and_the_end() {
    let mut dialogue = Dialogue::new();
    let answer = dialogue.answer("1 mode chess");
    assert_eq!(answer, ["s: 2@1 error \"Unsupported activity\"", "s: goodbye", "close"]);
    assert!(dialogue.connection.is_over());
}

#[test]
fn an_unknown_option_ends_nothing() {
    let mut dialogue = Dialogue::new();
    assert!(dialogue.answer("set fancy:colour red").is_empty());
    assert_eq!(dialogue.answer("set info:name \"Greedy\""), ["Name(\"Greedy\")"]);
    assert_eq!(dialogue.answer("3 mode freeplay"), ["s: 2@3 ok \"mode\"", "ready Freeplay"]);
}

#[test]
fn the_dialogue_of_freeplay() {
    let mut dialogue = Dialogue::playing("freeplay");
    // The specification counts from 4 as well: the answer to `mode` was 2.
    dialogue.ask_until("<3,0,0,3,3,3,3,3,3>", Some(1_000)).unwrap();
    dialogue.client("@4 move 1");
    dialogue.wait(1_000);
    dialogue.ask("<3,1,3,0,4,4,4,3,3>").unwrap();
    dialogue.client("@8 move 3");
    dialogue.client("@8 move 2");
    dialogue.client("@8 yield");
    let expected = [
        "s: 4 state <3,0,0,3,3,3,3,3,3>",
        "s: 6@4 stop",
        "decided 4: Some(1)",
        "s: 8 state <3,1,3,0,4,4,4,3,3>",
        "s: 10@8 stop",
        "decided 8: Some(2)",
    ];
    assert_eq!(dialogue.take(), expected);
}

#[test]
fn a_move_after_stop_is_silently_ignored() {
    let mut dialogue = Dialogue::playing("freeplay");
    dialogue.ask_until("<3,0,0,3,3,3,3,3,3>", Some(1_000)).unwrap();
    dialogue.wait(1_000);
    assert!(dialogue.answer("@4 move 1").is_empty());
    assert!(dialogue.answer("@4 move 99").is_empty());
    assert!(dialogue.answer("@4 yield").is_empty());
}

#[test]
fn without_a_move_the_server_draws_one() {
    let mut dialogue = Dialogue::playing("freeplay");
    dialogue.ask_until("<3,0,0,0,3,3,3,3,3>", Some(1_000)).unwrap();
    dialogue.take();
    dialogue.wait(1_000);
    assert_eq!(dialogue.take(), ["s: 6@4 stop", "decided 4: None"]);
    let position = position("<3,0,0,0,3,3,3,3,3>");
    let drawn = |random| kgp::pit_number(kgp::pick(&position, random).unwrap());
    assert_eq!((drawn(0), drawn(1), drawn(2), drawn(u64::MAX)), (2, 3, 2, 3));
}

#[test]
fn a_slow_client_of_simple_is_understood() {
    let mut dialogue = Dialogue::playing("simple");
    let first = dialogue.ask("<4,0,0,3,0,0,0,1,1,1,1>").unwrap();
    dialogue.client("move 1");
    dialogue.withdraw(first);
    dialogue.ask("<3,1,0,0,4,4,3,3,3>").unwrap();
    // These are still of the first state, so an illegal one is no error.
    ["move 1", "move 1", "yield"].iter().for_each(|line| dialogue.client(line));
    ["move 2", "move 3"].iter().for_each(|line| dialogue.client(line));
    dialogue.client("yield");
    let expected = [
        "s: state <4,0,0,3,0,0,0,1,1,1,1>",
        "s: stop",
        "s: state <3,1,0,0,4,4,3,3,3>",
        "s: stop",
        "decided 6: Some(3)",
    ];
    assert_eq!(dialogue.take(), expected);
}

#[test]
fn an_impatient_server_and_a_slow_client_of_simple_meet_again() {
    let mut dialogue = Dialogue::playing("simple");
    for _ in 0..3 {
        let id = dialogue.ask("<3,0,0,3,3,3,3,3,3>").unwrap();
        dialogue.withdraw(id);
    }
    ["yield", "yield", "yield"].iter().for_each(|line| dialogue.client(line));
    dialogue.ask("<3,0,0,3,3,3,3,3,3>").unwrap();
    dialogue.take();
    dialogue.client("move 2");
    dialogue.client("yield");
    assert_eq!(dialogue.take(), ["s: stop", "decided 10: Some(2)"]);
}

#[test]
fn a_ping_of_either_side_is_answered() {
    let mut dialogue = Dialogue::playing("freeplay");
    assert_eq!(dialogue.answer("7 ping"), ["s: 4@7 pong"]);
    dialogue.wait(30_000);
    assert_eq!(dialogue.take(), ["s: 6 ping \"Are you there?\""]);
    dialogue.client("9@6 pong \"Are you there?\"");
    dialogue.wait(29_999);
    assert!(dialogue.take().is_empty());
}

#[test]
fn how_a_game_ended_is_told_as_an_option() {
    let dialogue = Dialogue::playing("freeplay");
    let out = dialogue.connection.tell_result("ABCDEFGH-1", kgp::GameResult::Draw);
    let sent = out.iter().map(|output| match output {
        kgp::Output::Send(command) => command.to_string(),
        other => format!("{other:?}"),
    });
    assert_eq!(sent.collect::<Vec<_>>(), ["set game:id \"ABCDEFGH-1\"", "set game:result draw"]);
}

#[test]
fn the_hints_of_a_game_stand_before_its_state() {
    let mut dialogue = Dialogue::playing("freeplay");
    let hints = kgp::Hints {
        game: Some("ABCDEFGH-1".to_owned()),
        uri: Some("https://duello.example/r/ABCDEFGH".to_owned()),
        opponent: Some("Anna \"the bot\"".to_owned()),
        time_mode: Some(kgp::TimeMode::Relative),
        clock: Some(5),
        opponent_clock: None,
    };
    let mut asked = || {
        let (_, out) = dialogue.connection.ask(&common::start(3, 3), None, &hints).unwrap();
        out.iter().map(|output| format!("{output:?}").contains("time:mode")).collect::<Vec<_>>()
    };
    assert_eq!(asked(), [false, false, false, true, false, false]);
    // How time is counted has not changed.
    assert_eq!(asked(), [false; 5]);
}
