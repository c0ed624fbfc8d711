//! Simulated arenas with fixed seeds: the short form of the example `arenas`, with the same model.

use crate::simulated_arena::{Measured, simulate};

#[test]
fn the_strongest_end_up_ahead_after_short_waits_and_no_repeats() {
    let measured: Vec<Measured> = (0..200).map(simulate).collect();
    assert_eq!(measured.iter().map(|arena| arena.repeats).sum::<usize>(), 0);
    assert!(
        measured.iter().any(|arena| arena.players < 30) && measured.iter().any(|arena| arena.players > 190)
    );
    let pairings: usize = measured.iter().map(|arena| arena.pairings).sum();
    assert!(pairings > 100_000, "{pairings}");
    let [ahead, ideally] =
        [0, 1].map(|way| -> u32 { measured.iter().map(|arena| arena.quality[way].strongest_ahead).sum() });
    // Of 600: three points of a hundred are 18.
    assert!(ahead + 18 >= ideally && ahead > 480, "{ahead}, ideally {ideally}");
    let [arena, by_lot] =
        [0, 2].map(|way| measured.iter().map(|arena| arena.quality[way].apart).sum::<f64>());
    assert!(arena < 0.75 * by_lot, "opponents are {arena} Elo apart in sum, by lot {by_lot}");
    let mut waits: Vec<i64> = measured.iter().flat_map(|arena| arena.waits.iter().copied()).collect();
    waits.sort_unstable();
    let [median, p99] = [0.5, 0.99].map(|part| waits[(waits.len() as f64 * part) as usize]);
    assert!(median < 4_000 && p99 < 45_000, "median {median} ms, p99 {p99} ms");
}
