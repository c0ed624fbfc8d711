//! F4: many players lose their connections at once, reconnect, catch up, and resend what was pending.

use std::sync::Arc;
use std::time::Duration;

use room::{Command, Seat, Settings, TimeControl};
use tokio::sync::{Barrier, watch};
use tokio::time::Instant;

use super::{percentile, say, times};
use crate::common::*;
use crate::nodes::switch::{Line, Switch};
use crate::nodes::{apart, until_here};

/// Latencies of one table.
struct Latencies {
    /// Time until the opponent's presence shows the absence.
    absence: Duration,
    /// Time from the reconnect until both have the same room.
    catch_up: Duration,
}

/// Two players in a timed game; the one to move is behind a line that can go dead.
async fn to_move(hosts: &[String], mut seed: u64) -> (Tab, Tab) {
    let settings = Settings { clock: TimeControl::PerMove { seconds: 600 }, ..Settings::default() };
    let (_, [mut anna, mut bert]) = apart(hosts, settings).await;
    while some_move(&bert.room, Seat::Top, &mut seed).is_none() {
        let mv = some_move(&anna.room, Seat::Bottom, &mut seed).expect("a game is not over after a move");
        assert_eq!(anna.ask(mv).await, Answer::Happened);
        let seq = anna.room.seq;
        bert.until(|room| room.seq == seq).await;
    }
    (anna, bert)
}

#[tokio::test(flavor = "multi_thread")]
async fn f4_offline_players_are_shown_absent_and_their_move_happens_once() {
    let players = times(5, 100);
    let offline = Duration::from_secs(times(24, 60) as u64);
    let server = Server::start(&[]).await;
    let switch = Switch::to(server.host()).await;
    let hosts = [server.host(), switch.host.clone()];
    let ready = Arc::new(Barrier::new(players + 1));
    let (line, state) = watch::channel(Line::Good);
    let mut tables = Vec::new();
    for n in 0..players as u64 {
        let (hosts, ready, mut state) = (hosts.clone(), Arc::clone(&ready), state.clone());
        tables.push(tokio::spawn(async move {
            let (mut anna, mut bert) = to_move(&hosts, n + 7).await;
            ready.wait().await;
            state.wait_for(|line| *line == Line::Dead).await.unwrap();
            let dead = Instant::now();
            let mv = some_move(&bert.room, Seat::Top, &mut 5).unwrap();
            let (id, message) = bert.submit(mv.clone()).unwrap();
            bert.send(&message).await;
            until_here(&mut anna, "he has gone", |here| here.gone[Seat::Top.index()].is_some()).await;
            let absence = dead.elapsed();
            // The waiting player keeps answering heartbeats.
            tokio::select! {
                _ = state.wait_for(|line| *line == Line::Good) => {}
                () = async { while anna.next().await.is_ok() {} } => panic!("the one who waits is sent away"),
            }
            let since = Instant::now();
            let (guest, client) = (bert.guest.clone(), bert.client.clone());
            drop(bert);
            // The client resends the move when it is welcomed.
            let mut bert = Tab::rejoin(&hosts[1], Some(&guest), client).await.expect("welcome");
            assert!(bert.is_pending(id), "it had been lost");
            assert_eq!(bert.outcome(id).await, Ok(Answer::Happened));
            let seq = bert.room.seq;
            anna.until(|room| room.seq >= seq).await;
            let catch_up = since.elapsed();
            assert_eq!(anna.room, bert.room);
            assert_eq!(bert.ask_as(id, mv).await, Ok(Answer::Done), "once");
            assert_eq!(anna.ask(Command::SendChat("There you are".to_owned())).await, Answer::Happened);
            Latencies { absence, catch_up }
        }));
    }
    patiently("all games go on", ready.wait()).await;
    switch.is(Line::Dead);
    line.send_replace(Line::Dead);
    tokio::time::sleep(offline).await;
    // What is under way is lost, then the network is back.
    switch.is(Line::Cut);
    switch.is(Line::Good);
    line.send_replace(Line::Good);
    let (mut absences, mut catch_ups) = (Vec::new(), Vec::new());
    for table in tables {
        let latencies = patiently("a table", table).await.unwrap();
        absences.push(latencies.absence);
        catch_ups.push(latencies.catch_up);
    }
    let [absence, catch_up] = [&mut absences, &mut catch_ups].map(|times| percentile(times, 100));
    say(
        "F4",
        &format!(
            "{players} offline for {offline:?}: the last opponent sees it after {absence:?}, \
             the last has caught up after {catch_up:?}"
        ),
    );
    assert!(absence < Duration::from_secs(times(20, 15) as u64), "{absence:?}");
    assert!(catch_up < Duration::from_secs(times(10, 2) as u64), "{catch_up:?}");
    server.running.stop().await;
}
