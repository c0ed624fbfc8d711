//! The lobby: presence of guests, public games, and matchmaking by seeks. All of it lives in memory only; the
//! rooms that matchmaking creates are stored like any other.

mod fragments;
mod free_bots;
pub mod nodes;
mod pairs;
mod presence;
mod rendered;
mod running_games;
mod seek_pool;
mod seeker;
mod socket;
#[cfg(test)]
mod tests;
pub mod tv;

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use room::RoomCode;
use rules::Game;
use tokio::sync::{broadcast, watch};

use self::fragments::{Fragments, LobbyPage};
use self::free_bots::free_bots;
pub use self::pairs::run;
use self::pairs::start_pairing;
pub use self::presence::LobbyPresence;
use self::rendered::RenderedLists;
use self::running_games::RunningGames;
use self::seek_pool::{SeekPool, SeekRefusal, SeekState};
use self::seeker::Seeker;
pub use self::socket::handshake;
use self::tv::Tv;
use super::AppState;
use super::bots::Directory;
use super::config::seeks::SeekFlags;
use super::identity::GuestKey;
use super::metrics::Metrics;
use super::play::services::{Beginning, GameListings};
use crate::app::text::language::Language;
use crate::model::lobby::{LobbySnapshot, OpenSeek, PublicGame};
use crate::model::rating::Rating;
use crate::model::seek::Seek;
use crate::model::tv::TvData;

/// The most seeks and games that are listed.
const LISTED: usize = 20;

/// How many notices of challenges wait for a socket that is slow; it looks for itself if it has missed some.
const CHALLENGES: usize = 64;

/// The lobby of this node.
#[derive(Debug)]
pub struct Lobby {
    state: Mutex<State>,
    /// Notifies the sockets of a change; the number of changes.
    changed: watch::Sender<u64>,
    /// What pages are shown of the lobby.
    rendered: RenderedLists,
    /// The bots that are online.
    bots: Arc<Directory>,
    /// What the TV page shows.
    tv: Tv,
    /// Notifies the sockets of who is challenged.
    challenged: broadcast::Sender<GuestKey>,
}

struct State {
    /// The number of open sockets of each guest.
    visitors: HashMap<GuestKey, u32>,
    games: RunningGames,
    pool: SeekPool,
}

impl std::fmt::Debug for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("State").field("visitors", &self.visitors.len()).finish_non_exhaustive()
    }
}

impl GameListings for Lobby {
    fn set_game(&self, code: RoomCode, listing: Option<PublicGame>) {
        self.lock().games.set(code, listing);
        self.notify();
    }

    fn remove_game(&self, code: RoomCode) {
        self.change_games(|games| games.remove(code));
    }

    fn game_begun(&self, code: RoomCode, beginning: Beginning) {
        self.lock().pool.hear_beginning(code, beginning, Instant::now());
        self.notify();
    }
}

impl Lobby {
    /// An empty lobby.
    pub fn new(flags: &SeekFlags, metrics: &Metrics, bots: Arc<Directory>) -> Arc<Self> {
        let pool = SeekPool::new(flags, metrics);
        let state = State { visitors: HashMap::new(), games: RunningGames::default(), pool };
        let (changed, rendered) = (watch::Sender::new(0), RenderedLists::default());
        let challenged = broadcast::Sender::new(CHALLENGES);
        Arc::new(Self { state: Mutex::new(state), changed, rendered, bots, tv: Tv::default(), challenged })
    }

    /// A snapshot of the lobby as a guest sees it.
    pub fn snapshot(&self, guest: Option<GuestKey>) -> LobbySnapshot {
        let mut state = self.lock();
        if state.pool.expire(Instant::now()) {
            self.notify();
        }
        let own = guest.and_then(|guest| state.pool.seek_of(guest)).map(|entry| entry.id);
        let seeks = state.pool.open_seeks().take(LISTED).map(|entry| OpenSeek {
            id: entry.id,
            name: entry.seeker.name.clone(),
            rating: entry.seeker.ratings.at(entry.seek.category()),
            seek: entry.seek,
            range: entry.seek.range.around(entry.seeker.ratings.points(entry.seek.category())),
            own: own == Some(entry.id),
        });
        LobbySnapshot {
            people: count(state.visitors.len()),
            games: count(state.games.count()),
            more_seeks: count(state.pool.open_seeks().len().saturating_sub(LISTED)),
            seeks: seeks.collect(),
            public: newest(state.games.public(), LISTED).into_iter().cloned().collect(),
            bots: free_bots(&self.bots, LISTED),
        }
    }

    /// A snapshot for a page that a guest opens: its reader is in the lobby as soon as it is there.
    pub fn page_snapshot(&self, guest: Option<GuestKey>) -> LobbySnapshot {
        let mut snapshot = self.snapshot(guest);
        let is_counted = guest.is_some_and(|guest| self.lock().visitors.contains_key(&guest));
        snapshot.people = snapshot.people.saturating_add(u32::from(!is_counted));
        snapshot
    }

    /// The lists of the lobby as a page shows them, with the guest's own seek marked.
    fn lists(&self, language: Language, page: LobbyPage, guest: Option<GuestKey>) -> Fragments {
        let changes = *self.changed.borrow();
        let guest = guest.filter(|_| page == LobbyPage::Find);
        let own = guest.and_then(|guest| self.lock().pool.seek_of(guest).map(|entry| entry.id));
        let render = || fragments::lists(language, &self.snapshot(guest), page);
        self.rendered.get_or_render((language, page, own), changes, render)
    }

    /// All public games, each with the time since which it is listed.
    fn listed_games(&self) -> Vec<(Instant, PublicGame)> {
        self.lock().games.public().map(|(since, game)| (since, game.clone())).collect()
    }

    /// Changes what is known of running games. Whoever looks is woken if that is news.
    fn change_games(&self, change: impl FnOnce(&mut RunningGames) -> bool) {
        if change(&mut self.lock().games) {
            self.notify();
        }
    }

    /// The TV page as it is now.
    pub fn tv_data(&self, app: &AppState, filter: Option<Game>) -> TvData {
        self.tv.data(app, filter)
    }

    /// How many pages look at the lobby.
    fn lookers(&self) -> usize {
        self.changed.receiver_count()
    }

    /// Matchmaking: pairs the guest with the first seek that fits, or opens one.
    fn seek(&self, app: &AppState, seeker: Seeker, seek: Seek) -> Result<u64, SeekRefusal> {
        let outcome = self.change(|pool| pool.seek(seeker, seek, Instant::now()));
        start_pairing(app, outcome)
    }

    /// Accepts the seek of this number.
    fn accept(&self, app: &AppState, seeker: Seeker, id: u64) -> Result<u64, SeekRefusal> {
        let outcome = self.change(|pool| pool.accept(seeker, id, Instant::now()));
        start_pairing(app, outcome)
    }

    /// Withdraws the guest's seek.
    pub fn cancel_seek(&self, guest: GuestKey) {
        self.change(|pool| pool.cancel(guest));
    }

    /// Changes the pool. Whoever looks is woken only if that has changed an open seek: nobody wakes all others for
    /// nothing.
    fn change<T>(&self, change: impl FnOnce(&mut SeekPool) -> T) -> T {
        let mut state = self.lock();
        let before = state.pool.changes();
        let outcome = change(&mut state.pool);
        let is_changed = state.pool.changes() != before;
        drop(state);
        if is_changed {
            self.notify();
        }
        outcome
    }

    /// What the guest's open seek asks for.
    fn open_seek(&self, guest: GuestKey) -> Option<Seek> {
        self.lock().pool.seek_of(guest).map(|entry| entry.seek)
    }

    /// The rating with which the guest's open seek is listed.
    fn rating_of_seek(&self, guest: GuestKey) -> Option<Rating> {
        self.lock().pool.seek_of(guest).and_then(|entry| entry.seeker.ratings.at(entry.seek.category()))
    }

    /// The state of a seek of the guest, by its number or the one that is open; and, if one is open, its
    /// number, what it asks for and its age.
    fn seek_state(&self, guest: GuestKey, id: Option<u64>) -> (SeekState, Option<(u64, Seek, Duration)>) {
        let state = self.lock();
        let own = state.pool.seek_of(guest);
        let open = own.map(|entry| (entry.id, entry.seek, entry.since.elapsed()));
        let seek_state = match id {
            _ if open.is_some() => SeekState::Open,
            Some(id) => state.pool.state(guest, id),
            None => SeekState::Closed,
        };
        (seek_state, open)
    }

    /// Name and rating of the opponent with whom a seek was paired.
    fn opponent(&self, guest: GuestKey, id: u64) -> Option<(String, Option<Rating>)> {
        self.lock().pool.opponent(guest, id)
    }

    /// Two guests, of whom one blocks the other, are not paired from now on.
    pub fn keep_apart(&self, one: GuestKey, other: GuestKey) {
        self.change(|pool| pool.keep_apart(one, other));
    }

    /// Has the lobby pages of a guest at this server read again who challenges them.
    fn wake_challenged(&self, guest: GuestKey) {
        // It fails if no page is open.
        let _ = self.challenged.send(guest);
    }

    /// Tells the pages of the lobby that a bot has come or gone, or is free again.
    pub fn notify_of_bots(&self) {
        self.notify();
    }

    fn notify(&self) {
        self.changed.send_modify(|changes| *changes += 1);
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The newest `most` items, newest first, without sorting the rest.
fn newest<T>(all: impl Iterator<Item = (Instant, T)>, most: usize) -> Vec<T> {
    let mut all: Vec<_> = all.collect();
    if all.len() > most {
        all.select_nth_unstable_by_key(most, |(since, _)| Reverse(*since));
        all.truncate(most);
    }
    all.sort_unstable_by_key(|(since, _)| Reverse(*since));
    all.into_iter().map(|(_, item)| item).collect()
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
