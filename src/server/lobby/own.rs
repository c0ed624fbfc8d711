//! A guest's own rooms as they are listed: which of them, and how each stands. What came of a log is kept, as long as the log is no
//! longer than it was: pages ask again and again, and a log has thousands of events.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::mem::take;
use std::sync::{Arc, Mutex, PoisonError};

use room::{GameSettings, Logged, Millis, Reason, Room, RoomCode, Seat, fold};

use crate::app::api::{MyGame, Outcome, Standing};
use crate::app::text::language::Language;
use crate::app::text::names::played;
use crate::server::AppState;
use crate::server::identity::GuestKey;
use crate::server::store::{Sits, StoreError, Version};

/// How many of a guest's rooms are looked at, and how many are shown.
const LOOKED_AT: u32 = 200;
const SHOWN: usize = 20;
/// How many logs are read for one answer. Whoever has more rooms of which nothing is known finds the others the next time.
const READ: u32 = 24;
/// How many rooms are kept in each half of [`Summaries`]: some 300 bytes each.
const KEPT: usize = 4_096;

/// How a room stands.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Summary {
    /// What is played.
    game: GameSettings,
    /// By [`Seat::index`]: who sits there, and how it stands for them.
    sides: [(Option<String>, Standing); 2],
    /// When something last happened.
    at: Millis,
}

impl Summary {
    fn of(room: &Room) -> Self {
        let number = room.game.as_ref().map_or(1, |game| game.number);
        let name = |seat| room.occupant(seat).map(|occupant| occupant.name.clone());
        let sides = Seat::BOTH.map(|seat| (name(seat), standing(room, seat)));
        Self { game: room.settings_for(number).game, sides, at: room.at }
    }

    fn of_seat(&self, code: RoomCode, seat: Seat) -> MyGame {
        let (opponent, state) = (self.sides[seat.other().index()].0.clone(), self.sides[seat.index()].1);
        MyGame { code, opponent, title: played(&self.game), state, updated: self.at }
    }
}

fn standing(room: &Room, seat: Seat) -> Standing {
    match &room.game {
        None => Standing::Lobby,
        Some(_) if room.draft.is_some() => Standing::Lobby,
        Some(game) => match game.ending {
            None if game.put_away.is_some() => Standing::PutAway,
            None if game.position.to_move() == game.side_of(seat) => Standing::YourTurn,
            None => Standing::TheirTurn,
            Some(ending) => Standing::Over(match ending.winner {
                _ if ending.reason == Reason::CalledOff => Outcome::CalledOff,
                None => Outcome::Drawn,
                Some(winner) if winner == game.side_of(seat) => Outcome::Won,
                Some(_) => Outcome::Lost,
            }),
        },
    }
}

/// What came of the logs of rooms that were asked for lately.
#[derive(Debug, Default)]
pub struct Summaries(Mutex<Halves>);

/// When the newer half is full, it takes the place of the older one, with everything that nobody has asked for since.
#[derive(Debug, Default)]
struct Halves {
    newer: HashMap<RoomCode, Kept>,
    older: HashMap<RoomCode, Kept>,
}

type Kept = (Version, Arc<Summary>);

impl Summaries {
    /// What is known of a room whose log is so far.
    fn get(&self, code: RoomCode, log: Version) -> Option<Arc<Summary>> {
        let mut halves = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = halves.newer.get(&code).cloned().or_else(|| halves.older.remove(&code));
        let (version, summary) = kept.filter(|(version, _)| *version == log)?;
        halves.keep(code, (version, Arc::clone(&summary)));
        Some(summary)
    }

    fn keep(&self, code: RoomCode, kept: Kept) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).keep(code, kept);
    }
}

impl Halves {
    fn keep(&mut self, code: RoomCode, kept: Kept) {
        self.newer.insert(code, kept);
        if self.newer.len() >= KEPT {
            self.older = take(&mut self.newer);
        }
    }
}

/// The rooms of a guest in which most is to be done or was done last, in this language: the own turn first.
pub async fn rooms(app: &AppState, guest: GuestKey, language: Language) -> Result<Vec<MyGame>, StoreError> {
    let (mut read, mut rooms) = (0, Vec::new());
    for Sits { code, seat, log } in app.store.latest_of(guest, LOOKED_AT).await? {
        let summary = match app.summaries.get(code, log) {
            Some(known) => known,
            None if read == READ => continue,
            None => {
                read += 1;
                let log = app.store.log(code).await?;
                // Removed meanwhile.
                let Some(Logged { seq, at, .. }) = log.last() else { continue };
                let version = Version { seq: *seq, at: *at };
                let summary = Arc::new(Summary::of(&fold(code, &log)));
                app.summaries.keep(code, (version, Arc::clone(&summary)));
                summary
            }
        };
        rooms.push((code, seat, summary));
    }
    // A game that goes on is not pushed out of the list by those that are over.
    rooms.sort_by_key(|(_, seat, summary)| {
        let rank = match summary.sides[seat.index()].1 {
            Standing::YourTurn => 0,
            Standing::TheirTurn | Standing::PutAway => 1,
            Standing::Lobby | Standing::Over(_) => 2,
        };
        (rank, Reverse(summary.at))
    });
    rooms.truncate(SHOWN);
    let show = |(code, seat, summary): &(_, _, Arc<Summary>)| summary.of_seat(*code, *seat);
    let mut games: Vec<_> = language.during(|| rooms.iter().map(show).collect());
    games.sort_by_key(|game: &MyGame| (game.state != Standing::YourTurn, Reverse(game.updated)));
    Ok(games)
}

#[cfg(test)]
mod tests;
