//! Who is online: the guests with an open socket of the lobby or of a room, at this node and, as far as they have told, at
//! others.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::identity::GuestKey;
use super::store::NodeId;

/// After so long without a word what another node has told counts no more.
const FORGOTTEN_AFTER: Duration = Duration::from_secs(25);

/// See the module.
#[derive(Debug, Default)]
pub struct Presence(Mutex<Online>);

#[derive(Debug, Default)]
struct Online {
    /// The number of open sockets of each guest at this node.
    here: HashMap<GuestKey, u32>,
    /// Guests who have come or gone since other nodes were told.
    changed: HashSet<GuestKey>,
    /// Guests at other nodes, each with the nodes that have told of them, and when.
    elsewhere: HashMap<GuestKey, HashMap<NodeId, Instant>>,
}

/// Presence of a guest, for as long as the socket is open.
#[derive(Debug)]
pub struct PresenceGuard {
    presence: Arc<Presence>,
    guest: GuestKey,
}

/// What a node tells others of its guests.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Changes {
    /// Who is there.
    pub here: Vec<GuestKey>,
    /// Who was there, and is not any more.
    pub gone: Vec<GuestKey>,
}

impl Presence {
    /// Counts a socket of a guest.
    pub fn enter(self: &Arc<Self>, guest: GuestKey) -> PresenceGuard {
        let mut online = self.lock();
        let sockets = online.here.entry(guest).or_default();
        *sockets += 1;
        if *sockets == 1 {
            online.changed.insert(guest);
        }
        PresenceGuard { presence: Arc::clone(self), guest }
    }

    /// Whether a guest is online.
    pub fn is_online(&self, guest: GuestKey) -> bool {
        let online = self.lock();
        online.here.contains_key(&guest) || online.elsewhere.contains_key(&guest)
    }

    /// Who has come to this node or left it since this was asked last.
    pub fn take_changes(&self) -> Changes {
        let mut online = self.lock();
        let changed = std::mem::take(&mut online.changed);
        let (here, gone) = changed.into_iter().partition(|guest| online.here.contains_key(guest));
        Changes { here, gone }
    }

    /// Everybody who is at this node.
    pub fn all_here(&self) -> Vec<GuestKey> {
        self.lock().here.keys().copied().collect()
    }

    /// Another node has told of its guests.
    pub fn hear(&self, node: NodeId, told: Changes, now: Instant) {
        let mut online = self.lock();
        for guest in told.here {
            online.elsewhere.entry(guest).or_default().insert(node, now);
        }
        for guest in told.gone {
            if let Some(nodes) = online.elsewhere.get_mut(&guest) {
                nodes.remove(&node);
                if nodes.is_empty() {
                    online.elsewhere.remove(&guest);
                }
            }
        }
    }

    /// Forgets whom no other node has told of for long: a message was lost, or the node is gone.
    pub fn expire(&self, now: Instant) {
        self.lock().elsewhere.retain(|_, nodes| {
            nodes.retain(|_, heard| now.saturating_duration_since(*heard) < FORGOTTEN_AFTER);
            !nodes.is_empty()
        });
    }

    fn lock(&self) -> MutexGuard<'_, Online> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for PresenceGuard {
    fn drop(&mut self) {
        let mut online = self.presence.lock();
        if let Some(count) = online.here.get_mut(&self.guest) {
            *count -= 1;
            if *count == 0 {
                online.here.remove(&self.guest);
                online.changed.insert(self.guest);
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

    #[test]
    fn changes_tell_who_has_come_and_gone_since_the_last() {
        let presence = Arc::<Presence>::default();
        let [one, two, three] = [1, 2, 3].map(|n| Identity::of_test(n).guest());
        let socket = presence.enter(one);
        let second = presence.enter(one);
        drop(presence.enter(two));
        assert_eq!(presence.take_changes(), Changes { here: vec![one], gone: vec![two] });
        drop(second);
        assert_eq!(presence.take_changes(), Changes::default(), "one socket is still open");
        let _other = presence.enter(three);
        drop(socket);
        assert_eq!(presence.take_changes(), Changes { here: vec![three], gone: vec![one] });
        assert_eq!(presence.all_here(), [three]);
    }

    #[test]
    fn guests_of_other_nodes_are_online_until_nobody_tells_of_them() {
        let (presence, guest) = (Arc::<Presence>::default(), Identity::of_test(1).guest());
        let begun = Instant::now();
        let here = || Changes { here: vec![guest], gone: Vec::new() };
        let gone = || Changes { here: Vec::new(), gone: vec![guest] };
        presence.hear(NodeId(1), here(), begun);
        presence.hear(NodeId(2), here(), begun + Duration::from_secs(20));
        presence.hear(NodeId(3), gone(), begun);
        assert!(presence.is_online(guest));
        presence.expire(begun + Duration::from_secs(30));
        assert!(presence.is_online(guest), "the second node has told of them");
        presence.hear(NodeId(2), gone(), begun + Duration::from_secs(31));
        assert!(!presence.is_online(guest));
        presence.hear(NodeId(1), here(), begun + Duration::from_secs(32));
        presence.expire(begun + Duration::from_secs(57));
        assert!(!presence.is_online(guest));
    }
}
