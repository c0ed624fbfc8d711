//! Who is online: the guests with an open socket of the lobby or of a room on this node.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::identity::GuestKey;

/// The number of open sockets of each guest.
#[derive(Debug, Default)]
pub struct Presence(Mutex<HashMap<GuestKey, u32>>);

/// Presence of a guest, for as long as the socket is open.
#[derive(Debug)]
pub struct PresenceGuard {
    presence: Arc<Presence>,
    guest: GuestKey,
}

impl Presence {
    /// Counts a socket of a guest.
    pub fn enter(self: &Arc<Self>, guest: GuestKey) -> PresenceGuard {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(guest).or_default() += 1;
        PresenceGuard { presence: Arc::clone(self), guest }
    }

    /// Whether a guest is online.
    pub fn is_online(&self, guest: GuestKey) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).contains_key(&guest)
    }
}

impl Drop for PresenceGuard {
    fn drop(&mut self) {
        let mut online = self.presence.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = online.get_mut(&self.guest) {
            *count -= 1;
            if *count == 0 {
                online.remove(&self.guest);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::identity::Identity;

    #[test]
    fn a_guest_is_online_while_one_of_their_sockets_is_open() {
        let (presence, guest) = (Arc::<Presence>::default(), Identity::of_test(1).guest());
        let sockets = [presence.enter(guest), presence.enter(guest)];
        assert!(presence.is_online(guest) && !presence.is_online(Identity::of_test(2).guest()));
        let [first, second] = sockets;
        drop(first);
        assert!(presence.is_online(guest));
        drop(second);
        assert!(!presence.is_online(guest));
    }
}
