//! Seeks of bots: they are listed, and whoever accepts one is paired with its bot; nobody else is.

use std::time::Instant;

use super::conduct::Party;
use super::{PoolEntry, SeekPool, Seeker};
use crate::model::seek::Seek;

/// The most of them.
const MAX_BOT_SEEKS: usize = 20;

impl SeekPool {
    /// Opens the seek of a bot, in place of another one of the same bot; its number, or `None` if there are too many.
    pub fn list_bot(&mut self, seeker: Seeker, seek: Seek, now: Instant) -> Option<u64> {
        let party = Party::of(&seeker);
        self.cancel(party.guest);
        if self.open.iter().filter(|entry| entry.is_bots()).count() >= MAX_BOT_SEEKS {
            return None;
        }
        self.last_id += 1;
        let id = self.last_id;
        self.open.insert(PoolEntry {
            id,
            seeker,
            seek,
            since: now,
            party,
            abandoned: None,
            patient_until: None,
        });
        Some(id)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::SeekOutcome;
    use super::super::tests::{pool, seek, seeker};
    use super::*;
    use crate::server::lobby::seeker::SeekerKind;

    fn bot(n: u8) -> Seeker {
        Seeker { kind: SeekerKind::Bot, ..seeker(n) }
    }

    #[test]
    fn a_bot_is_paired_only_with_whoever_accepts_its_seek() {
        let (mut pool, now) = (pool(), Instant::now());
        let id = pool.list_bot(bot(1), seek(0), now).unwrap();
        assert!(matches!(pool.seek(seeker(2), seek(0), now), Ok(SeekOutcome::Waiting(_))));
        assert!(pool.pair_patient(now + Duration::from_secs(60)).is_empty());
        let Ok(SeekOutcome::Paired(pair)) = pool.accept(seeker(3), id, now) else { panic!("not paired") };
        assert_eq!(pair.entries[0].party.guest, bot(1).identity.guest());
        assert!(pool.accept(seeker(4), id, now).is_err());
    }

    #[test]
    fn a_bot_has_one_seek_and_all_bots_have_few() {
        let (mut pool, now) = (pool(), Instant::now());
        for n in 0..30 {
            assert_eq!(pool.list_bot(bot(n), seek(0), now).is_some(), usize::from(n) < MAX_BOT_SEEKS);
        }
        assert!(pool.list_bot(bot(1), seek(2), now).is_some());
        assert_eq!(pool.open_seeks().len(), MAX_BOT_SEEKS);
    }
}
