//! Any text as a message or a log. The server's reader and the page's agree, what is read is written and read again, a log from
//! anywhere can be folded, and a command from anywhere is decided on.

use std::fmt::Debug;
use std::sync::LazyLock;

use room::message::{ClientMessage, ServerMessage};
use room::{Command, Event, Logged, Millis, Room, RoomCode, Settings, decide, evolve, fold, stamp, tick};
use rules::Side;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::common::{ANNA, BERT, CARL, Table};
use crate::json;

/// Rooms that a command can come into: nobody there, both ready to begin, a game of either kind being played, a game over.
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

/// Reads the text as each kind of message.
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

/// What the usual reader makes of a text; what it reads is written, and read again by both. The page reads no message of its
/// own, whose tag stands inside.
fn alike<T: Serialize + DeserializeOwned + PartialEq + Debug>(text: &str, page: bool) -> Option<T> {
    if page && let Some(read) = json::read::<T>(text) {
        let written = serde_json::to_string(&read).unwrap();
        assert_eq!(json::read(&written), Some(read), "{written}");
    }
    let read: T = serde_json::from_str(text).ok()?;
    let written = serde_json::to_string(&read).unwrap();
    assert_eq!(serde_json::from_str::<T>(&written).ok().as_ref(), Some(&read), "{written}");
    if page {
        assert_eq!(json::read::<T>(&written).as_ref(), Some(&read), "{written}");
    }
    Some(read)
}

/// What is decided on a command is an answer: refused, or events that can be folded and that leave the room as whoever folds
/// them from JSON has it. Nothing but talk and what comes next is answered with events once a game is over.
fn answer(cmd: &Command) {
    for room in ROOMS.iter() {
        for by in [ANNA, BERT, CARL] {
            let Ok(events) = decide(room, by, cmd, room.at + 500) else { continue };
            let late = room.game.is_some() && room.running().is_none();
            let played =
                |event: &Event| matches!(event, Event::Moved { .. } | Event::Undone(_) | Event::Ended { .. });
            assert!(!late || !events.iter().any(played), "{cmd:?} after the end of a game");
            let logged = stamp(events, room.seq, room.at + 500, None);
            let sent: Vec<Logged> = json::read(&serde_json::to_string(&logged).unwrap()).unwrap();
            let (mut here, mut there) = (room.clone(), room.clone());
            logged.iter().for_each(|event| evolve(&mut here, event));
            sent.iter().for_each(|event| evolve(&mut there, event));
            assert_eq!((&here, here.fingerprint()), (&there, there.fingerprint()));
        }
    }
}

/// A log from anywhere gives a room that can be gone on with.
fn follow(log: &[Logged]) {
    let mut room = fold(RoomCode::from_seed(7), log);
    for now in [Millis::MIN, room.at, Millis::MAX] {
        let _ = (room.fingerprint(), room.due(), room.next_settings(), room::interruption(&room, now, now));
        for command in
            [Command::AskUndo, Command::Resign, Command::Again, Command::Ready(true), Command::LeaveDraft]
        {
            for seat in &room.seats {
                let _ = seat.as_ref().map(|occupant| decide(&room, occupant.member, &command, now));
            }
        }
        let due = stamp(tick(&room, now), room.seq, now, None);
        due.iter().for_each(|event| evolve(&mut room, event));
        let _ = room.game.as_ref().map(|game| Side::BOTH.map(|side| game.clock.left(side, now)));
    }
    let (games, _) = room::Ended::all(RoomCode::from_seed(7), log);
    games.iter().for_each(|ended| assert!(ended.game.room().game.is_some()));
}
