//! A set of what happened recently, in bounded memory.

use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::table::Table;

/// Entries that are remembered, of 16 bytes each.
const CAPACITY: usize = 1 << 15;

/// See the module. When it is full, the oldest of eight entries makes room.
#[derive(Debug)]
pub struct Recent {
    ttl: Duration,
    table: Mutex<Table>,
}

impl Recent {
    /// A set that remembers for so long.
    pub fn new(ttl: Duration) -> Self {
        Self { ttl, table: Mutex::new(Table::new(CAPACITY)) }
    }

    /// Remembers a key.
    pub fn insert(&self, key: impl Hash, now: Instant) {
        let mut table = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        let tag = table.tag(key);
        table.charge(tag, self.ttl, self.ttl, now);
    }

    /// Whether a key was inserted recently.
    pub fn contains(&self, key: impl Hash, now: Instant) -> bool {
        let table = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        !table.owed(table.tag(key), now).is_zero()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recent_key_is_forgotten_after_its_time() {
        let (recent, now) = (Recent::new(Duration::from_secs(60)), Instant::now());
        recent.insert(("a", 1), now);
        assert!(recent.contains(("a", 1), now) && !recent.contains(("a", 2), now));
        assert!(!recent.contains(("a", 1), now + Duration::from_secs(61)));
    }
}
