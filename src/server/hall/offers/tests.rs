//! Tests of matchmaking, by examples and over random schedules.

use std::collections::{HashMap, HashSet};

use super::*;
use crate::server::hall::person::Ratings;
use crate::server::identity::Identity;

const WISHES: [[&str; 3]; 6] = [
    ["mancala", "kalah", "3+2"],
    ["mancala", "any", "3+2"],
    ["mancala", "kalah", "any"],
    ["mapello", "default", "60"],
    ["mapello", "any", "any"],
    ["mancala", "any", "any"],
];

fn wish(n: usize) -> Wish {
    let [game, way, speed] = WISHES[n];
    Wish::read(game, way, speed).unwrap()
}

fn person(n: u8) -> Person {
    Person {
        identity: Identity::of_test(n),
        name: format!("Guest {n}"),
        ratings: Ratings::default(),
        address: None,
    }
}

fn guest(n: u8) -> GuestKey {
    Identity::of_test(n).guest()
}

fn seek(offers: &mut Offers, n: u8, what: usize, now: Instant) -> Result<Sought, Refusal> {
    offers.seek(person(n), wish(what), now, || true)
}

fn waits(sought: Result<Sought, Refusal>) -> u64 {
    match sought {
        Ok(Sought::Waits(id)) => id,
        other => panic!("{other:?}"),
    }
}

fn meets(sought: Result<Sought, Refusal>) -> Pair {
    match sought {
        Ok(Sought::Meets(pair)) => *pair,
        other => panic!("{other:?}"),
    }
}

fn who(pair: &Pair) -> [GuestKey; 2] {
    [0, 1].map(|n| pair.two[n].guest)
}

fn code() -> RoomCode {
    RoomCode::from_seed(7)
}

#[test]
fn a_seek_is_paired_with_the_oldest_match_or_waits() {
    let (mut offers, now) = (Offers::default(), Instant::now());
    waits(seek(&mut offers, 1, 3, now));
    waits(seek(&mut offers, 2, 0, now));
    let pair = meets(seek(&mut offers, 3, 4, now));
    assert_eq!((who(&pair), pair.wish), ([guest(1), guest(3)], wish(3)));
    offers.settle(pair, Some(code()), now);
    let pair = meets(seek(&mut offers, 4, 2, now));
    assert_eq!((who(&pair), pair.wish), ([guest(2), guest(4)], wish(0)));
    offers.settle(pair, Some(code()), now);
    assert_eq!(offers.all().len(), 0);
}

#[test]
fn a_guest_is_not_paired_with_themselves_and_a_second_seek_replaces() {
    let (mut offers, now) = (Offers::default(), Instant::now());
    let first = waits(seek(&mut offers, 1, 0, now));
    assert_eq!(waits(seek(&mut offers, 1, 0, now)), first, "the place in the line is kept");
    assert_eq!(offers.take(person(1), first, now, || true).unwrap_err(), Refusal::Gone);
    let second = waits(seek(&mut offers, 1, 3, now));
    assert!(second > first && offers.all().len() == 1);
    waits(seek(&mut offers, 2, 0, now));
    assert_eq!(offers.standing(guest(1), first), Standing::Gone);
    assert_eq!(offers.standing(guest(2), second), Standing::Gone, "it is somebody else's");
}

#[test]
fn a_seek_expires_5_s_after_its_pages_close_and_after_15_minutes() {
    let (mut offers, now) = (Offers::default(), Instant::now());
    let later = |ms| now + Duration::from_millis(ms);
    offers.hold(guest(1));
    offers.hold(guest(1));
    let id = waits(seek(&mut offers, 1, 0, now));
    assert_eq!(offers.due(), Some(later(15 * 60_000)));
    offers.let_go(guest(1), later(1_000));
    assert!(!offers.expire(later(60_000)), "another page holds it");
    offers.let_go(guest(1), later(61_000));
    assert_eq!(offers.due(), Some(later(66_000)));
    assert!(!offers.expire(later(65_999)));
    offers.hold(guest(1));
    assert!(!offers.expire(later(70_000)), "a page that was loaded again holds it");
    offers.let_go(guest(1), later(71_000));
    assert!(offers.expire(later(76_000)) && offers.due().is_none());
    assert_eq!(offers.standing(guest(1), id), Standing::Gone);

    offers.hold(guest(2));
    waits(seek(&mut offers, 2, 0, now));
    assert!(!offers.expire(later(15 * 60_000 - 1)));
    assert!(offers.expire(later(15 * 60_000)));
    // A seek without an open page lives for five seconds as well.
    waits(seek(&mut offers, 3, 0, now));
    assert!(offers.expire(later(5_000)));
}

#[test]
fn a_reconnecting_page_learns_the_room_of_its_seek() {
    let (mut offers, now) = (Offers::default(), Instant::now());
    let first = waits(seek(&mut offers, 1, 0, now));
    let own = waits(seek(&mut offers, 2, 3, now));
    let pair = meets(offers.take(person(2), first, now, || true));
    assert_eq!(pair.two[1].id, own, "all pages of who took it follow");
    let standing = |offers: &Offers| [(1, first), (2, own)].map(|(n, id)| offers.standing(guest(n), id));
    assert_eq!(standing(&offers), [Standing::Open; 2], "while the room is being made");
    assert_eq!(waits(seek(&mut offers, 1, 0, now)), first, "who is on the way does not wait anew");
    offers.settle(pair, Some(code()), now);
    assert_eq!(standing(&offers), [Standing::Met(code()); 2]);
    assert_eq!(offers.standing(guest(3), first), Standing::Gone, "nobody else is told");
    assert_eq!(waits(offers.take(person(2), 99, now, || true)), own, "nor who presses twice");
    waits(seek(&mut offers, 2, 0, now + TWICE));
    let _ = offers.expire(now + TOLD);
    assert_eq!(standing(&offers), [Standing::Gone; 2]);
}

#[test]
fn a_seek_returns_to_its_place_if_the_room_cannot_be_created() {
    let (mut offers, now) = (Offers::default(), Instant::now());
    offers.hold(guest(1));
    let first = waits(seek(&mut offers, 1, 0, now));
    waits(seek(&mut offers, 3, 3, now));
    assert_eq!(offers.seek(person(2), wish(0), now, || false).unwrap_err(), Refusal::TooMany);
    assert_eq!(offers.of(guest(1)).map(|offer| offer.id), Some(first));
    let pair = meets(seek(&mut offers, 2, 0, now));
    let second = pair.two[1].id;
    offers.settle(pair, None, now);
    assert_eq!(offers.all().map(|offer| offer.guest).collect::<Vec<_>>(), [guest(1), guest(3)]);
    assert_eq!(offers.standing(guest(1), first), Standing::Open);
    assert_eq!(offers.standing(guest(2), second), Standing::Failed);
    assert!(
        !offers.expire(now + Duration::from_secs(60)) || offers.of(guest(1)).is_some(),
        "its page holds it"
    );
    let pair = meets(seek(&mut offers, 2, 0, now));
    assert_eq!(who(&pair), [guest(1), guest(2)]);
    offers.settle(pair, Some(code()), now);
}

#[test]
fn seeks_are_limited_per_address_and_in_total() {
    let (mut offers, now) = (Offers::default(), Instant::now());
    let from = |n: u8| Person { address: Some("10.0.0.1".parse().unwrap()), ..person(n) };
    let stand = |offers: &mut Offers, n: u8, id: u64, person: Person| {
        // Inserted directly, because 32 real seeks would be paired among themselves.
        let offer = Offer { id, person, wish: wish(0), since: now, guest: guest(n), gone: None };
        offers.open.insert(id, offer);
        offers.last = id;
    };
    (0..32).for_each(|n| stand(&mut offers, n, n.into(), from(n)));
    assert_eq!(offers.seek(from(100), wish(3), now, || true).unwrap_err(), Refusal::Full);
    waits(offers.seek(from(5), wish(3), now, || true));
    waits(offers.seek(person(101), Wish::read("mapello", "empty", "3+2").unwrap(), now, || true));
    (100..1_100).for_each(|id| stand(&mut offers, 200, id, person(200)));
    assert_eq!(
        offers.seek(person(102), Wish::read("mancala", "quick", "60").unwrap(), now, || true).unwrap_err(),
        Refusal::Full
    );
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
        let (mut offers, mut now) = (Offers::default(), Instant::now());
        let mut making: Vec<Pair> = Vec::new();
        let mut pages: HashMap<u8, u32> = HashMap::new();
        for _ in 0..80 {
            let n = pick(PEOPLE.into()) as u8;
            now += Duration::from_millis(pick(2_500) as u64);
            let before: Vec<(u64, GuestKey, Wish)> = {
                let _ = offers.expire(now);
                offers.all().map(|offer| (offer.id, offer.guest, offer.wish)).collect()
            };
            let busy: HashSet<GuestKey> = making.iter().flat_map(who).collect();
            match pick(9) {
                0..3 => {
                    let what = pick(WISHES.len());
                    let first =
                        before.iter().find(|(_, g, w)| *g != guest(n) && w.meet(wish(what)).is_some());
                    match seek(&mut offers, n, what, now).unwrap() {
                        Sought::Meets(pair) => {
                            let (id, other, theirs) = first.unwrap();
                            assert_eq!((pair.two[0].id, who(&pair)), (*id, [*other, guest(n)]));
                            assert_eq!(Some(pair.wish), theirs.meet(wish(what)));
                            assert!(!busy.contains(&guest(n)) && !busy.contains(other));
                            making.push(*pair);
                        }
                        Sought::Waits(id) => {
                            let standing = offers.standing(guest(n), id);
                            assert!(matches!(standing, Standing::Open | Standing::Met(_)));
                            let on_the_way = offers.of(guest(n)).is_none();
                            assert!(first.is_none() || on_the_way, "somebody who fits was passed over");
                        }
                    }
                }
                3 => {
                    let id = pick(60) as u64;
                    if let Ok(Sought::Meets(pair)) = offers.take(person(n), id, now, || true) {
                        let (_, other, _) = before.iter().find(|(open, ..)| *open == id).unwrap();
                        assert_eq!(who(&pair), [*other, guest(n)]);
                        assert!(*other != guest(n) && !busy.contains(&guest(n)) && !busy.contains(other));
                        making.push(*pair);
                    }
                }
                4 => offers.cancel(guest(n)),
                5 => {
                    *pages.entry(n).or_default() += 1;
                    offers.hold(guest(n));
                }
                6 => {
                    if let Some(open) = pages.get_mut(&n).filter(|open| **open > 0) {
                        *open -= 1;
                        offers.let_go(guest(n), now);
                    }
                }
                _ if !making.is_empty() => {
                    let pair = making.swap_remove(pick(making.len()));
                    let ids = [0, 1].map(|n| (pair.two[n].guest, pair.two[n].id));
                    let made = pick(4) > 0;
                    paired += usize::from(made);
                    offers.settle(pair, made.then(code), now);
                    for (place, (guest, id)) in ids.into_iter().enumerate() {
                        let expected = match (made, place) {
                            (true, _) => Standing::Met(code()),
                            (false, 0) => Standing::Open,
                            (false, _) => Standing::Failed,
                        };
                        assert_eq!(offers.standing(guest, id), expected);
                    }
                }
                _ => {}
            }
            let open: Vec<GuestKey> = offers.all().map(|offer| offer.guest).collect();
            let ids: Vec<u64> = offers.all().map(|offer| offer.id).collect();
            let busy: Vec<GuestKey> = making.iter().flat_map(who).collect();
            let everybody: HashSet<_> = open.iter().chain(&busy).collect();
            assert_eq!(everybody.len(), open.len() + busy.len(), "somebody is in two places");
            assert!(ids.is_sorted(), "in the order in which they came");
            assert!(offers.due().is_none_or(|due| due > now || offers.expire(now)));
        }
        let _ = offers.expire(now + LONGEST);
        assert_eq!(offers.all().len(), 0, "no offer stands for ever");
    }
    assert!(paired > 1_000, "{paired} pairs");
}
