//! The reverse proxies whose forwarding headers are believed.

use std::net::IpAddr;
use std::str::FromStr;

/// Peers whose word counts for who the visitor is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TrustedProxies {
    /// Nobody's.
    None,
    /// Everybody's who can connect to this server.
    All,
    /// That of these networks.
    Networks(Vec<Cidr>),
}

/// A network in CIDR notation; a single address is one as well.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cidr {
    base: IpAddr,
    prefix: u32,
}

impl TrustedProxies {
    /// Whether there is a proxy at all.
    pub fn any(&self) -> bool {
        *self != Self::None
    }

    /// Whether this peer is believed.
    pub fn contains(&self, peer: IpAddr) -> bool {
        match self {
            Self::None => false,
            Self::All => true,
            Self::Networks(networks) => networks.iter().any(|network| network.contains(peer)),
        }
    }
}

impl FromStr for TrustedProxies {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.trim() {
            "true" | "1" | "yes" | "on" => Ok(Self::All),
            "" | "false" | "0" | "no" | "off" => Ok(Self::None),
            list => list.split(',').map(str::parse).collect::<Result<_, _>>().map(Self::Networks),
        }
    }
}

impl FromStr for Cidr {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || format!("{text} is no network; expected something like 10.0.0.0/8 or 127.0.0.1");
        let (address, prefix) = match text.trim().split_once('/') {
            Some((address, prefix)) => (address, Some(prefix)),
            None => (text.trim(), None),
        };
        let base: IpAddr = address.parse().map_err(|_| wrong())?;
        let most = if base.is_ipv4() { 32 } else { 128 };
        let prefix = prefix.map_or(Ok(most), |prefix| prefix.parse().map_err(|_| wrong()))?;
        if prefix > most { Err(wrong()) } else { Ok(Self { base, prefix }) }
    }
}

impl Cidr {
    /// Its first bits and their number, as of an IPv6 network, into which IPv4 addresses are mapped.
    pub fn ipv6(self) -> (u128, u32) {
        match self.base.to_canonical() {
            IpAddr::V4(base) => {
                (base.to_ipv6_mapped().to_bits(), if self.base.is_ipv4() { 96 } else { 0 } + self.prefix)
            }
            IpAddr::V6(base) => (base.to_bits(), self.prefix),
        }
    }

    fn contains(self, address: IpAddr) -> bool {
        // The bits beyond the prefix do not count; shifting out all of them leaves none.
        let differ = match (self.base, address.to_canonical()) {
            (IpAddr::V4(base), IpAddr::V4(address)) => {
                (base.to_bits() ^ address.to_bits()).checked_shr(32 - self.prefix).unwrap_or(0) != 0
            }
            (IpAddr::V6(base), IpAddr::V6(address)) => {
                (base.to_bits() ^ address.to_bits()).checked_shr(128 - self.prefix).unwrap_or(0) != 0
            }
            _ => true,
        };
        !differ
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_peers_of_the_listed_networks_are_believed() {
        let proxies: TrustedProxies = "10.1.0.0/16, 127.0.0.1,fd00::/8,192.0.2.4/31".parse().unwrap();
        for (peer, believed) in [
            ("10.1.255.1", true),
            ("10.2.0.1", false),
            ("127.0.0.1", true),
            ("::ffff:127.0.0.1", true),
            ("127.0.0.2", false),
            ("fdff::1", true),
            ("fe80::1", false),
            ("192.0.2.5", true),
            ("192.0.2.6", false),
        ] {
            assert_eq!(proxies.contains(peer.parse().unwrap()), believed, "{peer}");
        }
        let all = |text: &str| text.parse::<TrustedProxies>().unwrap();
        assert!(
            all("0.0.0.0/0").contains([8, 8, 8, 8].into())
                && !all("0.0.0.0/0").contains("::1".parse().unwrap())
        );
        assert_eq!(
            (all("true"), all("false"), all("")),
            (TrustedProxies::All, TrustedProxies::None, TrustedProxies::None)
        );
    }

    #[test]
    fn what_is_no_network_is_refused() {
        for wrong in
            ["proxy", "10.0.0.0/33", "10.0.0.0/-1", "::/129", "10.0.0.0/8,", "10.0.0/8", "10.0.0.1:80"]
        {
            assert!(wrong.parse::<TrustedProxies>().is_err(), "{wrong}");
        }
    }
}
