//! The same load for the reference server in `examples/peer` (Socket.IO): two clients a room, random legal
//! moves, the next when both have seen the last.

use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use tokio::task::JoinSet;
use tokio_tungstenite::connect_async_with_config;
use tokio_tungstenite::tungstenite::Message;

use super::client::{PATIENCE, Socket, config};
use super::process;
use super::table::{Pace, Tally, pick, seed};

/// State that comes with each move; the first fields are missing until both players are there.
#[derive(Deserialize, PartialEq)]
struct State {
    #[serde(default)]
    board: Vec<u8>,
    #[serde(default)]
    turn: usize,
    #[serde(default)]
    over: bool,
    moves: u64,
}

/// A client: Socket.IO's frames over a web socket.
struct Player(Socket);

impl Player {
    async fn join(host: &str, code: &str, name: &str) -> Result<Self, String> {
        let url = format!("ws://{host}/socket.io/?EIO=4&transport=websocket");
        let connecting = connect_async_with_config(url, Some(config()), true).await;
        let mut player = Self(connecting.map_err(|error| format!("no socket: {error}"))?.0);
        player.send("40".to_owned()).await?;
        while !player.next().await?.starts_with("40") {}
        player.send(format!(r#"42["joinRoom",{{"code":"{code}","name":"{name}"}}]"#)).await?;
        Ok(player)
    }

    async fn send(&mut self, text: String) -> Result<(), String> {
        self.0.send(Message::text(text)).await.map_err(|error| error.to_string())
    }

    async fn next(&mut self) -> Result<String, String> {
        loop {
            let message = tokio::time::timeout(PATIENCE, self.0.next()).await;
            match message.map_err(|_| "the server says nothing".to_owned())? {
                Some(Ok(Message::Text(text))) if text.as_str() == "2" => self.send("3".to_owned()).await?,
                Some(Ok(Message::Text(text))) => return Ok(text.to_string()),
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error.to_string()),
                None => return Err("closed".to_owned()),
            }
        }
    }

    async fn state(&mut self) -> Result<State, String> {
        let text = self.next().await?;
        let (_, state): (String, State) = serde_json::from_str(text.trim_start_matches("42"))
            .map_err(|error| format!("no state but {text}: {error}"))?;
        Ok(state)
    }
}

/// Plays; the sum of all tables, the seconds played, and the processor time that the servers used. With several
/// servers each table is at one of them: the peer keeps a room in the memory of one process.
pub async fn play(
    hosts: &[String],
    games: usize,
    rate: Option<f64>,
    time: Duration,
    pids: &[u32],
) -> (Tally, f64, Option<Duration>) {
    let mut sum = Tally::default();
    let mut tables = Vec::new();
    for number in 0..games {
        match open(&hosts[number % hosts.len()], number).await {
            Ok(table) => tables.push(table),
            Err(error) => sum.add(Tally::failed(error)),
        }
    }
    let (start, before) = (Instant::now(), process::cpu_of_all(pids));
    let mut playing = JoinSet::new();
    for (number, (players, state)) in tables.into_iter().enumerate() {
        let period = rate.map(|rate| Duration::from_secs_f64(games as f64 / rate));
        let pace = period.map_or(Pace::Saturated, |period| Pace::every(period, number, games));
        playing.spawn(async move {
            let mut tally = Tally::default();
            let played = table(players, state, seed(number as u64), pace, start + time, &mut tally).await;
            if let Err(error) = played {
                tally.add(Tally::failed(error));
            }
            tally
        });
    }
    while let Some(tally) = playing.join_next().await {
        sum.add(tally.unwrap_or_else(|error| Tally::failed(error.to_string())));
    }
    let spent = process::cpu_of_all(pids).zip(before).map(|(after, before)| after.saturating_sub(before));
    (sum, start.elapsed().as_secs_f64(), spent)
}

async fn open(host: &str, number: usize) -> Result<([Player; 2], State), String> {
    let code = format!("{number:06}");
    let mut first = Player::join(host, &code, "Anna").await?;
    first.state().await?;
    let mut second = Player::join(host, &code, "Berta").await?;
    second.state().await?;
    let state = first.state().await?;
    Ok(([first, second], state))
}

async fn table(
    mut players: [Player; 2],
    mut state: State,
    mut random: u64,
    pace: Pace,
    until: Instant,
    tally: &mut Tally,
) -> Result<(), String> {
    let mut at = match pace {
        Pace::Saturated => Instant::now(),
        Pace::Every { first, .. } => first,
    };
    while at.max(Instant::now()) < until {
        if let Pace::Every { period, .. } = pace {
            tokio::time::sleep_until(at.into()).await;
            at += period;
        }
        let mover = if state.over { 0 } else { state.turn };
        let pits: Vec<usize> = (mover * 7..mover * 7 + 6).filter(|&pit| state.board[pit] > 0).collect();
        let ask = if state.over {
            tally.finished += 1;
            r#"42["playAgain"]"#.to_owned()
        } else {
            let pit = pick(&mut random, &pits);
            format!(r#"42["makeMove",{{"pit":{pit}}}]"#)
        };
        let (sent, played) = (Instant::now(), !state.over);
        players[mover].send(ask).await?;
        state = players[mover].state().await?;
        if played {
            tally.latencies_us.push(sent.elapsed().as_micros().min(u128::from(u32::MAX)) as u32);
        }
        tally.mismatches += u64::from(players[1 - mover].state().await? != state);
    }
    Ok(())
}
