//! The logs of games on this device in local storage, each with its summary beside it.

use room::{Game as Played, Logged, Room, fold};
use rules::{Game, Side};

use super::continued::log_from;
use super::slot::{code, key};
use super::summary::summarize;
use crate::app::Opponent;
use crate::client::storage::{self, keys};
use crate::client::{self, json};

/// The stored log, if there is one.
pub fn load(opponent: Opponent, game: Game) -> Option<Vec<Logged>> {
    json::parse(&storage::load(key(opponent, game))?)
}

/// Stores a log until the next visit, with its summary. All of the log is summarised with every move: that
/// takes no longer than writing it.
pub fn save(opponent: Opponent, game: Game, log: &[Logged]) {
    if let (Ok(text), Some(summary)) = (serde_json::to_string(log), summary_of(log)) {
        storage::save_log(key(opponent, game), &text, &summary);
    }
}

/// Gives the stored log its summary. Earlier versions stored none, and scripts replace a log without one.
pub fn summarize_stored(opponent: Opponent, game: Game, log: &[Logged]) {
    let key = keys::summary(key(opponent, game));
    if let Some(summary) = summary_of(log).filter(|summary| storage::load(&key).as_ref() != Some(summary)) {
        storage::save(&key, &summary);
    }
}

fn summary_of(log: &[Logged]) -> Option<String> {
    serde_json::to_string(&summarize(log)?).ok()
}

/// Whether a running game is stored.
pub fn is_going_on(opponent: Opponent, game: Game) -> bool {
    let room = fold(code(), load(opponent, game).iter().flatten());
    room.running().is_some_and(|running| running.ply() > 0)
}

/// Stores a game of another room as a game against the computer that continues from this position.
pub fn keep_from(room: &Room, game: &Played, own: Side) {
    let (opponent, kind) = (Opponent::Computer, game.setup.game());
    if let Some(replaced) = load(opponent, kind) {
        summarize_stored(opponent, kind, &replaced);
    }
    save(opponent, kind, &log_from(room, game, opponent, Some(own), client::now()));
}
