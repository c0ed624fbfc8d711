//! What agents send that break the protocol: a clear error to them, and nothing else.

#![allow(clippy::unwrap_used, reason = "a test that finds nothing where something must be has failed")]

mod common;

use common::{Dialogue, position, start};
use kgp::limits::{
    FAULT_WINDOW, MAX_ARGUMENTS, MAX_FAULTS, MAX_OWED_YIELDS, MAX_REQUESTS, MAX_TOKEN, REMEMBERED_REQUESTS,
};
use kgp::{Hints, Refused};
use rules::mancala::{Capture, Direction, Position, Setup, Variant};

/// The only line of an answer, which is an error with this reference.
fn error(dialogue: &mut Dialogue, line: &str, reference: &str) -> String {
    let answer = dialogue.answer(line);
    let [only] = answer.as_slice() else { panic!("{line}: {answer:?}") };
    let (number, text) = only.split_once(" error ").unwrap();
    assert!(number.ends_with(reference), "{line}: {only}");
    text.to_owned()
}

#[test]
fn an_error_names_the_line_that_it_is_about() {
    let mut dialogue = Dialogue::playing("freeplay");
    assert_eq!(error(&mut dialogue, "7 dance", "@7"), "\"unknown command dance\"");
    assert_eq!(error(&mut dialogue, "9 move", "@9"), "\"move needs the number of a pit\"");
    assert_eq!(error(&mut dialogue, "11 move 1", "@11"), "\"there is no such state\"");
    assert_eq!(error(&mut dialogue, "13@99 yield", "@13"), "\"there is no such state\"");
    assert_eq!(error(&mut dialogue, "15 mode simple", "@15"), "\"the mode cannot be changed\"");
    assert_eq!(error(&mut dialogue, "17 set x", "@17"), "\"set needs an option and a value\"");
    assert!(error(&mut dialogue, "19 set info:name 4", "@19").contains("must be a string"));
    assert!(error(&mut dialogue, "21 set info:name \"open", "@21").contains("quotation mark"));
    assert!(!error(&mut dialogue, "no reference", "").contains('@'));
}

#[test]
fn malformed_lines_say_what_is_wrong_with_them() {
    let mut dialogue = Dialogue::playing("freeplay");
    for (line, why) in [
        ("?!", "letters and digits"),
        ("99999999999999999999 ping", "64 bits"),
        ("ping \u{7}", "control characters"),
        ("move <1,2", "an argument must be"),
        ("move 1e5", "needs the number of a pit"),
        ("move 9999999999999999999999", "an argument must be"),
        ("set info:name \"a\"b", "a blank must follow"),
    ] {
        assert!(error(&mut dialogue, line, "").contains(why), "{line}");
    }
    dialogue.seen.clear();
    dialogue.bytes(b"ping \xff");
    assert!(dialogue.take()[0].contains("UTF-8"));
    let many = format!("ping{}", " 1".repeat(MAX_ARGUMENTS + 1));
    assert!(error(&mut dialogue, &many, "").contains("too many arguments"));
    assert!(dialogue.answer("").is_empty());
    assert!(dialogue.answer(" \t ").is_empty());
}

#[test]
fn an_illegal_move_is_an_error_and_leaves_the_last_legal_one() {
    let mut dialogue = Dialogue::playing("freeplay");
    dialogue.ask("<3,0,0,0,3,3,3,3,3>").unwrap();
    dialogue.client("1@4 move 2");
    assert_eq!(error(&mut dialogue, "3@4 move 1", "@3"), "\"illegal move 1: That pit is empty.\"");
    for number in ["0", "4", "-1", "9223372036854775807", "-9223372036854775808", "257", "256"] {
        assert!(error(&mut dialogue, &format!("@4 move {number}"), "").contains("no such pit"), "{number}");
    }
    assert_eq!(dialogue.answer("@4 yield"), ["s: 22@4 stop", "decided 4: Some(2)"]);
}

#[test]
fn a_line_with_a_number_that_was_used_is_not_carried_out() {
    let mut dialogue = Dialogue::playing("freeplay");
    dialogue.ask("<3,0,0,3,3,3,3,3,3>").unwrap();
    dialogue.client("1@4 move 1");
    assert!(error(&mut dialogue, "1@4 move 2", "@1").contains("used before"));
    assert_eq!(dialogue.answer("3@4 yield").last().unwrap(), "decided 4: Some(1)");
}

#[test]
fn of_several_open_states_a_move_has_to_say_which() {
    let mut dialogue = Dialogue::playing("freeplay");
    dialogue.ask("<3,0,0,3,3,3,3,3,3>").unwrap();
    dialogue.ask("<3,0,0,0,3,3,3,3,3>").unwrap();
    assert!(error(&mut dialogue, "move 1", "").contains("several states"));
    assert!(dialogue.answer("@4 move 1").is_empty());
    assert_eq!(dialogue.answer("@6 yield"), ["s: 10@6 stop", "decided 6: None"]);
    // Only one is open now, so that nothing has to be said.
    assert_eq!(dialogue.answer("yield"), ["s: 12@4 stop", "decided 4: Some(1)"]);
}

#[test]
fn what_comes_late_is_passed_over_however_old_it_is() {
    let mut dialogue = Dialogue::playing("freeplay");
    let first = dialogue.ask("<3,0,0,3,3,3,3,3,3>").unwrap();
    dialogue.withdraw(first);
    for _ in 0..=REMEMBERED_REQUESTS {
        let id = dialogue.ask("<3,0,0,3,3,3,3,3,3>").unwrap();
        dialogue.withdraw(id);
    }
    assert!(dialogue.answer(&format!("@{} move 1", first.0)).is_empty());
    assert_eq!(error(&mut dialogue, "@999999 move 1", ""), "\"there is no such state\"");
}

#[test]
fn a_flood_of_malformed_lines_ends_the_connection() {
    let mut dialogue = Dialogue::playing("freeplay");
    for _ in 0..MAX_FAULTS {
        assert!(error(&mut dialogue, "}{", "").contains("letters and digits"));
    }
    let answer = dialogue.answer("}{");
    assert!(answer[0].contains("too many errors"), "{answer:?}");
    assert_eq!(answer[1..], ["s: goodbye", "close"]);
    assert!(dialogue.answer("ping").is_empty());
    assert_eq!(dialogue.connection.due(), None);
}

#[test]
fn faults_are_forgotten_after_a_while() {
    let mut dialogue = Dialogue::playing("freeplay");
    for _ in 0..3 {
        (0..MAX_FAULTS).for_each(|_| drop(error(&mut dialogue, "}{", "")));
        dialogue.now += FAULT_WINDOW;
    }
    assert!(!dialogue.connection.is_over());
}

#[test]
fn an_agent_that_chooses_no_mode_or_falls_silent_is_closed() {
    let mut dialogue = Dialogue::new();
    dialogue.take();
    dialogue.wait(9_999);
    assert!(dialogue.take().is_empty());
    dialogue.wait(1);
    assert_eq!(dialogue.take(), ["s: 2 error \"no mode was requested\"", "s: goodbye", "close"]);

    let mut dialogue = Dialogue::playing("freeplay");
    dialogue.wait(30_000);
    dialogue.wait(30_000);
    let seen = dialogue.take();
    assert_eq!(seen[1], "s: 6 error \"no answer to ping\"");
}

#[test]
fn tokens_are_refused_when_they_are_empty_too_long_or_too_late() {
    let mut dialogue = Dialogue::new();
    assert!(error(&mut dialogue, "1 set auth:token \"\"", "@1").contains("empty"));
    let long = format!("set auth:token \"{}\"", "x".repeat(MAX_TOKEN + 1));
    assert!(error(&mut dialogue, &long, "").contains("too long"));
    assert_eq!(dialogue.answer("set auth:token duello_x-1"), ["Token(\"duello_x-1\")"]);
    dialogue.client("mode freeplay");
    assert!(error(&mut dialogue, "set auth:token other", "").contains("before mode"));
}

#[test]
fn agents_are_asked_only_what_the_protocol_can_say() {
    let mut dialogue = Dialogue::new();
    assert_eq!(dialogue.ask("<3,0,0,3,3,3,3,3,3>"), Err(Refused::NotReady));
    dialogue.client("mode freeplay");
    let mut over = start(3, 1);
    while let Some(pit) = kgp::pick(&over, 0) {
        (over, _) = over.play(rules::mancala::Move::Sow(pit)).unwrap();
    }
    let asked = dialogue.connection.ask(&over, None, &Hints::default());
    assert_eq!(asked.map(drop), Err(Refused::NoMove));
    let kalah = Variant::default();
    for variant in [
        Variant { capture: Capture::Never, ..kalah },
        Variant { direction: Direction::Clockwise, ..kalah },
        Variant { pie_rule: true, ..kalah },
    ] {
        let start = Position::start(&Setup::new(variant, 1));
        let asked = dialogue.connection.ask(&start, None, &Hints::default());
        assert_eq!(asked.map(drop), Err(Refused::OtherRules));
    }
    for (pits, stones) in [(3, 1), (4, 12), (9, 12)] {
        assert!(dialogue.connection.ask(&start(pits, stones), None, &Hints::default()).is_ok());
    }
    while dialogue.ask("<3,0,0,3,3,3,3,3,3>").is_ok() {}
    let open = dialogue.seen.iter().filter(|line| line.contains(" state ")).count();
    assert_eq!((open + 3, dialogue.ask("<3,0,0,3,3,3,3,3,3>")), (MAX_REQUESTS, Err(Refused::Busy)));
}

#[test]
fn a_client_of_simple_that_never_yields_is_closed() {
    let mut dialogue = Dialogue::playing("simple");
    for _ in 0..=MAX_OWED_YIELDS {
        let id = dialogue.ask("<3,0,0,3,3,3,3,3,3>").unwrap();
        dialogue.withdraw(id);
    }
    assert!(dialogue.connection.is_over());
    assert!(dialogue.take().iter().any(|line| line.contains("no yield after stop")));
}

#[test]
fn the_north_side_sees_its_own_pits_in_front() {
    let position = position("<3,0,0,3,3,3,3,3,3>");
    let (north, _) = position.play(rules::mancala::Move::Sow(common::first_pit(&position))).unwrap();
    // The lap of three ended in the store: South again. Another one gives the turn away.
    let (north, _) = north.play(rules::mancala::Move::Sow(common::first_pit(&north))).unwrap();
    let mut dialogue = Dialogue::playing("freeplay");
    let (_, out) = dialogue.connection.ask(&north, None, &Hints::default()).unwrap();
    assert_eq!(format!("{out:?}").matches("Board([3, 0, ").count(), 1, "{out:?}");
    dialogue.client("@4 move 3");
    assert_eq!(dialogue.answer("@4 yield").last().unwrap(), "decided 4: Some(3)");
}
