//! The bots that are online on this node, and the games that they play here. In memory only.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use engine_protocol::Level;
use room::{BOT_MARK, RoomCode};
use tokio::sync::mpsc;

use super::actions::Action;
use super::error::BotError;
use super::terms::Terms;
use super::watchers::Watchers;
use crate::model::rating::Rating;
use crate::model::seek::Seek;
use crate::server::identity::{GuestKey, Identity};

/// A bot that is online.
#[derive(Clone, Debug)]
pub struct BotOnline {
    /// Its identity, for its seats.
    pub identity: Identity,
    /// Its name, with the mark.
    pub name: String,
    /// Whether it is one of whoever runs the server.
    pub is_house: bool,
    /// Whether the store knows it: otherwise its games are not rated.
    pub is_known: bool,
    /// On what terms it plays.
    pub terms: Terms,
    /// Its ratings on the ladder of bots, in Mancala and in Mapello.
    pub ratings: [Option<Rating>; 2],
    /// How many games it plays.
    pub games: usize,
}

impl BotOnline {
    /// The place of the level of the computer that it is called after, from the weakest on.
    pub fn level(&self) -> Option<usize> {
        let called = self.name.strip_prefix(BOT_MARK)?;
        Level::ALL.into_iter().position(|level| level.name() == called)
    }

    /// How strong it is taken for before its first rated game.
    fn expected_points(&self) -> u32 {
        let steps = self.level().and_then(|level| u32::try_from(level).ok());
        steps.map_or(NEW_POINTS, |steps| WEAKEST_POINTS + STEP_POINTS * steps)
    }

    /// Whether it has time for another game.
    pub fn is_free(&self) -> bool {
        self.games < self.terms.games
    }
}

/// The points of a player without a rating.
const NEW_POINTS: u32 = 1_500;
/// Those that the weakest level is taken to have before its first rated game, and how much stronger each further one is.
const WEAKEST_POINTS: u32 = 700;
const STEP_POINTS: u32 = 175;

/// See the module.
#[derive(Debug, Default)]
pub struct Directory {
    /// The streams that only watch.
    pub watchers: Arc<Watchers>,
    online: Mutex<HashMap<GuestKey, Entry>>,
    last: AtomicU64,
}

#[derive(Debug)]
struct Entry {
    /// Number of the stream: a later one of the same bot takes its place.
    stream: u64,
    bot: BotOnline,
    /// Told of rooms that the bot is to enter.
    enter: mpsc::UnboundedSender<RoomCode>,
    /// The rooms that it follows, or is about to.
    rooms: HashMap<RoomCode, Table>,
    /// Games that are being created for it.
    reserved: usize,
}

/// A room of a bot.
#[derive(Debug, Default)]
struct Table {
    /// Where its actions go, once it follows the room.
    actions: Option<mpsc::Sender<Action>>,
    /// Whether a game is played there, or is about to be. A bot that waits for another game with a stranger is free.
    plays: bool,
}

/// The place of a stream in the directory, until it is dropped.
#[derive(Debug)]
pub struct Place {
    directory: Arc<Directory>,
    guest: GuestKey,
    stream: u64,
}

/// A game that a bot is about to begin, which counts for as long as this is held.
#[derive(Debug)]
pub struct Reservation {
    directory: Arc<Directory>,
    /// The bots that begin it, with their streams: the one that was asked, and the asker if that is one.
    reserved: Vec<(GuestKey, u64)>,
    /// Whom it is with.
    pub bot: BotOnline,
    /// What is played.
    pub seek: Seek,
}

impl Directory {
    /// A bot comes online. An earlier stream of it ends; the receiver of a stream ends when a later one comes.
    pub fn open(self: &Arc<Self>, bot: BotOnline) -> (Place, mpsc::UnboundedReceiver<RoomCode>) {
        let (enter, entered) = mpsc::unbounded_channel();
        let (guest, stream) = (bot.identity.guest(), self.last.fetch_add(1, Ordering::Relaxed));
        let mut online = self.lock();
        // What the bot plays goes on with the new stream.
        let earlier = online.remove(&guest).into_iter().flat_map(|entry| entry.rooms);
        let played = earlier.filter(|(_, table)| table.plays);
        let rooms = played.map(|(code, _)| (code, Table { actions: None, plays: true })).collect();
        online.insert(guest, Entry { stream, bot, enter, rooms, reserved: 0 });
        drop(online);
        (Place { directory: Arc::clone(self), guest, stream }, entered)
    }

    /// The bots that are online, by name.
    pub fn online(&self) -> Vec<BotOnline> {
        let online = self.lock();
        let with_games = |entry: &Entry| BotOnline { games: entry.games(), ..entry.bot.clone() };
        let mut bots: Vec<BotOnline> = online.values().map(with_games).collect();
        bots.sort_by(|one, other| one.name.cmp(&other.name));
        bots
    }

    /// The bot that somebody who waits for a person is offered: one of whoever runs the server that is free and plays this,
    /// with a rating near this one. `None` if there is none.
    pub fn suggest(&self, seek: Seek, points: u32) -> Option<String> {
        let plays =
            |bot: &BotOnline| bot.is_house && bot.is_free() && bot.terms.accept(seek, false).is_some();
        let distance = |bot: &BotOnline| {
            let rating = bot.ratings[seek.game as usize];
            rating.map_or_else(|| bot.expected_points(), |rating| rating.points).abs_diff(points)
        };
        self.online().into_iter().filter(plays).min_by_key(distance).map(|bot| bot.name)
    }

    /// Whether the bot of this name has time for this with a person.
    pub fn is_free_for(&self, name: &str, seek: Seek) -> bool {
        let plays = |bot: &BotOnline| bot.is_free() && bot.terms.accept(seek, false).is_some();
        self.online().iter().any(|bot| bot.name == name && plays(bot))
    }

    /// Reserves a game with the bot of this name, for somebody who asks for this.
    ///
    /// # Errors
    /// It is not online, does not play this, or plays as many games as it wants to.
    pub fn reserve(
        self: &Arc<Self>,
        name: &str,
        asker: GuestKey,
        seek: Seek,
        is_bot: bool,
    ) -> Result<Reservation, BotError> {
        let mut online = self.lock();
        if is_bot {
            // Otherwise one could keep all others busy.
            let own = online.get(&asker).ok_or(BotError::NotYours)?;
            if own.games() >= own.bot.terms.games {
                return Err(BotError::Occupied);
            }
        }
        let mut others = online.iter_mut().filter(|(guest, _)| **guest != asker);
        let is_it = |entry: &Entry| entry.bot.name.to_lowercase() == name.to_lowercase();
        let (guest, entry) = others.find(|(_, entry)| is_it(entry)).ok_or(BotError::NotOnline)?;
        let seek = entry.bot.terms.accept(seek, is_bot).ok_or(BotError::NotTaken)?;
        if entry.games() >= entry.bot.terms.games {
            return Err(BotError::Occupied);
        }
        entry.reserved += 1;
        let (bot, mut reserved) = (entry.bot.clone(), vec![(*guest, entry.stream)]);
        if let Some(own) = online.get_mut(&asker).filter(|_| is_bot) {
            own.reserved += 1;
            reserved.push((asker, own.stream));
        }
        Ok(Reservation { directory: Arc::clone(self), reserved, bot, seek })
    }

    /// Has a bot enter a room, if it is online.
    pub fn enter(&self, guest: GuestKey, code: RoomCode) {
        let mut online = self.lock();
        let Some(entry) = online.get_mut(&guest) else { return };
        if entry.enter.send(code).is_ok() {
            entry.rooms.entry(code).or_default().plays = true;
        }
    }

    /// Where a bot's actions in a room go.
    pub fn actions(&self, guest: GuestKey, code: RoomCode) -> Option<mpsc::Sender<Action>> {
        self.lock().get(&guest)?.rooms.get(&code)?.actions.clone()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<GuestKey, Entry>> {
        self.online.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Entry {
    fn games(&self) -> usize {
        self.rooms.values().filter(|table| table.plays).count() + self.reserved
    }
}

impl Place {
    /// The bot follows a room; false if it does already, or if another stream has taken this one's place.
    pub fn follow(&self, code: RoomCode, actions: mpsc::Sender<Action>) -> bool {
        self.at_table(code, |table| {
            let is_free = table.actions.is_none();
            if is_free {
                table.actions = Some(actions);
            }
            is_free
        })
    }

    /// Notes how strong the bot is by now.
    pub fn set_ratings(&self, ratings: [Option<Rating>; 2]) {
        let mut online = self.directory.lock();
        if let Some(entry) = online.get_mut(&self.guest).filter(|entry| entry.stream == self.stream) {
            entry.bot.ratings = ratings;
        }
    }

    /// Notes whether a game is played in a room.
    pub fn set_plays(&self, code: RoomCode, plays: bool) {
        self.at_table(code, |table| {
            table.plays = plays;
            true
        });
    }

    /// Changes a room of this stream; false if another one has taken its place.
    fn at_table(&self, code: RoomCode, change: impl FnOnce(&mut Table) -> bool) -> bool {
        let mut online = self.directory.lock();
        let entry = online.get_mut(&self.guest).filter(|entry| entry.stream == self.stream);
        entry.is_some_and(|entry| change(entry.rooms.entry(code).or_default()))
    }

    /// The bot does not follow a room any more.
    pub fn leave(&self, code: RoomCode) {
        let mut online = self.directory.lock();
        if let Some(entry) = online.get_mut(&self.guest).filter(|entry| entry.stream == self.stream) {
            entry.rooms.remove(&code);
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut online = self.directory.lock();
        if online.get(&self.guest).is_some_and(|entry| entry.stream == self.stream) {
            online.remove(&self.guest);
        }
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        let mut online = self.directory.lock();
        for (guest, stream) in &self.reserved {
            if let Some(entry) = online.get_mut(guest).filter(|entry| entry.stream == *stream) {
                entry.reserved = entry.reserved.saturating_sub(1);
            }
        }
    }
}
