//! A siege of the pool: 32 addresses seek without end and begin no game, while two people would like to play.

use std::net::IpAddr;

use super::tests::{pool, seek, seeker};
use super::*;
use crate::server::identity::Identity;
use crate::server::play::services::NoGame;
use room::Seat;

const SECOND: Duration = Duration::from_secs(1);
/// How long a game waits for a first move.
const FIRST_MOVE: Duration = Duration::from_secs(30);
/// Attacking addresses, and how often they seek in a second, each time as somebody new.
const ADDRESSES: u32 = 32;
const SEEKS_A_SECOND: u32 = 4;

struct Siege {
    pool: SeekPool,
    now: Instant,
    /// Games that nobody begins: when they are called off, and who plays.
    games: Vec<(Instant, RoomCode, [Party; 2])>,
    rooms: u64,
    attempts: u32,
    /// The address of an attacking guest, by number.
    address: fn(u32) -> IpAddr,
    /// The honest people who look for an opponent whenever they have none.
    honest: Vec<Seeker>,
}

/// One of 32 IPv4 addresses.
fn one_of_32(n: u32) -> IpAddr {
    IpAddr::from((0x0A00_0000 + n % ADDRESSES).to_be_bytes())
}

/// A network of its own for each guest, all of one IPv6 /48.
fn of_one_48(n: u32) -> IpAddr {
    let bits = (0x2001_0db8_u128 << 96) + (u128::from(n & 0xFFFF) << 64) + 1;
    IpAddr::from(bits.to_be_bytes())
}

fn guest(n: u32, address: IpAddr) -> Seeker {
    let address = Some(address);
    Seeker { identity: Identity::from_secret(&format!("{n:032x}")).unwrap(), address, ..seeker(1) }
}

/// An honest person, at an address of their own.
fn honest(n: u32) -> Seeker {
    guest(n, IpAddr::from((0x0AFF_0000 + n).to_be_bytes()))
}

fn is_honest(party: Party) -> bool {
    [1, 2].iter().any(|n| honest(*n).address == party.address)
}

impl Siege {
    fn new(address: fn(u32) -> IpAddr) -> Self {
        let (games, honest) = (Vec::new(), Vec::new());
        Self { pool: pool(), now: Instant::now() + SECOND, games, rooms: 0, attempts: 0, address, honest }
    }

    fn press(&mut self, seeker: Seeker, what: usize) {
        self.pool.page_opened(seeker.identity.guest());
        if let Ok(SeekOutcome::Paired(pair)) = self.pool.seek(seeker, seek(what), self.now) {
            self.start(*pair);
        }
    }

    fn start(&mut self, pair: Pair) {
        self.rooms += 1;
        let code = RoomCode::from_seed(self.rooms);
        let parties = [0, 1].map(|n| pair.entries[n].party);
        self.pool.finish_pairing(pair, Some(code), self.now);
        self.games.push((self.now + FIRST_MOVE, code, parties));
    }

    /// Whether two honest people have met.
    fn have_met(&self) -> bool {
        self.games.iter().any(|(.., parties)| parties.iter().all(|party| is_honest(*party)))
    }

    /// A second passes.
    fn step(&mut self) {
        self.now += SECOND;
        let _ = self.pool.expire(self.now);
        for _ in 0..SEEKS_A_SECOND {
            self.attempts += 1;
            self.press(
                guest(1_000 + self.attempts, (self.address)(self.attempts)),
                [0, 3][(self.attempts / ADDRESSES % 2) as usize],
            );
        }
        for pair in self.pool.pair_patient(self.now) {
            self.start(pair);
        }
        let (over, games) = self.games.drain(..).partition(|(until, ..)| *until <= self.now);
        self.games = games;
        for (_, code, parties) in over {
            let late = Seat::BOTH[usize::from(is_honest(parties[0]))];
            let beginning = Beginning::NoGame(NoGame::FirstMoveMissing(late));
            self.pool.hear_beginning(code, beginning, self.now);
        }
        for seeker in self.honest.clone() {
            let guest = seeker.identity.guest();
            let plays =
                self.games.iter().any(|(.., parties)| parties.iter().any(|party| party.guest == guest));
            if !plays && self.pool.seek_of(guest).is_none() {
                self.press(seeker, 0);
            }
        }
    }
}

fn two_meet(address: fn(u32) -> IpAddr) {
    for seconds in [0, 5, 20, 29, 31, 45, 100] {
        let mut siege = Siege::new(address);
        while siege.attempts < 1_000 {
            siege.step();
        }
        siege.honest.push(honest(1));
        (0..seconds).for_each(|_| siege.step());
        siege.honest.push(honest(2));
        let met = (0..30).any(|_| {
            siege.step();
            siege.have_met()
        });
        assert!(met, "the second one came {seconds} s after the first");
    }
}

#[test]
fn two_honest_people_meet_within_30_s_among_a_thousand_hostile_seeks() {
    two_meet(one_of_32);
}

#[test]
fn two_honest_people_meet_although_an_ipv6_48_seeks_from_64k_networks() {
    two_meet(of_one_48);
}

#[test]
fn addresses_that_begin_no_games_take_few_opponents() {
    for (address, shares) in [(one_of_32 as fn(u32) -> IpAddr, ADDRESSES), (of_one_48, 16)] {
        let mut siege = Siege::new(address);
        siege.honest.push(honest(1));
        (0..3_600).for_each(|_| siege.step());
        let flags = SeekFlags::default();
        // A full bucket, what comes back within the hour, and the games that are on at the end.
        let most = u64::from(shares * (flags.no_shows_per_hour * 2 + flags.open_seeks));
        assert!(siege.rooms <= most, "{} games in an hour", siege.rooms);
    }
}
