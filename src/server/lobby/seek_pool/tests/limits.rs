//! How many seeks may be open.

use super::*;

#[test]
fn seeks_are_limited_per_address_and_in_total() {
    let (mut pool, now) = (pool(), Instant::now());
    // Five wishes of which no two fit.
    let wish = |n: usize| {
        let (variant, speed) =
            [("kalah", "60"), ("kalah", "3+2"), ("quick", "60"), ("quick", "3+2"), ("kalah6", "60")][n];
        Seek::parse("mancala", variant, speed).unwrap()
    };
    let from = |n: u8| Seeker { address: Some("10.0.0.1".parse().unwrap()), ..seeker(n) };
    for n in 0..4 {
        expect_waiting(pool.seek(from(n), wish(n.into()), now));
    }
    assert_eq!(pool.seek(from(4), wish(4), now).unwrap_err(), SeekRefusal::PoolFull);
    expect_waiting(pool.seek(from(3), wish(4), now));
    expect_waiting(pool.seek(seeker(5), Seek::parse("mapello", "empty", "60").unwrap(), now));
    // Who takes one that is open needs no place, and a refusal costs nothing.
    let pair = expect_paired(pool.seek(from(5), wish(1), now));
    assert_eq!(guests(&pair), [guest(1), guest(5)]);
}

#[test]
fn a_full_pool_makes_room_for_quiet_networks() {
    let (mut pool, now) = (pool(), Instant::now());
    let from = |n: u32, network: u32| {
        let identity = Identity::from_secret(&format!("{n:032x}")).unwrap();
        let address = format!("2001:db8:{network:x}:{n:x}::1").parse().ok();
        Seeker { identity, address, ..seeker(0) }
    };
    for n in 0..1_000 {
        // Inserted directly: a thousand real seeks would be paired among themselves, or refused.
        let seeker = from(n, n % 10);
        let (party, seek) = (Party::of(&seeker), seek(0));
        let (id, abandoned, patient_until) = (u64::from(n), None, None);
        pool.open.insert(PoolEntry { id, seeker, seek, since: now, party, abandoned, patient_until });
        pool.last_id = id;
    }
    let other = Seek::parse("mapello", "default", "60").unwrap();
    expect_waiting(pool.seek(from(2_000, 77), other, now));
    assert_eq!(pool.open_seeks().len(), 1_000, "one of the many gave way");
    assert!(pool.seek_of(Party::of(&from(0, 0)).guest).is_some(), "the newest one of them");
}
