//! The bots that are online on this node, and the games that they play here. In memory only.

mod bot;
mod reservation;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use room::RoomCode;
use tokio::sync::mpsc;

pub use self::bot::BotOnline;
use super::actions::Action;
use super::watchers::Watchers;
use crate::model::rating::Rating;
use crate::model::seek::Seek;
use crate::server::identity::GuestKey;

/// A second press within this time means the game that the first one has begun.
const DOUBLE_PRESS: Duration = Duration::from_secs(3);

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
    /// Who asks for the games that are being created for it.
    reserved: Vec<GuestKey>,
}

/// A room of a bot.
#[derive(Debug, Default)]
struct Table {
    /// Where its actions go, once it follows the room.
    actions: Option<mpsc::Sender<Action>>,
    /// Whether a game is played there, or is about to be. A bot that waits for another game with a stranger is free.
    plays: bool,
    /// Who has asked for its first game, and when.
    asked: Option<(GuestKey, Instant)>,
}

/// The place of a stream in the directory, until it is dropped.
#[derive(Debug)]
pub struct Place {
    directory: Arc<Directory>,
    guest: GuestKey,
    stream: u64,
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
        let rooms = played.map(|(code, table)| (code, Table { actions: None, ..table })).collect();
        online.insert(guest, Entry { stream, bot, enter, rooms, reserved: Vec::new() });
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

    /// Has a bot enter a room, if it is online; for the game that somebody else has asked for, if somebody has.
    pub fn enter(&self, guest: GuestKey, code: RoomCode, asker: Option<GuestKey>) {
        let mut online = self.lock();
        let Some(entry) = online.get_mut(&guest) else { return };
        if entry.enter.send(code).is_ok() {
            let table = entry.rooms.entry(code).or_default();
            table.plays = true;
            table.asked = asker.map(|asker| (asker, Instant::now())).or(table.asked);
        }
    }

    /// Whether a bot that is online knows of a game of its own in this room.
    pub fn is_at(&self, guest: GuestKey, code: RoomCode) -> bool {
        self.lock().get(&guest).is_some_and(|entry| entry.rooms.contains_key(&code))
    }

    /// The games that are played, or are about to be, because this guest has asked for them.
    pub fn games_of(&self, asker: GuestKey) -> usize {
        let of = |entry: &Entry| {
            let reserved = entry.reserved.iter().filter(|by| **by == asker).count();
            reserved + entry.rooms.values().filter(|table| table.plays && table.is_of(asker)).count()
        };
        self.lock().values().map(of).sum()
    }

    /// The room of the game that this guest has asked this bot for a moment ago: a button was pressed twice.
    pub fn just_begun(&self, asker: GuestKey, name: &str) -> Option<RoomCode> {
        let online = self.lock();
        let entry = online.values().find(|entry| entry.bot.name.to_lowercase() == name.to_lowercase())?;
        let is_new = |table: &Table| table.asked.is_some_and(|(_, at)| at.elapsed() < DOUBLE_PRESS);
        let mut rooms = entry.rooms.iter();
        rooms.find(|(_, table)| table.plays && table.is_of(asker) && is_new(table)).map(|(code, _)| *code)
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
        self.rooms.values().filter(|table| table.plays).count() + self.reserved.len()
    }
}

impl Table {
    fn is_of(&self, asker: GuestKey) -> bool {
        self.asked.is_some_and(|(by, _)| by == asker)
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
