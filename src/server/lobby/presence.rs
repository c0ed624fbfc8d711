//! Presence of guests in the lobby: how many there are, and whose seek an open page keeps alive.

use std::sync::Arc;
use std::time::Instant;

use super::Lobby;
use crate::server::identity::GuestKey;

/// Presence of a guest, for as long as the socket is open.
#[derive(Debug)]
pub struct LobbyPresence {
    lobby: Arc<Lobby>,
    guest: GuestKey,
    /// Whether the socket keeps the guest's seek alive.
    keeps_seek: bool,
}

impl Lobby {
    /// Registers a socket of a guest; one with `keeps_seek` keeps the guest's seek alive.
    pub fn enter(self: &Arc<Self>, guest: GuestKey, keeps_seek: bool) -> LobbyPresence {
        let mut state = self.lock();
        *state.visitors.entry(guest).or_default() += 1;
        if keeps_seek {
            state.pool.page_opened(guest);
        }
        drop(state);
        self.notify();
        LobbyPresence { lobby: Arc::clone(self), guest, keeps_seek }
    }
}

impl Drop for LobbyPresence {
    fn drop(&mut self) {
        let mut state = self.lobby.lock();
        if let Some(count) = state.visitors.get_mut(&self.guest) {
            *count -= 1;
            if *count == 0 {
                state.visitors.remove(&self.guest);
            }
        }
        if self.keeps_seek {
            state.pool.page_closed(self.guest, Instant::now());
        }
        drop(state);
        self.lobby.notify();
    }
}
