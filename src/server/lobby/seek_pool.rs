//! The pool of matchmaking: open seeks, paired first come, first served with the oldest seek that fits; those of
//! addresses of which there is much noise after the others (`conduct`). Pure: time is an argument, and the caller
//! creates the rooms.

mod conduct;
mod entry;
mod first_moves;
mod pairing;
#[cfg(test)]
mod siege;
#[cfg(test)]
pub(super) mod tests;

use std::collections::{BTreeMap, HashMap};
use std::time::{Duration, Instant};

use room::{RoomCode, Seat};

use self::conduct::{Conduct, Party};
use self::entry::PairedSeek;
pub use self::entry::{Pair, PoolEntry, SeekOutcome, SeekRefusal, SeekState};
use self::first_moves::FirstMoves;
use super::seeker::Seeker;
use crate::model::rating::Rating;
use crate::model::seek::Seek;
use crate::server::config::seeks::SeekFlags;
use crate::server::http::limits::networks;
use crate::server::identity::GuestKey;
use crate::server::metrics::Metrics;

/// How long a seek outlives its last page: long enough for a reload.
const ABANDONED_TTL: Duration = Duration::from_secs(5);
/// The longest life of a seek.
const SEEK_TTL: Duration = Duration::from_secs(15 * 60);
/// How long a returning page can still learn which room its seek has led to.
const OUTCOME_TTL: Duration = Duration::from_secs(120);
/// A second press within this time is a double click: the guest is already on the way to the room.
const DOUBLE_CLICK: Duration = Duration::from_secs(3);
/// The most open seeks.
const MAX_SEEKS: usize = 1_000;
/// From so many open seeks on a household is noisy. Its own seeks are paired with one another all the same.
const NOISY_HOUSEHOLD: usize = 3;

/// The pool of seeks.
pub struct SeekPool {
    /// Open seeks by number, that is in order of arrival; at most one a guest.
    open: BTreeMap<u64, PoolEntry>,
    /// Paired seeks by number.
    paired: HashMap<u64, PairedSeek>,
    /// How many pages of each guest keep the guest's seek alive.
    pages: HashMap<GuestKey, u32>,
    last_id: u64,
    conduct: Conduct,
    /// Pairs whose first moves are awaited.
    first_moves: FirstMoves,
    /// How many seeks of one address may be open; 0 for any number.
    open_seeks: u32,
    /// How long a seek waits for somebody else than those of noisy addresses.
    patience: Duration,
}

impl SeekPool {
    /// An empty pool.
    pub fn new(flags: &SeekFlags, metrics: &Metrics) -> Self {
        Self {
            open: BTreeMap::new(),
            paired: HashMap::new(),
            pages: HashMap::new(),
            last_id: 0,
            conduct: Conduct::new(flags, metrics),
            first_moves: FirstMoves::default(),
            open_seeks: flags.open_seeks,
            patience: Duration::from_secs(flags.seek_patience.into()),
        }
    }

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

    /// Seeks an opponent: pairs with the oldest seek that fits, or opens a new one.
    pub fn seek(&mut self, seeker: Seeker, seek: Seek, now: Instant) -> Result<SeekOutcome, SeekRefusal> {
        let party = Party::of(&seeker);
        if let Some(id) = self.pairing_of(party.guest, now) {
            return Ok(SeekOutcome::Waiting(id));
        }
        let own = self.seek_of(party.guest).map(|own| (own.id, own.seek == seek));
        if own.is_none_or(|(_, is_same)| !is_same) {
            self.conduct.note_attempt(party, now);
            if own.is_none() && self.is_full(&seeker) {
                return Err(SeekRefusal::PoolFull);
            }
            self.conduct.charge_seek(party, now)?;
        }
        let fits = |entry: &&PoolEntry| entry.guest != party.guest && self.may_pair(party, entry, now);
        let mut others = self.open.values().filter(fits);
        let matching = others.find_map(|entry| Some((entry.id, entry.seek.intersect(seek)?)));
        if let Some((id, common)) = matching {
            return self.pair(id, common, seeker, now);
        }
        match own {
            Some((id, true)) => return Ok(SeekOutcome::Waiting(id)),
            Some((id, false)) => drop(self.open.remove(&id)),
            None => {}
        }
        self.last_id += 1;
        let abandoned = (!self.pages.contains_key(&party.guest)).then_some(now);
        let entry = PoolEntry {
            id: self.last_id,
            seeker,
            seek,
            since: now,
            guest: party.guest,
            abandoned,
            patient_until: (!self.patience.is_zero()).then(|| now + self.patience),
        };
        self.open.insert(self.last_id, entry);
        Ok(SeekOutcome::Waiting(self.last_id))
    }

    /// Accepts the seek of this number. From an address of which there is much noise that is a seek like others.
    pub fn accept(&mut self, seeker: Seeker, id: u64, now: Instant) -> Result<SeekOutcome, SeekRefusal> {
        let party = Party::of(&seeker);
        if let Some(id) = self.pairing_of(party.guest, now) {
            return Ok(SeekOutcome::Waiting(id));
        }
        let entry = self.open.get(&id).filter(|entry| entry.guest != party.guest);
        let entry = entry.ok_or(SeekRefusal::NotOpen)?;
        let seek = entry.seek;
        if self.is_doubtful(party, now) && !self.may_pair(party, entry, now) {
            return self.seek(seeker, seek, now);
        }
        if self.seek_of(party.guest).is_none() {
            self.conduct.note_attempt(party, now);
            self.conduct.charge_seek(party, now)?;
        }
        self.pair(id, seek, seeker, now)
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

    /// When [`SeekPool::expire`] or [`SeekPool::pair_patient`] next has something to do, if nothing changes before.
    pub fn next_due(&self) -> Option<Instant> {
        let due = |entry: &PoolEntry| {
            entry.patient_until.map_or(expires_at(entry), |until| until.min(expires_at(entry)))
        };
        self.open.values().map(due).min()
    }

    /// Hears how the game of a pair begins: which seats have made their first move, and which one will not.
    pub fn hear_first_moves(&mut self, code: RoomCode, made: [bool; 2], late: Option<Seat>, now: Instant) {
        self.first_moves.hear(&mut self.conduct, code, (made, late), now);
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
        let is_crowded = |address| {
            networks(address).any(|(network, shares)| {
                let is_within = |entry: &&PoolEntry| {
                    entry
                        .seeker
                        .address
                        .is_some_and(|other| networks(other).any(|(other, _)| other == network))
                };
                self.open.values().filter(is_within).count() >= (self.open_seeks * shares) as usize
            })
        };
        self.open.len() >= MAX_SEEKS || self.open_seeks > 0 && seeker.address.is_some_and(is_crowded)
    }
}

/// When a seek expires.
fn expires_at(entry: &PoolEntry) -> Instant {
    let longest = entry.since + SEEK_TTL;
    entry.abandoned.map_or(longest, |abandoned| longest.min(abandoned + ABANDONED_TTL))
}
