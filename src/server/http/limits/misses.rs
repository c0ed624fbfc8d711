//! The limit of misses: look-ups by an address of rooms, games and links that do not exist. It makes guessing
//! them useless. While nothing is left, everything that could be a miss is refused, whether it exists or not.

use std::hash::Hash;
use std::net::IpAddr;
use std::time::{Duration, Instant};

use super::network::household;
use super::{ByAddress, Recent, TryAgain};

/// What is looked up at once may all be missing, and is charged afterwards. It is owed for so long at most.
const MAX_DEBT: Duration = Duration::from_secs(3600);
/// A miss that is repeated within this time is charged once: a class that was given a wrong code, a dead link
/// that is reloaded. It tells nobody anything new.
const REPEATED: Duration = Duration::from_secs(600);
/// How long a find is remembered.
const FOUND: Duration = Duration::from_secs(24 * 3600);

/// See the module.
#[derive(Debug)]
pub struct Misses {
    limit: ByAddress,
    missed: Recent,
    found: Recent,
}

impl Misses {
    /// The limit, with nothing found or missed yet.
    pub fn new(limit: ByAddress) -> Self {
        Self { limit, missed: Recent::new(REPEATED), found: Recent::new(FOUND) }
    }

    /// Whether this address may look up what may not exist.
    ///
    /// # Errors
    /// Too much of it was not there.
    pub fn check(&self, address: IpAddr, now: Instant) -> Result<(), TryAgain> {
        self.limit.check(address, now)
    }

    /// Counts a refusal that was decided by [`Misses::check`].
    pub fn count_refusal(&self) {
        self.limit.count_refusal();
    }

    /// Charges the address for something that is not there.
    pub fn missed(&self, address: IpAddr, what: impl Hash, now: Instant) {
        let key = (household(address), what);
        if !self.missed.contains(&key, now) {
            self.missed.insert(&key, now);
            self.limit.owe(address, MAX_DEBT, now);
        }
    }

    /// Remembers a find.
    pub fn found(&self, what: impl Hash, now: Instant) {
        self.found.insert(what, now);
    }

    /// Whether this was found before.
    pub fn was_found(&self, what: impl Hash, now: Instant) -> bool {
        self.found.contains(what, now)
    }
}
