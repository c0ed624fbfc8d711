//! Games whose players are at different nodes.

use std::time::{Duration, Instant};

use super::*;
use crate::faults::{percentile, say};
use room::{BoardChoice, Command, Rejection, Settings};

#[tokio::test(flavor = "multi_thread")]
async fn two_players_at_different_nodes_see_every_move_at_once() {
    let Some(nodes) = Nodes::start(2, &[]).await else { return };
    let games = both_games().into_iter().zip([5, 6]);
    let games = games.map(|(settings, seed)| play_whole_game(&nodes, settings, seed));
    let mut delays = futures_util::future::join_all(games).await.concat();
    let [half, most] = [50, 99].map(|of_100| percentile(&mut delays, of_100));
    say("nodes", &format!("{} moves: at the other node after {half:?} (p50), {most:?} (p99)", delays.len()));
    assert!(half < Duration::from_millis(400), "{half:?}: what is told by news does not wait for a poll");
}

/// A whole game across nodes; the time until each move was seen at the other one.
async fn play_whole_game(nodes: &Nodes, settings: Settings, mut seed: u64) -> Vec<Duration> {
    let (code, mut tabs) = apart(&nodes.hosts(), settings).await;
    until_here(&mut tabs[0], "both are there", |here| here.seats == [true; 2]).await;
    let mut delays = Vec::new();
    while let Some(mover) = mover(&tabs) {
        let seat = tabs[mover].seat().unwrap();
        let command = some_move(&tabs[mover].room, seat, &mut seed).unwrap();
        assert_eq!(tabs[mover].ask(command).await, Answer::Happened);
        let (since, seq) = (Instant::now(), tabs[mover].room.seq);
        tabs[1 - mover].until(|room| room.seq >= seq).await;
        delays.push(since.elapsed());
    }
    assert_eq!(tabs[0].room, tabs[1].room);
    assert_eq!(tabs[0].room.fingerprint(), tabs[1].room.fingerprint());
    assert_eq!(tabs[0].room.seq, nodes.log(code).await.len() as u64);
    assert!(tabs.iter().all(|tab| tab.here.gone == [None; 2]), "nobody was missed");
    delays
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_concurrent_moves_at_two_nodes_one_happens() {
    let Some(nodes) = Nodes::start(2, &[]).await else { return };
    let rounds = futures_util::future::join_all((1..=8).map(|seed| race_moves(&nodes, seed))).await;
    let rounds: usize = rounds.iter().sum();
    assert!(rounds >= 100, "{rounds}");
    say("nodes", &format!("{rounds} times two moves at once at two nodes: one of them happened"));
}

/// Anna has a page open at both nodes and moves at both at once (conflict retry); how often.
async fn race_moves(nodes: &Nodes, mut seed: u64) -> usize {
    let hosts = nodes.hosts();
    let (code, [anna, mut bert]) = apart(&hosts, mapello(BoardChoice::Random(seed as u32))).await;
    let second = Tab::join(&hosts[1], code, Some(&cookie(1))).await;
    let seat = anna.seat().unwrap();
    let mut tabs = [anna, second];
    let mut rounds = 0;
    while rounds < 15 && bert.room.running().is_some() {
        if let Some(answer) = some_move(&bert.room, seat.other(), &mut seed) {
            assert_eq!(bert.ask(answer).await, Answer::Happened);
        } else {
            let moves = tabs.iter_mut().map(|tab| {
                let command = some_move(&tab.room, seat, &mut seed).unwrap();
                tab.ask(command)
            });
            let answers = futures_util::future::join_all(moves).await;
            let happened = answers.iter().filter(|answer| **answer == Answer::Happened).count();
            let late =
                |answer: &&Answer| matches!(answer, Answer::Refused(Rejection::Stale | Rejection::NoGame));
            assert_eq!((happened, answers.iter().filter(late).count()), (1, 1), "{answers:?}");
            rounds += 1;
        }
        let [a, b] = &mut tabs;
        let most = [a.room.seq, b.room.seq, bert.room.seq].into_iter().max().unwrap();
        for tab in [a, b, &mut bert] {
            tab.until(|room| room.seq >= most).await;
        }
        assert!(tabs.iter().all(|tab| tab.room == bert.room));
    }
    assert_eq!(nodes.log(code).await.len() as u64, bert.room.seq);
    rounds
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_resent_at_another_node_happens_once() {
    let Some(mut nodes) = Nodes::start(2, &[]).await else { return };
    let hosts = nodes.hosts();
    let (code, [mut anna, mut bert]) = seat_across(&hosts, Settings::default()).await;
    let say = Command::SendChat("Once".to_owned());
    assert_eq!(anna.ask_as(77, say.clone()).await, Ok(Answer::Happened));
    let seq = anna.room.seq;
    // Her node shuts down gracefully, and she reconnects to the other one.
    let stopping = tokio::spawn(nodes.all.remove(0).stop());
    anna.until_closed().await;
    until_here(&mut bert, "she is away", |here| !here.seats[0]).await;
    let mut anna = Tab::rejoin(&hosts[1], Some(&cookie(1)), anna.client).await.unwrap();
    assert_eq!(anna.ask_as(77, say).await, Ok(Answer::Done));
    assert_eq!(anna.room.seq, seq);
    until_here(&mut bert, "she is back", |here| here.seats == [true; 2] && here.gone == [None; 2]).await;
    assert_eq!(bert.ask(Command::SendChat("Go on".to_owned())).await, Answer::Happened);
    let seq = bert.room.seq;
    anna.until(|room| room.seq >= seq).await;
    patiently("the stop", stopping).await.unwrap();
    assert_eq!(nodes.log(code).await.len() as u64, seq);
}
