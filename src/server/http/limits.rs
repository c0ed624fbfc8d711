//! Rate limits: token buckets by address or key in bounded memory (ADR 0054), and a cap on connections. Pure:
//! time is an argument.

mod bucket;
mod by_address;
mod connections;
mod misses;
mod network;
mod recent;
mod table;
mod tokens;

use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

pub use self::bucket::Bucket;
pub use self::by_address::ByAddress;
pub use self::connections::{ConnectionPermit, Connections};
pub use self::misses::Misses;
pub use self::network::{Network, household, household_network, networks};
pub use self::recent::Recent;
pub use self::table::Table;
pub use self::tokens::TokenLimits;
use crate::server::config::limits::LimitFlags;
use crate::server::metrics::Metrics;

/// Buckets that a [`Limit`] remembers.
const CAPACITY: usize = 1 << 13;

/// A rate of tokens, all of which may be taken in one burst.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    /// Size of the bucket; 0 for no limit.
    pub burst: u32,
    /// Time in which an empty bucket fills up.
    pub per: Duration,
}

/// A refusal: after this time there are tokens again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TryAgain(pub Duration);

impl TryAgain {
    /// The time in whole seconds, at least one.
    pub fn seconds(self) -> u32 {
        let up = self.0.as_secs() + u64::from(self.0.subsec_nanos() > 0);
        u32::try_from(up).unwrap_or(u32::MAX).max(1)
    }
}

/// A token bucket for each key.
#[derive(Debug)]
pub struct Limit<K> {
    rate: Rate,
    table: Mutex<Table>,
    keys: std::marker::PhantomData<fn(K)>,
}

impl<K: Hash> Limit<K> {
    /// A limit of this rate for each key.
    pub fn new(rate: Rate) -> Self {
        Self { rate, table: Mutex::new(Table::new(CAPACITY)), keys: std::marker::PhantomData }
    }

    /// Takes a token of this key, if one is left.
    pub fn take(&self, key: K, now: Instant) -> bool {
        self.take_many(key, 1, now).is_ok()
    }

    /// Takes so many tokens of this key, or none.
    ///
    /// # Errors
    /// There are not so many left.
    pub fn take_many(&self, key: K, tokens: u32, now: Instant) -> Result<(), TryAgain> {
        let Some(price) = self.rate.per.checked_div(self.rate.burst) else { return Ok(()) };
        // More than the whole bucket cannot be asked for.
        let price = price * tokens.min(self.rate.burst);
        let mut table = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        let tag = table.tag(key);
        let wait = (table.owed(tag, now) + price).saturating_sub(self.rate.per);
        if !wait.is_zero() {
            return Err(TryAgain(wait));
        }
        table.charge(tag, price, self.rate.per, now);
        Ok(())
    }

    /// Whether a token of this key is left, which is not taken.
    ///
    /// # Errors
    /// None is left.
    pub fn check(&self, key: K, now: Instant) -> Result<(), TryAgain> {
        let Some(price) = self.rate.per.checked_div(self.rate.burst) else { return Ok(()) };
        let table = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        let wait = (table.owed(table.tag(key), now) + price).saturating_sub(self.rate.per);
        if wait.is_zero() { Ok(()) } else { Err(TryAgain(wait)) }
    }
}

/// The rate limits of an address. Guests can be made up at will, addresses cannot.
#[derive(Debug)]
pub struct AddressLimits {
    /// Requests, in points: see [`super::request_points`].
    pub requests: ByAddress,
    /// Look-ups of what does not exist.
    pub misses: Misses,
    /// Rooms that are opened.
    pub rooms: ByAddress,
    /// Games that are begun in rooms in which one was played.
    pub games: ByAddress,
    /// Names that are chosen. They are stored for ever.
    pub names: ByAddress,
    /// Entrants of tournaments.
    pub entries: ByAddress,
    /// Tournaments that are opened.
    pub tournaments: ByAddress,
    /// Changes of push subscriptions.
    pub push: ByAddress,
    /// Costly private actions: export and deletion of a guest's data, sign-in, seat transfer.
    pub private: ByAddress,
    /// Reports, across all guests of the address.
    pub reports: ByAddress,
    /// Those of bots, which count by token.
    pub tokens: TokenLimits,
}

impl AddressLimits {
    /// Full buckets with these figures.
    pub fn new(flags: &LimitFlags, metrics: &Metrics) -> Self {
        let minutes = |name, burst, minutes: u64| {
            ByAddress::new(name, Rate { burst, per: Duration::from_secs(minutes * 60) }, metrics.clone())
        };
        Self {
            requests: minutes("requests", flags.request_points, 2),
            misses: Misses::new(minutes("misses", flags.misses, 10)),
            rooms: minutes("rooms", flags.rooms_per_hour, 60),
            games: minutes("games", flags.games_per_hour, 60),
            names: minutes("names", flags.names_per_hour, 60),
            entries: minutes("entries", flags.entries_per_hour, 60),
            tournaments: minutes("tournaments", flags.tournaments_per_day, 24 * 60),
            push: minutes("push", flags.push_changes_per_hour, 60),
            private: minutes("private", flags.private_actions, 10),
            reports: minutes("reports", flags.reports, 10),
            tokens: TokenLimits::new(flags),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_by_key_allows_a_burst_and_refills() {
        let now = Instant::now() + Duration::from_secs(1);
        let limit = Limit::new(Rate { burst: 3, per: Duration::from_secs(30) });
        let takes = |key, now| (0..9).filter(|_| limit.take(key, now)).count();
        assert_eq!([takes(1, now), takes(2, now), takes(1, now + Duration::from_secs(10))], [3, 3, 1]);
        assert_eq!(limit.check(2, now), Err(TryAgain(Duration::from_secs(10))));
        assert_eq!(limit.check(3, now), Ok(()));
        let off = Limit::new(Rate { burst: 0, per: Duration::from_secs(30) });
        assert!((0..1000).all(|_| off.take(1, now)));
    }

    #[test]
    fn the_time_to_try_again_is_rounded_up_to_at_least_a_second() {
        let seconds = |millis| TryAgain(Duration::from_millis(millis)).seconds();
        assert_eq!([0, 1, 1_000, 1_001, 59_999].map(seconds), [1, 1, 1, 2, 60]);
    }
}
