//! Catch-up of reconnecting clients with the events they missed: the newest from memory, older ones from the
//! store in pages that are read and encoded once for all clients.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use room::message::ServerMessage;
use room::{Logged, Room, hide_chat};

use super::member::Member;
use super::{RoomTask, SocketId};
use crate::server::play::outbox::{Parcel, pack};
use crate::server::store::{Store, StoreError};

/// How many events are kept in memory: those of a few seconds.
const KEPT: usize = 32;
/// Size of a page of older events. A client may have its beginning; the next heartbeat brings the next page.
/// A log has some twenty pages at most, as it ends after 4,000 events.
const PAGE: u32 = 200;
/// How many pages, and how many ends of the log, are kept at most.
const MAX_PAGES: usize = 60;
const MAX_ENDS: usize = 8;
/// How many bytes of a log in a welcome cost a point of the limit for requests.
const BYTES_A_POINT: usize = 4_096;
/// Idle time after which cached pages are dropped.
const FORGET: Duration = Duration::from_secs(10);

/// The newest events, in order and without gaps, and a cache of older pages.
#[derive(Debug, Default)]
pub struct History {
    newest: VecDeque<Logged>,
    /// The length of each page of the log in JSON, so that it is known what a welcome comes to before it is made.
    lengths: Vec<usize>,
    /// Encoded pages by number, so that repeated requests, or those of many clients, cost one look-up each.
    /// The second number is that of the event up to which chat is hidden.
    pages: BTreeMap<(u64, u64), Parcel>,
    /// The encoded log from after this event to its end, for welcomes: many may come at once. The second number is
    /// as above.
    ends: BTreeMap<(u64, u64), Arc<str>>,
    /// When a page was last requested.
    sent: Option<Instant>,
}

impl History {
    /// Starts with the end of a log.
    pub fn new(log: Vec<Logged>) -> Self {
        let mut history = Self::default();
        history.measure(log.iter().map(|event| (event.seq, json_length(event))));
        let kept = log.len().saturating_sub(KEPT);
        history.newest = log.into_iter().skip(kept).collect();
        history
    }

    /// Adds new events, which are in JSON in `encoded`.
    pub fn extend(&mut self, events: Vec<Logged>, encoded: &[Arc<str>]) {
        self.ends.clear();
        self.measure(events.iter().zip(encoded).map(|(event, json)| (event.seq, json.len())));
        // Only the last page grows, so only that one is dropped.
        drop(self.pages.split_off(&(self.newest.back().map_or(0, |last| last.seq) / u64::from(PAGE), 0)));
        // Drained first, because a queue that has once grown keeps its memory.
        let over = (self.newest.len() + events.len()).saturating_sub(KEPT);
        let old = over.min(self.newest.len());
        self.newest.drain(..old);
        self.newest.extend(events.into_iter().skip(over - old));
    }

    /// Adds the lengths of events with these numbers.
    fn measure(&mut self, events: impl Iterator<Item = (u64, usize)>) {
        for (seq, length) in events {
            let page = page_of(seq.saturating_sub(1));
            if self.lengths.len() <= page {
                self.lengths.resize(page + 1, 0);
            }
            self.lengths[page] += length;
        }
    }

    /// What the welcome of a client with the events up to `after` costs, in points of the limit for requests. The newest
    /// events are in memory, and cost nothing.
    pub fn points(&self, after: u64) -> u32 {
        if self.has_since(after) {
            return 0;
        }
        let bytes: usize = self.lengths.iter().skip(page_of(after)).sum();
        u32::try_from(bytes / BYTES_A_POINT).unwrap_or(u32::MAX)
    }

    /// When the cached pages are to be dropped.
    pub fn forgets_at(&self) -> Option<Instant> {
        self.sent.map(|sent| sent + FORGET)
    }

    /// Drops the cached pages if they have been idle.
    pub fn forget(&mut self, now: Instant) {
        if self.forgets_at().is_some_and(|at| at <= now) {
            (self.pages, self.ends, self.sent) = (BTreeMap::new(), BTreeMap::new(), None);
        }
    }

    /// The events after sequence number `after`, if memory holds all of them.
    pub fn since(&self, after: u64) -> Option<Vec<Logged>> {
        self.has_since(after).then(|| self.newest.iter().filter(|event| event.seq > after).cloned().collect())
    }

    fn has_since(&self, after: u64) -> bool {
        self.newest.front().is_none_or(|oldest| oldest.seq <= after.saturating_add(1))
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
    pub(super) async fn catch_up(&mut self, socket: SocketId, after: u64) {
        if after >= self.room.seq {
            return;
        }
        let Some(Member { visitor, outbox, .. }) = self.host.members.get(socket) else { return };
        let (outbox, hidden) = (outbox.clone(), self.host.members.hidden_chat(&self.room, visitor.member));
        let parcel = match self.host.history.since(after) {
            Some(events) => Some(pack(&ServerMessage::Events { events: hide_chat(events, hidden) })),
            None => self.page(after / u64::from(PAGE), hidden).await,
        };
        if let Some(parcel) = parcel {
            // If the queue is full, the next answer finds it full as well, and the socket is dropped
            // (backpressure).
            let _ = outbox.try_send(parcel);
        }
    }

    /// The events that a client with those up to `after` lacks, in JSON for its welcome, with the chat up to `hidden`
    /// left out; it may have the beginning. `None` if the store cannot be read.
    pub(super) async fn end_of_log(&mut self, after: u64, hidden: u64) -> Option<Arc<str>> {
        if after >= self.room.seq {
            return Some("[]".into());
        }
        if let Some(events) = self.host.history.since(after) {
            return encode_log(&hide_chat(events, hidden));
        }
        // A log from its first event on would have the client start anew.
        let from = (after / u64::from(PAGE) * u64::from(PAGE)).max(after.min(1));
        self.host.history.sent = Some(Instant::now());
        let key = (from, hidden_after(from, hidden));
        if let Some(end) = self.host.history.ends.get(&key) {
            return Some(end.clone());
        }
        let end = encode_log(&hide_chat(self.missing(from, u32::MAX).await?, hidden))?;
        insert(&mut self.host.history.ends, MAX_ENDS, key, end.clone());
        Some(end)
    }

    /// The page with this number, with the chat up to `hidden` left out; `None` if the store cannot be read.
    async fn page(&mut self, number: u64, hidden: u64) -> Option<Parcel> {
        self.host.history.sent = Some(Instant::now());
        let from = number * u64::from(PAGE);
        let key = (number, hidden_after(from, hidden.min(from + u64::from(PAGE))));
        if let Some(page) = self.host.history.pages.get(&key) {
            return Some(page.clone());
        }
        let events = hide_chat(self.missing(from, PAGE).await?, hidden);
        let page = pack(&ServerMessage::Events { events });
        insert(&mut self.host.history.pages, MAX_PAGES, key, page.clone());
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

/// The index of the page that begins after this event or an earlier one.
fn page_of(after: u64) -> usize {
    usize::try_from(after / u64::from(PAGE)).unwrap_or(usize::MAX)
}

/// The length of an event in JSON, which is not kept.
fn json_length(event: &Logged) -> usize {
    struct Length(usize);
    impl io::Write for Length {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut length = Length(0);
    // Writing to a counter does not fail.
    let _ = serde_json::to_writer(&mut length, event);
    length.0
}

/// Up to which event chat is hidden in the log after `from`: equal for all clients who get the same.
fn hidden_after(from: u64, hidden: u64) -> u64 {
    if hidden > from { hidden } else { 0 }
}

/// Adds an entry to a cache that holds no more than `most`: spectators who come back have arrived at many times.
fn insert<T>(cache: &mut BTreeMap<(u64, u64), T>, most: usize, key: (u64, u64), value: T) {
    if cache.len() >= most {
        cache.clear();
    }
    cache.insert(key, value);
}

/// Events in JSON, for a welcome.
pub(super) fn encode_log(events: &[Logged]) -> Option<Arc<str>> {
    serde_json::to_string(events)
        .inspect_err(|error| tracing::error!(%error, "a log could not be encoded"))
        .ok()
        .map(Arc::from)
}
