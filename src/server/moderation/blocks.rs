//! Blocked networks by keyed hashes: an address is hashed at each length of prefix that is in use. So whoever reads
//! the list, but not the key beside it, does not learn who is blocked. Pure: time is an argument.

use std::collections::HashMap;
use std::net::IpAddr;

use hmac::{Hmac, KeyInit, Mac};
use room::Millis;
use sha2::Sha256;

use crate::server::hex::hex;
use crate::server::store::Block;

/// The blocked networks, by the length of their prefix and their hash.
#[derive(Default)]
pub struct Blocks {
    key: Vec<u8>,
    by_prefix: HashMap<u32, HashMap<String, Millis>>,
}

impl std::fmt::Debug for Blocks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Blocks").field("prefixes", &self.by_prefix.keys()).finish_non_exhaustive()
    }
}

impl Blocks {
    /// The blocks that are stored, with their key.
    pub fn new(key: &str, blocks: &[Block]) -> Self {
        let mut by_prefix: HashMap<u32, HashMap<String, Millis>> = HashMap::new();
        for block in blocks {
            by_prefix.entry(block.prefix).or_default().insert(block.hash.clone(), block.until);
        }
        Self { key: key.as_bytes().to_vec(), by_prefix }
    }

    /// Until when an address is blocked; `None` if it is not.
    pub fn until(&self, address: IpAddr, now: Millis) -> Option<Millis> {
        if self.by_prefix.is_empty() {
            return None;
        }
        let bits = match address.to_canonical() {
            IpAddr::V4(v4) => v4.to_ipv6_mapped().to_bits(),
            IpAddr::V6(v6) => v6.to_bits(),
        };
        let until = |(prefix, of_prefix): (&u32, &HashMap<String, Millis>)| {
            of_prefix.get(&hash(&self.key, bits, *prefix)?).copied()
        };
        self.by_prefix.iter().filter_map(until).filter(|until| *until > now).max()
    }
}

/// The hash of the network of these bits with this length of prefix; `None` if there is no key.
pub fn hash(key: &[u8], bits: u128, prefix: u32) -> Option<String> {
    let network = bits & !u128::MAX.checked_shr(prefix).unwrap_or_default();
    let code = Hmac::<Sha256>::new_from_slice(key).ok().filter(|_| !key.is_empty())?;
    let code = code.chain_update(network.to_be_bytes()).chain_update(prefix.to_be_bytes());
    Some(hex(&code.finalize().into_bytes()[..16]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::config::proxies::Cidr;

    fn blocks(networks: &[&str]) -> Blocks {
        let block = |text: &&str| {
            let (bits, prefix) = text.parse::<Cidr>().unwrap().ipv6();
            let hash = hash(b"key", bits, prefix).unwrap();
            Block { hash, prefix, since: 0, until: 100, reason: String::new() }
        };
        Blocks::new("key", &networks.iter().map(block).collect::<Vec<_>>())
    }

    #[test]
    fn an_address_is_blocked_with_its_network_until_the_time_is_over() {
        let blocks = blocks(&["198.51.100.0/24", "2001:db8:1:2::/64", "203.0.113.7"]);
        for (address, is) in [
            ("198.51.100.255", true),
            ("::ffff:198.51.100.1", true),
            ("198.51.101.1", false),
            ("2001:db8:1:2:ffff::1", true),
            ("2001:db8:1:3::1", false),
            ("203.0.113.7", true),
            ("203.0.113.6", false),
        ] {
            assert_eq!(blocks.until(address.parse().unwrap(), 99), is.then_some(100), "{address}");
            assert_eq!(blocks.until(address.parse().unwrap(), 100), None, "{address}: it is over");
        }
    }

    #[test]
    fn a_hash_depends_on_the_key_and_shows_no_address() {
        let (bits, prefix) = "203.0.113.7".parse::<Cidr>().unwrap().ipv6();
        let [one, other] = [b"one".as_slice(), b"other"].map(|key| hash(key, bits, prefix).unwrap());
        assert_ne!(one, other);
        assert_eq!(one.len(), 32);
        assert_eq!(hash(b"", bits, prefix), None, "without a key everybody could look addresses up");
    }
}
