//! Laws: what is written is read back as the same, bytes become the same lines however they arrive, and any
//! bytes are an answer.

#![allow(clippy::unwrap_used, reason = "a test that finds nothing where something must be has failed")]

mod common;

use common::start;
use kgp::limits::{MAX_LINE, MAX_REQUESTS};
use kgp::{Argument, Command, Connection, Frame, Hints, Lines, Output, parse, pick};
use proptest::prelude::*;

fn argument() -> impl Strategy<Value = Argument> {
    let digits = |word: &String| word.bytes().all(|sign| sign.is_ascii_digit() || sign == b'-');
    prop_oneof![
        any::<i64>().prop_map(Argument::Integer),
        prop::num::f64::NORMAL.prop_map(Argument::Real),
        "[a-zA-Z0-9:-]{1,20}".prop_filter("is no number", move |word| !digits(word)).prop_map(Argument::Word),
        "[^\\p{Cc}]{0,30}".prop_map(Argument::Text),
        prop::collection::vec(any::<u32>(), 1..20).prop_map(Argument::Board),
    ]
}

fn command() -> impl Strategy<Value = Command> {
    let numbers = any::<(Option<u64>, Option<u64>)>();
    let name = "[a-z][a-zA-Z0-9]{0,9}";
    (numbers, name, prop::collection::vec(argument(), 0..5))
        .prop_map(|((id, reference), name, arguments)| Command { id, reference, name, arguments })
}

/// A line as agents send them, or any other.
fn line() -> impl Strategy<Value = Vec<u8>> {
    let spoken = "([0-9]{1,2}(@[0-9]{1,2})? |@[0-9]{1,2} )?(move [0-9]|yield|mode (freeplay|simple)|ping|\
                  set [a-z:]{1,9} [a-z]{1,4}|goodbye|pong|ok|error \"x\")";
    prop_oneof![
        6 => spoken.prop_map(String::into_bytes),
        1 => prop::collection::vec(any::<u8>(), 0..40),
        1 => "[ -~]{0,40}".prop_map(String::into_bytes),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn a_command_that_is_written_is_read_as_the_same(command in command()) {
        prop_assert_eq!(parse(command.line().as_bytes()), Ok(Some(command)));
    }

    #[test]
    fn whatever_is_read_is_written_and_read_as_the_same(line in "[0-9@ a-z\"\\\\<>,.+:-]{0,30}") {
        if let Ok(Some(command)) = parse(line.as_bytes()) {
            prop_assert_eq!(parse(command.line().as_bytes()), Ok(Some(command)));
        }
    }

    #[test]
    fn bytes_become_the_same_lines_however_they_arrive(
        bytes in prop::collection::vec(prop_oneof![3 => 97_u8..100, 1 => Just(b'\n'), 1 => Just(b'\r')], 0..200),
        pieces in prop::collection::vec(1_usize..9, 0..50),
    ) {
        let whole = Lines::default().push(&bytes, 0);
        let (mut lines, mut rest, mut found) = (Lines::default(), bytes.as_slice(), Vec::new());
        for piece in pieces.into_iter().chain([usize::MAX]) {
            let (now, later) = rest.split_at(piece.min(rest.len()));
            found.extend(lines.push(now, 0));
            rest = later;
        }
        prop_assert_eq!(found, whole);
    }

    /// A state that was asked is stopped once at most and decided once at most, always by a legal pit, and the
    /// numbers of the server's commands only grow.
    #[test]
    fn any_lines_at_any_time_are_answered_and_decide_only_legally(
        simple in any::<bool>(),
        acts in prop::collection::vec((line(), 0_i64..20_000, 0_u8..4), 0..60),
    ) {
        let (mut connection, _) = Connection::open("Duello", 0);
        let mode = if simple { b"mode simple".to_vec() } else { b"mode freeplay".to_vec() };
        connection.receive(&Frame::Line(mode), 0);
        let (mut now, mut asked, mut last_id) = (0, Vec::new(), 0);
        for (line, pause, act) in acts {
            now += pause;
            let mut out = connection.tick(now);
            out.extend(connection.receive(&Frame::Line(line), now));
            let was_over = connection.is_over();
            let position = start(3 + act, 1 + act);
            match act {
                0 | 1 => if let Ok((id, sent)) = connection.ask(&position, Some(now + 5_000), &Hints::default()) {
                    asked.push((id, position));
                    out.extend(sent);
                },
                2 => if let Some(at) = asked.len().checked_sub(1) {
                    let (id, _) = asked[at];
                    let sent = connection.withdraw(id);
                    if !sent.is_empty() {
                        asked.remove(at);
                    }
                    out.extend(sent);
                },
                _ => {}
            }
            for output in out {
                match output {
                    Output::Decided(id, pit) => {
                        let at = asked.iter().position(|(known, _)| *known == id);
                        prop_assert!(at.is_some(), "decided twice, or never asked");
                        let (_, position) = asked.remove(at.unwrap());
                        let pit = pit.or_else(|| pick(&position, 7)).unwrap();
                        prop_assert!(position.legal_pits().any(|legal| legal == pit));
                    }
                    Output::Send(command) => {
                        prop_assert_eq!(parse(command.line().as_bytes()), Ok(Some(command.clone())));
                        prop_assert!(command.id.is_none_or(|id| id > last_id));
                        last_id = command.id.unwrap_or(last_id);
                    }
                    _ => {}
                }
            }
            prop_assert!(asked.len() <= MAX_REQUESTS || connection.is_over());
            prop_assert!(!was_over || connection.due().is_none());
            prop_assert!(connection.is_over() || connection.due().is_some());
        }
    }
}

#[test]
fn a_line_that_is_too_long_is_thrown_away_and_the_next_one_is_read() {
    let mut lines = Lines::default();
    for _ in 0..100 {
        assert!(lines.push(&[b'x'; 1_000], 5).is_empty());
    }
    assert_eq!(lines.unfinished_since(), Some(5));
    let frames = lines.push(b"\r\nping\r\n", 9);
    assert_eq!(frames, [Frame::TooLong, Frame::Line(b"ping".to_vec())]);
    assert_eq!(lines.unfinished_since(), None);
}

#[test]
fn the_longest_line_is_read_with_either_end() {
    let longest = vec![b'x'; MAX_LINE];
    for (end, more) in [("\n", false), ("\r\n", false), ("x\r\n", true)] {
        let frames = Lines::default().push(&[longest.as_slice(), end.as_bytes()].concat(), 0);
        assert_eq!(frames == [Frame::TooLong], more, "{end:?}");
        assert_eq!(frames == [Frame::Line(longest.clone())], !more, "{end:?}");
    }
}

#[test]
fn half_a_line_is_known_since_it_began() {
    let mut lines = Lines::default();
    lines.push(b"pi", 1);
    lines.push(b"n", 2);
    assert_eq!(lines.unfinished_since(), Some(1));
    lines.push(b"g\nhalf", 3);
    assert_eq!(lines.unfinished_since(), Some(3));
    lines.push(b"\n", 4);
    assert_eq!(lines.unfinished_since(), None);
}
