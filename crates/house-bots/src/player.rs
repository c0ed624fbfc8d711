//! One bot: follows its stream, and answers each line that asks for something.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use tokio::task::AbortHandle;

use crate::HouseBot;
use crate::client::{Client, ClientError, Lines};
use crate::line::{GameLine, Line};
use crate::searches::Searches;

/// Pauses before the stream is opened again after it has ended or could not be opened: doubled up to the longest.
const FIRST_PAUSE: Duration = Duration::from_millis(500);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);
/// The longest pause before a move is posted again that the server was too busy for. A later line of the room ends it.
const LONGEST_POST_PAUSE: Duration = Duration::from_secs(3);
/// How long a bot waits for an opponent without a clock before it puts the game away, so that it is free for others. The
/// opponent takes it up again by moving.
const PUT_AWAY_AFTER: Duration = Duration::from_secs(15 * 60);

/// See the module.
#[derive(Debug)]
pub(crate) struct Player {
    client: Client,
    bot: HouseBot,
    games: usize,
    searches: Arc<Searches>,
    /// What is done about the last line of each room.
    acting: HashMap<String, AbortHandle>,
}

impl Player {
    pub(crate) fn new(client: Client, bot: HouseBot, games: usize, searches: Arc<Searches>) -> Self {
        Self { client, bot, games, searches, acting: HashMap::new() }
    }

    /// Plays for ever, unless the token is refused.
    pub(crate) async fn run(mut self) {
        let mut pause = FIRST_PAUSE;
        let level = self.bot.level.name();
        loop {
            let query = format!("games={}", self.games);
            match self.client.stream(&self.bot.token, &query).await {
                Ok(lines) => {
                    if !self.follow(lines, &mut pause).await {
                        return;
                    }
                }
                Err(ClientError::Refused(401)) => {
                    tracing::error!(level, "the token is not known to the server");
                    return;
                }
                Err(error) => tracing::warn!(level, %error, "the stream cannot be opened"),
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    /// Answers the lines of a stream until it ends; false if another process has taken the bot over.
    async fn follow(&mut self, mut lines: Lines, pause: &mut Duration) -> bool {
        let level = self.bot.level.name();
        while let Some(line) = lines.next().await {
            match line {
                Line::Hello { bot } => {
                    tracing::info!(level, bot, "online");
                    *pause = FIRST_PAUSE;
                }
                Line::Game(game) | Line::Over(game) => self.answer(game),
                Line::Room { room } => self.act_on_room(room),
                Line::Replaced => {
                    tracing::error!(level, "another process plays this bot");
                    return false;
                }
                Line::Closing => break,
            }
        }
        tracing::info!(level, "the stream has ended");
        true
    }

    /// Does what a line asks for. What was under way about an earlier line of the room is dropped.
    fn answer(&mut self, game: GameLine) {
        let (client, bot, searches) = (self.client.clone(), self.bot.clone(), Arc::clone(&self.searches));
        let room = game.room.clone();
        self.start(room, async move { answer(&client, &bot, &searches, game).await });
    }

    /// Is ready in a room in which a person has it sit down.
    fn act_on_room(&mut self, room: String) {
        let (client, token, path) = (self.client.clone(), self.bot.token.clone(), do_path(&room));
        self.start(
            room,
            async move { post(&client, &token, &path, json!({ "do": "ready" }).to_string()).await },
        );
    }

    fn start(&mut self, room: String, task: impl Future<Output = ()> + Send + 'static) {
        self.acting.retain(|_, task| !task.is_finished());
        if let Some(earlier) = self.acting.insert(room, tokio::spawn(task).abort_handle()) {
            earlier.abort();
        }
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        self.acting.values().for_each(AbortHandle::abort);
    }
}

async fn answer(client: &Client, bot: &HouseBot, searches: &Searches, game: GameLine) {
    let path = do_path(&game.room);
    let send = async |word: &str| post(client, &bot.token, &path, json!({ "do": word }).to_string()).await;
    for asked in &game.asks {
        match asked.as_str() {
            // On a clock a takeback would give the time back as well.
            "undo" if game.clock().is_some() => send("decline_undo").await,
            "undo" => send("accept_undo").await,
            "draw" => send("decline_draw").await,
            "adjourn" => send("accept_adjourn").await,
            again => send(again).await,
        }
    }
    if game.your_turn {
        let Some(position) = game.position() else {
            tracing::error!(
                room = game.room,
                "the moves of a game are not legal: is the server of another version?"
            );
            return;
        };
        let seed = getrandom::u64().unwrap_or_default();
        let Some(mv) = searches.find(position, bot.level, game.clock(), seed).await else { return };
        let body = json!({ "game": game.game, "ply": game.ply, "move": mv.word() }).to_string();
        post(client, &bot.token, &format!("/api/bot/games/{}/move", game.room), body).await;
    } else if game.more && game.is_over() {
        send("ready").await;
    } else if game.clock().is_none() && !game.is_over() {
        tokio::time::sleep(PUT_AWAY_AFTER).await;
        send("adjourn").await;
    }
}

fn do_path(room: &str) -> String {
    format!("/api/bot/games/{room}/do")
}

/// Posts a request, again while the server is too busy for it or does not answer. What is refused otherwise is overtaken by a
/// later line.
async fn post(client: &Client, token: &str, path: &str, body: String) {
    let mut pause = Duration::from_millis(100);
    loop {
        match client.post(token, path, body.clone()).await {
            Ok(429 | 503) | Err(_) => tokio::time::sleep(pause).await,
            Ok(status) => {
                tracing::debug!(path, status, "posted");
                return;
            }
        }
        pause = (pause * 2).min(LONGEST_POST_PAUSE);
    }
}
