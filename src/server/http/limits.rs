//! Rate limits: token buckets by address or key, and a cap on connections. Pure: time is an argument.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A rate of tokens, all of which may be taken in one burst.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    /// Size of the bucket; 0 for no limit.
    pub burst: u32,
    /// Time in which an empty bucket fills up.
    pub per: Duration,
}

/// A token bucket; the [`Rate`] is passed to each call.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    /// The share of tokens that is spent, 0 to 1.
    spent: f32,
    at: Instant,
}

/// Threshold of [`Bucket::is_busy`].
const BUSY_SHARE: f32 = 0.25;

impl Bucket {
    /// A full bucket.
    pub fn full(now: Instant) -> Self {
        Self { spent: 0.0, at: now }
    }

    /// Whether more than a quarter has been spent recently.
    pub fn is_busy(&self) -> bool {
        self.spent > BUSY_SHARE
    }

    /// Takes a token, if there is one.
    pub fn take(&mut self, rate: Rate, now: Instant) -> bool {
        if rate.burst == 0 {
            return true;
        }
        let refilled = now.saturating_duration_since(self.at).as_secs_f32() / rate.per.as_secs_f32();
        let spent = (self.spent - refilled).max(0.0) + 1.0 / rate.burst as f32;
        // Tolerance for the rounding errors of as many additions as there are tokens.
        let is_allowed = spent <= 1.0 + 1e-4;
        if is_allowed {
            self.spent = spent;
            self.at = now;
        }
        is_allowed
    }

    fn is_full(&self, rate: Rate, now: Instant) -> bool {
        now.saturating_duration_since(self.at).as_secs_f32() >= self.spent * rate.per.as_secs_f32()
    }
}

/// When so many buckets are stored, full ones are dropped: a full bucket equals none.
const MAX_BUCKETS: usize = 4096;

/// A token bucket for each key.
#[derive(Debug)]
pub struct Limit<K> {
    rate: Rate,
    buckets: Mutex<HashMap<K, Bucket>>,
}

impl<K: Eq + Hash> Limit<K> {
    /// A limit of this rate for each key.
    pub fn new(rate: Rate) -> Self {
        Self { rate, buckets: Mutex::default() }
    }

    /// Takes a token of this key, if one is left.
    pub fn take(&self, key: K, now: Instant) -> bool {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MAX_BUCKETS {
            buckets.retain(|_, bucket| !bucket.is_full(self.rate, now));
        }
        buckets.entry(key).or_insert_with(|| Bucket::full(now)).take(self.rate, now)
    }
}

/// A rate limit for each address.
#[derive(Debug)]
pub struct ByAddress(Limit<IpAddr>);

impl ByAddress {
    /// A limit of this rate for each address.
    pub fn new(rate: Rate) -> Self {
        Self(Limit::new(rate))
    }

    /// Takes a token of this address, if one is left.
    pub fn take(&self, address: IpAddr, now: Instant) -> bool {
        self.0.take(household(address), now)
    }
}

/// The number of open connections of each address.
#[derive(Debug)]
pub struct Connections {
    limit: u32,
    open: Mutex<HashMap<IpAddr, u32>>,
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

    /// A place for a connection of this address, if one is free.
    pub fn acquire(self: &Arc<Self>, address: IpAddr) -> Option<ConnectionPermit> {
        let address = household(address);
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(address).or_default();
        if self.limit > 0 && *count >= self.limit {
            return None;
        }
        *count += 1;
        Some(ConnectionPermit { address, of: Arc::clone(self) })
    }
}

impl ConnectionPermit {
    /// The address that the place is counted for.
    pub fn address(&self) -> IpAddr {
        self.address
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut open = self.of.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.address);
            }
        }
    }
}

/// The key of an address for limits: IPv6 addresses count by their /64, which a household gets as a whole.
pub fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & !u128::from(u64::MAX))),
        v4 => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: Rate = Rate { burst: 100, per: Duration::from_secs(20) };

    #[test]
    fn the_rate_limit_allows_a_burst_and_then_five_per_second() {
        let start = Instant::now();
        let mut bucket = Bucket::full(start);
        assert_eq!((0..1000).filter(|_| bucket.take(RATE, start)).count(), 100);
        let later = start + Duration::from_millis(1010);
        assert_eq!((0..1000).filter(|_| bucket.take(RATE, later)).count(), 5);
        assert!(!bucket.is_full(RATE, later) && bucket.is_full(RATE, later + RATE.per));
    }

    #[test]
    fn zero_turns_the_rate_limit_off() {
        let now = Instant::now();
        let mut bucket = Bucket::full(now);
        assert!((0..1000).all(|_| bucket.take(Rate { burst: 0, ..RATE }, now)));
    }

    #[test]
    fn rate_limits_count_per_ipv4_address_and_per_ipv6_64_prefix() {
        let now = Instant::now();
        let limit = ByAddress::new(Rate { burst: 1, ..RATE });
        let ip = |text: &str| text.parse::<IpAddr>().unwrap();
        assert!(limit.take(ip("10.0.0.1"), now) && !limit.take(ip("10.0.0.1"), now));
        assert!(!limit.take(ip("::ffff:10.0.0.1"), now) && limit.take(ip("10.0.0.2"), now));
        assert!(limit.take(ip("2001:db8::1"), now) && !limit.take(ip("2001:db8::2"), now));
        assert!(limit.take(ip("2001:db8:0:1::1"), now));
    }

    #[test]
    fn a_closed_connection_frees_its_place() {
        let connections = Connections::new(1);
        let address = "10.0.0.1".parse().unwrap();
        let permit = connections.acquire(address);
        assert!(permit.is_some() && connections.acquire(address).is_none());
        drop(permit);
        assert!(connections.acquire(address).is_some());
    }
}
