//! Isolated nodes, and failures of the bus.

use std::time::Instant;

use super::switch::{Line, Switch};
use super::*;
use crate::faults::percentile;
use room::{Command, Rejection, Settings};

/// Plays some moves across nodes; the longest time until the other player saw one.
async fn slowest_move(tabs: &mut [Tab; 2], seed: &mut u64, moves: usize) -> Duration {
    let mut slowest = Duration::ZERO;
    for _ in 0..moves {
        let since = Instant::now();
        play(tabs, seed, 1).await;
        slowest = slowest.max(since.elapsed());
    }
    slowest
}

/// Starts a rematch if the game is over.
async fn rematch_if_over(tabs: &mut [Tab; 2]) {
    if mover(tabs).is_some() {
        return;
    }
    let [anna, bert] = tabs;
    assert_eq!(anna.ask(Command::Rematch).await, Answer::Happened);
    let seq = anna.room.seq;
    bert.until(|room| room.seq >= seq).await;
    assert_eq!(bert.ask(Command::Rematch).await, Answer::Happened);
    both_until([anna, bert], |room| room.running().is_some()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_isolated_node_polls_and_then_sends_its_members_to_others() {
    let Some(mut nodes) = Nodes::start(1, &["--claim-after-untimed=1"]).await else { return };
    let switch = Switch::to(nodes.nats.host()).await;
    nodes.add(&switch.host, &["--claim-after-untimed=1"]).await;
    let hosts = nodes.hosts();
    until_ready(&hosts[1], true).await;
    let (code, mut tabs) = apart(&hosts, Settings::default()).await;
    until_here(&mut tabs[0], "both are there", |here| here.seats == [true; 2]).await;
    switch.is(Line::Cut);
    let since = Instant::now();
    let took = slowest_move(&mut tabs, &mut 5, 2).await;
    assert!(took < Duration::from_secs(8), "{took:?}: the store is asked every second");
    let [mut anna, mut bert] = tabs;
    let end = async {
        loop {
            // He cannot see the presence elsewhere, so he cannot claim.
            match bert.ask_as(Instant::now().elapsed().as_nanos() as u64, Command::ClaimWin).await {
                Ok(answer) => assert_eq!(answer, Answer::Refused(Rejection::OpponentPresent)),
                Err(code) => return code,
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    // She keeps answering heartbeats meanwhile.
    let sent = tokio::select! {
        sent = patiently("everybody is sent away", end) => sent,
        () = async { while anna.next().await.is_ok() {} } => panic!("the other is sent away"),
    };
    assert_eq!(sent, Some(1012));
    assert!(since.elapsed() > Duration::from_secs(4), "not for every hiccup");
    until_ready(&hosts[1], false).await;
    assert!(connect(&hosts[1], Some(&cookie(2)), None).await.is_err(), "and nobody is let in");
    // He reconnects to the other node, and the game goes on.
    let bert = Tab::rejoin(&hosts[0], Some(&cookie(2)), bert.client).await.unwrap();
    until_here(&mut anna, "he is there", |here| here.seats == [true; 2] && here.gone == [None; 2]).await;
    let mut tabs = [anna, bert];
    play(&mut tabs, &mut 6, 2).await;
    // After the repair the node takes part again.
    switch.is(Line::Good);
    until_ready(&hosts[1], true).await;
    let watcher = Tab::join(&hosts[1], code, Some(&cookie(3))).await;
    until_here(&mut tabs[0], "somebody watches there", |here| here.watching == 1).await;
    assert_eq!(watcher.room, tabs[0].room);
    nodes.log(code).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_silently_dead_bus_connection_is_noticed() {
    let Some(mut nodes) = Nodes::start(1, &[]).await else { return };
    let switch = Switch::to(nodes.nats.host()).await;
    nodes.add(&switch.host, &[]).await;
    let hosts = nodes.hosts();
    let (code, mut tabs) = seat_across(&hosts, Settings::default()).await;
    switch.is(Line::Dead);
    let since = Instant::now();
    let [anna, bert] = &mut tabs;
    assert_eq!(anna.ask(Command::SendChat("Hello?".to_owned())).await, Answer::Happened);
    let seq = anna.room.seq;
    bert.until(|room| room.seq >= seq).await;
    let took = since.elapsed();
    assert!(took < Duration::from_secs(30), "{took:?}");
    switch.is(Line::Good);
    until_ready(&hosts[1], true).await;
    nodes.log(code).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_survive_a_bus_outage_and_events_flow_again_after_it() {
    let Some(mut nodes) = Nodes::start(2, &["--claim-after-untimed=1"]).await else { return };
    let hosts = nodes.hosts();
    let (code, mut tabs) = apart(&hosts, Settings::default()).await;
    play(&mut tabs, &mut 4, 4).await;
    nodes.nats.kill();
    let since = Instant::now();
    let (mut seed, mut took) = (5, Vec::new());
    // Longer than the timeouts after which a node is forgotten, or an isolated one sends its players away.
    while since.elapsed() < Duration::from_millis(7_500) {
        took.push(slowest_move(&mut tabs, &mut seed, 1).await);
        for tab in &mut tabs {
            let claim = tab.ask(Command::ClaimWin).await;
            assert!(
                matches!(claim, Answer::Refused(Rejection::OpponentPresent | Rejection::NoGame)),
                "{claim:?}"
            );
        }
        rematch_if_over(&mut tabs).await;
    }
    assert!(percentile(&mut took, 50) < Duration::from_secs(4), "the store is asked every second: {took:?}");
    for host in &hosts {
        until_ready(host, true).await;
    }
    nodes.nats.restart().await;
    let fast = async {
        let mut rounds = 0;
        while rounds < 3 {
            let before = tabs[0].room.seq;
            // Polling the store would take half a second on average.
            let fast = slowest_move(&mut tabs, &mut seed, 3).await < Duration::from_millis(400);
            let whole = tabs[0].room.seq >= before + 3;
            rounds = if fast && whole { rounds + 1 } else { 0 };
            rematch_if_over(&mut tabs).await;
        }
    };
    patiently("news flow again", fast).await;
    let everybody = |here: &room::message::Presence| here.seats == [true; 2] && here.gone == [None; 2];
    for tab in &mut tabs {
        until_here(tab, "both are there", everybody).await;
        assert_eq!(tab.ask(Command::ClaimDraw).await, Answer::Refused(Rejection::OpponentPresent));
    }
    nodes.log(code).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_started_during_a_bus_outage_finds_the_others_afterwards() {
    let Some(mut nodes) = Nodes::start(0, &[]).await else { return };
    nodes.nats.kill();
    for _ in 0..2 {
        let bus = nodes.nats.host();
        nodes.add(&bus, &[]).await;
    }
    let hosts = nodes.hosts();
    let (code, mut tabs) = apart(&hosts, Settings::default()).await;
    assert!(slowest_move(&mut tabs, &mut 5, 2).await < Duration::from_secs(8));
    nodes.nats.restart().await;
    let mut watcher = Tab::join(&hosts[1], code, Some(&cookie(3))).await;
    until_here(&mut tabs[0], "somebody watches at the other", |here| here.watching == 1).await;
    until_here(&mut watcher, "both are there", |here| here.seats == [true; 2]).await;
}
