//! Who is paired with whom, and when: seeks of quiet addresses come first, and wait a while for others of that kind.

use std::time::Instant;

use room::RoomCode;

use super::conduct::Party;
use super::entry::PairedSeek;
use super::{NOISY_HOUSEHOLD, Pair, PoolEntry, SeekOutcome, SeekPool, SeekRefusal, SeekState, Seeker};
use crate::model::seek::Seek;

impl SeekPool {
    /// Pairs seeks that have waited long enough for others with whoever fits.
    pub fn pair_patient(&mut self, now: Instant) -> Vec<Pair> {
        let is_due = |entry: &&mut PoolEntry| entry.patient_until.is_some_and(|until| until <= now);
        let due = self.open.values_mut().filter(is_due).map(|entry| {
            entry.patient_until = None;
            entry.id
        });
        let due: Vec<u64> = due.collect();
        due.into_iter().filter_map(|id| self.pair_with_anybody(id, now)).collect()
    }

    fn pair_with_anybody(&mut self, id: u64, now: Instant) -> Option<Pair> {
        let own = self.open.get(&id)?;
        let party = own.party();
        let is_doubtful = self.is_doubtful(party, now);
        // Whoever is patient does not take those of a noisy address, whose own time is up.
        let fits = |other: &&PoolEntry| {
            let is_avoided = self.conduct.avoids(party, other.party(), now);
            other.id != id && !is_avoided && (!is_doubtful || self.may_pair(party, other, now))
        };
        let mut others = self.open.values().filter(fits);
        let (other, common) = others.find_map(|other| Some((other.id, other.seek.intersect(own.seek)?)))?;
        let seeker = self.open.get(&id.max(other))?.seeker.clone();
        match self.pair(id.min(other), common, seeker, now) {
            Ok(SeekOutcome::Paired(pair)) => Some(*pair),
            _ => None,
        }
    }

    /// Whether a seek may be paired with a party at once.
    pub(super) fn may_pair(&self, party: Party, entry: &PoolEntry, now: Instant) -> bool {
        let other = entry.party();
        if self.conduct.avoids(party, other, now) {
            return false;
        }
        let is_same_household = party.household.is_some() && party.household == other.household;
        let is_doubtful = |party| self.is_doubtful(party, now);
        let is_patient = entry.patient_until.is_some_and(|until| now < until);
        is_same_household
            || self.patience.is_zero()
            || match (is_doubtful(party), is_doubtful(other)) {
                (false, false) | (true, true) => true,
                (true, false) => !is_patient,
                (false, true) => false,
            }
    }

    /// Whether there is so much noise from a party's household that others come first.
    pub(super) fn is_doubtful(&self, party: Party, now: Instant) -> bool {
        let is_same_household =
            |entry: &&PoolEntry| party.household.is_some() && entry.party().household == party.household;
        self.conduct.is_doubtful(party, now)
            || self.open.values().filter(is_same_household).count() >= NOISY_HOUSEHOLD
    }

    pub(super) fn pair(
        &mut self,
        id: u64,
        seek: Seek,
        seeker: Seeker,
        now: Instant,
    ) -> Result<SeekOutcome, SeekRefusal> {
        let Some(first) = self.open.remove(&id) else { return Err(SeekRefusal::NotOpen) };
        let guest = seeker.identity.guest();
        // Keeps the number of the guest's own seek, so that all pages that hold it go to the room.
        let own = self.seek_of(guest).map(|own| own.id);
        let second = match own.and_then(|own| self.open.remove(&own)) {
            Some(own) => PoolEntry { seeker, ..own },
            None => {
                self.last_id += 1;
                let id = self.last_id;
                PoolEntry { id, seeker, seek, since: now, guest, abandoned: None, patient_until: None }
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
        if let Some(code) = room {
            self.first_moves.awaited(code, [0, 1].map(|n| pair.entries[n].party()), now);
        } else {
            let [first, _] = pair.entries;
            self.paired.remove(&first.id);
            let has_page = self.pages.contains_key(&first.guest);
            let abandoned = if has_page { None } else { first.abandoned.or(Some(now)) };
            self.open.insert(first.id, PoolEntry { abandoned, ..first });
        }
    }
}
