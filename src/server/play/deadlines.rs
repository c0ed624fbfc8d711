//! Deadlines of unloaded rooms: a room is loaded when its clock or another deadline falls due, at the start
//! also rooms that an earlier server left with a running clock. Also writes the server's heartbeat to the
//! store, from which the next server computes the downtime.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use room::{Millis, RoomCode};
use tokio::sync::{Notify, oneshot, watch};
use tokio::time::MissedTickBehavior;
use tokio_util::sync::CancellationToken;

use super::room_task::Letter;
use super::rooms::Rooms;
use crate::server::store::StoreError;

/// Heartbeat interval: the most time that a crash can charge to a player's clock.
const HEARTBEAT_EVERY: Duration = Duration::from_secs(1);
/// Delay before a room that failed to load is tried again, in milliseconds.
const RETRY_AFTER: Millis = 1_000;
/// Attempts at the start before the heartbeat begins even though some rooms have failed.
const STARTUP_TRIES: usize = 10;

/// Rooms by the time at which they are to be loaded.
#[derive(Debug, Default)]
pub struct Deadlines {
    queue: Mutex<Queue>,
    /// Signals that the earliest deadline has changed.
    changed: Notify,
}

/// A priority queue with one entry a room.
#[derive(Debug, Default)]
struct Queue {
    deadlines: HashMap<RoomCode, Millis>,
    order: BTreeSet<(Millis, RoomCode)>,
}

impl Deadlines {
    /// Schedules a room; replaces its earlier entry.
    pub fn insert(&self, code: RoomCode, at: Millis) {
        let mut queue = self.lock();
        if let Some(previous) = queue.deadlines.insert(code, at) {
            queue.order.remove(&(previous, code));
        }
        queue.order.insert((at, code));
        drop(queue);
        self.changed.notify_one();
    }

    /// The earliest deadline.
    fn first(&self) -> Option<Millis> {
        self.lock().order.first().map(|&(at, _)| at)
    }

    /// Takes out a room whose deadline has passed.
    fn pop_due(&self, now: Millis) -> Option<RoomCode> {
        let mut queue = self.lock();
        let first = queue.order.first().copied().filter(|&(at, _)| at <= now)?;
        queue.order.remove(&first);
        queue.deadlines.remove(&first.1);
        Some(first.1)
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Loads rooms as they fall due, until the server stops. `downtime_recorded` turns true when everything that
/// fell due before the start is in the event logs.
pub async fn run(rooms: Arc<Rooms>, stop: CancellationToken, downtime_recorded: watch::Sender<bool>) {
    tokio::select! {
        () = stop.cancelled() => return,
        () = record_downtime(&rooms) => {}
    }
    downtime_recorded.send_replace(true);
    let mut heartbeat = tokio::time::interval(HEARTBEAT_EVERY);
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        while let Some(code) = rooms.deadlines.pop_due(rooms.time.now()) {
            // A loaded room acts on its own deadlines, so its handle is not needed.
            if let Err(error) = rooms.get_or_load(code).await {
                reschedule(&rooms, code, &error);
            }
        }
        let never = || Instant::now() + Duration::from_secs(24 * 3600);
        let first = rooms.deadlines.first().map_or_else(never, |at| rooms.time.instant(at));
        tokio::select! {
            () = stop.cancelled() => return,
            () = tokio::time::sleep_until(first.into()) => {}
            () = rooms.deadlines.changed.notified() => {}
            _ = heartbeat.tick() => {
                if let Err(error) = rooms.store.write_heartbeat(rooms.time.now()).await {
                    tracing::warn!(%error, "the heartbeat could not be written");
                }
            }
        }
    }
}

/// Has rooms record what fell due before the start. A room that fails delays the others for a limited time
/// only.
async fn record_downtime(rooms: &Arc<Rooms>) {
    for _ in 0..STARTUP_TRIES {
        let mut waiting = Vec::new();
        let mut failed = false;
        while let Some(code) = rooms.deadlines.pop_due(rooms.time.now()) {
            match rooms.get_or_load(code).await {
                Ok(Some(room)) => {
                    let (done, answer) = oneshot::channel();
                    // A room that has stopped drops the sender, which counts as a failure below.
                    let _ = room.send(Box::new(Letter::Settle { done })).await;
                    waiting.push((code, answer));
                }
                Ok(None) => {}
                Err(error) => {
                    reschedule(rooms, code, &error);
                    failed = true;
                }
            }
        }
        for (code, answer) in waiting {
            if answer.await.is_err() {
                rooms.deadlines.insert(code, rooms.time.now());
                failed = true;
            }
        }
        if !failed {
            return;
        }
        tokio::time::sleep(Duration::from_millis(RETRY_AFTER.unsigned_abs())).await;
    }
    tracing::warn!("the downtime could not be recorded in every room");
}

fn reschedule(rooms: &Rooms, code: RoomCode, error: &StoreError) {
    tracing::warn!(%code, %error, "a room with a running clock could not be loaded");
    rooms.deadlines.insert(code, rooms.time.now().saturating_add(RETRY_AFTER));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn due_rooms_are_loaded_in_order_of_their_deadlines_and_once() {
        let [a, b, c] = [1, 2, 3].map(RoomCode::from_seed);
        let deadlines = Deadlines::default();
        assert_eq!((deadlines.first(), deadlines.pop_due(Millis::MAX)), (None, None));
        for (code, at) in [(a, 30), (b, 10), (c, 20), (b, 40), (a, 5)] {
            deadlines.insert(code, at);
        }
        assert_eq!((deadlines.first(), deadlines.pop_due(4)), (Some(5), None));
        assert_eq!(deadlines.pop_due(5), Some(a));
        assert_eq!(
            [deadlines.pop_due(100), deadlines.pop_due(100), deadlines.pop_due(100)],
            [Some(c), Some(b), None]
        );
    }
}
