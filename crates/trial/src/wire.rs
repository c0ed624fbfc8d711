//! Fuzzes the wire protocol with any text as a message or a log. The JSON readers of server and page must
//! agree, what is read must survive a round trip, any log can be folded, and any command is decided on.

use std::fmt::Debug;
use std::sync::LazyLock;

use room::message::{ClientMessage, ServerMessage};
use room::{Command, Event, Logged, Millis, Room, RoomCode, Settings, decide, evolve, fold, stamp, tick};
use rules::Side;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::common::{ANNA, BERT, CARL, Table};
use crate::json;

/// Rooms that a command can meet: empty, both ready to begin, a game of either kind running, a game over.
static ROOMS: LazyLock<[Room; 5]> = LazyLock::new(|| {
    let mapello = || Table::playing(crate::common::mapello(room::BoardChoice::Default));
    let mut over = mapello();
    over.play_on();
    over.must(ANNA, Command::Resign);
    [
        Table::open(Settings::default()),
        Table::seated(Settings::default()),
        Table::playing(Settings::default()),
        mapello(),
        over,
    ]
    .map(|table| table.room)
});

/// Parses the text as each kind of message.
pub fn read(text: &str) {
    if let Some(ClientMessage::Cmd { cmd, .. }) = alike::<ClientMessage>(text, false) {
        answer(&cmd);
    }
    if let Some(cmd) = alike::<Command>(text, true) {
        answer(&cmd);
    }
    match alike::<ServerMessage>(text, true) {
        Some(ServerMessage::Welcome { log, .. } | ServerMessage::Events { events: log }) => follow(&log),
        Some(ServerMessage::Refused { reason, events, .. }) => {
            assert!(!reason.to_string().is_empty());
            follow(&events);
        }
        _ => {}
    }
    if let Some(log) = alike::<Vec<Logged>>(text, true) {
        follow(&log);
    }
}

/// Parses a text with `serde_json`; what it accepts must survive a round trip through both readers. The
/// page's reader is left out for the page's own messages, whose tag is internal.
fn alike<T: Serialize + DeserializeOwned + PartialEq + Debug>(text: &str, page: bool) -> Option<T> {
    if page && let Some(read) = json::parse::<T>(text) {
        let written = serde_json::to_string(&read).unwrap();
        assert_eq!(json::parse(&written), Some(read), "{written}");
    }
    let read: T = serde_json::from_str(text).ok()?;
    let written = serde_json::to_string(&read).unwrap();
    assert_eq!(serde_json::from_str::<T>(&written).ok().as_ref(), Some(&read), "{written}");
    if page {
        assert_eq!(json::parse::<T>(&written).as_ref(), Some(&read), "{written}");
    }
    Some(read)
}

/// Checks the decision on a command: it is a rejection, or events that can be folded and that give the same
/// room when folded from JSON. Once a game is over, only chat and what leads to the next game is answered
/// with events.
fn answer(cmd: &Command) {
    for room in ROOMS.iter() {
        for by in [ANNA, BERT, CARL] {
            let Ok(events) = decide(room, by, cmd, room.at + 500) else { continue };
            let late = room.game.is_some() && room.running().is_none();
            let played =
                |event: &Event| matches!(event, Event::Moved { .. } | Event::Undone(_) | Event::Ended { .. });
            assert!(!late || !events.iter().any(played), "{cmd:?} after the end of a game");
            let logged = stamp(events, room.seq, room.at + 500, None);
            let sent: Vec<Logged> = json::parse(&serde_json::to_string(&logged).unwrap()).unwrap();
            let (mut here, mut there) = (room.clone(), room.clone());
            logged.iter().for_each(|event| evolve(&mut here, event));
            sent.iter().for_each(|event| evolve(&mut there, event));
            assert_eq!((&here, here.fingerprint()), (&there, there.fingerprint()));
        }
    }
}

/// Checks that any log folds to a room that can be played on in.
fn follow(log: &[Logged]) {
    let mut room = fold(RoomCode::from_seed(7), log);
    for now in [Millis::MIN, room.at, Millis::MAX] {
        let _ = (room.fingerprint(), room.due(), room.next_settings(), room::downtime_event(&room, now, now));
        for command in [
            Command::RequestUndo,
            Command::Resign,
            Command::Rematch,
            Command::Ready(true),
            Command::LeaveDraft,
        ] {
            for seat in &room.seats {
                let _ = seat.as_ref().map(|occupant| decide(&room, occupant.member, &command, now));
            }
        }
        let due = stamp(tick(&room, now), room.seq, now, None);
        due.iter().for_each(|event| evolve(&mut room, event));
        let _ = room.game.as_ref().map(|game| Side::BOTH.map(|side| game.clock.left(side, now)));
    }
    let (games, _) = room::EndedGame::all(RoomCode::from_seed(7), log);
    games.iter().for_each(|ended| assert!(ended.game.room().game.is_some()));
}
