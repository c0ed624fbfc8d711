//! Tests of catching up with a log.

use room::{Event, MemberId, RoomCode, Seat, Settings, stamp};
use tempfile::TempDir;
use tokio::sync::mpsc;

use super::*;
use crate::app::text::language::Language;
use crate::server::Running;
use crate::server::config::Config;
use crate::server::play::lag::Lag;
use crate::server::play::outbox::Outbox;
use crate::server::play::room_task::{Letter, Visitor};
use crate::server::play::rooms::Mailbox;
use crate::server::store::Projections;

fn said(after: u64, count: usize) -> Vec<Logged> {
    let lines = (0..count).map(|n| Event::ChatSent { seat: Seat::Top, text: format!("line {n}") });
    stamp(lines.collect(), after, 1, None)
}

/// A spectator.
struct Watcher {
    room: Mailbox,
    outbox: Outbox,
    parcels: mpsc::Receiver<Parcel>,
}

impl Watcher {
    async fn join(&mut self, after: u64) {
        let visitor = Visitor {
            member: MemberId(9),
            guest: None,
            address: None,
            language: Language::default(),
            bot: None,
        };
        let (outbox, lag) = (self.outbox.clone(), Lag::default());
        let letter = Letter::Join { socket: after, visitor, further: Vec::new(), after, outbox, lag };
        self.room.send(Box::new(letter)).await.unwrap();
        while !matches!(self.text().await.1, ServerMessage::Welcome { .. }) {}
    }

    /// The welcome of a client with the events up to `after`: its log, and the first and last sequence number.
    async fn is_welcomed(&mut self, socket: u64, after: u64) -> (Arc<str>, [u64; 2]) {
        let visitor = Visitor {
            member: MemberId(9),
            guest: None,
            address: None,
            language: Language::default(),
            bot: None,
        };
        let (outbox, lag) = (self.outbox.clone(), Lag::default());
        let letter = Letter::Join { socket, visitor, further: Vec::new(), after, outbox, lag };
        self.room.send(Box::new(letter)).await.unwrap();
        loop {
            if let (Parcel::Welcome(welcome), ServerMessage::Welcome { log, .. }) = self.text().await {
                return (welcome.log().clone(), [log.first().unwrap().seq, log.last().unwrap().seq]);
            }
        }
    }

    async fn text(&mut self) -> (Parcel, ServerMessage) {
        loop {
            let parcel = self.parcels.recv().await.unwrap();
            let text = match &parcel {
                Parcel::Text(text) => (**text).clone(),
                Parcel::Welcome(welcome) => welcome.text(),
                Parcel::Role(_) | Parcel::Close(_) => continue,
            };
            let message = serde_json::from_str(&text).unwrap();
            return (parcel, message);
        }
    }

    /// The catch-up for a client with the events up to `after`: the encoded page, and its first and last
    /// sequence number.
    async fn asks(&mut self, socket: u64, after: u64) -> (Arc<axum::extract::ws::Utf8Bytes>, [u64; 2]) {
        let letter = Letter::Ping { socket, n: 1, after };
        self.room.send(Box::new(letter)).await.unwrap();
        let mut sent = None;
        loop {
            match self.text().await {
                (Parcel::Text(text), ServerMessage::Events { events }) => {
                    let numbers = [events.first().unwrap().seq, events.last().unwrap().seq];
                    sent = Some((text, numbers));
                }
                (_, ServerMessage::Pong { .. }) => return sent.unwrap(),
                _ => {}
            }
        }
    }
}

/// A server with a room of 501 events, and a spectator who has not joined it yet.
async fn long_room() -> (Running, RoomCode, Watcher, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let flags = ["--addr=127.0.0.1:0", "--data", folder.path().to_str().unwrap()];
    let running = crate::server::start(Config::for_tests(&flags)).await.unwrap();
    let rooms = &running.app.rooms;
    let code = rooms.create(Settings::default(), None).await.unwrap();
    rooms.store.append(code, &said(1, 500), &Projections::default()).await.unwrap();
    let (outbox, parcels) = mpsc::channel(64);
    let room = rooms.get_or_load(code).await.unwrap().unwrap();
    (running, code, Watcher { room, outbox, parcels }, folder)
}

#[tokio::test]
async fn older_events_are_packed_once_for_all_requests() {
    let (running, code, mut watcher, _folder) = long_room().await;
    let rooms = &running.app.rooms;
    watcher.join(501).await;
    let (first, numbers) = watcher.asks(501, 3).await;
    assert_eq!(numbers, [1, 200]);
    for (after, page, same) in [(199, [1, 200], true), (200, [201, 400], false), (0, [1, 200], true)] {
        let (packed, numbers) = watcher.asks(501, after).await;
        assert_eq!((numbers, Arc::ptr_eq(&packed, &first)), (page, same), "{after}");
    }
    let (last, numbers) = watcher.asks(501, 450).await;
    assert_eq!(numbers, [401, 501]);
    assert!(Arc::ptr_eq(&watcher.asks(501, 401).await.0, &last));
    assert_eq!(watcher.asks(501, 480).await.1, [481, 501], "the newest as they are lacked");
    // The last page grows; the others stay cached.
    rooms.store.append(code, &said(501, 1), &Projections::default()).await.unwrap();
    watcher.join(502).await;
    assert_eq!(watcher.asks(502, 450).await.1, [401, 502]);
    assert!(Arc::ptr_eq(&watcher.asks(502, 100).await.0, &first));
    running.stop().await;
}

#[tokio::test]
async fn a_long_log_is_read_and_encoded_once_for_all_who_are_welcomed() {
    let (running, code, mut watcher, _folder) = long_room().await;
    let rooms = &running.app.rooms;
    let (first, numbers) = watcher.is_welcomed(1, 0).await;
    assert_eq!(numbers, [1, 501]);
    assert!(Arc::ptr_eq(&watcher.is_welcomed(2, 0).await.0, &first));
    for (socket, after, from) in
        [(3, 1, 2), (4, 199, 2), (5, 200, 201), (6, 399, 201), (7, 450, 401), (8, 480, 481)]
    {
        assert_eq!(watcher.is_welcomed(socket, after).await.1, [from, 501], "{after}");
    }
    rooms.store.append(code, &said(501, 1), &Projections::default()).await.unwrap();
    watcher.join(502).await;
    assert_eq!(watcher.is_welcomed(10, 0).await.1, [1, 502]);
    running.stop().await;
}

#[test]
fn packed_events_are_dropped_when_nobody_requests_them() {
    let mut history = History::new(said(0, 500));
    let (now, page) = (Instant::now(), pack(&ServerMessage::Done(1)));
    assert_eq!(history.forgets_at(), None, "nothing has to be done in a room in which nobody asks");
    history.pages.insert((0, 0), page);
    history.sent = Some(now);
    history.forget(now + FORGET / 2);
    assert_eq!(history.pages.len(), 1);
    history.forget(now + FORGET);
    assert_eq!((history.pages.len(), history.forgets_at()), (0, None));
}
