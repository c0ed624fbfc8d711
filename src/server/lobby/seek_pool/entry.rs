//! Open seeks, pairs, and what becomes of them.

use std::time::Instant;

use room::RoomCode;

use super::super::seeker::{Ratings, Seeker};
use super::conduct::Party;
use crate::model::rating::{Rating, RatingCategory};
use crate::model::seek::Seek;
use crate::server::http::limits::TryAgain;
use crate::server::identity::GuestKey;

/// An open seek.
#[derive(Clone, Debug)]
pub struct PoolEntry {
    /// Its number; numbers increase in order of arrival.
    pub id: u64,
    /// The seeker.
    pub seeker: Seeker,
    /// What they would like to play.
    pub seek: Seek,
    /// When it was opened.
    pub since: Instant,
    /// Whose it is.
    pub party: Party,
    /// Since when no page has kept it alive.
    pub(super) abandoned: Option<Instant>,
    /// Until when it waits for somebody of a quiet address; `None` once it is paired with anybody.
    pub(super) patient_until: Option<Instant>,
}

impl PoolEntry {
    /// Whether the seeker wants an opponent with these ratings in a game of this category.
    pub(super) fn wants(&self, other: &Ratings, category: RatingCategory) -> bool {
        self.seek.range.contains(self.seeker.ratings.points(category), other.points(category))
    }

    /// What both this one and another seeker with that seek would play; `None` if one of them does not want it, or not
    /// with the other one.
    pub(super) fn common(&self, seek: Seek, seeker: &Seeker) -> Option<Seek> {
        let common = self.seek.intersect(seek)?;
        let category = common.category();
        let [own, theirs] = [&self.seeker.ratings, &seeker.ratings].map(|ratings| ratings.points(category));
        (self.wants(&seeker.ratings, category) && seek.range.contains(theirs, own)).then_some(common)
    }
}

/// Two paired seeks. The caller creates their room and reports back with [`SeekPool::finish_pairing`].
#[derive(Debug)]
#[must_use = "two people wait for their room"]
pub struct Pair {
    /// The seek that was open, then the one that accepted it.
    pub entries: [PoolEntry; 2],
    /// What both agree on.
    pub seek: Seek,
}

impl Pair {
    /// Whether both come from one network address.
    pub fn is_of_same_household(&self) -> bool {
        self.entries[0].party.is_of_same_household(self.entries[1].party)
    }
}

/// The outcome of a seek.
#[derive(Debug)]
pub enum SeekOutcome {
    /// The seek of this number is open, or its room is being created.
    Waiting(u64),
    /// It was paired.
    Paired(Box<Pair>),
}

/// Why a seek is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeekRefusal {
    /// The seek is no longer open, or is the guest's own.
    NotOpen,
    /// The guest's rating is not in the range that the seek asks for.
    OutOfRange,
    /// Too many seeks are open, from this address or in all.
    PoolFull,
    /// The guest or the address left games without a first move.
    Paused(TryAgain),
    /// The address is over its rate limit.
    RateLimited(TryAgain),
}

/// The state of a seek.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeekState {
    /// Open, or its room is being created.
    Open,
    /// Paired, in this room.
    Paired(RoomCode),
    /// Paired, but the room could not be created.
    Failed,
    /// No longer open.
    Closed,
}

pub(super) struct PairedSeek {
    pub guest: GuestKey,
    /// Name and rating of the opponent.
    pub opponent: (String, Option<Rating>),
    pub at: Instant,
    /// The outcome; `Open` while the room is being created.
    pub state: SeekState,
}
