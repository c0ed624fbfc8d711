//! Guests who are not paired with one another, because one of them blocks the other.

use std::collections::{HashMap, HashSet};

use crate::server::identity::GuestKey;

/// For each guest who seeks, those with whom they are not paired.
#[derive(Debug, Default)]
pub(super) struct Apart(HashMap<GuestKey, HashSet<GuestKey>>);

impl Apart {
    /// Notes with whom a guest who seeks is not paired.
    pub fn set(&mut self, guest: GuestKey, apart: &[GuestKey]) {
        if apart.is_empty() {
            self.0.remove(&guest);
        } else {
            self.0.insert(guest, apart.iter().copied().collect());
        }
    }

    /// Notes that two are kept apart from now on, if one of them seeks.
    pub fn add(&mut self, one: GuestKey, other: GuestKey) {
        for (guest, other) in [(one, other), (other, one)] {
            self.0.entry(guest).or_default().insert(other);
        }
    }

    /// Whether two are kept apart.
    pub fn contains(&self, one: GuestKey, other: GuestKey) -> bool {
        self.0.get(&one).is_some_and(|apart| apart.contains(&other))
            || self.0.get(&other).is_some_and(|apart| apart.contains(&one))
    }

    /// Forgets those who do not seek any more.
    pub fn retain(&mut self, seeks: impl Fn(GuestKey) -> bool) {
        self.0.retain(|guest, _| seeks(*guest));
    }
}
