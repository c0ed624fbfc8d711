//! A live tournament in memory: the fold of its log, and what is known beside it.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use room::RoomCode;
use tokio::sync::watch;
use tournament::{EntrantId, Fact, Logged, Tournament, evolve};

use super::deciding::Waiting;
use super::presence::Presence;
use super::rendered::{Fragments, Rendered};
use super::run::Steps;
use super::views::Shown;
use crate::app::text::language::Language;
use crate::model::tournaments::TournamentView;
use crate::server::identity::GuestKey;

/// See the module.
#[derive(Debug)]
pub struct Live {
    /// Its code, which is its address.
    pub code: RoomCode,
    state: Mutex<State>,
    /// Commands that wait to be decided.
    pub(super) queue: Mutex<Vec<Waiting>>,
    /// Held by whoever decides and appends, so that the commands of this server do not conflict.
    pub(super) turn: tokio::sync::Mutex<()>,
    /// Held by the step that looks after it.
    pub(super) stepping: Arc<tokio::sync::Mutex<Steps>>,
    /// Who is at its page.
    pub(super) presence: Presence,
    /// How often something was removed from its log, as far as it was read.
    redacted: AtomicI64,
    /// What pages show of it, after how many changes.
    shown: Mutex<Option<(u64, Arc<Shown>)>>,
    rendered: Rendered,
    /// The number of changes, for the pages.
    changed: watch::Sender<u64>,
}

#[derive(Debug)]
struct State {
    tournament: Arc<Tournament>,
    guests: HashMap<EntrantId, GuestKey>,
    entrants: HashMap<GuestKey, EntrantId>,
    /// Rooms of pairings that are known to exist.
    opened: HashSet<RoomCode>,
}

impl Live {
    /// A tournament as it was read from the store.
    pub fn new(code: RoomCode, tournament: Tournament, guests: Vec<(EntrantId, GuestKey)>) -> Self {
        let entrants = guests.iter().map(|(entrant, guest)| (*guest, *entrant)).collect();
        let guests = guests.into_iter().collect();
        Self {
            code,
            state: Mutex::new(State {
                tournament: Arc::new(tournament),
                guests,
                entrants,
                opened: HashSet::new(),
            }),
            queue: Mutex::default(),
            turn: tokio::sync::Mutex::default(),
            stepping: Arc::default(),
            presence: Presence::default(),
            redacted: AtomicI64::default(),
            shown: Mutex::default(),
            rendered: Rendered::default(),
            changed: watch::Sender::new(0),
        }
    }

    /// The tournament as it is now.
    pub fn tournament(&self) -> Arc<Tournament> {
        Arc::clone(&self.lock().tournament)
    }

    /// What pages show of it, reckoned once for each change.
    pub fn shown(&self) -> Arc<Shown> {
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        let changes = *self.changed.borrow();
        match &*shown {
            Some((at, known)) if *at == changes => Arc::clone(known),
            _ => {
                let now = Arc::new(Shown::of(self.code, self.tournament()));
                *shown = Some((changes, Arc::clone(&now)));
                now
            }
        }
    }

    /// The parts of its page that all visitors share.
    pub fn fragments(&self, language: Language, from: usize, view: &TournamentView) -> Fragments {
        self.rendered.get(self, (language, from), *self.changed.borrow(), view)
    }

    /// Who an entrant is.
    pub fn guest_of(&self, entrant: EntrantId) -> Option<GuestKey> {
        self.lock().guests.get(&entrant).copied()
    }

    /// The entrant that somebody is who is known as any of these guests: one who takes part, if there is one.
    pub fn entrant_of(&self, guests: impl IntoIterator<Item = GuestKey>) -> Option<EntrantId> {
        let state = self.lock();
        let known = guests.into_iter().filter_map(|guest| state.entrants.get(&guest).copied());
        let has_left = |id: &EntrantId| state.tournament.entrant(*id).is_none_or(|entrant| entrant.has_left);
        known.min_by_key(|id| (has_left(id), *id))
    }

    /// Folds facts that are in the log now, and notes who new entrants are.
    pub(super) fn fold(&self, log: &[Logged], guests: &[(EntrantId, GuestKey)]) {
        let mut state = self.lock();
        for (entrant, guest) in guests {
            state.guests.insert(*entrant, *guest);
            state.entrants.insert(*guest, *entrant);
        }
        let tournament = Arc::make_mut(&mut state.tournament);
        log.iter().for_each(|logged| evolve(tournament, logged));
        drop(state);
        self.notify();
    }

    /// Whether the log was read after something was removed from it so many times.
    pub(super) fn knows_redacted(&self, redacted: i64) -> bool {
        self.redacted.load(Ordering::Relaxed) == redacted
    }

    /// Notes that it was.
    pub(super) fn note_redacted(&self, redacted: i64) {
        self.redacted.store(redacted, Ordering::Relaxed);
    }

    /// Puts a tournament in the place of this one that was read anew, because names were removed from its log.
    pub(super) fn replace(&self, tournament: Tournament, guests: Vec<(EntrantId, GuestKey)>) {
        let mut state = self.lock();
        if tournament.seq >= state.tournament.seq {
            state.tournament = Arc::new(tournament);
            state.entrants = guests.iter().map(|(entrant, guest)| (*guest, *entrant)).collect();
            state.guests = guests.into_iter().collect();
        }
        drop(state);
        self.notify();
    }

    /// Whether a room of a pairing is known to exist.
    pub fn is_opened(&self, room: RoomCode) -> bool {
        self.lock().opened.contains(&room)
    }

    /// Notes that rooms of pairings exist.
    pub(super) fn note_opened(&self, rooms: impl IntoIterator<Item = RoomCode>) {
        self.lock().opened.extend(rooms);
        self.notify();
    }

    /// Waits for changes.
    pub fn subscribe(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    fn notify(&self) {
        self.changed.send_modify(|changes| *changes += 1);
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The rooms of the pairings that these facts make.
pub(super) fn paired_rooms(log: &[Logged]) -> Vec<RoomCode> {
    let pairings = log.iter().filter_map(|logged| match &logged.fact {
        Fact::Paired { pairings, .. } => Some(pairings),
        _ => None,
    });
    pairings.flatten().map(|paired| paired.room).collect()
}
