//! Tests of the wire format, to the letter: every message against the file of examples, and malformed
//! messages.

use proptest::prelude::*;
use room::message::{ClientMessage, MAX_BYTES, ServerMessage};
use room::{ChatMessage, Command, MAX_CHARS, Rejection, SpectatorLine, decide};
use rules::mapello::{Board, Border, CENTRE};

use crate::common::{ANNA, BERT, say};
use crate::messages::{client_messages, commands, full_room, rejections, server_messages};

/// One message a line; a change here is a change of the protocol, which must raise
/// [`room::message::VERSION`].
const EXAMPLES: &str = include_str!("data/wire.jsonl");
/// The examples of version 1, which knew Mancala only: stored logs may have this format.
const OLD_EXAMPLES: &str = include_str!("data/wire_v1.jsonl");
/// The examples of version 2, before lag compensation and excused outages.
const EXAMPLES_2: &str = include_str!("data/wire_v2.jsonl");
/// The examples of version 3, before claims for absence, seat transfer and spectator chat.
const EXAMPLES_3: &str = include_str!("data/wire_v3.jsonl");
/// The examples of version 4, in which `hello` took a free seat and codes had six letters.
const EXAMPLES_4: &str = include_str!("data/wire_v4.jsonl");
/// The examples of version 5, whose games do not say by which rules their clocks go.
const EXAMPLES_5: &str = include_str!("data/wire_v5.jsonl");
/// The examples of version 6, before games of Mancala could have a start.
const EXAMPLES_6: &str = include_str!("data/wire_v6.jsonl");
/// The examples of version 7, before there were balanced boards.
const EXAMPLES_7: &str = include_str!("data/wire_v7.jsonl");
/// The examples of version 8, before boards could have Othello's start.
const EXAMPLES_8: &str = include_str!("data/wire_v8.jsonl");
/// The examples of version 9, before games could begin from an opening.
const EXAMPLES_9: &str = include_str!("data/wire_v9.jsonl");
/// The examples of version 10, before players could go berserk.
const EXAMPLES_10: &str = include_str!("data/wire_v10.jsonl");

#[test]
fn every_message_round_trips_as_in_the_examples() {
    let client = client_messages();
    let server = server_messages();
    let written = client.iter().map(|message| serde_json::to_string(message).unwrap());
    let written = written.chain(server.iter().map(|message| serde_json::to_string(message).unwrap()));
    let written: Vec<String> = written.collect();
    let lines: Vec<&str> = EXAMPLES.lines().collect();
    for (n, line) in written.iter().enumerate() {
        assert_eq!(Some(&&**line), lines.get(n), "line {} of data/wire.jsonl", n + 1);
    }
    assert_eq!(lines.len(), written.len());
    let (from_client, from_server) = lines.split_at(client.len());
    for (line, message) in from_client.iter().zip(client) {
        assert_eq!(serde_json::from_str::<ClientMessage>(line).unwrap(), message);
    }
    for (line, message) in from_server.iter().zip(server) {
        assert_eq!(serde_json::from_str::<ServerMessage>(line).unwrap(), message);
    }
}

/// Fields that version 1 did not write have the values that it meant.
#[test]
fn every_message_of_version_1_still_parses() {
    let (mut read, mut settings) = (0, 0);
    for line in OLD_EXAMPLES.lines() {
        let again = if line.starts_with("{\"t\"") {
            serde_json::to_string(&serde_json::from_str::<ClientMessage>(line).unwrap()).unwrap()
        } else {
            serde_json::to_string(&serde_json::from_str::<ServerMessage>(line).unwrap()).unwrap()
        };
        assert_eq!(again.replace(",\"timeout\":\"loses\"", ""), line);
        settings += usize::from(again != line);
        read += 1;
    }
    assert_eq!((read, settings), (75, 5));
}

#[test]
fn every_message_of_versions_2_to_10_still_parses_to_the_same() {
    let versions = [
        (EXAMPLES_2, 104),
        (EXAMPLES_3, 114),
        (EXAMPLES_4, 148),
        (EXAMPLES_5, 157),
        (EXAMPLES_6, 158),
        (EXAMPLES_7, 164),
        (EXAMPLES_8, 165),
        (EXAMPLES_9, 166),
        (EXAMPLES_10, 168),
    ];
    for (examples, messages) in versions {
        for line in examples.lines() {
            let again = if line.starts_with("{\"t\"") {
                serde_json::to_string(&serde_json::from_str::<ClientMessage>(line).unwrap()).unwrap()
            } else {
                serde_json::to_string(&serde_json::from_str::<ServerMessage>(line).unwrap()).unwrap()
            };
            assert_eq!(again, line);
        }
        assert_eq!(examples.lines().count(), messages);
    }
}

#[test]
fn spectator_chat_lines_are_sent_as_logged_events() {
    let line = |seq, name: &str, text: &str| SpectatorLine {
        seq,
        member: if name == "Anna" { ANNA } else { BERT },
        name: name.to_owned(),
        at: 5,
        said: ChatMessage::Text(text.to_owned()),
    };
    let lines = [line(2, "Anna", "One"), line(4, "Anna", "Two"), line(6, "Bert", "Three")];
    let message = ServerMessage::SpectatorChat(lines.to_vec());
    let written = serde_json::to_value(&message).unwrap();
    let events = written["asides"].as_array().unwrap();
    let numbers: Vec<_> = events.iter().map(|event| event["seq"].as_u64().unwrap()).collect();
    assert_eq!(numbers, [1, 2, 3, 4, 5, 6]);
    // Pages older than this type read a log, in which each author sits down before the first line.
    for (seated, said) in events.iter().zip(&events[1..]).step_by(2) {
        assert!(seated["event"].get("seated").is_some() && said["event"].get("said").is_some(), "{written}");
    }
    assert_eq!(serde_json::from_value::<ServerMessage>(written).unwrap(), message);
    let nobody = r#"{"asides":[{"seq":1,"at":5,"event":{"said":{"seat":"top","text":"Who is that?"}}}]}"#;
    assert_eq!(serde_json::from_str::<ServerMessage>(nobody).unwrap(), ServerMessage::SpectatorChat(vec![]));
}

#[test]
fn the_largest_command_fits_into_a_message() {
    let widest = say(&"\u{1F98A}".repeat(MAX_CHARS));
    let fullest = Command::Build(Board::new(!CENTRE, 0, (1 << Border::COUNT) - 1).unwrap());
    for cmd in commands().into_iter().chain([widest, fullest]) {
        let json = serde_json::to_string(&ClientMessage::Cmd { id: u64::MAX, after: u64::MAX, cmd }).unwrap();
        // A client may write every character as two escapes of six characters.
        let escaped: usize = json.chars().map(|c| if c.is_ascii() { 1 } else { 6 * c.len_utf16() }).sum();
        assert!(escaped < MAX_BYTES, "{escaped} bytes: {json}");
    }
}

#[test]
fn unknown_fields_are_ignored_and_missing_fields_refused() {
    let more = r#"{"t":"ping","n":1,"after":2,"more":{"a":[1,null]}}"#;
    assert_eq!(serde_json::from_str::<ClientMessage>(more).unwrap(), ClientMessage::Ping { n: 1, after: 2 });
    let wrong = [
        "",
        "null",
        "{}",
        "[]",
        "7",
        r#"{"t":"pong"}"#,
        r#"{"t":"ping","n":-1,"after":2}"#,
        r#"{"t":"ping","n":1}"#,
        r#"{"t":"cmd","id":1,"after":0,"cmd":{"play":{"game":1,"ply":0,"mv":{"mancala":{"sow":{"side":"first","index":256}}}}}}"#,
        r#"{"t":"cmd","id":1,"after":0,"cmd":{"play":{"game":1,"ply":0,"mv":{"mapello":64}}}}"#,
        r#"{"t":"cmd","id":1,"after":0,"cmd":{"play":{"game":1,"ply":0,"mv":{"mapello":"f4"}}}}"#,
        r#"{"t":"cmd","id":1,"after":0,"cmd":{"build":"00000-00000-00000-000"}}"#,
        r#"{"t":"cmd","id":1,"after":0,"cmd":{"build":""}}"#,
        r#"{"t":"cmd","id":1,"after":0,"cmd":{"pick":"black"}}"#,
        r#"{"t":"cmd","id":1,"after":0,"cmd":"win"}"#,
        r#"{"t":"hello","v":1,"room":"BQHRKO","after":0}"#,
    ];
    for text in wrong {
        assert!(serde_json::from_str::<ClientMessage>(text).is_err(), "{text}");
    }
    assert!(serde_json::from_str::<ClientMessage>(&"[".repeat(MAX_BYTES)).is_err(), "deep nesting");
}

#[test]
fn every_refusal_and_reason_has_its_own_message() {
    let messages: Vec<String> = rejections().iter().map(ToString::to_string).collect();
    assert!(messages.iter().all(|text| text.ends_with('.') && text.len() > 10), "{messages:?}");
    let different: std::collections::BTreeSet<&String> = messages.iter().collect();
    assert_eq!(different.len(), messages.len());
    assert_eq!(Rejection::Wait(4_200).to_string(), "Please wait 5 seconds.");
    assert!(!Rejection::Wait(i64::MAX).to_string().is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn parsing_any_bytes_as_a_message_never_panics(bytes: Vec<u8>) {
        let _ = serde_json::from_slice::<ClientMessage>(&bytes);
        let _ = serde_json::from_slice::<ServerMessage>(&bytes);
    }

    #[test]
    fn a_message_with_changed_bytes_is_parsed_or_refused(
        line: prop::sample::Index, changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
    let lines: Vec<&str> = EXAMPLES.lines().collect();
        let mut bytes = line.get(&lines).as_bytes().to_vec();
        for (place, byte) in changes {
            let place = place.index(bytes.len());
            // Digits are mostly replaced by digits: text that is still JSON gets further.
            bytes[place] = if bytes[place].is_ascii_digit() && byte < 200 { b'0' + byte % 10 } else { byte };
        }
        let _ = serde_json::from_slice::<ServerMessage>(&bytes);
        if let Ok(ClientMessage::Cmd { cmd, .. }) = serde_json::from_slice(&bytes) {
            let table = full_room();
            for member in [ANNA, BERT] {
                let _ = decide(&table.room, member, &cmd, table.now);
            }
        }
    }
}
