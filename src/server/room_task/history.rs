//! The last events of a room, for those who come back: the newest from memory, older ones from the store, read and packed once however
//! many ask for them, and whatever each of them has.

use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};

use room::message::ServerMessage;
use room::{Logged, Room};

use super::RoomTask;
use crate::server::outbox::{Outbox, Parcel, pack};
use crate::server::store::{Store, StoreError};

/// How many events are kept in memory: those of a few seconds.
const KEPT: usize = 32;
/// How many older events go out at a time to somebody who has fallen behind: a page, of which he may have the beginning. The next
/// heartbeat brings the next. A log has some twenty pages at most, as it ends after 4,000 events.
const PAGE: u32 = 200;
/// Pages that nobody has asked for in this time are forgotten.
const FORGET: Duration = Duration::from_secs(10);

/// The newest events, in order and without gaps.
#[derive(Debug, Default)]
pub struct History {
    newest: VecDeque<Logged>,
    /// Older ones as they are sent, by their place in the log: who asks again and again costs a look, and so do many together.
    pages: BTreeMap<u64, Parcel>,
    /// When a page was sent last.
    sent: Option<Instant>,
}

impl History {
    /// The end of a log.
    pub fn new(log: Vec<Logged>) -> Self {
        let kept = log.len().saturating_sub(KEPT);
        Self { newest: log.into_iter().skip(kept).collect(), ..Self::default() }
    }

    /// Adds what has just happened.
    pub fn extend(&mut self, events: Vec<Logged>) {
        // The last page is longer now; those before it stay as they are.
        drop(self.pages.split_off(&(self.newest.back().map_or(0, |last| last.seq) / u64::from(PAGE))));
        // Room is made first: what has once been longer stays as large in memory.
        let over = (self.newest.len() + events.len()).saturating_sub(KEPT);
        let old = over.min(self.newest.len());
        self.newest.drain(..old);
        self.newest.extend(events.into_iter().skip(over - old));
    }

    /// When pages are forgotten.
    pub fn forgets_at(&self) -> Option<Instant> {
        self.sent.map(|sent| sent + FORGET)
    }

    /// Forgets pages that nobody asks for any more.
    pub fn forget(&mut self, now: Instant) {
        if self.forgets_at().is_some_and(|at| at <= now) {
            (self.pages, self.sent) = (BTreeMap::new(), None);
        }
    }

    /// The events after number `after`, if none of them is too old.
    pub fn since(&self, after: u64) -> Option<Vec<Logged>> {
        let all = self.newest.front().is_none_or(|oldest| oldest.seq <= after.saturating_add(1));
        all.then(|| self.newest.iter().filter(|event| event.seq > after).cloned().collect())
    }

    /// The events of `room` after number `after`, at most `most`; none for somebody who claims to be further.
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
    /// Sends what somebody with the events up to `after` lacks.
    pub(super) async fn catch_up(&mut self, outbox: &Outbox, after: u64) {
        if after >= self.room.seq {
            return;
        }
        let parcel = match self.history.since(after) {
            Some(events) => Some(pack(&ServerMessage::Events { events })),
            None => self.page(after / u64::from(PAGE)).await,
        };
        if let Some(parcel) = parcel {
            // If the queue is full, the next answer will find it full as well, and give the socket up.
            let _ = outbox.try_send(parcel);
        }
    }

    /// The page with this number; `None` if the store does not say.
    async fn page(&mut self, number: u64) -> Option<Parcel> {
        self.history.sent = Some(Instant::now());
        if let Some(page) = self.history.pages.get(&number) {
            return Some(page.clone());
        }
        let events = self.missing(number * u64::from(PAGE), PAGE).await?;
        let page = pack(&ServerMessage::Events { events });
        self.history.pages.insert(number, page.clone());
        Some(page)
    }

    /// What comes after number `after`; `None` if the store does not say.
    pub(super) async fn missing(&self, after: u64, most: u32) -> Option<Vec<Logged>> {
        match self.history.after(after, most, &self.room, &self.rooms.store).await {
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
    use crate::server::lag::Lag;
    use crate::server::room_task::{Letter, Visitor};
    use crate::server::rooms::Mailbox;
    use crate::server::store::Beside;

    fn said(after: u64, count: usize) -> Vec<Logged> {
        let lines = (0..count).map(|n| Event::Said { seat: Seat::Top, text: format!("line {n}") });
        stamp(lines.collect(), after, 1, None)
    }

    /// Somebody who watches.
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

        /// What is sent to whoever has the events up to `after`: as it is packed, and the first and the last number of it.
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
    async fn what_is_older_is_packed_once_whatever_those_who_ask_have_of_it() {
        let folder = tempfile::tempdir().unwrap();
        let flags = ["--addr=127.0.0.1:0", "--data", folder.path().to_str().unwrap()];
        let running = crate::server::start(Config::for_tests(&flags)).await.unwrap();
        let rooms = &running.app.rooms;
        let code = rooms.create(Settings::default()).await.unwrap();
        rooms.store.append(code, &said(1, 500), &Beside::default()).await.unwrap();
        let (outbox, parcels) = mpsc::channel(64);
        let room = rooms.enter(code).await.unwrap().unwrap();
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
        // The last page becomes longer, and the others stay.
        rooms.store.append(code, &said(501, 1), &Beside::default()).await.unwrap();
        watcher.join(502).await;
        assert_eq!(watcher.asks(502, 450).await.1, [401, 502]);
        assert!(Arc::ptr_eq(&watcher.asks(502, 100).await.0, &first));
        running.stop().await;
    }

    #[test]
    fn pages_are_forgotten_when_nobody_asks_for_them() {
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
