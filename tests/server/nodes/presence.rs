//! Presence and spectator chat across nodes.

use super::*;
use room::message::{ClientMessage, ServerMessage};
use room::{Command, Rejection, Settings};

/// Games can be claimed after a second.
const SOON: [&str; 2] = ["--claim-after=1", "--claim-after-untimed=1"];

#[tokio::test(flavor = "multi_thread")]
async fn presence_at_another_node_is_seen_and_so_is_leaving_it() {
    let Some(nodes) = Nodes::start(2, &SOON).await else { return };
    let hosts = nodes.hosts();
    let (code, mut tabs) = apart(&hosts, Settings::default()).await;
    play(&mut tabs, &mut 9, 8).await;
    let [mut anna, mut bert] = tabs;
    // Much longer than the time until a claim, and than a presence report is valid without a heartbeat.
    let since = std::time::Instant::now();
    while since.elapsed() < Duration::from_millis(7_500) {
        assert_eq!(
            anna.ask(Command::ClaimWin).await,
            Answer::Refused(Rejection::OpponentPresent),
            "he is there"
        );
        assert_eq!(
            bert.ask(Command::ClaimDraw).await,
            Answer::Refused(Rejection::OpponentPresent),
            "she is there"
        );
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    bert.send_text(serde_json::to_string(&ClientMessage::Leaving).unwrap()).await;
    until_here(&mut anna, "he is leaving", |here| here.gone[1].is_some_and(|gone| gone.left)).await;
    drop(bert);
    let mut bert = Tab::join(&hosts[0], code, Some(&cookie(2))).await;
    until_here(&mut anna, "he is back, at another node", |here| here.gone == [None; 2]).await;
    assert_eq!(bert.ask(Command::ClaimWin).await, Answer::Refused(Rejection::OpponentPresent));
    drop(bert);
    until_here(&mut anna, "he has gone", |here| here.gone[1].is_some_and(|gone| !gone.left)).await;
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    assert_eq!(anna.ask(Command::ClaimWin).await, Answer::Happened);
    nodes.log(code).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn spectators_at_three_nodes_are_counted_and_share_their_chat() {
    let Some(nodes) = Nodes::start(3, &[]).await else { return };
    let hosts = nodes.hosts();
    let (code, [mut anna, mut bert]) = seat_across(&hosts, Settings::default()).await;
    let mut watchers = Vec::new();
    for n in 0..6 {
        watchers.push(Tab::join(&hosts[n % 3], code, Some(&cookie(10 + n as u128))).await);
    }
    for tab in [&mut anna, &mut bert].into_iter().chain(&mut watchers) {
        until_here(tab, "six watch", |here| here.watching == 6 && here.seats == [true; 2]).await;
    }
    // Two spectators at different nodes speak; every spectator gets both lines once, also a later one at the
    // third node.
    for (n, text) in [(0, "one"), (1, "two")] {
        assert_eq!(watchers[n].ask(Command::SendSpectatorChat(text.to_owned())).await, Answer::Done);
    }
    watchers.push(Tab::join(&hosts[2], code, Some(&cookie(16))).await);
    let late = spectator_lines(watchers.last_mut().unwrap(), 2).await;
    assert_eq!(late, ["one", "two"]);
    for watcher in &mut watchers[2..6] {
        assert_eq!(spectator_lines(watcher, 2).await, late);
    }
    for watcher in watchers.drain(3..) {
        drop(watcher);
    }
    until_here(&mut anna, "three watch", |here| here.watching == 3).await;
    until_here(&mut bert, "three watch", |here| here.watching == 3).await;
}

/// The next so many lines of spectator chat.
async fn spectator_lines(tab: &mut Tab, number: usize) -> Vec<String> {
    let mut texts = Vec::new();
    let mut last = 0;
    let wait = async {
        while texts.len() < number {
            let ServerMessage::SpectatorChat(lines) = tab.next().await.expect("the socket stays open") else {
                continue;
            };
            for line in lines {
                assert!(line.seq > last, "each line has a number of its own");
                last = line.seq;
                if let room::ChatMessage::Text(text) = line.said {
                    texts.push(text);
                }
            }
        }
    };
    patiently("what watchers say", wait).await;
    // Lines sent at two nodes at the same moment may arrive in another order at a third.
    texts.sort();
    texts
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_loads_a_room_gets_spectator_chat_of_other_nodes() {
    let Some(nodes) = Nodes::start(2, &[]).await else { return };
    let hosts = nodes.hosts();
    let beside = [hosts[0].clone(), hosts[0].clone()];
    let (code, _players) = seat_across(&beside, Settings::default()).await;
    let mut first = Tab::join(&hosts[0], code, Some(&cookie(3))).await;
    assert_eq!(first.ask(Command::SendSpectatorChat("Early".to_owned())).await, Answer::Done);
    let mut second = Tab::join(&hosts[1], code, Some(&cookie(4))).await;
    assert_eq!(spectator_lines(&mut second, 1).await, ["Early"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn deleting_a_guest_at_one_node_closes_its_sockets_at_all() {
    let Some(nodes) = Nodes::start(2, &[]).await else { return };
    let hosts = nodes.hosts();
    let (_, [mut anna, mut bert]) = seat_across(&hosts, Settings::default()).await;
    assert_eq!(status(&delete_everything(&hosts[0], &cookie(2), "").await), 303);
    let end = async {
        loop {
            if let Err(code) = bert.next().await {
                return code;
            }
        }
    };
    assert_eq!(patiently("his socket ends", end).await, Some(1012));
    assert_eq!(anna.ask(Command::SendChat("Still here".to_owned())).await, Answer::Happened);
}
