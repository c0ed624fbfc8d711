//! Load of an arena: entrants who have its page open until they are led to a table, play there at the pace of people, and come
//! back. How long they wait for a pairing, and how long their moves take.

use std::time::{Duration, Instant};

use futures_util::StreamExt;
use room::sync::client::Effect;
use room::{Command, RoomCode};
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Message;

use crate::client::{Connection, connect, new_guest, request};
use crate::table::{Tally, pick, seed};

/// How long a player thinks about a move at most, in milliseconds.
const THINKS_MS: u64 = 3_000;
/// How long a page waits for a pairing before it is opened again.
const PATIENCE: Duration = Duration::from_secs(30);
/// Pause after an error.
const AGAIN: Duration = Duration::from_millis(500);

/// The form of the arena: Kalah in matches of two games, as fast as it goes, so that there are many pairings.
const FORM: &str =
    "title=Load&game=kalah&format=arena&arena_clock=1%2B1&minutes=240&start=0&mode=rated&listed=yes";

/// An entrant, and what it has seen.
struct Entrant {
    hosts: Vec<String>,
    code: String,
    cookie: String,
    until: Instant,
    random: u64,
    waits_ms: Vec<u64>,
    played: u64,
    tally: Tally,
}

/// Lets so many entrants play for a time; what they have seen.
pub async fn run(hosts: &[String], entrants: usize, time: Duration) -> (Value, Tally) {
    let opened = match hosts.first() {
        Some(host) => request(host, "POST /events/new", &new_guest(), FORM).await,
        None => Err("no server".to_owned()),
    };
    let code = opened
        .and_then(|answer| code_of(&answer).ok_or_else(|| format!("no tournament was opened: {answer}")));
    let code = match code {
        Ok(code) => code,
        Err(error) => return (Value::Null, Tally::failed(error)),
    };
    let until = Instant::now() + time;
    let mut playing = JoinSet::new();
    for number in 0..entrants {
        let entrant = Entrant {
            // Each begins at another server.
            hosts: hosts.iter().cycle().skip(number).take(hosts.len()).cloned().collect(),
            code: code.clone(),
            cookie: new_guest(),
            until,
            random: seed(number as u64),
            waits_ms: Vec::new(),
            played: 0,
            tally: Tally::default(),
        };
        playing.spawn(entrant.run());
    }
    let (mut waits, mut played, mut tally) = (Vec::new(), 0, Tally::default());
    while let Some(ended) = playing.join_next().await {
        match ended {
            Ok(entrant) => {
                waits.extend(entrant.waits_ms);
                played += entrant.played;
                tally.add(entrant.tally);
            }
            Err(error) => tally.add(Tally::failed(error.to_string())),
        }
    }
    waits.sort_unstable();
    let percentile = |of_100: usize| waits.get(waits.len().saturating_sub(1) * of_100 / 100).copied();
    let seen = json!({
        "tournament": code, "entrants": entrants, "pairings": played / 2, "waits": waits.len(),
        "wait_p50_ms": percentile(50), "wait_p99_ms": percentile(99),
    });
    (seen, tally)
}

/// The code of the tournament to which an answer leads.
fn code_of(answer: &str) -> Option<String> {
    let line = answer.lines().find(|line| line.to_ascii_lowercase().starts_with("location: /e/"))?;
    Some(line.rsplit('/').next()?.trim().to_owned())
}

impl Entrant {
    async fn run(mut self) -> Self {
        while Instant::now() < self.until {
            if let Err(error) = self.once().await {
                self.tally.add(Tally::failed(error));
                tokio::time::sleep(AGAIN).await;
            }
        }
        self
    }

    /// Waits for a pairing and plays it.
    async fn once(&mut self) -> Result<(), String> {
        let host = pick(&mut self.random, &self.hosts).clone();
        // Whoever is in it already enters for nothing.
        request(&host, &format!("POST /e/{}/enter", self.code), &self.cookie, "").await?;
        let since = Instant::now();
        let Some(room) = self.wait(&host).await? else { return Ok(()) };
        self.waits_ms.push(u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX));
        self.play(room).await?;
        self.played += 1;
        Ok(())
    }

    /// Has the page open until it leads to a room.
    async fn wait(&self, host: &str) -> Result<Option<RoomCode>, String> {
        let mut page = connect(host, &format!("/find/ws?of=event/{}", self.code), &self.cookie).await?;
        let paired = async {
            while let Some(Ok(message)) = page.next().await {
                let Message::Text(text) = message else { continue };
                let message: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
                if let Some(path) = message["go"].as_str() {
                    return path.trim_start_matches("/r/").parse().map_err(|_| format!("no room: {path}"));
                }
            }
            Err("the page has lost its server".to_owned())
        };
        let left = self.until.saturating_duration_since(Instant::now());
        tokio::time::timeout(left.min(PATIENCE), paired).await.map_or(Ok(None), |room| room.map(Some))
    }

    /// Plays until the pairing is over.
    async fn play(&mut self, code: RoomCode) -> Result<(), String> {
        let host = pick(&mut self.random, &self.hosts).clone();
        let mut table = Connection::enter(&host, code, &self.cookie).await?;
        while Instant::now() < self.until {
            let Some(seat) = table.seat() else { return Err("an entrant has no seat".to_owned()) };
            let Some(room) = table.room() else { return Ok(()) };
            if room.current_match.is_some_and(|played| played.is_over()) {
                return Ok(());
            }
            if room.is_match_break() && room.occupant(seat).is_some_and(|one| !one.ready) {
                table.submit(Command::Ready(true)).await?;
            }
            let game = table.game().filter(|game| game.side_of(seat) == game.position.to_move());
            let Some(game) = game else {
                let message = table.next().await?;
                table.process(message, |_| {})?;
                continue;
            };
            let mv = *pick(&mut self.random, &game.position.legal_moves());
            let command = Command::Play { game: game.number, ply: game.ply(), mv };
            let thinks = Duration::from_millis(*pick(&mut self.random, &[0, 1, 2, 3]) * THINKS_MS / 3);
            tokio::time::sleep(thinks).await;
            let sent = Instant::now();
            let Some(id) = table.submit(command).await? else { continue };
            loop {
                let message = table.next().await?;
                if table.process(message, |_| {})?.contains(&Effect::Acknowledged(id)) {
                    break;
                }
                if sent.elapsed() > PATIENCE {
                    return Err("a move was not answered".to_owned());
                }
            }
            self.tally.latencies_us.push(u32::try_from(sent.elapsed().as_micros()).unwrap_or(u32::MAX));
        }
        Ok(())
    }
}
