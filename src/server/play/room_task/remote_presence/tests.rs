//! Tests of remote presence: reports of other nodes, timeouts, and an unreliable bus.

use super::*;

const ANNA: MemberId = MemberId(1);
const SECOND: Duration = Duration::from_secs(1);

fn there(leaving: bool) -> Vec<PlayerPresence> {
    vec![PlayerPresence { member: ANNA, leaving, lag: Some(40) }]
}

fn node(n: u64) -> NodeId {
    format!("{n:x}").try_into().unwrap()
}

/// A room that was loaded a while ago, on a bus on which no other node has answered.
fn settled(start: Instant) -> RemotePresence {
    let mut remote = RemotePresence::new(false, false, start);
    remote.connected(start, 0);
    remote.time_nodes_out(start + SECOND);
    remote
}

#[test]
fn a_member_at_another_node_is_present_until_it_says_no_or_times_out() {
    let start = Instant::now();
    let mut remote = settled(start);
    assert_eq!(remote.seen(ANNA, 5), None, "nobody has heard of her");
    assert_eq!(remote.note_message(node(1), Some((there(false), 2)), start, 1_000), NodeKnown::New);
    assert_eq!(remote.note_message(node(2), Some((Vec::new(), 3)), start, 1_000), NodeKnown::New);
    let seen = (remote.seen(ANNA, 5), remote.watching(), remote.lag(ANNA), remote.is_there(ANNA));
    assert_eq!(seen, (Some(Seen::Here), 5, Some(40), true));
    assert_eq!(remote.note_message(node(1), Some((there(true), 2)), start, 2_000), NodeKnown::Before);
    assert_eq!(remote.seen(ANNA, 7), Some(Seen::Gone { heard: 7, left: true }));
    remote.note_message(node(1), Some((there(false), 2)), start + SECOND, 3_000);
    remote.note_message(node(2), None, start + 3 * SECOND, 5_000);
    remote.time_nodes_out(start + 8 * SECOND - Duration::from_millis(1));
    assert_eq!(remote.seen(ANNA, 9_999), Some(Seen::Here));
    remote.time_nodes_out(start + 8 * SECOND);
    assert_eq!(
        remote.seen(ANNA, 11_000),
        Some(Seen::Gone { heard: 3_000, left: false }),
        "when it was heard last"
    );
    assert_eq!(remote.watching(), 3, "the other node has been heard since");
    remote.forget_lost();
    remote.remove_node(node(2));
    assert_eq!((remote.seen(ANNA, 11_000), remote.watching()), (None, 0));
}

#[test]
fn an_isolated_node_misses_nobody_and_polls_the_store_every_second() {
    let start = Instant::now();
    let after = |seconds| start + seconds * SECOND;
    for isolated in [false, true] {
        let mut remote = settled(start);
        remote.note_message(node(1), Some((there(false), 1)), start, 0);
        if isolated {
            remote.isolated(true, after(1))
        } else {
            remote.cut(after(1))
        }
        assert!(remote.is_unreliable() && remote.take_poll(after(1)), "at once");
        assert!(!remote.take_poll(after(1)) && remote.take_poll(after(2)));
        assert_eq!(
            (remote.wake_at(true), remote.wake_at(false)),
            (Some(after(3)), None),
            "if somebody is here"
        );
        remote.time_nodes_out(after(60));
        assert_eq!([ANNA, MemberId(9)].map(|of| remote.seen(of, 1)), [Some(Seen::Here); 2], "whoever it is");
        if isolated {
            remote.isolated(false, after(60))
        } else {
            remote.connected(after(60), 60_000)
        }
        assert!(!remote.is_unreliable() && remote.awaits_answers());
        assert_eq!(remote.seen(MemberId(9), 1), Some(Seen::Here), "others have to answer first");
        // After a disconnection other nodes reconnect one after the other; otherwise they only have to
        // answer.
        remote.time_nodes_out(after(61));
        assert_eq!(remote.seen(MemberId(9), 1), (!isolated).then_some(Seen::Here));
        remote.time_nodes_out(after(67));
        let last = if isolated { 0 } else { 60_000 };
        assert_eq!(remote.seen(ANNA, 1), Some(Seen::Gone { heard: last, left: false }));
    }
}

#[test]
fn players_are_published_at_once_spectators_later_and_all_by_heartbeat() {
    let start = Instant::now();
    let after = |ms| start + Duration::from_millis(ms);
    let mut remote = settled(start);
    assert_eq!(remote.take_due((Vec::new(), 0), after(60_000)), None, "nobody to nobody");
    assert_eq!(remote.wake_at(false), None);
    assert_eq!(remote.take_due((there(false), 0), after(60_000)), Some((there(false), 0)));
    let slower = vec![PlayerPresence { lag: Some(90), ..there(false)[0] }];
    assert_eq!(remote.take_due((slower, 0), after(60_001)), None, "lag can wait");
    assert_eq!(remote.wake_at(true), Some(after(70_000)), "alone it is said seldom");
    assert_eq!(remote.take_due((there(false), 4), after(60_100)), None);
    assert_eq!(remote.wake_at(true), Some(after(60_250)));
    assert_eq!(remote.take_due((there(false), 5), after(60_250)), Some((there(false), 5)));
    remote.note_message(node(1), None, after(60_250), 0);
    assert_eq!(remote.take_due((there(false), 5), after(60_300)), None);
    assert_eq!(remote.wake_at(true), Some(after(62_250)), "and often to others");
    assert_eq!(remote.take_due((there(true), 5), after(60_301)), Some((there(true), 5)));
    let mut alone = RemotePresence::new(true, false, start);
    assert_eq!(
        (alone.take_due((there(false), 1), after(9)), alone.wake_at(true)),
        (None, None),
        "it costs nothing"
    );
}

#[test]
fn the_number_of_tracked_nodes_is_bounded() {
    let start = Instant::now();
    let mut remote = settled(start);
    for n in 0..1_000 {
        remote.note_message(node(n), Some((Vec::new(), u32::MAX)), start, 0);
    }
    assert_eq!((remote.nodes.len(), remote.watching()), (MAX_NODES, u32::MAX));
}
