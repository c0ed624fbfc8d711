//! Retention sweep: hourly removes rooms without a game a day after their last event, other rooms after
//! thirty days, and reports after 180 days, if the clock is plausible. A removed room can be recovered for a
//! week; then its rows are deleted.

use std::sync::Arc;
use std::time::{Duration, Instant};

use room::Millis;
use tokio_util::sync::CancellationToken;

use super::rooms::Rooms;
use crate::server::config::retention::RetentionFlags;
use crate::server::store::{DueRoom, Removal, StoreError, server_clock};
use crate::server::time::plausibility::{Doubt, Unseen, unseen_after};

const HOUR: Millis = 3_600_000;
/// Retention of a room without a game, from its last event or visit, in milliseconds.
pub(in crate::server) const UNPLAYED_RETENTION: Millis = 24 * HOUR;
/// Retention of any other room, from its last event.
pub(in crate::server) const PLAYED_RETENTION: Millis = 30 * 24 * HOUR;
/// Retention of a report.
pub(in crate::server) const REPORT_RETENTION: Millis = 180 * 24 * HOUR;
/// When what was hidden of a room is rewritten for the last time: every node has heard of it by then.
const REWRITE_AFTER: Millis = HOUR / 6;
/// Retention of sanctions, blocks and switches that have ended, so that the operator sees the latest ones, and of screenings.
pub(in crate::server) const ENDED_RETENTION: Millis = 30 * 24 * HOUR;
/// Interval of the sweep.
const SWEEP_EVERY: Duration = Duration::from_secs(3_600);
/// Rooms that are looked up at a time.
const BATCH: u32 = 200;
/// So many rooms may be removed by one sweep, however few there are.
const ALWAYS_ALLOWED: i64 = 50;

/// The sweep of this node.
#[derive(Debug)]
pub struct Sweep {
    pub rooms: Arc<Rooms>,
    pub flags: RetentionFlags,
}

/// What a sweep did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Swept {
    /// Rooms that nobody finds any more, but that can be recovered.
    pub removed: u64,
    /// Rooms that were removed earlier and are deleted now.
    pub deleted: u64,
    /// Rooms that are due, but too many for one sweep.
    pub held_back: u64,
}

/// What becomes of a room.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fate {
    /// Looked at again at this time; `None` for never.
    Stays(Option<Millis>),
    Removed,
    Deleted,
}

/// Sweeps every hour until the server stops. The first sweep comes after an hour, when returning visitors and
/// running clocks have been registered.
pub async fn run(sweep: Sweep, stop: CancellationToken) {
    let mut hours = tokio::time::interval_at(tokio::time::Instant::now() + SWEEP_EVERY, SWEEP_EVERY);
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            _ = hours.tick() => {
                let _ = sweep.run_once().await;
            }
        }
    }
}

impl Sweep {
    /// Sweeps, if the clock is plausible; otherwise says why not. Counts and logs the outcome.
    pub(in crate::server) async fn run_once(&self) -> Result<Result<Swept, Doubt>, StoreError> {
        let (rooms, since) = (&self.rooms, Instant::now());
        let outcome = async {
            if let Some(doubt) =
                server_clock::verify(&rooms.store, &rooms.time, self.flags.clock_limits()).await?
            {
                return Ok(Err(doubt));
            }
            self.sweep(rooms.time.now()).await.map(Ok)
        };
        let outcome = outcome.await;
        match &outcome {
            Ok(Ok(swept)) => {
                let Swept { removed, deleted, held_back } = *swept;
                rooms.metrics.clock_plausible(true);
                rooms.metrics.sweep(removed, held_back, since.elapsed());
                if removed + deleted > 0 {
                    tracing::info!(removed, deleted, "abandoned rooms were removed");
                }
                if held_back > 0 {
                    tracing::warn!(
                        held_back,
                        "more rooms are due than one sweep may remove; if that is right, --sweep-percent allows more"
                    );
                }
            }
            Ok(Err(doubt)) => {
                rooms.metrics.clock_plausible(false);
                tracing::warn!(%doubt, "the system's clock is not plausible: no room is removed. See `duello clock`");
            }
            Err(error) => {
                rooms.metrics.sweep_failed();
                tracing::warn!(%error, "rooms could not be removed");
            }
        }
        outcome
    }

    /// Removes and deletes what is too old at `now`.
    pub(in crate::server) async fn sweep(&self, now: Millis) -> Result<Swept, StoreError> {
        let rooms = &self.rooms;
        rooms.store.remove_reports(now.saturating_sub(REPORT_RETENTION)).await?;
        let hidden_before = now.saturating_sub(REWRITE_AFTER);
        for code in rooms.store.rooms_to_rewrite(hidden_before).await? {
            rooms.store.rewrite_hidden(code, hidden_before).await?;
        }
        // If somebody who reads is in the way, the next sweep does it.
        rooms.store.erase().await?;
        rooms.store.remove_expired_moderation(now.saturating_sub(ENDED_RETENTION)).await?;
        let unseen = rooms.store.unseen_spans().await?;
        let mut swept = Swept::default();
        // Counted once a sweep, and only if many rooms are due: that reads all rooms.
        let mut allowance = None;
        loop {
            let due = rooms.store.due_rooms(now, BATCH).await?;
            #[cfg(test)]
            tests::note_read(due.len());
            let mut again = Vec::new();
            for room in &due {
                match fate(room, now, &unseen) {
                    Fate::Stays(look_at) => again.push((room.code, look_at)),
                    Fate::Deleted => {
                        rooms.store.delete_room(room.code).await?;
                        swept.deleted += 1;
                    }
                    Fate::Removed => {
                        let removed = swept.removed as i64;
                        if removed >= ALWAYS_ALLOWED && allowance.is_none() {
                            allowance = Some(self.allowance(removed).await?);
                        }
                        let allowed = removed < allowance.unwrap_or(0).max(ALWAYS_ALLOWED);
                        swept.held_back += u64::from(!allowed);
                        let removal = Removal {
                            unless_since: room.last_at.unwrap_or(0).max(room.used_at) + 1,
                            now,
                            delete_at: now + self.flags.recoverable(),
                        };
                        if allowed && rooms.remove(room.code, removal).await? {
                            swept.removed += 1;
                        }
                        // What was not removed is looked at by the next sweep.
                        again.push((room.code, Some(now + HOUR / 2)));
                    }
                }
            }
            if !again.is_empty() {
                rooms.store.look_again(&again).await?;
            }
            if due.len() < BATCH as usize {
                return Ok(swept);
            }
        }
    }

    /// How many rooms this sweep may remove, which has removed so many already.
    async fn allowance(&self, removed: i64) -> Result<i64, StoreError> {
        #[cfg(test)]
        tests::note_count();
        let rooms = self.rooms.store.count_rooms().await?.saturating_add(removed);
        Ok(rooms.saturating_mul(i64::from(self.flags.sweep_percent)) / 100)
    }
}

/// What becomes of a room that is due, if no server ran in these spans: nobody could use it then.
fn fate(room: &DueRoom, now: Millis, unseen: &[Unseen]) -> Fate {
    if room.removed_at.is_some() {
        return Fate::Deleted;
    }
    // Only the code is left.
    let Some(last_at) = room.last_at else { return Fate::Stays(None) };
    if room.has_clock {
        return Fate::Stays(Some(now + UNPLAYED_RETENTION));
    }
    let kept = if room.played { PLAYED_RETENTION } else { UNPLAYED_RETENTION };
    let end = |since: Millis, kept: Millis| since + kept + unseen_after(since, unseen);
    let until = end(last_at, kept).max(end(room.used_at, UNPLAYED_RETENTION));
    if until > now { Fate::Stays(Some(until)) } else { Fate::Removed }
}

#[cfg(test)]
mod tests;
