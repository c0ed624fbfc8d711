//! The cap on open connections of an address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use super::network::{Network, networks};

/// The number of open connections of each network.
#[derive(Debug)]
pub struct Connections {
    limit: u32,
    open: Mutex<HashMap<Network, u32>>,
}

/// A counted connection; dropping it frees the place.
#[derive(Debug)]
pub struct ConnectionPermit {
    address: IpAddr,
    of: Arc<Connections>,
}

impl Connections {
    /// At most `limit` connections for each address; 0 for no limit.
    pub fn new(limit: u32) -> Arc<Self> {
        Arc::new(Self { limit, open: Mutex::default() })
    }

    /// A place for a connection of this address, if one is free in all its networks.
    pub fn acquire(self: &Arc<Self>, address: IpAddr) -> Option<ConnectionPermit> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let is_full = |(network, shares): (Network, u32)| {
            open.get(&network).is_some_and(|count| *count >= self.limit.saturating_mul(shares))
        };
        if self.limit > 0 && networks(address).any(is_full) {
            return None;
        }
        networks(address).for_each(|(network, _)| *open.entry(network).or_default() += 1);
        Some(ConnectionPermit { address, of: Arc::clone(self) })
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut open = self.of.open.lock().unwrap_or_else(PoisonError::into_inner);
        for (network, _) in networks(self.address) {
            if let Some(count) = open.get_mut(&network) {
                *count -= 1;
                if *count == 0 {
                    open.remove(&network);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_closed_connection_frees_its_place() {
        let connections = Connections::new(1);
        for address in ["10.0.0.1", "2001:db8::1"] {
            let address = address.parse().unwrap();
            let permit = connections.acquire(address);
            assert!(permit.is_some() && connections.acquire(address).is_none());
            drop(permit);
            assert!(connections.acquire(address).is_some());
        }
        assert!(connections.open.lock().unwrap().is_empty());
    }

    #[test]
    fn a_customer_with_many_ipv6_networks_gets_16_shares_of_connections() {
        let connections = Connections::new(2);
        let of = |n: u32| format!("2001:db8:0:{n:x}::1").parse().unwrap();
        let permits: Vec<_> = (0..1000).filter_map(|n| connections.acquire(of(n))).collect();
        assert_eq!(permits.len(), 2 * 16);
        assert!(connections.acquire("2001:db8:1::1".parse().unwrap()).is_some());
    }
}
