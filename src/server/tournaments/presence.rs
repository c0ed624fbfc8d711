//! Who is at the page of a tournament, at this server and at others. It is known in memory alone: whoever has the page open is
//! ready to play.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use room::Millis;
use tournament::{EntrantId, Present};

use super::live::Live;
use crate::server::store::NodeId;

/// After so long without a word the presence that another server has told counts no more.
const FORGOTTEN_AFTER: Duration = Duration::from_secs(5);

/// See the module.
#[derive(Debug, Default)]
pub(super) struct Presence(Mutex<Everywhere>);

#[derive(Debug, Default)]
struct Everywhere {
    /// Open pages of this server, and since when the first of them is.
    here: HashMap<EntrantId, (u32, Millis)>,
    /// What other servers have told.
    others: HashMap<NodeId, (Instant, Vec<(EntrantId, Millis)>)>,
}

/// Presence of an entrant, for as long as the page is open.
#[derive(Debug)]
pub struct PagePresence {
    live: Arc<Live>,
    entrant: EntrantId,
}

impl Live {
    /// An entrant has opened the page.
    pub fn open_page(self: &Arc<Self>, entrant: EntrantId, now: Millis) -> PagePresence {
        self.presence.lock().here.entry(entrant).or_insert((0, now)).0 += 1;
        PagePresence { live: Arc::clone(self), entrant }
    }

    /// How many entrants have the page open at this server.
    pub fn lookers(&self) -> usize {
        self.presence.lock().here.len()
    }
}

impl Drop for PagePresence {
    fn drop(&mut self) {
        let mut everywhere = self.live.presence.lock();
        if let Some((pages, _)) = everywhere.here.get_mut(&self.entrant) {
            *pages -= 1;
            if *pages == 0 {
                everywhere.here.remove(&self.entrant);
            }
        }
    }
}

impl Presence {
    /// Who is at a page of this server.
    pub fn here(&self) -> Vec<(EntrantId, Millis)> {
        self.lock().here.iter().map(|(entrant, (_, since))| (*entrant, *since)).collect()
    }

    /// Another server tells who is at its pages.
    pub fn hear(&self, node: NodeId, entrants: Vec<(EntrantId, Millis)>) {
        self.lock().others.insert(node, (Instant::now(), entrants));
    }

    /// Who is at a page of any server.
    pub fn everywhere(&self) -> Vec<Present> {
        let mut all = self.lock();
        all.others.retain(|_, (heard, _)| heard.elapsed() < FORGOTTEN_AFTER);
        let here = all.here.iter().map(|(entrant, (_, since))| (*entrant, *since));
        let others = all.others.values().flat_map(|(_, entrants)| entrants.iter().copied());
        let mut present: HashMap<EntrantId, Millis> = HashMap::new();
        for (entrant, since) in here.chain(others) {
            let first = present.entry(entrant).or_insert(since);
            *first = since.min(*first);
        }
        present.into_iter().map(|(entrant, since)| Present { entrant, since }).collect()
    }

    /// How many servers with a lower number have told who is at their pages.
    pub fn rank(&self, node: NodeId) -> usize {
        self.lock()
            .others
            .iter()
            .filter(|(other, (heard, _))| **other < node && heard.elapsed() < FORGOTTEN_AFTER)
            .count()
    }

    fn lock(&self) -> MutexGuard<'_, Everywhere> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
