//! The conduct of seekers, in memory of fixed size: who takes opponents without making the first move, and from
//! which addresses there is much noise. Guests can be made up at will, addresses cannot, so both are looked at
//! (ADR 0055). Pure: time is an argument.

use std::net::IpAddr;
use std::time::{Duration, Instant};

use super::super::seeker::Seeker;
use super::SeekRefusal;
use crate::server::config::seeks::SeekFlags;
use crate::server::http::limits::{ByAddress, Network, Rate, Table, TryAgain, household_network, networks};
use crate::server::identity::GuestKey;
use crate::server::metrics::Metrics;

/// Guests, households and pairs that are remembered of each kind, with 16 bytes each.
const CAPACITY: usize = 1 << 13;
/// How long one point of doubt lasts.
const POINT: Duration = Duration::from_secs(120);
/// The points of a seek, which a first move takes back, and those of a missing first move.
const SEEK_POINTS: u32 = 1;
const NO_SHOW_POINTS: u32 = 10;
/// The points of leaving a game that has hardly begun.
const LEFT_POINTS: u32 = 5;
/// More points than these make an address doubtful. There are never more than the most.
const DOUBTFUL_POINTS: u32 = 3;
const MOST_POINTS: u32 = 60;
/// How long a missing first move makes the next pause of the same guest a longer one.
const NO_SHOW_MEMORY: Duration = Duration::from_secs(24 * 3600);
/// How long two are not paired again after a game that one of them did not begin.
const AVOIDED_FOR: Duration = Duration::from_secs(10 * 60);
const HOUR: Duration = Duration::from_secs(3600);

/// A participant of a pairing.
#[derive(Clone, Copy, Debug)]
pub struct Party {
    /// The guest …
    pub guest: GuestKey,
    /// … and their network address.
    pub address: Option<IpAddr>,
}

impl Party {
    /// The party that a seeker is.
    pub fn of(seeker: &Seeker) -> Self {
        Self { guest: seeker.identity.guest(), address: seeker.address }
    }

    /// Whether both come from the network of one household.
    pub fn is_of_same_household(self, other: Self) -> bool {
        let [own, theirs] = [self, other].map(|party| party.address.and_then(household_network));
        own.is_some() && own == theirs
    }
}

/// See the module.
#[derive(Debug)]
pub struct Conduct {
    /// Seeks of an address.
    seeks: ByAddress,
    /// First moves that were not made, of an address.
    no_shows: ByAddress,
    /// The pauses of a guest for the first, second, … first move that was not made within a day.
    pauses: Vec<Duration>,
    /// The guests who pause.
    paused: Table,
    /// For each first move that a guest did not make, a day.
    missed: Table,
    /// For each point of doubt about a network, two minutes divided by its shares.
    doubt: Table,
    /// Pairs that are not paired again for a while.
    avoided: Table,
}

impl Conduct {
    /// Nothing is known of anybody yet.
    pub fn new(flags: &SeekFlags, metrics: &Metrics) -> Self {
        let hourly = |name, burst| ByAddress::new(name, Rate { burst, per: HOUR }, metrics.clone());
        let minutes = flags.no_show_pauses.iter().filter(|minutes| **minutes > 0);
        Self {
            seeks: hourly("seeks", flags.seeks_per_hour),
            no_shows: hourly("no_shows", flags.no_shows_per_hour),
            pauses: minutes.map(|minutes| Duration::from_secs(u64::from(*minutes) * 60)).collect(),
            paused: Table::new(CAPACITY),
            missed: Table::new(CAPACITY),
            doubt: Table::new(CAPACITY),
            avoided: Table::new(CAPACITY),
        }
    }

    /// A party tries to seek, whether it may or not.
    pub fn note_attempt(&mut self, party: Party, now: Instant) {
        self.add_doubt(party, SEEK_POINTS, now);
    }

    /// Whether a party may seek, for which its address pays.
    ///
    /// # Errors
    /// It pauses, or its address has sought too much or begun too few of its games.
    pub fn charge_seek(&mut self, party: Party, now: Instant) -> Result<(), SeekRefusal> {
        let pause = self.paused.owed(self.paused.tag(party.guest), now);
        if !pause.is_zero() {
            self.no_shows.count_refusal();
            return Err(SeekRefusal::Paused(TryAgain(pause)));
        }
        let Some(address) = party.address else { return Ok(()) };
        if let Err(again) = self.no_shows.check(address, now) {
            self.no_shows.count_refusal();
            return Err(SeekRefusal::Paused(again));
        }
        self.seeks.take(address, now).map_err(SeekRefusal::RateLimited)
    }

    /// A party has played a game.
    pub fn has_played(&mut self, party: Party, now: Instant) {
        self.take_doubt(party, SEEK_POINTS, now);
    }

    /// A party's seek or game has come to nothing without their doing: it costs nothing.
    pub fn excuse(&mut self, party: Party, now: Instant) {
        self.take_doubt(party, SEEK_POINTS, now);
        if let Some(address) = party.address {
            self.seeks.refund(address, now);
        }
    }

    /// `left` has left a game that had hardly begun.
    pub fn left_early(&mut self, left: Party, other: Party, now: Instant) {
        self.add_doubt(left, LEFT_POINTS, now);
        self.excuse(other, now);
    }

    /// A game has ended without the first move of `late`.
    pub fn no_show(&mut self, late: Party, other: Party, now: Instant) {
        let missed = self.missed.tag(late.guest);
        self.missed.charge(missed, NO_SHOW_MEMORY, NO_SHOW_MEMORY * 8, now);
        let days = self.missed.owed(missed, now).as_secs_f64() / NO_SHOW_MEMORY.as_secs_f64();
        let step = (days.ceil() as usize).clamp(1, self.pauses.len().max(1)) - 1;
        if let Some(&pause) = self.pauses.get(step) {
            self.paused.charge(self.paused.tag(late.guest), pause, pause, now);
        }
        let pair = self.avoided.tag(pair(late, other));
        self.avoided.charge(pair, AVOIDED_FOR, AVOIDED_FOR, now);
        if let Some(address) = late.address {
            self.no_shows.owe(address, HOUR * 23, now);
        }
        self.add_doubt(late, NO_SHOW_POINTS, now);
        self.excuse(other, now);
    }

    /// Whether there was so much noise from a party's networks that others come first.
    pub fn is_doubtful(&self, party: Party, now: Instant) -> bool {
        let owed = |network| self.doubt.owed(self.doubt.tag(network), now);
        let mut networks = party.address.into_iter().flat_map(networks);
        networks.any(|(network, _)| owed(network) > POINT * DOUBTFUL_POINTS)
    }

    /// Whether one of the two has lately left the other waiting for a first move.
    pub fn avoids(&self, one: Party, other: Party, now: Instant) -> bool {
        !self.avoided.owed(self.avoided.tag(pair(one, other)), now).is_zero()
    }

    fn add_doubt(&mut self, party: Party, points: u32, now: Instant) {
        for (network, share) in party.address.into_iter().flat_map(networks) {
            let tag = self.doubt.tag(network);
            self.doubt.charge(tag, POINT * points / share, POINT * MOST_POINTS, now);
        }
    }

    fn take_doubt(&mut self, party: Party, points: u32, now: Instant) {
        for (network, share) in party.address.into_iter().flat_map(networks) {
            let tag = self.doubt.tag(network);
            self.doubt.credit(tag, POINT * points / share, now);
        }
    }
}

/// What stands for two parties in either order: their households, or the guests of one household.
fn pair(one: Party, other: Party) -> impl std::hash::Hash {
    let sorted = |one: u128, other: u128| if one <= other { [one, other] } else { [other, one] };
    let network = |party: Party| party.address.and_then(household_network).map(Network::bits);
    match (network(one), network(other)) {
        (Some(first), Some(second)) if first != second => sorted(first, second),
        _ => sorted(one.guest.number().into(), other.guest.number().into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::identity::Identity;

    const MINUTE: Duration = Duration::from_secs(60);

    fn party(n: u8, address: &str) -> Party {
        Party { guest: Identity::of_test(n).guest(), address: address.parse().ok() }
    }

    fn conduct() -> (Conduct, Instant) {
        (Conduct::new(&SeekFlags::default(), &Metrics::new()), Instant::now() + MINUTE)
    }

    #[test]
    fn each_missing_first_move_within_a_day_makes_a_longer_pause() {
        let (mut conduct, mut now) = conduct();
        let [anna, bert] = [party(1, "10.0.0.1"), party(2, "10.0.0.2")];
        for minutes in [1, 5, 30, 24 * 60, 24 * 60] {
            assert_eq!(conduct.charge_seek(anna, now), Ok(()));
            conduct.no_show(anna, bert, now);
            assert_eq!(conduct.charge_seek(anna, now), Err(SeekRefusal::Paused(TryAgain(MINUTE * minutes))));
            now += MINUTE * minutes;
        }
        assert_eq!(conduct.charge_seek(bert, now), Ok(()), "the other one is not to blame");
        now += NO_SHOW_MEMORY * 8;
        conduct.no_show(anna, bert, now);
        assert_eq!(
            conduct.charge_seek(anna, now),
            Err(SeekRefusal::Paused(TryAgain(MINUTE))),
            "it is forgotten"
        );
    }

    #[test]
    fn an_address_whose_new_guests_begin_no_game_may_seek_no_more() {
        let (mut conduct, now) = conduct();
        let mut captured = 0;
        for n in 0..100 {
            let made_up = party(n, "2001:db8::1");
            if conduct.charge_seek(made_up, now).is_ok() {
                captured += 1;
                conduct.no_show(made_up, party(200, "10.0.0.2"), now);
            }
        }
        assert_eq!(captured, SeekFlags::default().no_shows_per_hour);
        assert!(conduct.charge_seek(party(200, "10.0.0.2"), now).is_ok());
    }

    #[test]
    fn noise_makes_an_address_doubtful_and_first_moves_clear_it() {
        let (mut conduct, now) = conduct();
        let anna = party(1, "10.0.0.1");
        (0..3).for_each(|_| conduct.note_attempt(anna, now));
        assert!(!conduct.is_doubtful(anna, now));
        conduct.note_attempt(anna, now);
        assert!(conduct.is_doubtful(anna, now) && conduct.is_doubtful(party(2, "10.0.0.1"), now));
        assert!(!conduct.is_doubtful(anna, now + POINT));
        conduct.has_played(anna, now);
        assert!(!conduct.is_doubtful(anna, now));
    }

    #[test]
    fn two_are_not_paired_again_for_a_while_after_a_missing_move() {
        let (mut conduct, now) = conduct();
        let [anna, bert, cleo] = [party(1, "10.0.0.1"), party(2, "10.0.0.2"), party(3, "10.0.0.1")];
        conduct.no_show(anna, bert, now);
        assert!(conduct.avoids(bert, anna, now) && conduct.avoids(cleo, bert, now));
        assert!(!conduct.avoids(anna, cleo, now), "a household is not kept from playing itself");
        assert!(!conduct.avoids(bert, anna, now + AVOIDED_FOR));
    }

    #[test]
    fn who_was_left_waiting_gets_the_seek_back() {
        let (mut conduct, now) = conduct();
        let [anna, bert] = [party(1, "10.0.0.1"), party(2, "10.0.0.2")];
        for _ in 0..SeekFlags::default().seeks_per_hour * 3 {
            conduct.note_attempt(bert, now);
            conduct.charge_seek(bert, now).unwrap();
            conduct.no_show(anna, bert, now);
        }
        assert!(!conduct.is_doubtful(bert, now));
    }
}
