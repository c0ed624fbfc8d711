//! A simulated guest: finds an opponent by matchmaking, plays a game or two including a rematch, and seeks
//! again.

use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use room::message::ServerMessage;
use room::{Command, Preset, Room, RoomCode};
use tokio_tungstenite::tungstenite::Message;

use super::{Shared, chance};
use crate::client::{Client, connect, new_guest};

/// How long a seek waits for an opponent.
const LOOKS_FOR: Duration = Duration::from_secs(20);
/// Timeout of a game in which nothing happens.
const PATIENCE: Duration = Duration::from_secs(60);

/// Runs until the time is over.
pub async fn run(shared: Arc<Shared>, mut seed: u64) {
    let cookie = new_guest();
    while shared.goes_on() {
        let played = async {
            let Some(code) = seek(&shared, &cookie, &mut seed).await? else { return Ok(()) };
            let client = Client::enter(&shared.host, Room::new(code), &cookie).await?;
            if client.room.running().is_none() {
                // A new seek within three seconds would be taken for a double click and lead back to the old
                // room.
                tokio::time::sleep(Duration::from_secs(1)).await;
                return Ok(());
            }
            shared.count("paired");
            let ended = Guest { client, shared: &shared, cookie: &cookie }.play(&mut seed).await;
            shared.forget(code);
            ended
        };
        if let Err(error) = played.await {
            shared.error(error);
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
    }
}

/// Seeks an opponent in the lobby; the room it leads to.
async fn seek(shared: &Shared, cookie: &str, seed: &mut u64) -> Result<Option<RoomCode>, String> {
    let mut hall = connect(&shared.host, "/find/ws?of=find", cookie).await?;
    let game = ["mancala", "mapello"][(chance(seed) % 2) as usize];
    let wish =
        serde_json::json!({ "t": "seek", "game": game, "mancala": "any", "mapello": "any", "speed": "3+2" });
    hall.send(Message::text(wish.to_string())).await.map_err(|error| error.to_string())?;
    let led = async {
        loop {
            let Some(Ok(message)) = hall.next().await else { return Err("the hall has closed".to_owned()) };
            let Message::Text(text) = message else { continue };
            let told: serde_json::Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
            if let Some(way) = told["go"].as_str() {
                return way.trim_start_matches("/r/").parse().map_err(|_| format!("no room: {way}"));
            }
        }
    };
    match tokio::time::timeout(LOOKS_FOR, led).await {
        Ok(code) => code.map(Some),
        // With an odd number of guests one may stay unpaired.
        Err(_) => Ok(None),
    }
}

struct Guest<'s> {
    client: Client,
    shared: &'s Shared,
    cookie: &'s str,
}

impl Guest<'_> {
    /// Plays until a game is over and no rematch begins, and now and then does what people do.
    async fn play(&mut self, seed: &mut u64) -> Result<(), String> {
        self.note();
        while self.shared.goes_on() {
            let Some(game) = self.client.room.running() else { return Ok(()) };
            let Some(seat) = self.client.seat() else {
                return Err("a guest was led to a room without a seat".to_owned());
            };
            let asked = game.undo_request == Some(seat.other()) || game.draw_offer == Some(seat.other());
            let mine = game.side_of(seat) == game.position.to_move();
            if !asked && !mine {
                self.take().await?;
                continue;
            }
            tokio::time::sleep(Duration::from_millis(chance(seed) % 200)).await;
            match chance(seed) % 200 {
                0..4 => self.come_back(chance(seed) % 3_000).await?,
                4 => self.ask("resigned", Command::Resign).await?,
                5..9 => self.ask("asked for a turn back", Command::AskUndo).await?,
                9..12 => self.ask("offered a draw", Command::OfferDraw).await?,
                12..16 => self.ask("gave time", Command::GiveTime).await?,
                16..19 => self.ask("greeted", Command::Greet(Preset::GoodLuck)).await?,
                19..21 => self.ask("allowed to talk", Command::Talk(true)).await?,
                21..26 => {
                    self.ask("said something", Command::Say(format!("Line {}", chance(seed) % 1_000))).await?
                }
                26 => self.ask("claimed the win", Command::ClaimWin).await?,
                _ if asked => self.answer(chance(seed).is_multiple_of(3)).await?,
                _ => self.play_move(chance(seed)).await?,
            }
        }
        Ok(())
    }

    async fn answer(&mut self, yes: bool) -> Result<(), String> {
        let undo = self.client.room.running().is_some_and(|game| game.undo_request.is_some());
        let command = if undo { Command::AnswerUndo(yes) } else { Command::AnswerDraw(yes && self.is_old()) };
        self.ask("answered", command).await
    }

    /// Whether the game has lasted long enough to offer a draw.
    fn is_old(&self) -> bool {
        self.client.room.running().is_some_and(|game| game.ply() > 30)
    }

    async fn play_move(&mut self, chance: u64) -> Result<(), String> {
        let Some(game) = self.client.room.running() else { return Ok(()) };
        let moves = game.position.legal_moves();
        let mv = moves[(chance % moves.len().max(1) as u64) as usize];
        let command = Command::Play { game: game.number, ply: game.ply(), mv };
        self.ask("moved", command).await
    }

    /// Sends a command and awaits its outcome.
    async fn ask(&mut self, what: &'static str, command: Command) -> Result<(), String> {
        let id = self.client.command(command).await?;
        loop {
            match self.take().await? {
                ServerMessage::Events { events } => {
                    let mine = events.iter().filter_map(|event| event.by);
                    if mine.into_iter().any(|by| by.member == self.client.me && by.id == id) {
                        self.shared.count(what);
                        return Ok(());
                    }
                }
                ServerMessage::Refused { id: refused, .. } if refused == id => {
                    self.shared.count("refused");
                    return Ok(());
                }
                ServerMessage::Done(done) if done == id => return Ok(()),
                _ => {}
            }
        }
    }

    /// Drops the connection and reconnects after so many milliseconds with the room it has (catch-up).
    async fn come_back(&mut self, after: u64) -> Result<(), String> {
        self.client.cut().await;
        tokio::time::sleep(Duration::from_millis(after)).await;
        self.client = Client::enter(&self.shared.host, self.client.room.clone(), self.cookie).await?;
        self.shared.count("came back");
        self.note();
        Ok(())
    }

    /// Processes the next message.
    async fn take(&mut self) -> Result<ServerMessage, String> {
        let message = tokio::time::timeout(PATIENCE, self.client.next());
        let message = message.await.map_err(|_| "a game stands still".to_owned())??;
        match &message {
            ServerMessage::Events { events } | ServerMessage::Refused { events, .. } => {
                for event in
                    events.iter().filter(|event| event.seq > self.client.room.seq).collect::<Vec<_>>()
                {
                    let fingerprint = self.client.take(event);
                    self.shared.holds(self.client.room.code, event.seq, fingerprint);
                }
            }
            ServerMessage::Fault(fault) => return Err(format!("fault: {fault:?}")),
            _ => {}
        }
        Ok(message)
    }

    fn note(&self) {
        let room = &self.client.room;
        self.shared.holds(room.code, room.seq, room.fingerprint());
    }
}
