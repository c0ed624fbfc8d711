//! The lobby: presence of guests, public games, and matchmaking by seeks. All of it lives in memory only; the
//! rooms that come of it are stored like any other.

mod draw;
mod offers;
mod person;
mod socket;

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use getrandom::u32 as draw_seed;
use room::{BoardChoice, RoomCode};
use tokio::sync::watch;

use self::offers::{Offers, Pair, Refusal, Sought, Standing};
use self::person::Person;
pub use self::socket::handshake;
use super::AppState;
use super::identity::GuestKey;
use super::store::StoreError;
use super::time::today;
use crate::app::pages::find::wish::Wish;
use crate::app::pages::find::{Now, OpenOffer, PublicGame};
use crate::app::pages::profile::Rating;

/// The most seeks and games that are listed.
const SHOWN: usize = 20;

/// The lobby of this node.
#[derive(Debug)]
pub struct Hall {
    state: Mutex<State>,
    /// Notifies the sockets of a change.
    bell: watch::Sender<()>,
}

#[derive(Default)]
struct State {
    /// The number of open sockets of each guest.
    people: HashMap<GuestKey, u32>,
    /// Rooms with a game under way, since when, and the listing of those that are public.
    games: HashMap<RoomCode, (Instant, Option<PublicGame>)>,
    offers: Offers,
}

impl std::fmt::Debug for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("State").field("people", &self.people.len()).finish_non_exhaustive()
    }
}

/// Presence of a guest, for as long as the socket is open.
#[derive(Debug)]
pub struct Here {
    hall: Arc<Hall>,
    guest: GuestKey,
    /// Whether the socket keeps the guest's seek alive.
    looks: bool,
}

impl Hall {
    /// An empty lobby.
    pub fn new() -> Arc<Self> {
        Arc::new(Self { state: Mutex::default(), bell: watch::Sender::new(()) })
    }

    /// Registers a socket of a guest; one with `looks` keeps the guest's seek alive.
    pub fn enter(self: &Arc<Self>, guest: GuestKey, looks: bool) -> Here {
        let mut state = self.lock();
        *state.people.entry(guest).or_default() += 1;
        if looks {
            state.offers.hold(guest);
        }
        drop(state);
        self.ring();
        Here { hall: Arc::clone(self), guest, looks }
    }

    /// A game is under way in this room; `shown` is its listing if it is public.
    pub fn plays(&self, code: RoomCode, shown: Option<PublicGame>) {
        self.lock().games.entry(code).or_insert_with(|| (Instant::now(), None)).1 = shown;
        self.ring();
    }

    /// The game in this room is over.
    pub fn plays_no_more(&self, code: RoomCode) {
        if self.lock().games.remove(&code).is_some() {
            self.ring();
        }
    }

    /// A snapshot of the lobby as a guest sees it.
    pub fn now(&self, guest: Option<GuestKey>) -> Now {
        let mut state = self.lock();
        let _ = state.offers.expire(Instant::now());
        let own = guest.and_then(|guest| state.offers.of(guest)).map(|offer| offer.id);
        let public = state.games.values().filter_map(|(since, game)| Some((*since, game.as_ref()?)));
        let offers = state.offers.all().take(SHOWN).map(|offer| OpenOffer {
            id: offer.id,
            name: offer.person.name.clone(),
            rating: offer.person.ratings.at(offer.wish.game),
            wish: offer.wish,
            own: own == Some(offer.id),
        });
        Now {
            people: count(state.people.len()),
            games: count(state.games.len()),
            more_offers: count(state.offers.all().len().saturating_sub(SHOWN)),
            offers: offers.collect(),
            public: newest(public, SHOWN).into_iter().cloned().collect(),
        }
    }

    /// Matchmaking: pairs the guest with the first seek that fits, or opens one.
    fn seek(&self, app: &AppState, person: Person, wish: Wish) -> Result<u64, Refusal> {
        let mut state = self.lock();
        let pay = payment(app, &person);
        let sought = state.offers.seek(person, wish, Instant::now(), pay);
        drop(state);
        self.found(app, sought)
    }

    /// Accepts the seek of this number.
    fn take(&self, app: &AppState, person: Person, id: u64) -> Result<u64, Refusal> {
        let mut state = self.lock();
        let pay = payment(app, &person);
        let sought = state.offers.take(person, id, Instant::now(), pay);
        drop(state);
        self.found(app, sought)
    }

    fn found(&self, app: &AppState, sought: Result<Sought, Refusal>) -> Result<u64, Refusal> {
        self.ring();
        match sought? {
            Sought::Waits(id) => Ok(id),
            Sought::Meets(pair) => {
                let id = pair.two[1].id;
                // A task of its own, so that it outlives the socket: the opponent waits for the room as well.
                app.tasks.spawn(meet(app.clone(), *pair));
                Ok(id)
            }
        }
    }

    /// Withdraws the guest's seek.
    pub fn cancel(&self, guest: GuestKey) {
        self.lock().offers.cancel(guest);
        self.ring();
    }

    /// The state of a seek of the guest, by its number or the one that is open; and, if one is open, its
    /// number, what it asks for and its age.
    fn standing(&self, guest: GuestKey, id: Option<u64>) -> (Standing, Option<(u64, Wish, Duration)>) {
        let state = self.lock();
        let own = state.offers.of(guest);
        let open = own.map(|offer| (offer.id, offer.wish, offer.since.elapsed()));
        let standing = match id {
            _ if open.is_some() => Standing::Open,
            Some(id) => state.offers.standing(guest, id),
            None => Standing::Gone,
        };
        (standing, open)
    }

    /// Name and rating of the opponent with whom a seek was paired.
    fn met_with(&self, guest: GuestKey, id: u64) -> Option<(String, Option<Rating>)> {
        self.lock().offers.met_with(guest, id)
    }

    fn ring(&self) {
        self.bell.send_replace(());
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Here {
    fn drop(&mut self) {
        let mut state = self.hall.lock();
        if let Some(count) = state.people.get_mut(&self.guest) {
            *count -= 1;
            if *count == 0 {
                state.people.remove(&self.guest);
            }
        }
        if self.looks {
            state.offers.let_go(self.guest, Instant::now());
        }
        drop(state);
        self.hall.ring();
    }
}

/// Expires seeks until the server stops.
pub async fn run(app: AppState) {
    let hall = &app.hall;
    let mut bell = hall.bell.subscribe();
    loop {
        let due = hall.lock().offers.due();
        let due = due.unwrap_or_else(|| Instant::now() + Duration::from_secs(3600));
        tokio::select! {
            () = app.stop.cancelled() => return,
            _ = bell.changed() => {}
            () = tokio::time::sleep_until(due.into()) => {
                if hall.lock().offers.expire(Instant::now()) {
                    hall.ring();
                }
            }
        }
    }
}

/// Takes the room from the rate limit of whoever completes the pair.
fn payment(app: &AppState, person: &Person) -> impl FnOnce() -> bool + use<> {
    let (app, address) = (app.clone(), person.address);
    move || {
        let pays = address.is_none_or(|address| app.room_limit.take(address, Instant::now()));
        if !pays {
            app.metrics.turned_away("rooms");
        }
        pays
    }
}

/// Creates the room of a pair.
async fn meet(app: AppState, pair: Pair) {
    let room = match draw_seed() {
        Ok(seed) => {
            let settings = pair.wish.settings(today(), seed % BoardChoice::SEEDS);
            let players = [0, 1].map(|n| (pair.two[n].person.identity, pair.two[n].person.name.as_str()));
            app.rooms.found(settings, players).await
        }
        Err(error) => Err(StoreError::Unavailable(error.to_string())),
    };
    let room = room.inspect_err(|error| tracing::warn!(%error, "two met, and their room could not be made"));
    app.hall.lock().offers.settle(pair, room.ok(), Instant::now());
    app.hall.ring();
}

/// The newest `most` items, newest first, without sorting the rest.
fn newest<T>(all: impl Iterator<Item = (Instant, T)>, most: usize) -> Vec<T> {
    let mut all: Vec<_> = all.collect();
    if all.len() > most {
        all.select_nth_unstable_by_key(most, |(since, _)| Reverse(*since));
        all.truncate(most);
    }
    all.sort_unstable_by_key(|(since, _)| Reverse(*since));
    all.into_iter().map(|(_, one)| one).collect()
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_many_the_newest_are_shown_in_their_order() {
        let start = Instant::now();
        for number in [0, 1, 19, 20, 21, 500] {
            let all = (0..number).map(|n| n * 7_919 % number);
            let all = all.map(|n| (start + Duration::from_secs(n), n));
            let expected: Vec<u64> = (0..number).rev().take(SHOWN).collect();
            assert_eq!(newest(all, SHOWN), expected, "{number}");
        }
    }
}
