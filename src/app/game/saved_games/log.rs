//! The logs of games on this device in local storage, each under its id and with its summary beside it.

use room::{Game as Played, Logged, Room};
use rules::Side;

use super::continued::log_from;
use super::summary::summarize;
use crate::app::Opponent;
use crate::client::storage::{self, keys};
use crate::client::{self, json};

/// Parses a stored log.
pub fn parse(text: &str) -> Option<Vec<Logged>> {
    json::parse(text)
}

/// Stores a log with its summary. All of the log is summarised with every move: that takes no longer than
/// writing it.
pub fn save(id: &str, log: &[Logged]) {
    if let (Ok(text), Some(summary)) = (serde_json::to_string(log), summary_of(log)) {
        storage::save_log(id, &text, &summary);
    }
}

/// Gives a stored log its summary: scripts store a log without one.
pub fn summarize_stored(id: &str, log: &[Logged]) {
    let key = keys::summary(id);
    let is_stored = storage::load(&keys::game(id)).is_some();
    let summary =
        summary_of(log).filter(|summary| is_stored && storage::load(&key).as_ref() != Some(summary));
    if let Some(summary) = summary {
        storage::save(&key, &summary);
    }
}

fn summary_of(log: &[Logged]) -> Option<String> {
    serde_json::to_string(&summarize(log)?).ok()
}

/// Stores a new game that continues from a position of another room, against the computer; gives its id, or
/// nothing where nothing can be stored.
pub fn keep_from(room: &Room, game: &Played, own: Side) -> Option<String> {
    let id = storage::new_id();
    save(&id, &log_from(room, game, Opponent::Computer, Some(own), client::now()));
    storage::load(&keys::game(&id)).map(|_| id)
}
