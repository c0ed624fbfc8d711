//! Tests of matchmaking, by examples and over random schedules.

mod apart;
mod limits;
mod terms;

use std::collections::{HashMap, HashSet};

use super::*;
use crate::server::identity::Identity;
use crate::server::lobby::seeker::Ratings;

const SEEKS: [[&str; 3]; 6] = [
    ["mancala", "kalah", "3+2"],
    ["mancala", "any", "3+2"],
    ["mancala", "kalah", "any"],
    ["mapello", "default", "60"],
    ["mapello", "any", "any"],
    ["mancala", "any", "any"],
];

pub fn pool() -> SeekPool {
    SeekPool::new(&SeekFlags::default(), &Metrics::new())
}

pub fn seek(n: usize) -> Seek {
    let [game, variant, speed] = SEEKS[n];
    Seek::parse(game, variant, speed).unwrap()
}

pub fn seeker(n: u8) -> Seeker {
    Seeker {
        identity: Identity::of_test(n),
        name: format!("Guest {n}"),
        ratings: Ratings::default(),
        apart: Vec::new(),
        address: None,
    }
}

fn guest(n: u8) -> GuestKey {
    Identity::of_test(n).guest()
}

fn post(pool: &mut SeekPool, n: u8, what: usize, now: Instant) -> Result<SeekOutcome, SeekRefusal> {
    pool.seek(seeker(n), seek(what), now)
}

fn expect_waiting(outcome: Result<SeekOutcome, SeekRefusal>) -> u64 {
    match outcome {
        Ok(SeekOutcome::Waiting(id)) => id,
        other => panic!("{other:?}"),
    }
}

fn expect_paired(outcome: Result<SeekOutcome, SeekRefusal>) -> Pair {
    match outcome {
        Ok(SeekOutcome::Paired(pair)) => *pair,
        other => panic!("{other:?}"),
    }
}

fn guests(pair: &Pair) -> [GuestKey; 2] {
    [0, 1].map(|n| pair.entries[n].party.guest)
}

fn code() -> RoomCode {
    RoomCode::from_seed(7)
}

#[test]
fn a_seek_is_paired_with_the_oldest_match_or_waits() {
    let (mut pool, now) = (pool(), Instant::now());
    expect_waiting(post(&mut pool, 1, 3, now));
    expect_waiting(post(&mut pool, 2, 0, now));
    let pair = expect_paired(post(&mut pool, 3, 4, now));
    assert_eq!((guests(&pair), pair.seek), ([guest(1), guest(3)], seek(3)));
    pool.finish_pairing(pair, Some(code()), now);
    let pair = expect_paired(post(&mut pool, 4, 2, now));
    assert_eq!((guests(&pair), pair.seek), ([guest(2), guest(4)], seek(0)));
    pool.finish_pairing(pair, Some(code()), now);
    assert_eq!(pool.open_seeks().len(), 0);
}

#[test]
fn a_guest_is_not_paired_with_themselves_and_a_second_seek_replaces() {
    let (mut pool, now) = (pool(), Instant::now());
    let first = expect_waiting(post(&mut pool, 1, 0, now));
    assert_eq!(expect_waiting(post(&mut pool, 1, 0, now)), first, "the seek keeps its place in the queue");
    assert_eq!(pool.accept(seeker(1), first, now).unwrap_err(), SeekRefusal::NotOpen);
    let second = expect_waiting(post(&mut pool, 1, 3, now));
    assert!(second > first && pool.open_seeks().len() == 1);
    expect_waiting(post(&mut pool, 2, 0, now));
    assert_eq!(pool.state(guest(1), first), SeekState::Closed);
    assert_eq!(pool.state(guest(2), second), SeekState::Closed, "it is somebody else's");
}

#[test]
fn a_seek_expires_5_s_after_its_pages_close_and_after_15_minutes() {
    let (mut pool, now) = (pool(), Instant::now());
    let later = |ms| now + Duration::from_millis(ms);
    pool.page_opened(guest(1));
    pool.page_opened(guest(1));
    let id = expect_waiting(post(&mut pool, 1, 0, now));
    assert_eq!(pool.next_due(), Some(later(30_000)));
    assert!(pool.pair_patient(later(30_000)).is_empty());
    assert_eq!(pool.next_due(), Some(later(15 * 60_000)));
    pool.page_closed(guest(1), later(1_000));
    assert!(!pool.expire(later(60_000)), "another page holds it");
    pool.page_closed(guest(1), later(61_000));
    assert_eq!(pool.next_due(), Some(later(66_000)));
    assert!(!pool.expire(later(65_999)));
    pool.page_opened(guest(1));
    assert!(!pool.expire(later(70_000)), "a page that was loaded again holds it");
    pool.page_closed(guest(1), later(71_000));
    assert!(pool.expire(later(76_000)) && pool.next_due().is_none());
    assert_eq!(pool.state(guest(1), id), SeekState::Closed);

    pool.page_opened(guest(2));
    expect_waiting(post(&mut pool, 2, 0, now));
    assert!(!pool.expire(later(15 * 60_000 - 1)));
    assert!(pool.expire(later(15 * 60_000)));
    // A seek without an open page lives for five seconds as well.
    expect_waiting(post(&mut pool, 3, 0, now));
    assert!(pool.expire(later(5_000)));
}

#[test]
fn a_reconnecting_page_learns_the_room_of_its_seek() {
    let (mut pool, now) = (pool(), Instant::now());
    let first = expect_waiting(post(&mut pool, 1, 0, now));
    let own = expect_waiting(post(&mut pool, 2, 3, now));
    let pair = expect_paired(pool.accept(seeker(2), first, now));
    assert_eq!(pair.entries[1].id, own, "all pages of the guest who accepted follow");
    let state = |pool: &SeekPool| [(1, first), (2, own)].map(|(n, id)| pool.state(guest(n), id));
    assert_eq!(state(&pool), [SeekState::Open; 2], "while the room is being created");
    assert_eq!(expect_waiting(post(&mut pool, 1, 0, now)), first, "a paired guest opens no further seek");
    pool.finish_pairing(pair, Some(code()), now);
    assert_eq!(state(&pool), [SeekState::Paired(code()); 2]);
    assert_eq!(pool.state(guest(3), first), SeekState::Closed, "nobody else learns the room");
    assert_eq!(expect_waiting(pool.accept(seeker(2), 99, now)), own, "a double click leads to the same room");
    expect_waiting(post(&mut pool, 2, 0, now + DOUBLE_CLICK));
    let _ = pool.expire(now + OUTCOME_TTL);
    assert_eq!(state(&pool), [SeekState::Closed; 2]);
}

#[test]
fn a_seek_returns_to_its_place_if_the_room_cannot_be_created() {
    let (mut pool, now) = (pool(), Instant::now());
    pool.page_opened(guest(1));
    let first = expect_waiting(post(&mut pool, 1, 0, now));
    expect_waiting(post(&mut pool, 3, 3, now));
    assert_eq!(pool.seek_of(guest(1)).map(|entry| entry.id), Some(first));
    let pair = expect_paired(post(&mut pool, 2, 0, now));
    let second = pair.entries[1].id;
    pool.finish_pairing(pair, None, now);
    assert_eq!(pool.open_seeks().map(|entry| entry.party.guest).collect::<Vec<_>>(), [guest(1), guest(3)]);
    assert_eq!(pool.state(guest(1), first), SeekState::Open);
    assert_eq!(pool.state(guest(2), second), SeekState::Failed);
    assert!(
        !pool.expire(now + Duration::from_secs(60)) || pool.seek_of(guest(1)).is_some(),
        "its page holds it"
    );
    let pair = expect_paired(post(&mut pool, 2, 0, now));
    assert_eq!(guests(&pair), [guest(1), guest(2)]);
    pool.finish_pairing(pair, Some(code()), now);
}

/// A random schedule: seek, accept, withdraw, open and close pages, wait, fail to create a room. After every
/// step no guest is in two places, nobody is paired with himself or with a seek that does not fit, and no
/// older seek is passed over.
#[test]
fn random_matchmaking_pairs_nobody_twice_and_loses_nobody() {
    const PEOPLE: u8 = 12;
    let mut seed = 0x9E37_79B9_7F4A_7C15_u64;
    let mut pick = |n: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed % n as u64) as usize
    };
    let mut paired = 0;
    for _ in 0..400 {
        let (mut pool, mut now) = (pool(), Instant::now());
        let mut making: Vec<Pair> = Vec::new();
        let mut pages: HashMap<u8, u32> = HashMap::new();
        for _ in 0..80 {
            let n = pick(PEOPLE.into()) as u8;
            now += Duration::from_millis(pick(2_500) as u64);
            let before: Vec<(u64, GuestKey, Seek)> = {
                let _ = pool.expire(now);
                making.extend(pool.pair_patient(now));
                pool.open_seeks().map(|entry| (entry.id, entry.party.guest, entry.seek)).collect()
            };
            let busy: HashSet<GuestKey> = making.iter().flat_map(guests).collect();
            match pick(9) {
                0..3 => {
                    let what = pick(SEEKS.len());
                    let first =
                        before.iter().find(|(_, g, w)| *g != guest(n) && w.intersect(seek(what)).is_some());
                    match post(&mut pool, n, what, now).unwrap() {
                        SeekOutcome::Paired(pair) => {
                            let (id, other, theirs) = first.unwrap();
                            assert_eq!((pair.entries[0].id, guests(&pair)), (*id, [*other, guest(n)]));
                            assert_eq!(Some(pair.seek), theirs.intersect(seek(what)));
                            assert!(!busy.contains(&guest(n)) && !busy.contains(other));
                            making.push(*pair);
                        }
                        SeekOutcome::Waiting(id) => {
                            let state = pool.state(guest(n), id);
                            assert!(matches!(state, SeekState::Open | SeekState::Paired(_)));
                            let is_paired = pool.seek_of(guest(n)).is_none();
                            assert!(first.is_none() || is_paired, "somebody who fits was passed over");
                        }
                    }
                }
                3 => {
                    let id = pick(60) as u64;
                    if let Ok(SeekOutcome::Paired(pair)) = pool.accept(seeker(n), id, now) {
                        let (_, other, _) = before.iter().find(|(open, ..)| *open == id).unwrap();
                        assert_eq!(guests(&pair), [*other, guest(n)]);
                        assert!(*other != guest(n) && !busy.contains(&guest(n)) && !busy.contains(other));
                        making.push(*pair);
                    }
                }
                4 => pool.cancel(guest(n)),
                5 => {
                    *pages.entry(n).or_default() += 1;
                    pool.page_opened(guest(n));
                }
                6 => {
                    if let Some(open) = pages.get_mut(&n).filter(|open| **open > 0) {
                        *open -= 1;
                        pool.page_closed(guest(n), now);
                    }
                }
                _ if !making.is_empty() => {
                    let pair = making.swap_remove(pick(making.len()));
                    let ids = [0, 1].map(|n| (pair.entries[n].party.guest, pair.entries[n].id));
                    let made = pick(4) > 0;
                    paired += usize::from(made);
                    pool.finish_pairing(pair, made.then(code), now);
                    for (place, (guest, id)) in ids.into_iter().enumerate() {
                        let expected = match (made, place) {
                            (true, _) => SeekState::Paired(code()),
                            (false, 0) => SeekState::Open,
                            (false, _) => SeekState::Failed,
                        };
                        assert_eq!(pool.state(guest, id), expected);
                    }
                }
                _ => {}
            }
            let open: Vec<GuestKey> = pool.open_seeks().map(|entry| entry.party.guest).collect();
            let ids: Vec<u64> = pool.open_seeks().map(|entry| entry.id).collect();
            let busy: Vec<GuestKey> = making.iter().flat_map(guests).collect();
            let everybody: HashSet<_> = open.iter().chain(&busy).collect();
            assert_eq!(everybody.len(), open.len() + busy.len(), "somebody is in two places");
            assert!(ids.is_sorted(), "in the order in which they came");
            making.extend(pool.pair_patient(now));
            assert!(pool.next_due().is_none_or(|due| due > now || pool.expire(now)));
        }
        let _ = pool.expire(now + SEEK_TTL);
        assert_eq!(pool.open_seeks().len(), 0, "no seek stays open for ever");
    }
    assert!(paired > 1_000, "{paired} pairs");
}
