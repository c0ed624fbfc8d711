//! The pool of matchmaking: open seeks, paired first come, first served with the oldest seek that fits; those of
//! addresses of which there is much noise after the others (`conduct`). Pure: time is an argument, and the caller
//! creates the rooms.

mod apart;
mod beginnings;
mod conduct;
mod entry;
mod open_seeks;
mod pairing;
#[cfg(test)]
mod siege;
#[cfg(test)]
pub(super) mod tests;

use std::collections::HashMap;
use std::time::{Duration, Instant};

use room::RoomCode;

use self::apart::Apart;
use self::beginnings::Beginnings;
use self::conduct::{Conduct, Party};
use self::entry::PairedSeek;
pub use self::entry::{Pair, PoolEntry, SeekOutcome, SeekRefusal, SeekState};
use self::open_seeks::OpenSeeks;
use super::seeker::Seeker;
use crate::model::rating::Rating;
use crate::model::rating_range::RatingRange;
use crate::model::seek::Seek;
use crate::server::config::seeks::SeekFlags;
use crate::server::identity::GuestKey;
use crate::server::metrics::Metrics;
use crate::server::play::services::Beginning;

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
/// With so many open seeks for each share a network is noisy. A household's own seeks are paired with one another all
/// the same.
const NOISY_CROWD: f64 = 3.0;

/// The pool of seeks.
pub struct SeekPool {
    open: OpenSeeks,
    /// Paired seeks by number.
    paired: HashMap<u64, PairedSeek>,
    /// How many pages of each guest keep the guest's seek alive.
    pages: HashMap<GuestKey, u32>,
    last_id: u64,
    conduct: Conduct,
    apart: Apart,
    beginnings: Beginnings,
    /// How many seeks of one address may be open; 0 for any number.
    open_seeks: u32,
    /// How long a seek waits for somebody else than those of noisy addresses.
    patience: Duration,
}

impl SeekPool {
    /// An empty pool.
    pub fn new(flags: &SeekFlags, metrics: &Metrics) -> Self {
        Self {
            open: OpenSeeks::default(),
            paired: HashMap::new(),
            pages: HashMap::new(),
            last_id: 0,
            conduct: Conduct::new(flags, metrics),
            apart: Apart::default(),
            beginnings: Beginnings::default(),
            open_seeks: flags.open_seeks,
            patience: Duration::from_secs(flags.seek_patience.into()),
        }
    }

    /// A page of this guest is open: it keeps the guest's present or next seek alive.
    pub fn page_opened(&mut self, guest: GuestKey) {
        *self.pages.entry(guest).or_default() += 1;
        if let Some(entry) = self.open.of_guest_mut(guest) {
            entry.abandoned = None;
        }
    }

    /// A page of this guest has closed.
    pub fn page_closed(&mut self, guest: GuestKey, now: Instant) {
        let Some(count) = self.pages.get_mut(&guest) else { return };
        *count -= 1;
        if *count == 0 {
            self.pages.remove(&guest);
            if let Some(entry) = self.open.of_guest_mut(guest) {
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
        self.apart.set(party.guest, &seeker.apart);
        let own = self.seek_of(party.guest).map(|own| (own.id, own.seek == seek));
        if own.is_none_or(|(_, is_same)| !is_same) {
            self.conduct.note_attempt(party, now);
            self.conduct.charge_seek(party, now)?;
        }
        let is_doubtful = self.is_doubtful(party, now);
        let fits = |entry: &PoolEntry| {
            let common = entry.common(seek, &seeker).filter(|_| entry.party.guest != party.guest)?;
            self.may_pair((party, is_doubtful), entry, now).then_some((entry.id, common))
        };
        let matching = self.open.iter().find_map(fits);
        if let Some((id, common)) = matching {
            return self.pair(id, common, seeker, now);
        }
        match own {
            Some((id, true)) => return Ok(SeekOutcome::Waiting(id)),
            Some((id, false)) => drop(self.open.remove(id)),
            None if self.is_full(party) => {
                self.conduct.excuse(party, now);
                return Err(SeekRefusal::PoolFull);
            }
            None => {}
        }
        self.last_id += 1;
        let abandoned = (!self.pages.contains_key(&party.guest)).then_some(now);
        let patient_until = (!self.patience.is_zero()).then(|| now + self.patience);
        let entry = PoolEntry { id: self.last_id, seeker, seek, since: now, party, abandoned, patient_until };
        self.open.insert(entry);
        Ok(SeekOutcome::Waiting(self.last_id))
    }

    /// Accepts the seek of this number. From an address of which there is much noise that is a seek like others.
    pub fn accept(&mut self, seeker: Seeker, id: u64, now: Instant) -> Result<SeekOutcome, SeekRefusal> {
        let party = Party::of(&seeker);
        if let Some(id) = self.pairing_of(party.guest, now) {
            return Ok(SeekOutcome::Waiting(id));
        }
        let entry = self.open.get(id).filter(|entry| entry.party.guest != party.guest);
        let entry = entry.filter(|entry| !seeker.apart.contains(&entry.party.guest));
        let entry = entry.ok_or(SeekRefusal::NotOpen)?;
        // With whom the other one plays is not what this guest looks for.
        let mut seek = entry.seek;
        seek.range = RatingRange::ANY;
        if !entry.wants(&seeker.ratings, seek.category()) {
            return Err(SeekRefusal::OutOfRange);
        }
        if self.is_doubtful(party, now) && !self.may_pair((party, true), entry, now) {
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
            self.open.remove(id);
        }
    }

    /// Withdraws the seeks of guests who may not seek any more.
    pub fn retain(&mut self, may_seek: impl Fn(GuestKey) -> bool) {
        let barred = self.open.iter().filter(|entry| !may_seek(entry.party.guest)).map(|entry| entry.id);
        let barred: Vec<u64> = barred.collect();
        barred.iter().for_each(|id| drop(self.open.remove(*id)));
    }

    /// Two guests are not paired with one another from now on.
    pub fn keep_apart(&mut self, one: GuestKey, other: GuestKey) {
        self.apart.add(one, other);
    }

    /// Removes expired seeks and outcomes; true if an open seek was among them.
    pub fn expire(&mut self, now: Instant) -> bool {
        let expired = self.open.iter().filter(|entry| expires_at(entry) <= now).map(|entry| entry.id);
        let expired: Vec<u64> = expired.collect();
        expired.iter().for_each(|id| drop(self.open.remove(*id)));
        self.paired.retain(|_, paired| paired.state == SeekState::Open || now < paired.at + OUTCOME_TTL);
        self.apart.retain(|guest| self.open.of_guest(guest).is_some());
        !expired.is_empty()
    }

    /// When [`SeekPool::expire`] or [`SeekPool::pair_patient`] next has something to do, if nothing changes before.
    pub fn next_due(&self) -> Option<Instant> {
        let due = |entry: &PoolEntry| {
            entry.patient_until.map_or(expires_at(entry), |until| until.min(expires_at(entry)))
        };
        self.open.iter().map(due).min()
    }

    /// Hears how the game of a pair begins. Whoever made no first move loses an open seek.
    pub fn hear_beginning(&mut self, code: RoomCode, beginning: Beginning, now: Instant) {
        if let Some(late) = self.beginnings.hear(&mut self.conduct, code, beginning, now) {
            self.cancel(late.guest);
        }
    }

    /// How often an open seek was added or withdrawn.
    pub fn changes(&self) -> u64 {
        self.open.changes()
    }

    /// The guests who seek, with the names that are shown.
    pub fn names(&self) -> Vec<(GuestKey, String)> {
        self.open.iter().map(|entry| (entry.party.guest, entry.seeker.name.clone())).collect()
    }

    /// Shows a guest's open seek under this name.
    pub fn rename(&mut self, guest: GuestKey, name: String) {
        if let Some(entry) = self.open.of_guest_mut(guest) {
            entry.seeker.name = name;
        }
    }

    /// Open seeks in order of arrival.
    pub fn open_seeks(&self) -> impl ExactSizeIterator<Item = &PoolEntry> {
        self.open.iter()
    }

    /// The open seek of a guest.
    pub fn seek_of(&self, guest: GuestKey) -> Option<&PoolEntry> {
        self.open.of_guest(guest)
    }

    /// The state of the seek of this number, if it is or was this guest's.
    pub fn state(&self, guest: GuestKey, id: u64) -> SeekState {
        match (self.open.get(id), self.paired.get(&id)) {
            (Some(entry), _) if entry.party.guest == guest => SeekState::Open,
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

    /// Whether there is no place for one more seek. When the pool as a whole is full, the newest one of the most
    /// crowded network gives way, if that is another network.
    fn is_full(&mut self, party: Party) -> bool {
        let crowd = self.open.crowd(party.address);
        if self.open_seeks > 0 && crowd >= f64::from(self.open_seeks) {
            return true;
        }
        if self.open.len() < MAX_SEEKS {
            return false;
        }
        match self.open.most_crowded() {
            Some((id, most)) if most > crowd + 1.0 => self.open.remove(id).is_none(),
            _ => true,
        }
    }
}

/// When a seek expires.
fn expires_at(entry: &PoolEntry) -> Instant {
    let longest = entry.since + SEEK_TTL;
    entry.abandoned.map_or(longest, |abandoned| longest.min(abandoned + ABANDONED_TTL))
}
