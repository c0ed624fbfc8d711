//! Tests of failure detection among nodes: heartbeats, ownership of clocks, isolation.

use super::*;

const SECOND: Duration = Duration::from_secs(1);
/// No second at all.
const NEVER: [usize; 0] = [];
const NOW: Millis = 2_000_000_000_000;

fn node(n: u64) -> NodeId {
    format!("{n:x}").try_into().unwrap()
}

/// What node `own` finds, second by second, if it takes ownership at once; `heartbeats` gives the heartbeats of
/// the others at a second.
fn checks(
    own: u64,
    seconds: u32,
    connected: bool,
    heartbeats: impl Fn(i64) -> Vec<NodeHeartbeat>,
) -> Vec<PeerCheck> {
    let (start, mut peers) = (Instant::now(), Peers::new(node(own)));
    let check_at = |second: u32| {
        let (now, second) = (start + second * SECOND, i64::from(second));
        let heartbeats = heartbeats(second);
        let check = peers.update(&heartbeats, connected, now, NOW + second * 1_000);
        peers.takes_ownership = false;
        heartbeats
            .iter()
            .filter(|heartbeat| heartbeat.connected && connected)
            .for_each(|heartbeat| peers.heard_on_bus(heartbeat.node, now));
        check
    };
    (0..seconds).map(check_at).collect()
}

fn heartbeat(n: u64, at: Millis, connected: bool) -> NodeHeartbeat {
    NodeHeartbeat { node: node(n), at, connected }
}

/// The seconds for which `so` holds.
fn when(checks: &[PeerCheck], holds: impl Fn(&PeerCheck) -> bool) -> Vec<usize> {
    (0..checks.len()).filter(|&second| holds(&checks[second])).collect()
}

#[test]
fn exactly_one_node_notices_a_death_once_despite_clock_skew() {
    for skew in [-3_600_000, 0, 3_600_000] {
        let heartbeats = |second: i64| {
            let living = heartbeat(7, NOW + second * 1_000, true);
            vec![living, heartbeat(3, NOW + skew + second.min(10) * 1_000, true)]
        };
        let check = checks(5, 30, true, heartbeats);
        assert_eq!(when(&check, |check| check.takes_ownership), [0, 15], "at the start, and by {skew}");
        assert_eq!(
            when(&checks(9, 30, true, heartbeats), |check| check.takes_ownership),
            [0],
            "the first of those left does it"
        );
    }
}

#[test]
fn a_stopped_node_is_noticed_at_once_and_an_old_death_is_ignored() {
    let stops = |second: i64| if second < 4 { vec![heartbeat(3, NOW + second, true)] } else { Vec::new() };
    assert_eq!(when(&checks(5, 20, true, stops), |check| check.takes_ownership), [0, 4]);
    let old = |_| vec![heartbeat(3, NOW - 60_000, true)];
    let check = checks(5, 20, true, old);
    assert_eq!(when(&check[1..], |check| check.takes_ownership || check.isolated || check.unheard), NEVER);
}

#[test]
fn clocks_of_a_dead_node_are_adopted_even_while_another_joins() {
    let has_died = |second: i64| Some(second.min(10));
    let stops = |second: i64| (second < 11).then_some(second);
    for (how, last_sign) in [("dies", has_died as fn(i64) -> Option<i64>), ("stops", stops)] {
        for (newcomer, comes) in [5, 12].into_iter().flat_map(|node| (0..25).map(move |comes| (node, comes)))
        {
            // In the newcomer's own seconds, which begin at its start.
            let seen_by = |own: u64, since: i64| {
                let heartbeats = move |second: i64| {
                    let of = |node, at: i64| heartbeat(node, NOW + (at - since) * 1_000, true);
                    let second = second + since;
                    let beside = if own == 9 { newcomer } else { 9 };
                    let there = (own == newcomer || second >= comes).then(|| of(beside, second));
                    there.into_iter().chain(last_sign(second).map(|at| of(3, at))).collect::<Vec<_>>()
                };
                let check = checks(own, (30 - since) as u32, true, heartbeats);
                when(&check, |check| check.takes_ownership)
                    .into_iter()
                    .map(move |second| second as i64 + since)
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
    let mut peers = Peers::new(node(5));
    let owns = |peers: &mut Peers| peers.update(&[], true, Instant::now(), NOW).takes_ownership;
    assert!(owns(&mut peers) && owns(&mut peers));
    peers.takes_ownership = false;
    assert!(!owns(&mut peers));
}

#[test]
fn a_node_isolated_for_5_s_sends_members_away_unless_the_bus_is_down() {
    let peers = |connected: fn(i64) -> bool| {
        move |second: i64| {
            vec![heartbeat(3, NOW + second, connected(second)), heartbeat(7, NOW + second, false)]
        }
    };
    assert_eq!(when(&checks(5, 12, false, peers(|_| true)), |check| check.isolated), [5, 6, 7, 8, 9, 10, 11]);
    assert_eq!(when(&checks(5, 12, false, peers(|_| false)), |check| check.isolated), NEVER, "it is the bus");
    // The other node reconnects to the bus first.
    assert_eq!(when(&checks(5, 12, false, peers(|second| second > 8)), |check| check.isolated), NEVER);
    assert_eq!(when(&checks(5, 12, true, peers(|_| true)), |check| check.isolated), NEVER);
}

#[test]
fn a_node_that_is_alive_but_unheard_is_detected() {
    let says = |second: i64| vec![heartbeat(3, NOW + second, second < 6)];
    assert_eq!(when(&checks(5, 9, true, says), |check| check.unheard), [6, 7, 8], "it says so itself");
    // Both are connected, but no message comes through.
    let (start, mut peers) = (Instant::now(), Peers::new(node(5)));
    let unheard = |second: u32| {
        let heartbeats = [heartbeat(3, NOW + i64::from(second), true)];
        peers.update(&heartbeats, true, start + second * SECOND, NOW + i64::from(second)).unheard
    };
    assert_eq!((0..5).map(unheard).collect::<Vec<_>>(), [false, false, false, true, true]);
}

#[test]
fn a_start_waits_until_the_last_heartbeat_is_three_seconds_old() {
    let wait = |ages: &[Millis]| {
        let rows: Vec<NodeHeartbeat> =
            (1..).zip(ages).map(|(n, age)| heartbeat(n, NOW - age, true)).collect();
        wait_for_next(&rows, NOW).map(|wait| wait.as_millis())
    };
    assert_eq!(wait(&[]), None);
    assert_eq!(wait(&[3_000, 60_000, -3_000]), None, "nobody was there");
    assert_eq!(wait(&[0]), Some(3_000));
    assert_eq!(wait(&[1_200, 400, 9_000]), Some(2_600), "of the last one");
    assert_eq!(wait(&[2_900]), Some(1_500), "a live node writes one a second");
    assert_eq!(wait(&[-1_000]), Some(2_000), "of a node whose clock is ahead");
}
