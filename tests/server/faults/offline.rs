//! F4: many players lose their lines at once, and reconnect.

use std::sync::Arc;
use std::time::Duration;

use room::message::ClientMessage;
use room::{Command, RoomCode, Seat, Settings, TimeControl};
use tokio::sync::{Barrier, watch};
use tokio::time::Instant;

use super::{percentile, say, times};
use crate::common::*;
use crate::nodes::switch::{Line, Switch};
use crate::nodes::{apart, until_here};

/// Id of the command that is sent into a dead line; no other is so high.
const SENT: u64 = 1 << 40;

/// Measurements of one table.
struct Seen {
    /// Time until the opponent was told of the absence.
    told: Duration,
    /// Time from the reconnect until both had the same room.
    back: Duration,
}

/// Two players in a timed game; the one to move is behind a line that can go dead.
async fn to_move(hosts: &[String], mut seed: u64) -> (RoomCode, Tab, Tab) {
    let settings = Settings { clock: TimeControl::PerMove { seconds: 600 }, ..Settings::default() };
    let (code, [mut anna, mut bert]) = apart(hosts, settings).await;
    while some_move(&bert.room, Seat::Top, &mut seed).is_none() {
        let mv = some_move(&anna.room, Seat::Bottom, &mut seed).expect("a game is not over after a move");
        assert_eq!(anna.ask(mv).await, Answer::Happened);
        let seq = anna.room.seq;
        bert.until(|room| room.seq == seq).await;
    }
    (code, anna, bert)
}

#[tokio::test(flavor = "multi_thread")]
async fn f4_offline_players_are_shown_absent_and_their_move_happens_once() {
    let players = times(5, 100);
    let offline = Duration::from_secs(times(15, 60) as u64);
    let server = Server::start(&[]).await;
    let switch = Switch::to(server.host()).await;
    let hosts = [server.host(), switch.host.clone()];
    let ready = Arc::new(Barrier::new(players + 1));
    let (line, is) = watch::channel(Line::Good);
    let mut tables = Vec::new();
    for n in 0..players as u64 {
        let (hosts, ready, mut is) = (hosts.clone(), Arc::clone(&ready), is.clone());
        tables.push(tokio::spawn(async move {
            let (code, mut anna, mut bert) = to_move(&hosts, n + 7).await;
            ready.wait().await;
            is.wait_for(|line| *line == Line::Dead).await.unwrap();
            let dead = Instant::now();
            let mv = some_move(&bert.room, Seat::Top, &mut 5).unwrap();
            let sent = ClientMessage::Cmd { id: SENT, after: bert.room.seq, cmd: mv.clone() };
            bert.send_text(serde_json::to_string(&sent).unwrap()).await;
            until_here(&mut anna, "he has gone", |here| here.gone[Seat::Top.index()].is_some()).await;
            let told = dead.elapsed();
            let known = bert.room.clone();
            // The waiting player keeps answering heartbeats.
            tokio::select! {
                _ = is.wait_for(|line| *line == Line::Good) => {}
                () = async { while anna.next().await.is_ok() {} } => panic!("the one who waits is sent away"),
            }
            let since = Instant::now();
            let guest = bert.guest.clone();
            drop(bert);
            let mut bert = Tab::rejoin(&hosts[1], code, Some(&guest), known).await.expect("welcome");
            assert_eq!(bert.ask_as(SENT, mv.clone()).await, Ok(Answer::Happened), "it had been lost");
            let seq = bert.room.seq;
            anna.until(|room| room.seq >= seq).await;
            let back = since.elapsed();
            assert_eq!(anna.room, bert.room);
            assert_eq!(bert.ask_as(SENT, mv).await, Ok(Answer::Done), "once");
            assert_eq!(anna.ask(Command::Say("There you are".to_owned())).await, Answer::Happened);
            Seen { told, back }
        }));
    }
    ready.wait().await;
    switch.is(Line::Dead);
    line.send_replace(Line::Dead);
    tokio::time::sleep(offline).await;
    // What is under way is lost, then the network is back.
    switch.is(Line::Cut);
    switch.is(Line::Good);
    line.send_replace(Line::Good);
    let (mut told, mut back) = (Vec::new(), Vec::new());
    for table in tables {
        let seen = patiently("a table", table).await.unwrap();
        told.push(seen.told);
        back.push(seen.back);
    }
    let [told, back] = [&mut told, &mut back].map(|times| percentile(times, 100));
    say(
        "F4",
        &format!(
            "{players} offline for {offline:?}: the last opponent is told after {told:?}, the last is back after {back:?}"
        ),
    );
    assert!(told < Duration::from_secs(15), "{told:?}");
    assert!(back < Duration::from_secs(times(10, 2) as u64), "{back:?}");
    server.running.stop().await;
}
