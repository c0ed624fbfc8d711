//! Matchmaking: the pool of open seeks, paired first come, first served with the oldest seek that fits. Pure:
//! time is an argument, and the caller creates the rooms.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashMap};
use std::time::{Duration, Instant};

use room::RoomCode;

use super::person::Person;
use crate::app::pages::find::wish::Wish;
use crate::app::pages::profile::Rating;
use crate::server::identity::GuestKey;
use crate::server::limits::household;

/// How long a seek outlives its last page: long enough for a reload.
const GONE: Duration = Duration::from_secs(5);
/// The longest life of a seek.
const LONGEST: Duration = Duration::from_secs(15 * 60);
/// How long a returning page can still learn which room its seek has led to.
const TOLD: Duration = Duration::from_secs(120);
/// A second press within this time is a double click: the guest is already on the way to the room.
const TWICE: Duration = Duration::from_secs(3);
/// The most open seeks, in all and of one address.
const MOST: usize = 1_000;
const MOST_OF_ADDRESS: usize = 32;

/// An open seek.
#[derive(Clone, Debug)]
pub struct Offer {
    /// Its number; numbers increase in order of arrival.
    pub id: u64,
    /// The seeker.
    pub person: Person,
    /// What they would like to play.
    pub wish: Wish,
    /// When it was opened.
    pub since: Instant,
    guest: GuestKey,
    /// Since when no page has kept it alive.
    gone: Option<Instant>,
}

/// Two paired seeks. The caller creates their room and reports back with [`Offers::settle`].
#[derive(Debug)]
#[must_use = "two people wait for their room"]
pub struct Pair {
    /// The seek that was open, then the one that accepted it.
    pub two: [Offer; 2],
    /// What both agree on.
    pub wish: Wish,
}

/// The outcome of a seek.
#[derive(Debug)]
pub enum Sought {
    /// The seek of this number is open, or its room is being created.
    Waits(u64),
    /// It was paired.
    Meets(Box<Pair>),
}

/// Why a seek is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The seek is no longer open, or is the guest's own.
    Gone,
    /// Too many seeks are open, from this address or in all.
    Full,
    /// The address is over its rate limit for rooms.
    TooMany,
}

/// The state of a seek.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// Open, or its room is being created.
    Open,
    /// Paired, in this room.
    Met(RoomCode),
    /// Paired, but the room could not be created.
    Failed,
    /// No longer open.
    Gone,
}

struct Met {
    guest: GuestKey,
    /// Name and rating of the opponent.
    with: (String, Option<Rating>),
    at: Instant,
    /// The outcome; `Open` while the room is being created.
    to: Standing,
}

/// The pool of seeks.
#[derive(Default)]
pub struct Offers {
    /// Open seeks by number, that is in order of arrival; at most one a guest.
    open: BTreeMap<u64, Offer>,
    /// Paired seeks by number.
    met: HashMap<u64, Met>,
    /// How many pages of each guest keep the guest's seek alive.
    held: HashMap<GuestKey, u32>,
    last: u64,
}

impl Offers {
    /// A page of this guest is open: it keeps the guest's present or next seek alive.
    pub fn hold(&mut self, guest: GuestKey) {
        *self.held.entry(guest).or_default() += 1;
        if let Some(offer) = self.of_mut(guest) {
            offer.gone = None;
        }
    }

    /// A page of this guest has closed.
    pub fn let_go(&mut self, guest: GuestKey, now: Instant) {
        let Some(count) = self.held.get_mut(&guest) else { return };
        *count -= 1;
        if *count == 0 {
            self.held.remove(&guest);
            if let Some(offer) = self.of_mut(guest) {
                offer.gone = Some(now);
            }
        }
    }

    /// Seeks an opponent: pairs with the oldest seek that fits, or opens a new one. `pay` charges the rate
    /// limit for rooms when a pair is found, and may refuse.
    pub fn seek(
        &mut self,
        person: Person,
        wish: Wish,
        now: Instant,
        pay: impl FnOnce() -> bool,
    ) -> Result<Sought, Refusal> {
        let guest = person.identity.guest();
        if let Some(id) = self.on_the_way(guest, now) {
            return Ok(Sought::Waits(id));
        }
        let mut others = self.open.values().filter(|offer| offer.guest != guest);
        let fits = others.find_map(|offer| Some((offer.id, offer.wish.meet(wish)?)));
        if let Some((id, both)) = fits {
            return self.meet(id, both, person, now, pay);
        }
        if let Some(own) = self.of(guest) {
            let id = own.id;
            if own.wish == wish {
                return Ok(Sought::Waits(id));
            }
            self.open.remove(&id);
        } else if self.is_full(&person) {
            return Err(Refusal::Full);
        }
        self.last += 1;
        let gone = (!self.held.contains_key(&guest)).then_some(now);
        let offer = Offer { id: self.last, person, wish, since: now, guest, gone };
        self.open.insert(self.last, offer);
        Ok(Sought::Waits(self.last))
    }

    /// Accepts the seek of this number.
    pub fn take(
        &mut self,
        person: Person,
        id: u64,
        now: Instant,
        pay: impl FnOnce() -> bool,
    ) -> Result<Sought, Refusal> {
        let guest = person.identity.guest();
        if let Some(id) = self.on_the_way(guest, now) {
            return Ok(Sought::Waits(id));
        }
        let wish = self.open.get(&id).filter(|offer| offer.guest != guest).ok_or(Refusal::Gone)?.wish;
        self.meet(id, wish, person, now, pay)
    }

    fn meet(
        &mut self,
        id: u64,
        wish: Wish,
        person: Person,
        now: Instant,
        pay: impl FnOnce() -> bool,
    ) -> Result<Sought, Refusal> {
        if !pay() {
            return Err(Refusal::TooMany);
        }
        let Some(first) = self.open.remove(&id) else { return Err(Refusal::Gone) };
        let guest = person.identity.guest();
        // Keeps the number of the guest's own seek, so that all pages that hold it go to the room.
        let own = self.of(guest).map(|own| own.id);
        let second = match own.and_then(|own| self.open.remove(&own)) {
            Some(own) => Offer { person, ..own },
            None => {
                self.last += 1;
                Offer { id: self.last, person, wish, since: now, guest, gone: None }
            }
        };
        for (offer, other) in [(&first, &second), (&second, &first)] {
            let with = (other.person.name.clone(), other.person.ratings.at(wish.game));
            self.met.insert(offer.id, Met { guest: offer.guest, with, at: now, to: Standing::Open });
        }
        Ok(Sought::Meets(Box::new(Pair { two: [first, second], wish })))
    }

    /// Reports the room of a pair. Without a room, the older seek returns to its place in the queue.
    pub fn settle(&mut self, pair: Pair, room: Option<RoomCode>, now: Instant) {
        for offer in &pair.two {
            if let Some(met) = self.met.get_mut(&offer.id) {
                (met.to, met.at) = (room.map_or(Standing::Failed, Standing::Met), now);
            }
        }
        if room.is_none() {
            let [first, _] = pair.two;
            self.met.remove(&first.id);
            let gone = if self.held.contains_key(&first.guest) { None } else { first.gone.or(Some(now)) };
            self.open.insert(first.id, Offer { gone, ..first });
        }
    }

    /// Withdraws a guest's seek.
    pub fn cancel(&mut self, guest: GuestKey) {
        if let Some(id) = self.of(guest).map(|offer| offer.id) {
            self.open.remove(&id);
        }
    }

    /// Removes expired seeks and outcomes; true if an open seek was among them.
    pub fn expire(&mut self, now: Instant) -> bool {
        let before = self.open.len();
        self.open.retain(|_, offer| now < ends(offer));
        self.met.retain(|_, met| met.to == Standing::Open || now < met.at + TOLD);
        self.open.len() < before
    }

    /// When [`Offers::expire`] next has something to do, if nothing changes before.
    pub fn due(&self) -> Option<Instant> {
        self.open.values().map(ends).min()
    }

    /// Open seeks in order of arrival.
    pub fn all(&self) -> impl ExactSizeIterator<Item = &Offer> {
        self.open.values()
    }

    /// The open seek of a guest.
    pub fn of(&self, guest: GuestKey) -> Option<&Offer> {
        self.open.values().find(|offer| offer.guest == guest)
    }

    fn of_mut(&mut self, guest: GuestKey) -> Option<&mut Offer> {
        self.open.values_mut().find(|offer| offer.guest == guest)
    }

    /// The state of the seek of this number, if it is or was this guest's.
    pub fn standing(&self, guest: GuestKey, id: u64) -> Standing {
        match (self.open.get(&id), self.met.get(&id)) {
            (Some(offer), _) if offer.guest == guest => Standing::Open,
            (_, Some(met)) if met.guest == guest => met.to,
            _ => Standing::Gone,
        }
    }

    /// Name and rating of the opponent of this guest's seek.
    pub fn met_with(&self, guest: GuestKey, id: u64) -> Option<(String, Option<Rating>)> {
        self.met.get(&id).filter(|met| met.guest == guest).map(|met| met.with.clone())
    }

    /// The seek with which a guest is on the way to a room, after expired ones are removed.
    fn on_the_way(&mut self, guest: GuestKey, now: Instant) -> Option<u64> {
        let _ = self.expire(now);
        let so = |met: &Met| {
            let goes = match met.to {
                Standing::Open => true,
                Standing::Met(_) => now < met.at + TWICE,
                Standing::Failed | Standing::Gone => false,
            };
            met.guest == guest && goes
        };
        self.met.iter().find(|(_, met)| so(met)).map(|(id, _)| *id)
    }

    fn is_full(&self, person: &Person) -> bool {
        let from = |person: &Person| person.address.map(household);
        let same = |offer: &&Offer| from(person).is_some() && from(&offer.person) == from(person);
        self.open.len() >= MOST || self.open.values().filter(same).count() >= MOST_OF_ADDRESS
    }
}

/// When a seek expires.
fn ends(offer: &Offer) -> Instant {
    let longest = offer.since + LONGEST;
    offer.gone.map_or(longest, |gone| longest.min(gone + GONE))
}
