//! Tests of remote presence: reports of other nodes, timeouts, and an unreliable bus.

use super::*;

const ANNA: MemberId = MemberId(1);
const SECOND: Duration = Duration::from_secs(1);

fn there(leaving: bool) -> Vec<There> {
    vec![There { member: ANNA, leaving, lag: Some(40) }]
}

fn node(n: u64) -> NodeId {
    format!("{n:x}").try_into().unwrap()
}

/// A room that was loaded a while ago, on a bus on which no other node has answered.
fn settled(start: Instant) -> Elsewhere {
    let mut elsewhere = Elsewhere::new(false, false, start);
    elsewhere.connected(start, 0);
    elsewhere.pass(start + SECOND);
    elsewhere
}

#[test]
fn a_remote_member_is_present_until_its_node_says_so_or_goes_silent() {
    let start = Instant::now();
    let mut elsewhere = settled(start);
    assert_eq!(elsewhere.sees(ANNA, 5), None, "nobody has heard of her");
    assert_eq!(elsewhere.heard(node(1), Some((there(false), 2)), start, 1_000), Known::New);
    assert_eq!(elsewhere.heard(node(2), Some((Vec::new(), 3)), start, 1_000), Known::New);
    let seen = (elsewhere.sees(ANNA, 5), elsewhere.watching(), elsewhere.lag(ANNA), elsewhere.is_there(ANNA));
    assert_eq!(seen, (Some(Seen::Here), 5, Some(40), true));
    assert_eq!(elsewhere.heard(node(1), Some((there(true), 2)), start, 2_000), Known::Before);
    assert_eq!(elsewhere.sees(ANNA, 7), Some(Seen::Gone { heard: 7, left: true }));
    elsewhere.heard(node(1), Some((there(false), 2)), start + SECOND, 3_000);
    elsewhere.heard(node(2), None, start + 3 * SECOND, 5_000);
    elsewhere.pass(start + 8 * SECOND - Duration::from_millis(1));
    assert_eq!(elsewhere.sees(ANNA, 9_999), Some(Seen::Here));
    elsewhere.pass(start + 8 * SECOND);
    assert_eq!(
        elsewhere.sees(ANNA, 11_000),
        Some(Seen::Gone { heard: 3_000, left: false }),
        "when it was heard last"
    );
    assert_eq!(elsewhere.watching(), 3, "the other node has been heard since");
    elsewhere.taken_in();
    elsewhere.gone(node(2));
    assert_eq!((elsewhere.sees(ANNA, 11_000), elsewhere.watching()), (None, 0));
}

#[test]
fn an_isolated_node_reports_no_absence_and_polls_the_store() {
    let start = Instant::now();
    let after = |seconds| start + seconds * SECOND;
    for deaf in [false, true] {
        let mut elsewhere = settled(start);
        elsewhere.heard(node(1), Some((there(false), 1)), start, 0);
        if deaf {
            elsewhere.deaf(true, after(1))
        } else {
            elsewhere.cut(after(1))
        }
        assert!(elsewhere.is_blind() && elsewhere.polls(after(1)), "at once");
        assert!(!elsewhere.polls(after(1)) && elsewhere.polls(after(2)));
        assert_eq!(
            (elsewhere.due(true), elsewhere.due(false)),
            (Some(after(3)), None),
            "if somebody is here"
        );
        elsewhere.pass(after(60));
        assert_eq!(
            [ANNA, MemberId(9)].map(|of| elsewhere.sees(of, 1)),
            [Some(Seen::Here); 2],
            "whoever it is"
        );
        if deaf {
            elsewhere.deaf(false, after(60))
        } else {
            elsewhere.connected(after(60), 60_000)
        }
        assert!(!elsewhere.is_blind() && elsewhere.waits());
        assert_eq!(elsewhere.sees(MemberId(9), 1), Some(Seen::Here), "others have to answer first");
        // After a disconnection other nodes reconnect one after the other; otherwise they only have to
        // answer.
        elsewhere.pass(after(61));
        assert_eq!(elsewhere.sees(MemberId(9), 1), (!deaf).then_some(Seen::Here));
        elsewhere.pass(after(67));
        let last = if deaf { 0 } else { 60_000 };
        assert_eq!(elsewhere.sees(ANNA, 1), Some(Seen::Gone { heard: last, left: false }));
    }
}

#[test]
fn presence_reports_are_immediate_for_players_and_periodic_for_all() {
    let start = Instant::now();
    let after = |ms| start + Duration::from_millis(ms);
    let mut elsewhere = settled(start);
    assert_eq!(elsewhere.due_to_tell((Vec::new(), 0), after(60_000)), None, "nobody to nobody");
    assert_eq!(elsewhere.due(false), None);
    assert_eq!(elsewhere.due_to_tell((there(false), 0), after(60_000)), Some((there(false), 0)));
    let slower = vec![There { lag: Some(90), ..there(false)[0] }];
    assert_eq!(elsewhere.due_to_tell((slower, 0), after(60_001)), None, "lag can wait");
    assert_eq!(elsewhere.due(true), Some(after(70_000)), "alone it is said seldom");
    assert_eq!(elsewhere.due_to_tell((there(false), 4), after(60_100)), None);
    assert_eq!(elsewhere.due(true), Some(after(60_250)));
    assert_eq!(elsewhere.due_to_tell((there(false), 5), after(60_250)), Some((there(false), 5)));
    elsewhere.heard(node(1), None, after(60_250), 0);
    assert_eq!(elsewhere.due_to_tell((there(false), 5), after(60_300)), None);
    assert_eq!(elsewhere.due(true), Some(after(62_250)), "and often to others");
    assert_eq!(elsewhere.due_to_tell((there(true), 5), after(60_301)), Some((there(true), 5)));
    let mut alone = Elsewhere::new(true, false, start);
    assert_eq!(
        (alone.due_to_tell((there(false), 1), after(9)), alone.due(true)),
        (None, None),
        "it costs nothing"
    );
}

#[test]
fn the_number_of_remote_nodes_is_limited() {
    let start = Instant::now();
    let mut elsewhere = settled(start);
    for n in 0..1_000 {
        elsewhere.heard(node(n), Some((Vec::new(), u32::MAX)), start, 0);
    }
    assert_eq!((elsewhere.nodes.len(), elsewhere.watching()), (NODES_MOST, u32::MAX));
}
