//! When a room is unloaded, and how the retention sweep learns that it is in use.

use std::time::Instant;

use room::Millis;
use room::message::Fault;

use super::RoomTask;
use crate::server::play::rooms::TOUCH_EVERY;

/// An empty room whose next deadline is further away than this is unloaded until then, in milliseconds.
const SOON: Millis = 10 * 60_000;

impl RoomTask {
    /// When the retention sweep's marker has to be renewed because members are present but nothing happens.
    pub(super) fn mark_in_use_at(&self) -> Millis {
        self.marked_in_use.max(self.room.at).saturating_add(TOUCH_EVERY)
    }

    /// Marks the room as in use for the retention sweep, if no event has done so for long.
    pub(super) async fn mark_in_use(&mut self) {
        let now = self.host.rooms.time.now();
        if self.host.members.is_empty() || self.mark_in_use_at() > now {
            return;
        }
        self.marked_in_use = now;
        if let Err(error) = self.host.rooms.store.touch_room(self.room.code, now).await {
            // Harmless: the retention time is much longer than the interval until the next attempt.
            tracing::warn!(code = %self.room.code, %error, "that somebody is here could not be written down");
        }
    }

    /// Ends all connections to a room that the operator has closed.
    pub(super) async fn shut(&mut self) {
        if let Err(error) = self.read_log().await {
            tracing::warn!(code = %self.room.code, %error, "a log could not be read");
        }
        self.host.members.dismiss_all(Fault::Shut);
        self.followed = None;
    }

    /// Whether the room is empty, and no deadline is near that only this node would handle.
    pub(super) fn may_unload(&self) -> bool {
        let soon = self.host.rooms.time.now().saturating_add(SOON);
        let looked_after = || self.host.members.remote.has_anybody();
        self.host.members.is_empty() && (self.room.due().is_none_or(|due| due > soon) || looked_after())
    }

    /// Whether the room has been empty for long enough to be unloaded.
    pub(super) fn is_idle(&mut self) -> bool {
        let idle = self.may_unload() && self.idle_since.elapsed() >= self.host.rooms.idle;
        if idle {
            // If a visitor turns out to be on the way, the check is repeated after the same time.
            self.idle_since = Instant::now();
        }
        idle
    }
}
