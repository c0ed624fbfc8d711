//! The last events of a room, for those who come back: the newest from memory, older ones from the store.

use std::collections::VecDeque;

use room::{Logged, Room};

use crate::server::store::Store;

/// How many events are kept in memory: those of a few seconds.
const KEPT: usize = 32;
/// Whoever lacks more than this many gets the whole room instead, which is smaller.
const MOST: u64 = 200;

/// The newest events, in order and without gaps.
#[derive(Debug, Default)]
pub struct History(VecDeque<Logged>);

/// What somebody lacks.
pub enum Missing {
    /// These events, perhaps none.
    Events(Vec<Logged>),
    /// More than are worth sending, or it cannot be told.
    TooMany,
}

impl History {
    /// The end of a log.
    pub fn new(log: Vec<Logged>) -> Self {
        let kept = log.len().saturating_sub(KEPT);
        Self(log.into_iter().skip(kept).collect())
    }

    /// Adds what has just happened.
    pub fn extend(&mut self, events: Vec<Logged>) {
        self.0.extend(events);
        self.0.drain(..self.0.len().saturating_sub(KEPT));
    }

    /// The events of `room` after number `after`.
    pub async fn after(&self, after: u64, room: &Room, store: &Store) -> Missing {
        if after > room.seq || room.seq - after > MOST {
            return Missing::TooMany;
        }
        if self.0.front().is_none_or(|oldest| oldest.seq <= after + 1) {
            return Missing::Events(self.0.iter().filter(|event| event.seq > after).cloned().collect());
        }
        match store.events(room.code, after, MOST as u32).await {
            Ok(events) => Missing::Events(events.into_iter().filter(|event| event.seq <= room.seq).collect()),
            Err(error) => {
                tracing::warn!(code = %room.code, %error, "a log could not be read");
                Missing::TooMany
            }
        }
    }
}
