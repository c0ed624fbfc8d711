//! The archived tournaments that pages have asked for last, so that a long log is not read and folded for each visitor.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use super::live::Live;
use crate::server::store::LiveTournament;

/// How many are kept. The log of one with 1,000 entrants takes a few megabytes.
const KEPT: usize = 16;

/// See the module.
#[derive(Debug, Default)]
pub(super) struct Archive {
    /// The one that was asked for last is first.
    kept: Mutex<VecDeque<(LiveTournament, Arc<Live>)>>,
    /// Held by whoever reads one, so that a crowd reads a log once.
    pub reading: tokio::sync::Mutex<()>,
}

impl Archive {
    /// A tournament, if its log is as it was when it was kept: results may be corrected late, and names removed.
    pub fn get(&self, stored: &LiveTournament) -> Option<Arc<Live>> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept.iter().position(|(known, _)| known.code == stored.code)?;
        let found = kept.remove(at).filter(|(known, _)| known == stored)?;
        let live = Arc::clone(&found.1);
        kept.push_front(found);
        Some(live)
    }

    /// Keeps a tournament whose log was at least like this when it was read.
    pub fn insert(&self, stored: LiveTournament, live: &Arc<Live>) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|(known, _)| known.code != stored.code);
        kept.push_front((stored, Arc::clone(live)));
        kept.truncate(KEPT);
    }
}

#[cfg(test)]
mod tests {
    use tournament::{fold, opened_log};

    use super::*;
    use crate::server::store::tournaments::tests::{START, code, plan};

    fn stored(n: u64, seq: u64, redacted: i64) -> LiveTournament {
        LiveTournament { code: code(n), seq, reminded: 0, redacted }
    }

    fn live(n: u64) -> Arc<Live> {
        let log = opened_log(plan(code(n)), START - 10).unwrap();
        Arc::new(Live::new(code(n), fold(&log).unwrap(), Vec::new()))
    }

    #[test]
    fn an_archived_tournament_is_kept_until_its_log_changes() {
        let archive = Archive::default();
        let first = live(1);
        archive.insert(stored(1, 9, 0), &first);
        assert!(archive.get(&stored(1, 9, 0)).is_some_and(|found| Arc::ptr_eq(&found, &first)));
        assert!(archive.get(&stored(2, 9, 0)).is_none());
        assert!(archive.get(&stored(1, 10, 0)).is_none(), "a result was corrected");
        archive.insert(stored(1, 10, 0), &first);
        assert!(archive.get(&stored(1, 10, 1)).is_none(), "a name was removed");
    }

    #[test]
    fn only_the_tournaments_that_were_asked_for_last_are_kept() {
        let archive = Archive::default();
        for n in 0..KEPT as u64 {
            archive.insert(stored(n, 1, 0), &live(n));
        }
        assert!(archive.get(&stored(0, 1, 0)).is_some());
        archive.insert(stored(99, 1, 0), &live(99));
        assert!(archive.get(&stored(0, 1, 0)).is_some(), "it was asked for lately");
        assert!(archive.get(&stored(1, 1, 0)).is_none());
        assert!(archive.get(&stored(99, 1, 0)).is_some());
    }
}
