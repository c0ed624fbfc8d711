//! Catch-up of reconnecting clients with the events they missed: the newest from memory, older ones from the
//! store in pages that are read and encoded once for all clients.

use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};

use room::message::ServerMessage;
use room::{Logged, Room};

use super::RoomTask;
use crate::server::play::outbox::{Outbox, Parcel, pack};
use crate::server::store::{Store, StoreError};

/// How many events are kept in memory: those of a few seconds.
const KEPT: usize = 32;
/// Size of a page of older events. A client may have its beginning; the next heartbeat brings the next page.
/// A log has some twenty pages at most, as it ends after 4,000 events.
const PAGE: u32 = 200;
/// Idle time after which cached pages are dropped.
const FORGET: Duration = Duration::from_secs(10);

/// The newest events, in order and without gaps, and a cache of older pages.
#[derive(Debug, Default)]
pub struct History {
    newest: VecDeque<Logged>,
    /// Encoded pages by number, so that repeated requests, or those of many clients, cost one look-up each.
    pages: BTreeMap<u64, Parcel>,
    /// When a page was last requested.
    sent: Option<Instant>,
}

impl History {
    /// Starts with the end of a log.
    pub fn new(log: Vec<Logged>) -> Self {
        let kept = log.len().saturating_sub(KEPT);
        Self { newest: log.into_iter().skip(kept).collect(), ..Self::default() }
    }

    /// Adds new events.
    pub fn extend(&mut self, events: Vec<Logged>) {
        // Only the last page grows, so only that one is dropped.
        drop(self.pages.split_off(&(self.newest.back().map_or(0, |last| last.seq) / u64::from(PAGE))));
        // Drained first, because a queue that has once grown keeps its memory.
        let over = (self.newest.len() + events.len()).saturating_sub(KEPT);
        let old = over.min(self.newest.len());
        self.newest.drain(..old);
        self.newest.extend(events.into_iter().skip(over - old));
    }

    /// When the cached pages are to be dropped.
    pub fn forgets_at(&self) -> Option<Instant> {
        self.sent.map(|sent| sent + FORGET)
    }

    /// Drops the cached pages if they have been idle.
    pub fn forget(&mut self, now: Instant) {
        if self.forgets_at().is_some_and(|at| at <= now) {
            (self.pages, self.sent) = (BTreeMap::new(), None);
        }
    }

    /// The events after sequence number `after`, if memory holds all of them.
    pub fn since(&self, after: u64) -> Option<Vec<Logged>> {
        let all = self.newest.front().is_none_or(|oldest| oldest.seq <= after.saturating_add(1));
        all.then(|| self.newest.iter().filter(|event| event.seq > after).cloned().collect())
    }

    /// The events of `room` after sequence number `after`, at most `most`; none for a client that claims to
    /// be further.
    ///
    /// # Errors
    /// The store cannot be read.
    async fn after(
        &self,
        after: u64,
        most: u32,
        room: &Room,
        store: &Store,
    ) -> Result<Vec<Logged>, StoreError> {
        if after >= room.seq {
            return Ok(Vec::new());
        }
        if let Some(events) = self.since(after) {
            return Ok(events);
        }
        let events = store.events(room.code, after, most).await?;
        Ok(events.into_iter().filter(|event| event.seq <= room.seq).collect())
    }
}

impl RoomTask {
    /// Sends the events that a client with the events up to `after` lacks.
    pub(super) async fn catch_up(&mut self, outbox: &Outbox, after: u64) {
        if after >= self.room.seq {
            return;
        }
        let parcel = match self.host.history.since(after) {
            Some(events) => Some(pack(&ServerMessage::Events { events })),
            None => self.page(after / u64::from(PAGE)).await,
        };
        if let Some(parcel) = parcel {
            // If the queue is full, the next answer finds it full as well, and the socket is dropped
            // (backpressure).
            let _ = outbox.try_send(parcel);
        }
    }

    /// The page with this number; `None` if the store cannot be read.
    async fn page(&mut self, number: u64) -> Option<Parcel> {
        self.host.history.sent = Some(Instant::now());
        if let Some(page) = self.host.history.pages.get(&number) {
            return Some(page.clone());
        }
        let events = self.missing(number * u64::from(PAGE), PAGE).await?;
        let page = pack(&ServerMessage::Events { events });
        self.host.history.pages.insert(number, page.clone());
        Some(page)
    }

    /// The events after sequence number `after`; `None` if the store cannot be read.
    pub(super) async fn missing(&self, after: u64, most: u32) -> Option<Vec<Logged>> {
        match self.host.history.after(after, most, &self.room, &self.host.rooms.store).await {
            Ok(events) => Some(events),
            Err(error) => {
                tracing::warn!(code = %self.room.code, %error, "a log could not be read");
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use room::{Event, MemberId, Seat, Settings, stamp};
    use tokio::sync::mpsc;

    use super::*;
    use crate::server::config::Config;
    use crate::server::play::lag::Lag;
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
            let visitor = Visitor { member: MemberId(9), guest: None };
            let (outbox, lag) = (self.outbox.clone(), Lag::default());
            let letter = Letter::Join { socket: after, visitor, further: Vec::new(), after, outbox, lag };
            self.room.send(Box::new(letter)).await.unwrap();
            while !matches!(self.text().await.1, ServerMessage::Welcome { .. }) {}
        }

        async fn text(&mut self) -> (Parcel, ServerMessage) {
            loop {
                let parcel = self.parcels.recv().await.unwrap();
                if let Parcel::Text(text) = &parcel {
                    let message = serde_json::from_str(text).unwrap();
                    return (parcel, message);
                }
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

    #[tokio::test]
    async fn older_events_are_packed_once_for_all_requests() {
        let folder = tempfile::tempdir().unwrap();
        let flags = ["--addr=127.0.0.1:0", "--data", folder.path().to_str().unwrap()];
        let running = crate::server::start(Config::for_tests(&flags)).await.unwrap();
        let rooms = &running.app.rooms;
        let code = rooms.create(Settings::default()).await.unwrap();
        rooms.store.append(code, &said(1, 500), &Projections::default()).await.unwrap();
        let (outbox, parcels) = mpsc::channel(64);
        let room = rooms.get_or_load(code).await.unwrap().unwrap();
        let mut watcher = Watcher { room, outbox, parcels };
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

    #[test]
    fn packed_events_are_dropped_when_nobody_requests_them() {
        let mut history = History::new(said(0, 500));
        let (now, page) = (Instant::now(), pack(&ServerMessage::Done(1)));
        assert_eq!(history.forgets_at(), None, "nothing has to be done in a room in which nobody asks");
        history.pages.insert(0, page);
        history.sent = Some(now);
        history.forget(now + FORGET / 2);
        assert_eq!(history.pages.len(), 1);
        history.forget(now + FORGET);
        assert_eq!((history.pages.len(), history.forgets_at()), (0, None));
    }
}
