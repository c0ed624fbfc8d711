//! Tests of failure detection among nodes: heartbeats, ownership of clocks, isolation.

use super::*;

const SECOND: Duration = Duration::from_secs(1);
/// No second at all.
const NEVER: [usize; 0] = [];
const NOW: Millis = 2_000_000_000_000;

fn node(n: u64) -> NodeId {
    format!("{n:x}").try_into().unwrap()
}

/// What node `own` finds, second by second, if it takes ownership at once; `signs` gives the heartbeats of
/// the others at a second.
fn looks(own: u64, seconds: u32, connected: bool, signs: impl Fn(i64) -> Vec<Sign>) -> Vec<Found> {
    let (start, mut others) = (Instant::now(), Others::new(node(own)));
    let look = |second: u32| {
        let (now, second) = (start + second * SECOND, i64::from(second));
        let signs = signs(second);
        let found = others.look(&signs, connected, now, NOW + second * 1_000);
        others.unattended = false;
        signs.iter().filter(|sign| sign.connected && connected).for_each(|sign| others.hear(sign.node, now));
        found
    };
    (0..seconds).map(look).collect()
}

fn sign(n: u64, at: Millis, connected: bool) -> Sign {
    Sign { node: node(n), at, connected }
}

/// The seconds for which `so` holds.
fn when(found: &[Found], so: impl Fn(&Found) -> bool) -> Vec<usize> {
    (0..found.len()).filter(|&second| so(&found[second])).collect()
}

#[test]
fn exactly_one_node_notices_a_death_once_despite_clock_skew() {
    for skew in [-3_600_000, 0, 3_600_000] {
        let signs = |second: i64| {
            let living = sign(7, NOW + second * 1_000, true);
            vec![living, sign(3, NOW + skew + second.min(10) * 1_000, true)]
        };
        let found = looks(5, 30, true, signs);
        assert_eq!(when(&found, |found| found.unattended), [0, 15], "at the start, and by {skew}");
        assert_eq!(
            when(&looks(9, 30, true, signs), |found| found.unattended),
            [0],
            "the first of those left does it"
        );
    }
}

#[test]
fn a_stopped_node_is_noticed_at_once_and_an_old_death_is_ignored() {
    let stops = |second: i64| if second < 4 { vec![sign(3, NOW + second, true)] } else { Vec::new() };
    assert_eq!(when(&looks(5, 20, true, stops), |found| found.unattended), [0, 4]);
    let old = |_| vec![sign(3, NOW - 60_000, true)];
    let found = looks(5, 20, true, old);
    assert_eq!(when(&found[1..], |found| found.unattended || found.cut_off || found.unheard), NEVER);
}

#[test]
fn clocks_of_a_dead_node_are_adopted_even_while_another_joins() {
    let dies = |second: i64| Some(second.min(10));
    let stops = |second: i64| (second < 11).then_some(second);
    for (how, last_sign) in [("dies", dies as fn(i64) -> Option<i64>), ("stops", stops)] {
        for (newcomer, comes) in [5, 12].into_iter().flat_map(|node| (0..25).map(move |comes| (node, comes)))
        {
            // In the newcomer's own seconds, which begin at its start.
            let seen_by = |own: u64, since: i64| {
                let signs = move |second: i64| {
                    let of = |node, at: i64| sign(node, NOW + (at - since) * 1_000, true);
                    let second = second + since;
                    let beside = if own == 9 { newcomer } else { 9 };
                    let there = (own == newcomer || second >= comes).then(|| of(beside, second));
                    there.into_iter().chain(last_sign(second).map(|at| of(3, at))).collect::<Vec<_>>()
                };
                let found = looks(own, (30 - since) as u32, true, signs);
                when(&found, |found| found.unattended).into_iter().map(move |second| second as i64 + since)
            };
            let looked_after: Vec<i64> = seen_by(9, 0).chain(seen_by(newcomer, comes)).collect();
            assert!(
                looked_after.iter().any(|second| *second > 10),
                "node 3 {how}, and node {newcomer} comes after {comes} s: {looked_after:?}"
            );
        }
    }
}

#[test]
fn unattended_clocks_are_reported_until_they_are_adopted() {
    let mut others = Others::new(node(5));
    let looks = |others: &mut Others| others.look(&[], true, Instant::now(), NOW).unattended;
    assert!(looks(&mut others) && looks(&mut others));
    others.unattended = false;
    assert!(!looks(&mut others));
}

#[test]
fn a_node_isolated_for_5_s_sends_members_away_unless_the_bus_is_down() {
    let others = |connected: fn(i64) -> bool| {
        move |second: i64| vec![sign(3, NOW + second, connected(second)), sign(7, NOW + second, false)]
    };
    assert_eq!(when(&looks(5, 12, false, others(|_| true)), |found| found.cut_off), [5, 6, 7, 8, 9, 10, 11]);
    assert_eq!(when(&looks(5, 12, false, others(|_| false)), |found| found.cut_off), NEVER, "it is the bus");
    // The other node reconnects to the bus first.
    assert_eq!(when(&looks(5, 12, false, others(|second| second > 8)), |found| found.cut_off), NEVER);
    assert_eq!(when(&looks(5, 12, true, others(|_| true)), |found| found.cut_off), NEVER);
}

#[test]
fn a_node_that_is_alive_but_unheard_is_detected() {
    let says = |second: i64| vec![sign(3, NOW + second, second < 6)];
    assert_eq!(when(&looks(5, 9, true, says), |found| found.unheard), [6, 7, 8], "it says so itself");
    // Both are connected, but no message comes through.
    let (start, mut others) = (Instant::now(), Others::new(node(5)));
    let unheard = |second: u32| {
        let signs = [sign(3, NOW + i64::from(second), true)];
        others.look(&signs, true, start + second * SECOND, NOW + i64::from(second)).unheard
    };
    assert_eq!((0..5).map(unheard).collect::<Vec<_>>(), [false, false, false, true, true]);
}
