//! The pool of matchmaking: open seeks, paired first come, first served with the oldest seek that fits. Pure:
//! time is an argument, and the caller creates the rooms.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashMap};
use std::time::{Duration, Instant};

use room::RoomCode;

use super::seeker::Seeker;
use crate::model::rating::Rating;
use crate::model::seek::Seek;
use crate::server::http::limits::household;
use crate::server::identity::GuestKey;

/// How long a seek outlives its last page: long enough for a reload.
const ABANDONED_TTL: Duration = Duration::from_secs(5);
/// The longest life of a seek.
const SEEK_TTL: Duration = Duration::from_secs(15 * 60);
/// How long a returning page can still learn which room its seek has led to.
const OUTCOME_TTL: Duration = Duration::from_secs(120);
/// A second press within this time is a double click: the guest is already on the way to the room.
const DOUBLE_CLICK: Duration = Duration::from_secs(3);
/// The most open seeks, in all and of one address.
const MAX_SEEKS: usize = 1_000;
const MAX_SEEKS_PER_ADDRESS: usize = 32;

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
    guest: GuestKey,
    /// Since when no page has kept it alive.
    abandoned: Option<Instant>,
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
    /// Too many seeks are open, from this address or in all.
    PoolFull,
    /// The address is over its rate limit for rooms.
    RateLimited,
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

struct PairedSeek {
    guest: GuestKey,
    /// Name and rating of the opponent.
    opponent: (String, Option<Rating>),
    at: Instant,
    /// The outcome; `Open` while the room is being created.
    state: SeekState,
}

/// The pool of seeks.
#[derive(Default)]
pub struct SeekPool {
    /// Open seeks by number, that is in order of arrival; at most one a guest.
    open: BTreeMap<u64, PoolEntry>,
    /// Paired seeks by number.
    paired: HashMap<u64, PairedSeek>,
    /// How many pages of each guest keep the guest's seek alive.
    pages: HashMap<GuestKey, u32>,
    last_id: u64,
}

impl SeekPool {
    /// A page of this guest is open: it keeps the guest's present or next seek alive.
    pub fn page_opened(&mut self, guest: GuestKey) {
        *self.pages.entry(guest).or_default() += 1;
        if let Some(entry) = self.seek_of_mut(guest) {
            entry.abandoned = None;
        }
    }

    /// A page of this guest has closed.
    pub fn page_closed(&mut self, guest: GuestKey, now: Instant) {
        let Some(count) = self.pages.get_mut(&guest) else { return };
        *count -= 1;
        if *count == 0 {
            self.pages.remove(&guest);
            if let Some(entry) = self.seek_of_mut(guest) {
                entry.abandoned = Some(now);
            }
        }
    }

    /// Seeks an opponent: pairs with the oldest seek that fits, or opens a new one. `charge` takes a
    /// token of the rate limit for rooms when a pair is found, and may refuse.
    pub fn seek(
        &mut self,
        seeker: Seeker,
        seek: Seek,
        now: Instant,
        charge: impl FnOnce() -> bool,
    ) -> Result<SeekOutcome, SeekRefusal> {
        let guest = seeker.identity.guest();
        if let Some(id) = self.pairing_of(guest, now) {
            return Ok(SeekOutcome::Waiting(id));
        }
        let mut others = self.open.values().filter(|entry| entry.guest != guest);
        let matching = others.find_map(|entry| Some((entry.id, entry.seek.intersect(seek)?)));
        if let Some((id, common)) = matching {
            return self.pair(id, common, seeker, now, charge);
        }
        if let Some(own) = self.seek_of(guest) {
            let id = own.id;
            if own.seek == seek {
                return Ok(SeekOutcome::Waiting(id));
            }
            self.open.remove(&id);
        } else if self.is_full(&seeker) {
            return Err(SeekRefusal::PoolFull);
        }
        self.last_id += 1;
        let abandoned = (!self.pages.contains_key(&guest)).then_some(now);
        let entry = PoolEntry { id: self.last_id, seeker, seek, since: now, guest, abandoned };
        self.open.insert(self.last_id, entry);
        Ok(SeekOutcome::Waiting(self.last_id))
    }

    /// Accepts the seek of this number.
    pub fn accept(
        &mut self,
        seeker: Seeker,
        id: u64,
        now: Instant,
        charge: impl FnOnce() -> bool,
    ) -> Result<SeekOutcome, SeekRefusal> {
        let guest = seeker.identity.guest();
        if let Some(id) = self.pairing_of(guest, now) {
            return Ok(SeekOutcome::Waiting(id));
        }
        let seek = self.open.get(&id).filter(|entry| entry.guest != guest).ok_or(SeekRefusal::NotOpen)?.seek;
        self.pair(id, seek, seeker, now, charge)
    }

    fn pair(
        &mut self,
        id: u64,
        seek: Seek,
        seeker: Seeker,
        now: Instant,
        charge: impl FnOnce() -> bool,
    ) -> Result<SeekOutcome, SeekRefusal> {
        if !charge() {
            return Err(SeekRefusal::RateLimited);
        }
        let Some(first) = self.open.remove(&id) else { return Err(SeekRefusal::NotOpen) };
        let guest = seeker.identity.guest();
        // Keeps the number of the guest's own seek, so that all pages that hold it go to the room.
        let own = self.seek_of(guest).map(|own| own.id);
        let second = match own.and_then(|own| self.open.remove(&own)) {
            Some(own) => PoolEntry { seeker, ..own },
            None => {
                self.last_id += 1;
                PoolEntry { id: self.last_id, seeker, seek, since: now, guest, abandoned: None }
            }
        };
        for (entry, other) in [(&first, &second), (&second, &first)] {
            let opponent = (other.seeker.name.clone(), other.seeker.ratings.of(seek.game));
            let paired = PairedSeek { guest: entry.guest, opponent, at: now, state: SeekState::Open };
            self.paired.insert(entry.id, paired);
        }
        Ok(SeekOutcome::Paired(Box::new(Pair { entries: [first, second], seek })))
    }

    /// Reports the room of a pair. Without a room, the older seek returns to its place in the queue.
    pub fn finish_pairing(&mut self, pair: Pair, room: Option<RoomCode>, now: Instant) {
        for entry in &pair.entries {
            if let Some(paired) = self.paired.get_mut(&entry.id) {
                (paired.state, paired.at) = (room.map_or(SeekState::Failed, SeekState::Paired), now);
            }
        }
        if room.is_none() {
            let [first, _] = pair.entries;
            self.paired.remove(&first.id);
            let has_page = self.pages.contains_key(&first.guest);
            let abandoned = if has_page { None } else { first.abandoned.or(Some(now)) };
            self.open.insert(first.id, PoolEntry { abandoned, ..first });
        }
    }

    /// Withdraws a guest's seek.
    pub fn cancel(&mut self, guest: GuestKey) {
        if let Some(id) = self.seek_of(guest).map(|entry| entry.id) {
            self.open.remove(&id);
        }
    }

    /// Removes expired seeks and outcomes; true if an open seek was among them.
    pub fn expire(&mut self, now: Instant) -> bool {
        let before = self.open.len();
        self.open.retain(|_, entry| now < expires_at(entry));
        self.paired.retain(|_, paired| paired.state == SeekState::Open || now < paired.at + OUTCOME_TTL);
        self.open.len() < before
    }

    /// When [`SeekPool::expire`] next has something to do, if nothing changes before.
    pub fn next_expiry(&self) -> Option<Instant> {
        self.open.values().map(expires_at).min()
    }

    /// Open seeks in order of arrival.
    pub fn open_seeks(&self) -> impl ExactSizeIterator<Item = &PoolEntry> {
        self.open.values()
    }

    /// The open seek of a guest.
    pub fn seek_of(&self, guest: GuestKey) -> Option<&PoolEntry> {
        self.open.values().find(|entry| entry.guest == guest)
    }

    fn seek_of_mut(&mut self, guest: GuestKey) -> Option<&mut PoolEntry> {
        self.open.values_mut().find(|entry| entry.guest == guest)
    }

    /// The state of the seek of this number, if it is or was this guest's.
    pub fn state(&self, guest: GuestKey, id: u64) -> SeekState {
        match (self.open.get(&id), self.paired.get(&id)) {
            (Some(entry), _) if entry.guest == guest => SeekState::Open,
            (_, Some(paired)) if paired.guest == guest => paired.state,
            _ => SeekState::Closed,
        }
    }

    /// Name and rating of the opponent of this guest's seek.
    pub fn opponent(&self, guest: GuestKey, id: u64) -> Option<(String, Option<Rating>)> {
        self.paired.get(&id).filter(|paired| paired.guest == guest).map(|paired| paired.opponent.clone())
    }

    /// The seek with which a guest is on the way to a room, after expired ones are removed.
    fn pairing_of(&mut self, guest: GuestKey, now: Instant) -> Option<u64> {
        let _ = self.expire(now);
        let is_on_the_way = |paired: &PairedSeek| match paired.state {
            SeekState::Open => true,
            SeekState::Paired(_) => now < paired.at + DOUBLE_CLICK,
            SeekState::Failed | SeekState::Closed => false,
        };
        let mut own = self.paired.iter().filter(|(_, paired)| paired.guest == guest);
        own.find(|(_, paired)| is_on_the_way(paired)).map(|(id, _)| *id)
    }

    fn is_full(&self, seeker: &Seeker) -> bool {
        let from = |seeker: &Seeker| seeker.address.map(household);
        let is_same_address =
            |entry: &&PoolEntry| from(seeker).is_some() && from(&entry.seeker) == from(seeker);
        self.open.len() >= MAX_SEEKS
            || self.open.values().filter(is_same_address).count() >= MAX_SEEKS_PER_ADDRESS
    }
}

/// When a seek expires.
fn expires_at(entry: &PoolEntry) -> Instant {
    let longest = entry.since + SEEK_TTL;
    entry.abandoned.map_or(longest, |abandoned| longest.min(abandoned + ABANDONED_TTL))
}
