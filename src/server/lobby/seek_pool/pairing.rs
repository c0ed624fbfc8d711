//! Who is paired with whom, and when: seeks of quiet addresses come first, and wait a while for others of that kind.

use std::time::Instant;

use room::RoomCode;

use super::conduct::Party;
use super::entry::PairedSeek;
use super::{NOISY_CROWD, Pair, PoolEntry, SeekOutcome, SeekPool, SeekRefusal, SeekState, Seeker};
use crate::model::seek::Seek;

impl SeekPool {
    /// Pairs seeks that have waited long enough for others with whoever fits.
    pub fn pair_patient(&mut self, now: Instant) -> Vec<Pair> {
        let is_due = |entry: &&mut PoolEntry| entry.patient_until.is_some_and(|until| until <= now);
        let due = self.open.iter_mut().filter(is_due).map(|entry| {
            entry.patient_until = None;
            entry.id
        });
        let due: Vec<u64> = due.collect();
        due.into_iter().filter_map(|id| self.pair_with_anybody(id, now)).collect()
    }

    fn pair_with_anybody(&mut self, id: u64, now: Instant) -> Option<Pair> {
        let own = self.open.get(id)?;
        let party = own.party;
        let is_doubtful = self.is_doubtful(party, now);
        // Whoever is patient does not take those of a noisy address, whose own time is up.
        let fits = |other: &PoolEntry| {
            let common = other.common(own.seek, &own.seeker).filter(|_| other.id != id)?;
            let may = match is_doubtful {
                true => self.may_pair((party, true), other, now),
                false => !self.avoids(party, other.party, now),
            };
            may.then_some((other.id, common))
        };
        let (other, common) = self.open.iter().find_map(fits)?;
        let seeker = self.open.get(id.max(other))?.seeker.clone();
        match self.pair(id.min(other), common, seeker, now) {
            Ok(SeekOutcome::Paired(pair)) => Some(*pair),
            _ => None,
        }
    }

    /// Whether a seek may be paired at once with a party, of which it is known whether it is doubtful.
    pub(super) fn may_pair(
        &self,
        (party, is_doubtful): (Party, bool),
        entry: &PoolEntry,
        now: Instant,
    ) -> bool {
        if self.avoids(party, entry.party, now) {
            return false;
        }
        let is_patient = entry.patient_until.is_some_and(|until| now < until);
        self.patience.is_zero()
            || party.is_of_same_household(entry.party)
            || match (is_doubtful, self.is_doubtful(entry.party, now)) {
                (false, false) | (true, true) => true,
                (true, false) => !is_patient,
                (false, true) => false,
            }
    }

    /// Whether two are not paired, for what one of them has done or because one blocks the other.
    fn avoids(&self, one: Party, other: Party, now: Instant) -> bool {
        self.apart.contains(one.guest, other.guest) || self.conduct.avoids(one, other, now)
    }

    /// Whether there is so much noise from a party's networks that others come first.
    pub(super) fn is_doubtful(&self, party: Party, now: Instant) -> bool {
        self.open.crowd(party.address) >= NOISY_CROWD || self.conduct.is_doubtful(party, now)
    }

    pub(super) fn pair(
        &mut self,
        id: u64,
        seek: Seek,
        seeker: Seeker,
        now: Instant,
    ) -> Result<SeekOutcome, SeekRefusal> {
        let Some(first) = self.open.remove(id) else { return Err(SeekRefusal::NotOpen) };
        let party = Party::of(&seeker);
        // Keeps the number of the guest's own seek, so that all pages that hold it go to the room.
        let own = self.seek_of(party.guest).map(|own| own.id);
        let second = match own.and_then(|own| self.open.remove(own)) {
            Some(own) => PoolEntry { seeker, ..own },
            None => {
                self.last_id += 1;
                let id = self.last_id;
                PoolEntry { id, seeker, seek, since: now, party, abandoned: None, patient_until: None }
            }
        };
        for (entry, other) in [(&first, &second), (&second, &first)] {
            let opponent = (other.seeker.name.clone(), other.seeker.ratings.at(seek.category()));
            let paired = PairedSeek { guest: entry.party.guest, opponent, at: now, state: SeekState::Open };
            self.paired.insert(entry.id, paired);
        }
        Ok(SeekOutcome::Paired(Box::new(Pair { entries: [first, second], seek })))
    }

    /// Reports the room of a pair, in which they have the names that the pair has now. Without a room, the older seek
    /// returns to its place in the queue.
    pub fn finish_pairing(&mut self, pair: Pair, room: Option<RoomCode>, now: Instant) {
        let [first, second] = &pair.entries;
        for (entry, other) in [(first, second), (second, first)] {
            if let Some(paired) = self.paired.get_mut(&entry.id) {
                paired.opponent.0.clone_from(&other.seeker.name);
                (paired.state, paired.at) = (room.map_or(SeekState::Failed, SeekState::Paired), now);
            }
        }
        if let Some(code) = room {
            self.beginnings.await_game(code, [0, 1].map(|n| pair.entries[n].party), now);
        } else {
            let [first, _] = pair.entries;
            self.paired.remove(&first.id);
            let has_page = self.pages.contains_key(&first.party.guest);
            let abandoned = if has_page { None } else { first.abandoned.or(Some(now)) };
            self.open.insert(PoolEntry { abandoned, ..first });
        }
    }
}
