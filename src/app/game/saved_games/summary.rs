//! Summaries of the games in a log of this device, for the list on "my games" (`src/app/games.js`). Scripts
//! know nothing of events: each log has its summary beside it in local storage, and a log without one (of an
//! earlier version, or out of a file) is summarised by [`summarize_text`], which that page loads for it.
//! Everything in a summary is derived: it is never trusted beyond what it shows.

use engine_protocol::Level;
use room::{BoardChoice, Event, GameSettings, Logged, Millis, Reason, Room, evolve};
use rules::mancala::Variant;
use rules::{Setup, Side};
use serde::{Serialize, Serializer};

use super::members::{given_name, level_at};
use super::slot::{code, key};
use crate::app::Opponent;
use crate::client::json;

/// The latest time that a JavaScript date can hold, in milliseconds before and after 1970.
const LATEST: u64 = 8_640_000_000_000_000;

/// The summary of a log.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LogSummary {
    /// The number of events in the log. With `at` it says whether this summary is of a stored log.
    events: usize,
    /// When the last of them happened.
    at: Millis,
    /// Whether its last game is still played, and has a move.
    running: bool,
    /// Its games, the earliest first.
    pub games: Vec<GameSummary>,
}

/// The summary of one game. Its fields, with the events in the place of `log`, are those of an entry in the
/// local archive (IndexedDB), so they never change.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameSummary {
    /// The word for its kind ([`key`]).
    key: &'static str,
    /// When it began.
    since: Millis,
    /// When its last event happened.
    at: Millis,
    /// The levels of the computer, by side.
    #[serde(serialize_with = "level_numbers")]
    levels: [Option<Level>; 2],
    /// What is played.
    kind: Kind,
    /// The number of moves, without those that were taken back.
    moves: u32,
    /// Whether it ended with a result.
    over: bool,
    /// Who won, once it is over.
    winner: Option<Side>,
    /// The points of both sides, once it is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<[u16; 2]>,
    /// The players' names by side, if both have given one.
    #[serde(skip_serializing_if = "Option::is_none")]
    names: Option<[String; 2]>,
    /// The events of its own log, as ranges of the log: the settings and players before it, and all from its
    /// start to its end.
    log: Vec<[usize; 2]>,
}

/// The rules of a game of Mancala, or where the board of a game of Mapello comes from, if that is known.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
enum Kind {
    Rules(Variant),
    Board(Option<BoardChoice>),
}

/// A level as its number. A person is a negative number, as in all entries of the archive.
fn level_numbers<S: Serializer>(levels: &[Option<Level>; 2], to: S) -> Result<S::Ok, S::Error> {
    levels.map(|level| level.map_or(-1, |level| level as i8)).serialize(to)
}

/// Summarises the text of a log, as JSON; `None` if it is no log.
pub fn summarize_text(log: &str) -> Option<String> {
    let log: Vec<Logged> = json::parse(log)?;
    serde_json::to_string(&summarize(&log)?).ok()
}

/// Summarises a log; `None` if no room of this device can have written it.
pub fn summarize(log: &[Logged]) -> Option<LogSummary> {
    let mut room = Room::new(code());
    let mut games: Vec<GameSummary> = Vec::new();
    let mut agreed = Vec::new();
    for (place, logged) in log.iter().enumerate() {
        if logged.at.unsigned_abs() >= LATEST {
            return None;
        }
        let (before, was_running) = (room.seq, room.running().is_some());
        evolve(&mut room, logged);
        if room.seq == before {
            continue;
        }
        match &logged.event {
            Event::Started { setup, .. } => {
                if matches!(setup, Setup::Mancala(setup) if setup.validate().is_err()) {
                    return None;
                }
                games.extend(begin(&room, logged.at, &agreed));
            }
            Event::Opened(_) | Event::Configured { .. } | Event::Seated { .. } | Event::Renamed { .. } => {
                add(&mut agreed, place)
            }
            _ => {}
        }
        let belongs = was_running || matches!(logged.event, Event::Started { .. });
        if let Some(game) = games.last_mut().filter(|_| belongs) {
            go_on(game, &room, logged.at);
            add(&mut game.log, place);
        }
    }
    let running = room.running().is_some_and(|game| game.own_ply() > 0);
    Some(LogSummary { events: log.len(), at: log.last()?.at, running, games })
}

/// The summary of the room's game at its start.
fn begin(room: &Room, at: Millis, agreed: &[[usize; 2]]) -> Option<GameSummary> {
    let game = room.running()?;
    let levels = Side::BOTH.map(|side| level_at(room, game.seat_of(side)));
    let opponent = if levels == [None; 2] { Opponent::Person } else { Opponent::Computer };
    let key = key(opponent, game.setup.game());
    let kind = match (game.setup, room.settings.game) {
        (Setup::Mancala(setup), _) => Kind::Rules(setup.variant),
        (Setup::Mapello(_), GameSettings::Mapello(board)) => Kind::Board(Some(board)),
        (Setup::Mapello(_), GameSettings::Mancala(_)) => Kind::Board(None),
    };
    Some(GameSummary {
        key,
        since: at,
        at,
        levels,
        kind,
        moves: 0,
        over: false,
        winner: None,
        score: None,
        names: None,
        log: agreed.to_vec(),
    })
}

/// Brings the summary of the room's game up to date.
fn go_on(summary: &mut GameSummary, room: &Room, at: Millis) {
    let Some(game) = &room.game else { return };
    summary.at = at;
    // An opening alone is no game that somebody would go on with.
    summary.moves = if game.own_ply() == 0 { 0 } else { game.ply() };
    let name = |side| given_name(room, game.seat_of(side)).map(str::to_owned);
    summary.names = name(Side::First).zip(name(Side::Second)).map(|(first, second)| [first, second]);
    if let Some(ending) = game.ending.filter(|ending| ending.reason != Reason::CalledOff) {
        summary.over = true;
        summary.winner = ending.winner;
        summary.score = Some(game.final_points());
    }
}

/// Adds a place to ranges.
fn add(ranges: &mut Vec<[usize; 2]>, place: usize) {
    match ranges.last_mut() {
        Some([_, end]) if *end == place => *end += 1,
        _ => ranges.push([place, place + 1]),
    }
}

#[cfg(test)]
mod tests;
