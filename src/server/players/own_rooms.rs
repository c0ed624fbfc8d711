//! List of a guest's own rooms and their states: a projection of event logs, cached until a log grows,
//! because pages poll the list and a log may have thousands of events.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::mem::take;
use std::sync::{Arc, Mutex, PoisonError};

use room::{GameSettings, Logged, Millis, Reason, Room, RoomCode, Seat, fold};

use crate::app::text::language::Language;
use crate::app::text::names::{game_title, shown_name};
use crate::model::my_games::{MyGame, Outcome, RoomState};
use crate::server::AppState;
use crate::server::identity::GuestKey;
use crate::server::store::{HeldSeat, LogVersion, StoreError};

/// How many of a guest's rooms are considered, and how many are listed.
const MAX_CONSIDERED: u32 = 200;
const MAX_LISTED: usize = 20;
/// The most logs that are folded for one answer. Rooms beyond that appear once later answers have cached the
/// others.
const MAX_FOLDED: u32 = 24;
/// Capacity of each half of [`Summaries`], at some 300 bytes a room.
const GENERATION_SIZE: usize = 4_096;

/// The state of a room that the list shows.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Summary {
    /// What is played.
    game: GameSettings,
    /// By [`Seat::index`]: the player's name, and the state from that side.
    sides: [(Option<String>, RoomState); 2],
    /// Time of the last event, in milliseconds since 1970.
    at: Millis,
}

impl Summary {
    fn of(room: &Room) -> Self {
        let number = room.game.as_ref().map_or(1, |game| game.number);
        let name = |seat| room.occupant(seat).map(|occupant| occupant.name.clone());
        let sides = Seat::BOTH.map(|seat| (name(seat), state_of(room, seat)));
        Self { game: room.settings_for(number).game, sides, at: room.at }
    }

    fn of_seat(&self, code: RoomCode, seat: Seat) -> MyGame {
        let opponent = self.sides[seat.other().index()].0.as_deref().map(shown_name);
        let state = self.sides[seat.index()].1;
        MyGame { code, opponent, title: game_title(&self.game), state, updated: self.at }
    }
}

fn state_of(room: &Room, seat: Seat) -> RoomState {
    match &room.game {
        None => RoomState::Setup,
        Some(_) if room.draft.is_some() => RoomState::Setup,
        Some(game) => match game.ending {
            None if game.put_away.is_some() => RoomState::Adjourned,
            None if game.position.to_move() == game.side_of(seat) => RoomState::YourTurn,
            None => RoomState::TheirTurn,
            Some(ending) if ending.reason == Reason::CalledOff => RoomState::Over(Outcome::Aborted),
            Some(ending) => RoomState::Over(Outcome::of(ending.winner, game.side_of(seat))),
        },
    }
}

/// Cache of summaries by room.
#[derive(Debug, Default)]
pub struct Summaries(Mutex<TwoGenerations>);

/// A two-generation cache: when the newer half is full, it replaces the older one, which drops entries not
/// used since.
#[derive(Debug, Default)]
struct TwoGenerations {
    newer: HashMap<RoomCode, CacheEntry>,
    older: HashMap<RoomCode, CacheEntry>,
}

type CacheEntry = (LogVersion, Arc<Summary>);

impl Summaries {
    /// The cached summary, if it is of this version of the log.
    fn get(&self, code: RoomCode, log: LogVersion) -> Option<Arc<Summary>> {
        let mut cache = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = cache.newer.get(&code).cloned().or_else(|| cache.older.remove(&code));
        let (version, summary) = entry.filter(|(version, _)| *version == log)?;
        cache.insert(code, (version, Arc::clone(&summary)));
        Some(summary)
    }

    fn insert(&self, code: RoomCode, entry: CacheEntry) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(code, entry);
    }
}

impl TwoGenerations {
    fn insert(&mut self, code: RoomCode, entry: CacheEntry) {
        self.newer.insert(code, entry);
        if self.newer.len() >= GENERATION_SIZE {
            self.older = take(&mut self.newer);
        }
    }
}

/// The guest's rooms, with names in this language: challenges to the guest first, then those with the guest's turn, then by last
/// event.
pub async fn rooms(app: &AppState, guest: GuestKey, language: Language) -> Result<Vec<MyGame>, StoreError> {
    let mut to_fold = MAX_FOLDED;
    let challenges = challenge_summaries(app, guest, &mut to_fold).await?;
    let mut rooms = Vec::new();
    for held in app.store.relevant_rooms_of(guest, MAX_CONSIDERED).await? {
        if let Some(summary) = summary(app, held, &mut to_fold).await? {
            rooms.push((held.code, held.seat, summary));
        }
    }
    // Unfinished games come first, so that finished ones do not push them out of the list.
    rooms.sort_by_key(|(_, seat, summary)| {
        let rank = match summary.sides[seat.index()].1 {
            RoomState::YourTurn => 0,
            RoomState::TheirTurn | RoomState::Adjourned => 1,
            RoomState::Setup | RoomState::Challenged | RoomState::Over(_) => 2,
        };
        (rank, Reverse(summary.at))
    });
    rooms.truncate(MAX_LISTED);
    let show = |(code, seat, summary): &(_, _, Arc<Summary>)| summary.of_seat(*code, *seat);
    let mut games: Vec<_> = language.during(|| rooms.iter().map(show).collect());
    games.sort_by_key(|game: &MyGame| (game.state != RoomState::YourTurn, Reverse(game.updated)));
    Ok(language.during(|| challenges.iter().map(challenged).chain(games).collect()))
}

/// The rooms to which a guest is challenged, the latest challenge first.
pub async fn challenges(
    app: &AppState,
    guest: GuestKey,
    language: Language,
) -> Result<Vec<MyGame>, StoreError> {
    let mut to_fold = MAX_FOLDED;
    let challenges = challenge_summaries(app, guest, &mut to_fold).await?;
    Ok(language.during(|| challenges.iter().map(challenged).collect()))
}

/// The rooms to which a guest is challenged, each with the challenger's seat.
async fn challenge_summaries(
    app: &AppState,
    guest: GuestKey,
    to_fold: &mut u32,
) -> Result<Vec<(HeldSeat, Arc<Summary>)>, StoreError> {
    let mut challenges = Vec::new();
    for held in app.store.challenges_to(guest, app.time.now()).await? {
        challenges.extend(summary(app, held, to_fold).await?.map(|summary| (held, summary)));
    }
    Ok(challenges)
}

fn challenged((held, summary): &(HeldSeat, Arc<Summary>)) -> MyGame {
    MyGame { state: RoomState::Challenged, ..summary.of_seat(held.code, held.seat.other()) }
}

/// What the lists show of a room; `None` if it was removed, or no more logs are folded for this answer.
async fn summary(
    app: &AppState,
    HeldSeat { code, log, .. }: HeldSeat,
    to_fold: &mut u32,
) -> Result<Option<Arc<Summary>>, StoreError> {
    if let Some(summary) = app.summaries.get(code, log) {
        return Ok(Some(summary));
    }
    if *to_fold == 0 {
        return Ok(None);
    }
    *to_fold -= 1;
    let hidden = log.hidden;
    let log = app.store.log(code).await?;
    // The room was removed meanwhile.
    let Some(Logged { seq, at, .. }) = log.last() else { return Ok(None) };
    let version = LogVersion { seq: *seq, at: *at, hidden };
    let summary = Arc::new(Summary::of(&fold(code, &log)));
    app.summaries.insert(code, (version, Arc::clone(&summary)));
    Ok(Some(summary))
}

#[cfg(test)]
mod tests;
