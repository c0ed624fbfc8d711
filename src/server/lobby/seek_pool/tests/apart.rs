//! Guests of whom one blocks the other.

use super::*;

/// A seeker who is not paired with these guests.
fn wary(n: u8, apart: &[u8]) -> Seeker {
    Seeker { apart: apart.iter().map(|n| guest(*n)).collect(), ..seeker(n) }
}

#[test]
fn who_blocks_somebody_is_never_paired_with_them() {
    let (mut pool, now) = (pool(), Instant::now());
    expect_waiting(pool.seek(wary(1, &[2]), seek(0), now));
    // Whoever of the two comes second, and whether the second knows of it.
    let second = expect_waiting(pool.seek(seeker(2), seek(0), now));
    let late = now + Duration::from_secs(600);
    assert!(pool.pair_patient(late).is_empty());
    assert_eq!(pool.accept(wary(1, &[2]), second, now).unwrap_err(), SeekRefusal::NotOpen);
    let pair = expect_paired(pool.seek(seeker(3), seek(0), now));
    assert_eq!(guests(&pair), [guest(1), guest(3)], "with all others they are");
}

#[test]
fn a_block_holds_for_seeks_that_are_open() {
    let (mut pool, now) = (pool(), Instant::now());
    expect_waiting(post(&mut pool, 1, 0, now));
    pool.keep_apart(guest(2), guest(1));
    expect_waiting(post(&mut pool, 2, 0, now));
    assert!(pool.pair_patient(now + Duration::from_secs(600)).is_empty());
}
