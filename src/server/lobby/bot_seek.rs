//! The listing of a bot among the open seeks, for people who would like to play it.

use std::net::IpAddr;
use std::time::Instant;

use room::RoomCode;
use tokio::sync::watch;

use super::seek_pool::SeekState;
use super::seeker::{Ratings, Seeker, SeekerKind};
use crate::model::seek::Seek;
use crate::server::AppState;
use crate::server::identity::{GuestKey, Identity};

/// A bot's open seek, withdrawn when this is dropped.
pub struct BotSeek {
    app: AppState,
    guest: GuestKey,
    id: u64,
    changes: watch::Receiver<u64>,
}

impl BotSeek {
    /// Lists a bot; `None` if too many are listed.
    pub fn open(app: &AppState, identity: Identity, name: &str, is_known: bool, seek: Seek) -> Option<Self> {
        let changes = app.lobby.changed.subscribe();
        // Bots have limits of their own.
        let address: Option<IpAddr> = None;
        let kind = if is_known { SeekerKind::Bot } else { SeekerKind::PassingBot };
        let seeker = Seeker { identity, name: name.to_owned(), ratings: Ratings::default(), address, kind };
        let id = app.lobby.change(|pool| pool.list_bot(seeker, seek, Instant::now()))?;
        Some(Self { app: app.clone(), guest: identity.guest(), id, changes })
    }

    /// Waits until somebody has accepted it: the room; `None` if it is no longer open. It may be dropped before it is ready.
    pub async fn accepted(&mut self) -> Option<RoomCode> {
        loop {
            match self.app.lobby.lock().pool.state(self.guest, self.id) {
                SeekState::Open => {}
                SeekState::Paired(code) => return Some(code),
                SeekState::Failed | SeekState::Closed => return None,
            }
            self.changes.changed().await.ok()?;
        }
    }
}

impl Drop for BotSeek {
    fn drop(&mut self) {
        self.app.lobby.change(|pool| {
            if pool.seek_of(self.guest).is_some_and(|entry| entry.id == self.id) {
                pool.cancel(self.guest);
            }
        });
    }
}
