//! A simulated guest: finds an opponent by matchmaking, plays a game or two including a rematch, and seeks
//! again.

use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use room::sync::client::Effect;
use room::{Command, Preset, RoomCode};
use tokio_tungstenite::tungstenite::Message;

use super::{Shared, random};
use crate::client::{Connection, connect, new_guest};

/// How long a seek waits for an opponent.
const SEEK_TIMEOUT: Duration = Duration::from_secs(20);
/// How long a guest waits for a message after a command that its client did not send.
const REFUSED: Duration = Duration::from_millis(200);
/// Timeout of a game in which nothing happens.
const PATIENCE: Duration = Duration::from_secs(60);

/// Runs until the time is over.
pub async fn run(shared: Arc<Shared>, mut seed: u64) {
    let cookie = new_guest();
    while !shared.is_over() {
        let played = async {
            let Some(code) = seek(&shared, &cookie, &mut seed).await? else { return Ok(()) };
            let connection = Connection::enter(&shared.host, code, &cookie).await?;
            if connection.game().is_none() {
                // A new seek within three seconds would be taken for a double click and lead back to the old
                // room.
                tokio::time::sleep(Duration::from_secs(1)).await;
                return Ok(());
            }
            shared.count("paired");
            let ended = Guest { connection, shared: &shared }.play(&mut seed).await;
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
    let mut lobby = connect(&shared.host, "/find/ws?of=find", cookie).await?;
    let game = ["mancala", "mapello"][(random(seed) % 2) as usize];
    let seek =
        serde_json::json!({ "t": "seek", "game": game, "mancala": "any", "mapello": "any", "speed": "3+2" });
    lobby.send(Message::text(seek.to_string())).await.map_err(|error| error.to_string())?;
    let paired = async {
        loop {
            let Some(Ok(message)) = lobby.next().await else {
                return Err("the lobby has closed".to_owned());
            };
            let Message::Text(text) = message else { continue };
            let message: serde_json::Value =
                serde_json::from_str(&text).map_err(|error| error.to_string())?;
            if let Some(path) = message["go"].as_str() {
                return path.trim_start_matches("/r/").parse().map_err(|_| format!("no room: {path}"));
            }
        }
    };
    match tokio::time::timeout(SEEK_TIMEOUT, paired).await {
        Ok(code) => code.map(Some),
        // With an odd number of guests one may stay unpaired.
        Err(_) => Ok(None),
    }
}

struct Guest<'s> {
    connection: Connection,
    shared: &'s Shared,
}

impl Guest<'_> {
    /// Plays until a game is over and no rematch begins, and now and then does what people do.
    async fn play(&mut self, seed: &mut u64) -> Result<(), String> {
        self.compare();
        while !self.shared.is_over() {
            let Some(game) = self.connection.game() else { return Ok(()) };
            let Some(seat) = self.connection.seat() else {
                return Err("a guest was led to a room without a seat".to_owned());
            };
            let has_offer = game.undo_request == Some(seat.other()) || game.draw_offer == Some(seat.other());
            let mine = game.side_of(seat) == game.position.to_move();
            if !has_offer && !mine {
                self.next().await?;
                continue;
            }
            tokio::time::sleep(Duration::from_millis(random(seed) % 200)).await;
            match random(seed) % 200 {
                0..4 => self.reconnect(random(seed) % 3_000).await?,
                4 => self.ask("resigned", Command::Resign).await?,
                5..9 => self.ask("asked for a turn back", Command::RequestUndo).await?,
                9..12 => self.ask("offered a draw", Command::OfferDraw).await?,
                12..16 => self.ask("gave time", Command::GiveTime).await?,
                16..19 => self.ask("greeted", Command::SendPreset(Preset::GoodLuck)).await?,
                19..21 => self.ask("allowed to talk", Command::AllowChat(true)).await?,
                21..26 => {
                    self.ask("said something", Command::SendChat(format!("Line {}", random(seed) % 1_000)))
                        .await?
                }
                26 => self.ask("claimed the win", Command::ClaimWin).await?,
                _ if has_offer => self.answer(random(seed).is_multiple_of(3)).await?,
                _ => self.play_move(random(seed)).await?,
            }
        }
        Ok(())
    }

    async fn answer(&mut self, yes: bool) -> Result<(), String> {
        let undo = self.connection.game().is_some_and(|game| game.undo_request.is_some());
        let command = if undo { Command::AnswerUndo(yes) } else { Command::AnswerDraw(yes && self.is_old()) };
        self.ask("answered", command).await
    }

    /// Whether the game has lasted long enough to offer a draw.
    fn is_old(&self) -> bool {
        self.connection.game().is_some_and(|game| game.ply() > 30)
    }

    async fn play_move(&mut self, chance: u64) -> Result<(), String> {
        let Some(game) = self.connection.game() else { return Ok(()) };
        let moves = game.position.legal_moves();
        let mv = moves[(chance % moves.len().max(1) as u64) as usize];
        let command = Command::Play { game: game.number, ply: game.ply(), mv };
        self.ask("moved", command).await
    }

    /// Sends a command and awaits its outcome.
    async fn ask(&mut self, what: &'static str, command: Command) -> Result<(), String> {
        let Some(id) = self.connection.submit(command).await? else {
            self.shared.count("refused before it was sent");
            // The reason may be an event that is on its way, such as the end of the game.
            return match tokio::time::timeout(REFUSED, self.next()).await {
                Ok(processed) => processed.map(drop),
                Err(_) => Ok(()),
            };
        };
        loop {
            for effect in self.next().await? {
                match effect {
                    Effect::Acknowledged(acknowledged) if acknowledged == id => {
                        self.shared.count(what);
                        return Ok(());
                    }
                    Effect::Refused(Some(_), _) => {
                        self.shared.count("refused");
                        return Ok(());
                    }
                    Effect::Done(_) => return Ok(()),
                    _ => {}
                }
            }
        }
    }

    /// Drops the connection and reconnects after so many milliseconds with the room it has (catch-up).
    async fn reconnect(&mut self, after: u64) -> Result<(), String> {
        self.connection.cut().await;
        tokio::time::sleep(Duration::from_millis(after)).await;
        self.connection.reconnect(&self.shared.host).await?;
        self.shared.count("came back");
        self.compare();
        Ok(())
    }

    /// Processes the next message; what the client makes of it.
    async fn next(&mut self) -> Result<Vec<Effect>, String> {
        let message = tokio::time::timeout(PATIENCE, self.connection.next());
        let message = message.await.map_err(|_| "a game stands still".to_owned())??;
        let (shared, code) = (self.shared, self.connection.code);
        self.connection.process(message, |room| shared.compare(code, room.seq, room.fingerprint()))
    }

    fn compare(&self) {
        let connection = &self.connection;
        self.shared.compare(connection.code, connection.seq(), connection.fingerprint());
    }
}
