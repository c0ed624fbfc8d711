//! The networks that an address belongs to, each of which has a share of its own: an IPv4 address as a whole;
//! of an IPv6 address the /64 that a household has, and, with a larger share, the /56 and the /48 that
//! providers give to one customer.

use std::net::{IpAddr, Ipv6Addr};

/// Prefix lengths with how many times the share of one visitor such a network has. IPv4 addresses are mapped
/// into IPv6.
const IPV4: &[(u32, u32)] = &[(128, 1)];
const IPV6: &[(u32, u32)] = &[(64, 1), (56, 4), (48, 16)];

/// A network of addresses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Network {
    bits: u128,
    prefix: u32,
}

impl Network {
    /// Its first address, as a number.
    pub fn bits(self) -> u128 {
        self.bits
    }
}

/// The networks of an address, the smallest first, each with how many times the share of one visitor it has.
pub fn networks(address: IpAddr) -> impl Iterator<Item = (Network, u32)> {
    let (bits, prefixes) = match address.to_canonical() {
        IpAddr::V4(v4) => (v4.to_ipv6_mapped().to_bits(), IPV4),
        IpAddr::V6(v6) => (v6.to_bits(), IPV6),
    };
    prefixes.iter().map(move |&(prefix, shares)| {
        let rest = u128::MAX.checked_shr(prefix).unwrap_or_default();
        (Network { bits: bits & !rest, prefix }, shares)
    })
}

/// The network of an address that providers give to a household: an IPv4 address, or the /56 of an IPv6 address.
pub fn household_network(address: IpAddr) -> Option<Network> {
    let networks: Vec<(Network, u32)> = networks(address).collect();
    networks.get(1).or(networks.first()).map(|(network, _)| *network)
}

/// The address of a visitor's household, for comparisons: an IPv4 address, or the /64 of an IPv6 address.
pub fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & !u128::from(u64::MAX))),
        v4 => v4,
    }
}
