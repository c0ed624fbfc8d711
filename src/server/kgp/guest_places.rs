//! Places of agents without tokens. Such an agent is somebody new with each connection, so its games are counted by its network and
//! the lowest number that is free there: who connects again goes on where the last connection stood, and agents that are connected
//! together have a limit each.

use std::collections::{BTreeSet, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use crate::server::http::limits::{Network, household_network};

/// What the games of an agent without a token are counted by: its network, and its number there.
pub type GuestSlot = (Network, u32);

/// The numbers that are taken in each network.
#[derive(Debug, Default)]
pub struct GuestPlaces(Mutex<HashMap<Network, BTreeSet<u32>>>);

/// A number that is taken; dropping it frees it.
#[derive(Debug)]
pub struct GuestPlace {
    places: Arc<GuestPlaces>,
    /// By what games are counted.
    pub slot: GuestSlot,
}

impl GuestPlaces {
    /// The lowest number that is free in the network of an address.
    pub fn take(self: &Arc<Self>, address: IpAddr) -> Option<GuestPlace> {
        let network = household_network(address)?;
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = all.entry(network).or_default();
        let number = (0..).find(|number| !taken.contains(number))?;
        taken.insert(number);
        Some(GuestPlace { places: Arc::clone(self), slot: (network, number) })
    }
}

impl Drop for GuestPlace {
    fn drop(&mut self) {
        let (network, number) = self.slot;
        let mut all = self.places.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(taken) = all.get_mut(&network) {
            taken.remove(&number);
            if taken.is_empty() {
                all.remove(&network);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_agent_that_connects_again_has_the_number_that_it_has_left() {
        let places = Arc::new(GuestPlaces::default());
        let take = |address: &str| places.take(address.parse().unwrap()).unwrap();
        let [first, second] = [take("10.0.0.1"), take("10.0.0.1")];
        let (left, other) = (first.slot, take("10.0.0.2").slot);
        assert!(left != second.slot && left != other);
        drop(first);
        assert_eq!(take("10.0.0.1").slot, left);
        drop(second);
        assert!(places.0.lock().unwrap().is_empty());
    }
}
