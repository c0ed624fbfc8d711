//! The wire, to the letter: every message against the file of examples, and what is no message.

use proptest::prelude::*;
use room::message::{ClientMessage, Fault, MAX_BYTES, Presence, ServerMessage, VERSION};
use room::{
    Command, Event, Logged, MAX_CHARS, Origin, Reason, Rejection, RoomCode, Seat, Settings, Sides,
    TimeControl, UndoRule, decide,
};
use rules::mancala::{self, Variant};
use rules::{IllegalMove, Move, Side};

use crate::common::{ANNA, BERT, OPENED_AT, Table, rename, say, sit, sow, timed, tiny};

/// One message a line; a change here is a change of the protocol, which [`VERSION`] has to tell.
const EXAMPLES: &str = include_str!("data/wire.jsonl");

fn commands() -> Vec<Command> {
    let variant = Variant { pie_rule: true, ..Variant::default() };
    let settings = Settings {
        game: room::GameSettings::Mancala(variant),
        clock: TimeControl::Increment { base: 180, increment: 2 },
        sides: Sides::Random,
        undo: UndoRule::Consent,
    };
    vec![
        sit("Anna"),
        rename("Hanna"),
        Command::Leave,
        Command::Configure(settings),
        Command::Configure(timed(TimeControl::PerMove { seconds: 60 })),
        Command::Ready(true),
        Command::Play { game: 1, ply: 0, mv: sow(Side::First, 2) },
        Command::Play { game: 1, ply: 1, mv: Move::Mancala(mancala::Move::Swap) },
        Command::AskUndo,
        Command::AnswerUndo(true),
        Command::OfferDraw,
        Command::AnswerDraw(false),
        Command::Resign,
        Command::Again,
        say("Well played"),
    ]
}

fn events() -> Vec<Event> {
    let settings = Settings { undo: UndoRule::AtOnce, sides: Sides::Top, ..Settings::default() };
    let seat = Seat::Top;
    let ended = |winner, reason| Event::Ended { winner, reason };
    vec![
        Event::Opened(settings),
        Event::Seated { seat, member: BERT, name: "Bert".into() },
        Event::Renamed { seat, name: "Robert".into() },
        Event::Left(seat),
        Event::Configured { seat, settings },
        Event::Readied { seat, ready: true },
        Event::CountingDown(OPENED_AT + 3_000),
        Event::Started { number: 1, setup: settings.game.setup(1), first: Seat::Bottom },
        Event::Moved { side: Side::First, mv: sow(Side::First, 2) },
        Event::UndoAsked(seat),
        Event::UndoRefused(seat),
        Event::Undone(4),
        Event::DrawOffered(seat),
        Event::DrawRefused(seat),
        ended(Some(Side::First), Reason::Played),
        ended(Some(Side::Second), Reason::Resigned),
        ended(Some(Side::First), Reason::TimeOut),
        ended(None, Reason::Agreed),
        ended(None, Reason::CalledOff),
        Event::AgainOffered(seat),
        Event::Said { seat, text: "Hello".into() },
    ]
}

fn rejections() -> Vec<Rejection> {
    let illegal = [
        IllegalMove::WrongSide,
        IllegalMove::EmptyPit,
        IllegalMove::NoSuchPit,
        IllegalMove::GameOver,
        IllegalMove::SwapNotAllowed,
    ];
    let mut all = vec![
        Rejection::NotSeated,
        Rejection::Full,
        Rejection::RoomFull,
        Rejection::BadName,
        Rejection::BadSettings,
        Rejection::GameRunning,
        Rejection::NoGame,
        Rejection::NoOpponent,
        Rejection::NotYourTurn,
        Rejection::Stale,
        Rejection::NothingAsked,
        Rejection::AskedAlready,
        Rejection::NothingToUndo,
        Rejection::Wait(4_200),
        Rejection::DrawTooSoon,
        Rejection::TooLate,
        Rejection::EmptyLine,
        Rejection::LineTooLong,
        Rejection::SaidAlready,
    ];
    all.extend(illegal.map(Rejection::Illegal));
    all
}

/// A room with everything in it: a game, offers, chat, answered commands.
fn full_room() -> Table {
    let mut table = Table::playing(Settings { clock: TimeControl::PerMove { seconds: 60 }, ..tiny() });
    table.sow(ANNA, 0);
    table.sow(BERT, 0);
    table.must(ANNA, say("Hello"));
    table.must(ANNA, Command::OfferDraw);
    table.must(BERT, Command::AskUndo);
    table
}

fn client_messages() -> Vec<ClientMessage> {
    let mut all = vec![
        ClientMessage::Hello { v: VERSION, room: RoomCode::from_seed(7), after: 0 },
        ClientMessage::Ping { n: 3, after: 18 },
    ];
    all.extend((1..).zip(commands()).map(|(id, cmd)| ClientMessage::Cmd { id, after: 18, cmd }));
    all
}

fn server_messages() -> Vec<ServerMessage> {
    let here = Presence { seats: [true, false], watching: 2 };
    let by = Some(Origin { member: ANNA, id: 7 });
    let one = vec![Logged { seq: 1, at: OPENED_AT, by, event: Event::UndoAsked(Seat::Bottom) }];
    let mut all = vec![
        ServerMessage::Welcome { you: ANNA, now: OPENED_AT, log: one.clone(), here },
        ServerMessage::Welcome { you: BERT, now: OPENED_AT, log: full_room().log, here },
        ServerMessage::Events { events: one.clone() },
        ServerMessage::Done(7),
        ServerMessage::Here(here),
        ServerMessage::Pong { n: 3, now: OPENED_AT },
        ServerMessage::Refused { id: 8, reason: Rejection::Stale, events: one },
    ];
    let log = (1..).zip(events()).map(|(seq, event)| Logged { seq, at: OPENED_AT, by: None, event });
    all.extend(log.map(|logged| ServerMessage::Events { events: vec![logged] }));
    let refused = |reason| ServerMessage::Refused { id: 7, reason, events: Vec::new() };
    all.extend(rejections().into_iter().map(refused));
    let faults = [
        Fault::NotUnderstood,
        Fault::TooLarge,
        Fault::TooFast,
        Fault::OldVersion,
        Fault::NoSuchRoom,
        Fault::Busy,
    ];
    all.extend(faults.map(ServerMessage::Fault));
    all
}

#[test]
fn every_message_is_written_and_read_as_in_the_examples() {
    let client = client_messages();
    let server = server_messages();
    let written = client.iter().map(|message| serde_json::to_string(message).unwrap());
    let written = written.chain(server.iter().map(|message| serde_json::to_string(message).unwrap()));
    let written: Vec<String> = written.collect();
    let kept: Vec<&str> = EXAMPLES.lines().collect();
    for (n, line) in written.iter().enumerate() {
        assert_eq!(Some(&&**line), kept.get(n), "line {} of data/wire.jsonl", n + 1);
    }
    assert_eq!(kept.len(), written.len());
    let (from_client, from_server) = kept.split_at(client.len());
    for (line, message) in from_client.iter().zip(client) {
        assert_eq!(serde_json::from_str::<ClientMessage>(line).unwrap(), message);
    }
    for (line, message) in from_server.iter().zip(server) {
        assert_eq!(serde_json::from_str::<ServerMessage>(line).unwrap(), message);
    }
}

#[test]
fn the_largest_command_fits_into_a_message() {
    let widest = say(&"\u{1F98A}".repeat(MAX_CHARS));
    for cmd in commands().into_iter().chain([widest]) {
        let json = serde_json::to_string(&ClientMessage::Cmd { id: u64::MAX, after: u64::MAX, cmd }).unwrap();
        // A client may write every sign as two escapes of six characters.
        let escaped: usize = json.chars().map(|c| if c.is_ascii() { 1 } else { 6 * c.len_utf16() }).sum();
        assert!(escaped < MAX_BYTES, "{escaped} bytes: {json}");
    }
}

#[test]
fn fields_of_a_later_version_are_overlooked_and_what_is_missing_is_refused() {
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
        r#"{"t":"cmd","id":1,"after":0,"cmd":"win"}"#,
        r#"{"t":"hello","v":1,"room":"BQHRKO","after":0}"#,
    ];
    for text in wrong {
        assert!(serde_json::from_str::<ClientMessage>(text).is_err(), "{text}");
    }
    assert!(serde_json::from_str::<ClientMessage>(&"[".repeat(MAX_BYTES)).is_err(), "deep nesting");
}

#[test]
fn every_refusal_and_reason_has_its_own_sentence() {
    let said: Vec<String> = rejections().iter().map(ToString::to_string).collect();
    assert!(said.iter().all(|text| text.ends_with('.') && text.len() > 10), "{said:?}");
    let different: std::collections::BTreeSet<&String> = said.iter().collect();
    assert_eq!(different.len(), said.len());
    assert_eq!(Rejection::Wait(4_200).to_string(), "Please wait 5 seconds.");
    assert!(!Rejection::Wait(i64::MAX).to_string().is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_can_be_received(bytes: Vec<u8>) {
        let _ = serde_json::from_slice::<ClientMessage>(&bytes);
        let _ = serde_json::from_slice::<ServerMessage>(&bytes);
    }

    #[test]
    fn a_message_with_a_few_bytes_changed_is_read_or_refused(
        line: prop::sample::Index, changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        let lines: Vec<&str> = EXAMPLES.lines().collect();
        let mut bytes = line.get(&lines).as_bytes().to_vec();
        for (place, byte) in changes {
            let place = place.index(bytes.len());
            // Digits for digits most of the time: what still is JSON goes further.
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
