//! A table of token buckets in bounded memory: a hash table with sets of eight slots. To look up or charge a
//! bucket takes the same time however many there are. If a set is full, the bucket that owes the least is
//! forgotten, so whoever sends the most is remembered the longest.
//!
//! A bucket is one number, the time at which it is full again (the generic cell rate algorithm): taking a
//! token moves it on, and the bucket is empty when it lies a whole filling time ahead.

use std::hash::{BuildHasher, Hash, RandomState};
use std::time::{Duration, Instant};

/// Slots of a set.
const WAYS: usize = 8;

/// The hash of a bucket's key. It is seeded at random, so nobody can choose keys that share a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tag(u64);

/// See the module.
#[derive(Debug)]
pub struct Table {
    /// Tag, and the time at which the bucket is full again in nanoseconds since `start`. Plain arrays, because
    /// zeroed memory of them is not touched before it is used.
    slots: Vec<[u64; 2]>,
    hasher: RandomState,
    start: Instant,
}

impl Table {
    /// A table of full buckets, with so many slots, rounded up to a power of two.
    pub fn new(capacity: usize) -> Self {
        let slots = capacity.max(WAYS).next_power_of_two();
        Self { slots: vec![[0; 2]; slots], hasher: RandomState::new(), start: Instant::now() }
    }

    /// The tag of a key.
    pub fn tag(&self, key: impl Hash) -> Tag {
        // Zero marks a free slot.
        Tag(self.hasher.hash_one(key).max(1))
    }

    /// How long until this bucket is full.
    pub fn owed(&self, tag: Tag, now: Instant) -> Duration {
        let set = &self.slots[self.set(tag)];
        let full_at = set.iter().find(|slot| slot[0] == tag.0).map_or(0, |slot| slot[1]);
        Duration::from_nanos(full_at.saturating_sub(self.nanos(now)))
    }

    /// Makes a bucket owe so much more, but no more than `most` in all.
    pub fn charge(&mut self, tag: Tag, more: Duration, most: Duration, now: Instant) {
        let owed = self.owed(tag, now).saturating_add(more).min(most);
        let full_at = self.nanos(now).saturating_add(nanos(owed));
        let set = self.set(tag);
        let set = &mut self.slots[set];
        let own = set.iter().position(|slot| slot[0] == tag.0);
        let least = || (0..WAYS).min_by_key(|&n| set[n][1]).unwrap_or_default();
        let slot = own.unwrap_or_else(least);
        set[slot] = [tag.0, full_at];
    }

    /// Takes back so much of what a bucket owes.
    pub fn credit(&mut self, tag: Tag, less: Duration, now: Instant) {
        let now = self.nanos(now);
        let set = self.set(tag);
        if let Some(slot) = self.slots[set].iter_mut().find(|slot| slot[0] == tag.0) {
            slot[1] = slot[1].saturating_sub(nanos(less)).max(now);
        }
    }

    fn set(&self, tag: Tag) -> std::ops::Range<usize> {
        let set = tag.0 as usize & (self.slots.len() / WAYS - 1);
        set * WAYS..(set + 1) * WAYS
    }

    fn nanos(&self, at: Instant) -> u64 {
        nanos(at.saturating_duration_since(self.start))
    }
}

fn nanos(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_million_keys_take_no_more_memory_and_the_worst_debtor_stays() {
        let now = Instant::now();
        let mut table = Table::new(1024);
        let worst = table.tag("worst");
        table.charge(worst, SECOND * 60, SECOND * 60, now);
        for key in 0..1_000_000 {
            table.charge(table.tag(key), SECOND, SECOND * 60, now);
        }
        assert_eq!(table.slots.capacity(), 1024);
        assert!(table.owed(worst, now) > SECOND * 59);
    }

    #[test]
    fn a_bucket_owes_at_most_what_is_allowed_and_recovers() {
        let now = Instant::now() + SECOND;
        let mut table = Table::new(1);
        let tag = table.tag(1);
        (0..5).for_each(|_| table.charge(tag, SECOND, SECOND * 3, now));
        assert_eq!(table.owed(tag, now), SECOND * 3);
        assert_eq!(table.owed(tag, now + SECOND * 2), SECOND);
        assert_eq!(table.owed(tag, now + SECOND * 4), Duration::ZERO);
        table.credit(tag, SECOND * 2, now);
        assert_eq!(table.owed(tag, now), SECOND);
        table.credit(tag, SECOND * 9, now);
        table.charge(tag, SECOND, SECOND * 3, now);
        assert_eq!(table.owed(tag, now), SECOND, "no bucket is more than full");
    }
}
