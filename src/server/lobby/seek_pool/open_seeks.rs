//! The open seeks in order of arrival, found by number and by guest, and counted for each network.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;

use super::PoolEntry;
use crate::server::http::limits::{Network, networks};
use crate::server::identity::GuestKey;

/// See the module. There is at most one of a guest.
#[derive(Default)]
pub(super) struct OpenSeeks {
    by_id: BTreeMap<u64, PoolEntry>,
    by_guest: HashMap<GuestKey, u64>,
    by_network: HashMap<Network, u32>,
    /// How often something was added or removed.
    changes: u64,
}

impl OpenSeeks {
    pub fn len(&self) -> usize {
        self.by_id.len()
    }

    pub fn changes(&self) -> u64 {
        self.changes
    }

    pub fn get(&self, id: u64) -> Option<&PoolEntry> {
        self.by_id.get(&id)
    }

    pub fn of_guest(&self, guest: GuestKey) -> Option<&PoolEntry> {
        self.by_id.get(self.by_guest.get(&guest)?)
    }

    pub fn of_guest_mut(&mut self, guest: GuestKey) -> Option<&mut PoolEntry> {
        self.by_id.get_mut(self.by_guest.get(&guest)?)
    }

    /// In order of arrival.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &PoolEntry> {
        self.by_id.values()
    }

    /// In order of arrival. Whose they are must not be changed.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut PoolEntry> {
        self.by_id.values_mut()
    }

    pub fn insert(&mut self, entry: PoolEntry) {
        self.remove(entry.id);
        self.changes += 1;
        for (network, _) in entry.party.address.into_iter().flat_map(networks) {
            *self.by_network.entry(network).or_default() += 1;
        }
        self.by_guest.insert(entry.party.guest, entry.id);
        self.by_id.insert(entry.id, entry);
    }

    pub fn remove(&mut self, id: u64) -> Option<PoolEntry> {
        let entry = self.by_id.remove(&id)?;
        self.changes += 1;
        if self.by_guest.get(&entry.party.guest) == Some(&id) {
            self.by_guest.remove(&entry.party.guest);
        }
        for (network, _) in entry.party.address.into_iter().flat_map(networks) {
            if let Some(count) = self.by_network.get_mut(&network) {
                *count -= 1;
                if *count == 0 {
                    self.by_network.remove(&network);
                }
            }
        }
        Some(entry)
    }

    /// How many are open of the networks of an address, in shares of one visitor: the largest of them.
    pub fn crowd(&self, address: Option<IpAddr>) -> f64 {
        let open = |network| f64::from(self.by_network.get(&network).copied().unwrap_or_default());
        let shares =
            address.into_iter().flat_map(networks).map(|(network, share)| open(network) / f64::from(share));
        shares.fold(0.0, f64::max)
    }

    /// The newest of those from the most crowded networks, with how crowded these are.
    pub fn most_crowded(&self) -> Option<(u64, f64)> {
        let crowds = self.by_id.values().map(|entry| (entry.id, self.crowd(entry.party.address)));
        crowds.max_by(|(_, one), (_, other)| one.total_cmp(other))
    }
}
