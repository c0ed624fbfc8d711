//! Redactions at this node: loaded rooms hear of what was hidden at once from whoever hides it, here and over the
//! bus; and as a message may be lost, or another process may have hidden it, recent redactions are also looked up
//! now and then.

use std::time::Duration;

use room::{Millis, RoomCode};

use super::room_task::Letter;
use super::rooms::Rooms;
use crate::server::AppState;
use crate::server::cluster::bus::{BusPayload, Topic};

/// Interval at which recent redactions are looked up …
const POLL_EVERY: Duration = Duration::from_secs(2);
/// … and those that are recent, in milliseconds: clocks of nodes differ, and a room takes a moment to load.
const RECENT: Millis = 60_000;

impl Rooms {
    /// Tells a room, at whichever node it is loaded, that something of it was hidden.
    pub async fn apply_redactions(&self, code: RoomCode) {
        self.bus.publish(Topic::Room(code), 0, BusPayload::Redacted);
        self.apply_redactions_here(code).await;
    }

    /// As [`Rooms::apply_redactions`], at this node only. A room that is being loaded looks by itself.
    async fn apply_redactions_here(&self, code: RoomCode) {
        let mailbox = self.lock().get(&code).and_then(|cell| cell.get().cloned());
        if let Some(mailbox) = mailbox {
            // A room that has just ended shows nothing any more.
            let _ = mailbox.send(Box::new(Letter::Redacted)).await;
        }
    }
}

/// Looks recent redactions up until the server stops.
pub async fn watch(app: AppState) {
    let mut polls = tokio::time::interval(POLL_EVERY);
    polls.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut known = Vec::new();
    loop {
        tokio::select! {
            () = app.stop.cancelled() => return,
            _ = polls.tick() => {}
        }
        match app.reserved_store.rooms_hidden_since(app.time.now().saturating_sub(RECENT)).await {
            Ok(recent) => {
                for (code, _) in &recent {
                    app.rooms.apply_redactions_here(*code).await;
                }
                // A picture may show a name that was removed.
                if recent != known {
                    app.pictures.clear();
                    known = recent;
                }
            }
            Err(error) => tracing::warn!(%error, "recent redactions could not be read"),
        }
    }
}
