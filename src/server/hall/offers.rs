//! Who looks for an opponent, and who meets whom: the first offer that fits, in the order in which they came. Pure: time
//! comes in as an argument, rooms are made by others.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashMap};
use std::time::{Duration, Instant};

use room::RoomCode;

use super::person::Person;
use crate::app::pages::find::wish::Wish;
use crate::app::pages::profile::Shown;
use crate::server::identity::GuestKey;
use crate::server::limits::household;

/// How long an offer stands when nobody holds it any more: as long as a page takes to be loaded again.
const GONE: Duration = Duration::from_secs(5);
/// How long it stands at most.
const LONGEST: Duration = Duration::from_secs(15 * 60);
/// How long a page that comes back is still told where its offer has led.
const TOLD: Duration = Duration::from_secs(120);
/// Whoever presses again within this was already on the way to the room.
const TWICE: Duration = Duration::from_secs(3);
/// How many offers may stand, and how many of one address.
const MOST: usize = 1_000;
const MOST_OF_ADDRESS: usize = 32;

/// An open offer.
#[derive(Clone, Debug)]
pub struct Offer {
    /// Its number: they count up in the order in which offers came.
    pub id: u64,
    /// Whose it is.
    pub person: Person,
    /// What they would like to play.
    pub wish: Wish,
    /// When it came.
    pub since: Instant,
    guest: GuestKey,
    /// Since when nobody holds it.
    gone: Option<Instant>,
}

/// Two who meet. Whoever has it makes their room, and settles it.
#[derive(Debug)]
#[must_use = "two people wait for their room"]
pub struct Pair {
    /// Whose offer stood, then whoever took it.
    pub two: [Offer; 2],
    /// What both would like to play.
    pub wish: Wish,
}

/// What became of somebody who pressed the button.
#[derive(Debug)]
pub enum Sought {
    /// The offer of this number stands, or is on its way to a room.
    Waits(u64),
    /// It fits this one.
    Meets(Box<Pair>),
}

/// Why nothing became of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The offer does not stand any more, or is one's own.
    Gone,
    /// Too many wait, of this address or altogether.
    Full,
    /// This address has opened too many rooms.
    TooMany,
}

/// How an offer of a guest stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// It is open, or its room is being made.
    Open,
    /// It has led to this room.
    Met(RoomCode),
    /// It has been taken, or has taken one, and no room could be made.
    Failed,
    /// It does not stand any more.
    Gone,
}

struct Met {
    guest: GuestKey,
    /// The name and the rating of the other one.
    with: (String, Option<Shown>),
    at: Instant,
    /// Where it has led: open while the room is being made.
    to: Standing,
}

/// All offers.
#[derive(Default)]
pub struct Offers {
    /// The open ones, by their numbers: in the order in which they came. One a guest.
    open: BTreeMap<u64, Offer>,
    /// Those that have been taken, by their numbers.
    met: HashMap<u64, Met>,
    /// How many pages of a guest hold the guest's offer.
    held: HashMap<GuestKey, u32>,
    last: u64,
}

impl Offers {
    /// A page of this guest holds the guest's offer, also one that will come.
    pub fn hold(&mut self, guest: GuestKey) {
        *self.held.entry(guest).or_default() += 1;
        if let Some(offer) = self.of_mut(guest) {
            offer.gone = None;
        }
    }

    /// It does not any more.
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

    /// Somebody would like to play: with the first whose offer fits, or else with whoever comes. `pay` is asked when a room
    /// has to be made, and may refuse.
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

    /// Somebody takes the offer of this number.
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
        // Who has an offer leads all pages that hold it to the room.
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

    /// The room of two who met has been made; or it could not be, and whose offer stood has it back in its place.
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

    /// A guest looks no longer.
    pub fn cancel(&mut self, guest: GuestKey) {
        if let Some(id) = self.of(guest).map(|offer| offer.id) {
            self.open.remove(&id);
        }
    }

    /// Takes away what stands no longer; says whether an offer was among it.
    pub fn expire(&mut self, now: Instant) -> bool {
        let before = self.open.len();
        self.open.retain(|_, offer| now < ends(offer));
        self.met.retain(|_, met| met.to == Standing::Open || now < met.at + TOLD);
        self.open.len() < before
    }

    /// When [`Offers::expire`] has something to do next, if nothing happens before.
    pub fn due(&self) -> Option<Instant> {
        self.open.values().map(ends).min()
    }

    /// The open offers, in the order in which they came.
    pub fn all(&self) -> impl ExactSizeIterator<Item = &Offer> {
        self.open.values()
    }

    /// The open offer of a guest.
    pub fn of(&self, guest: GuestKey) -> Option<&Offer> {
        self.open.values().find(|offer| offer.guest == guest)
    }

    fn of_mut(&mut self, guest: GuestKey) -> Option<&mut Offer> {
        self.open.values_mut().find(|offer| offer.guest == guest)
    }

    /// How the offer of this number stands, if it is or was this guest's.
    pub fn standing(&self, guest: GuestKey, id: u64) -> Standing {
        match (self.open.get(&id), self.met.get(&id)) {
            (Some(offer), _) if offer.guest == guest => Standing::Open,
            (_, Some(met)) if met.guest == guest => met.to,
            _ => Standing::Gone,
        }
    }

    /// Whom the offer of this number has met, if it was this guest's: the name, and the rating at what they play.
    pub fn met_with(&self, guest: GuestKey, id: u64) -> Option<(String, Option<Shown>)> {
        self.met.get(&id).filter(|met| met.guest == guest).map(|met| met.with.clone())
    }

    /// The offer with which a guest is on the way to a room, among those that still stand.
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

/// When an offer stands no longer.
fn ends(offer: &Offer) -> Instant {
    let longest = offer.since + LONGEST;
    offer.gone.map_or(longest, |gone| longest.min(gone + GONE))
}
