//! A rate limit for each address and for the networks around it, which counts whom it refuses.

use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::network::networks;
use super::table::{Table, Tag};
use super::{Rate, TryAgain};
use crate::server::metrics::Metrics;

/// Buckets that a limit remembers, of 16 bytes each. An IPv6 address has three.
const CAPACITY: usize = 1 << 16;

/// See the module.
#[derive(Debug)]
pub struct ByAddress {
    /// The label of its refusals in the metrics.
    name: &'static str,
    rate: Rate,
    table: Mutex<Table>,
    metrics: Metrics,
}

/// The buckets of one address: the tag of each, with how many times the share of one visitor it has.
type Shares = [Option<(Tag, u32)>; 3];

impl ByAddress {
    /// A limit of this rate for each address.
    pub fn new(name: &'static str, rate: Rate, metrics: Metrics) -> Self {
        Self { name, rate, table: Mutex::new(Table::new(CAPACITY)), metrics }
    }

    /// Takes one token of this address.
    ///
    /// # Errors
    /// None is left.
    pub fn take(&self, address: IpAddr, now: Instant) -> Result<(), TryAgain> {
        self.take_many(address, 1, now)
    }

    /// Takes so many tokens of this address, or none.
    ///
    /// # Errors
    /// There are not so many left.
    pub fn take_many(&self, address: IpAddr, tokens: u32, now: Instant) -> Result<(), TryAgain> {
        if self.rate.burst == 0 || tokens == 0 {
            return Ok(());
        }
        let mut table = self.lock();
        let shares = shares(&table, address);
        self.check_shares(&table, &shares, tokens, now).inspect_err(|_| self.count_refusal())?;
        for (tag, share) in shares.into_iter().flatten() {
            table.charge(tag, self.price(tokens, share), self.rate.per, now);
        }
        Ok(())
    }

    /// Whether a token is left, which is not taken.
    ///
    /// # Errors
    /// None is left.
    pub fn check(&self, address: IpAddr, now: Instant) -> Result<(), TryAgain> {
        if self.rate.burst == 0 {
            return Ok(());
        }
        let table = self.lock();
        self.check_shares(&table, &shares(&table, address), 1, now)
    }

    /// Counts a refusal that was decided by [`ByAddress::check`].
    pub fn count_refusal(&self) {
        self.metrics.count_refusal(self.name);
    }

    /// Takes a token afterwards, whether one is left or not: what is missing is owed, for `debt` at most.
    pub fn owe(&self, address: IpAddr, debt: Duration, now: Instant) {
        if self.rate.burst == 0 {
            return;
        }
        let mut table = self.lock();
        for (tag, share) in shares(&table, address).into_iter().flatten() {
            table.charge(tag, self.price(1, share), self.rate.per + debt, now);
        }
    }

    /// Gives back a token that was taken.
    pub fn refund(&self, address: IpAddr, now: Instant) {
        if self.rate.burst == 0 {
            return;
        }
        let mut table = self.lock();
        for (tag, share) in shares(&table, address).into_iter().flatten() {
            table.credit(tag, self.price(1, share), now);
        }
    }

    fn check_shares(
        &self,
        table: &Table,
        shares: &Shares,
        tokens: u32,
        now: Instant,
    ) -> Result<(), TryAgain> {
        let wait = |(tag, share): (Tag, u32)| {
            (table.owed(tag, now) + self.price(tokens, share)).saturating_sub(self.rate.per)
        };
        let longest = shares.iter().flatten().copied().map(wait).max().unwrap_or_default();
        if longest.is_zero() { Ok(()) } else { Err(TryAgain(longest)) }
    }

    /// In how much time so many tokens come back. More than the whole bucket cannot be asked for.
    fn price(&self, tokens: u32, share: u32) -> Duration {
        let burst = self.rate.burst.saturating_mul(share);
        let nanos = self.rate.per.as_nanos() * u128::from(tokens.min(burst)) / u128::from(burst);
        Duration::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX))
    }

    fn lock(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn shares(table: &Table, address: IpAddr) -> Shares {
    let mut networks = networks(address).map(|(network, share)| (table.tag(network), share));
    std::array::from_fn(|_| networks.next())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn limit(burst: u32, per: Duration) -> ByAddress {
        ByAddress::new("test", Rate { burst, per }, Metrics::new())
    }

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn rate_limits_count_per_ipv4_address_and_per_ipv6_64_prefix() {
        let now = Instant::now();
        let limit = limit(1, SECOND * 20);
        let takes = |address| limit.take(ip(address), now).is_ok();
        assert!(takes("10.0.0.1") && !takes("10.0.0.1"));
        assert!(!takes("::ffff:10.0.0.1") && takes("10.0.0.2"));
        assert!(takes("2001:db8::1") && !takes("2001:db8::2"));
        assert!(takes("2001:db8:0:1::1"));
    }

    #[test]
    fn many_ipv6_networks_get_4_shares_of_a_56_and_16_of_a_48() {
        let now = Instant::now();
        let count = |limit: &ByAddress, of: &dyn Fn(u32) -> String| {
            (0..2_000).filter(|&n| limit.take(ip(&of(n)), now).is_ok()).count()
        };
        let per_56 = |n| format!("2001:db8:0:{:x}::1", n % 256);
        let per_48 = |n| format!("2001:db8:0:{n:x}::1");
        assert_eq!(count(&limit(10, SECOND), &per_56), 40);
        let limit = limit(10, SECOND);
        assert_eq!(count(&limit, &per_48), 160);
        assert_eq!(limit.take(ip("2001:db8:1::1"), now), Ok(()), "another customer");
    }

    #[test]
    fn a_refusal_says_when_to_try_again_and_takes_nothing() {
        let now = Instant::now() + SECOND;
        let (limit, anna) = (limit(60, SECOND * 60), ip("10.0.0.1"));
        assert_eq!(limit.take_many(anna, 50, now), Ok(()));
        for _ in 0..9 {
            assert_eq!(limit.take_many(anna, 20, now), Err(TryAgain(SECOND * 10)));
        }
        assert_eq!(limit.take_many(anna, 20, now + SECOND * 10), Ok(()));
        // What costs more than a whole bucket is let through when the bucket is full.
        assert_eq!(limit.take_many(ip("10.0.0.2"), 1_000, now), Ok(()));
        assert!(limit.metrics.text().contains("duello_turned_away_total{reason=\"test\"} 9"));
    }

    #[test]
    fn tokens_taken_afterwards_are_owed_for_a_limited_time() {
        let now = Instant::now() + SECOND;
        let (limit, anna) = (limit(10, SECOND * 10), ip("10.0.0.1"));
        (0..15).for_each(|_| limit.owe(anna, SECOND * 20, now));
        assert_eq!(limit.check(anna, now), Err(TryAgain(SECOND * 6)));
        (0..99).for_each(|_| limit.owe(anna, SECOND * 20, now));
        assert_eq!(limit.check(anna, now), Err(TryAgain(SECOND * 21)));
        assert_eq!(limit.check(anna, now + SECOND * 21), Ok(()));
    }

    #[test]
    fn zero_turns_a_limit_by_address_off() {
        let now = Instant::now();
        let (limit, anna) = (limit(0, SECOND), ip("10.0.0.1"));
        limit.owe(anna, SECOND, now);
        assert!(limit.check(anna, now).is_ok() && limit.take_many(anna, 1_000, now).is_ok());
    }
}
