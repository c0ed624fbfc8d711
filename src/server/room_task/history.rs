//! The last events of a room, for those who come back: the newest from memory, older ones from the store.

use std::collections::VecDeque;

use room::message::ServerMessage;
use room::{Logged, Room};

use super::RoomTask;
use crate::server::outbox::{Outbox, Parcel, pack};
use crate::server::store::{Store, StoreError};

/// How many events are kept in memory: those of a few seconds.
const KEPT: usize = 32;
/// How many events go out at a time to somebody who has fallen behind; the next heartbeat brings the next.
pub const AT_A_TIME: usize = 200;

/// The newest events, in order and without gaps.
#[derive(Debug, Default)]
pub struct History {
    newest: VecDeque<Logged>,
    /// What was sent last to somebody who had the events up to this number, until the next event: who asks for the same again and
    /// again costs a look, and so do many who fell behind together.
    sent: Option<(u64, Parcel)>,
}

impl History {
    /// The end of a log.
    pub fn new(log: Vec<Logged>) -> Self {
        let kept = log.len().saturating_sub(KEPT);
        Self { newest: log.into_iter().skip(kept).collect(), sent: None }
    }

    /// Adds what has just happened.
    pub fn extend(&mut self, events: Vec<Logged>) {
        self.sent = None;
        // Room is made first: what has once been longer stays as large in memory.
        let over = (self.newest.len() + events.len()).saturating_sub(KEPT);
        let old = over.min(self.newest.len());
        self.newest.drain(..old);
        self.newest.extend(events.into_iter().skip(over - old));
    }

    /// The events of `room` after number `after`, at most `most`; none for somebody who claims to be further.
    ///
    /// # Errors
    /// The store cannot be read.
    pub async fn after(
        &self,
        after: u64,
        most: usize,
        room: &Room,
        store: &Store,
    ) -> Result<Vec<Logged>, StoreError> {
        if after >= room.seq {
            return Ok(Vec::new());
        }
        if self.newest.front().is_none_or(|oldest| oldest.seq <= after + 1) {
            return Ok(self.newest.iter().filter(|event| event.seq > after).take(most).cloned().collect());
        }
        let most = u32::try_from(most).unwrap_or(u32::MAX);
        let events = store.events(room.code, after, most).await?;
        Ok(events.into_iter().filter(|event| event.seq <= room.seq).collect())
    }
}

impl RoomTask {
    /// Sends what somebody with the events up to `after` lacks.
    pub(super) async fn catch_up(&mut self, outbox: &Outbox, after: u64) {
        if self.history.sent.as_ref().is_none_or(|(sent, _)| *sent != after) {
            match self.missing(after, AT_A_TIME).await {
                Some(events) if !events.is_empty() => {
                    self.history.sent = Some((after, pack(&ServerMessage::Events { events })));
                }
                _ => return,
            }
        }
        if let Some((_, parcel)) = &self.history.sent {
            // If the queue is full, the answer that follows will find it full as well, and give the socket up.
            let _ = outbox.try_send(parcel.clone());
        }
    }

    /// What comes after number `after`; `None` if the store does not say.
    pub(super) async fn missing(&self, after: u64, most: usize) -> Option<Vec<Logged>> {
        match self.history.after(after, most, &self.room, &self.rooms.store).await {
            Ok(events) => Some(events),
            Err(error) => {
                tracing::warn!(code = %self.room.code, %error, "a log could not be read");
                None
            }
        }
    }
}
