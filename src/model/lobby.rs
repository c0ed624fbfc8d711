//! The lobby as it is shown: a snapshot of the open seeks and of the public games.

use room::{GameSettings, RoomCode, TimeControl};
use serde::{Deserialize, Serialize};

use super::rating::Rating;
use super::seek::Seek;

/// A snapshot of the lobby for one guest.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LobbySnapshot {
    /// How many people are in the lobby.
    pub people: u32,
    /// How many games are running.
    pub games: u32,
    /// The first open seeks, the oldest first.
    pub seeks: Vec<OpenSeek>,
    /// How many more seeks there are.
    pub more_seeks: u32,
    /// The public games that are running, the newest first.
    pub public: Vec<PublicGame>,
    /// The bots that play with people.
    pub bots: Vec<FreeBot>,
}

/// A bot that plays with people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FreeBot {
    /// Its name, with the mark.
    pub name: String,
    /// Its ratings on the ladder of bots, in Mancala and in Mapello.
    pub ratings: [Option<Rating>; 2],
    /// Whether it has time for another game.
    pub is_free: bool,
}

/// An open seek: a guest waits for an opponent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenSeek {
    /// Its number.
    pub id: u64,
    /// The guest's name.
    pub name: String,
    /// The guest's rating in this game.
    pub rating: Option<Rating>,
    /// What the guest would like to play.
    pub seek: Seek,
    /// The lowest and the highest rating that the guest wants of an opponent; `None` for no limit.
    pub range: [Option<u32>; 2],
    /// Whether it is the reader's own seek.
    pub own: bool,
}

/// A running game that everybody may watch as a spectator.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PublicGame {
    /// Its room.
    pub code: RoomCode,
    /// Its number in the room.
    pub number: u32,
    /// Whether it changes ratings.
    pub is_rated: bool,
    /// The players' names, by [`room::Seat::index`].
    pub names: [String; 2],
    /// The game and its variant or board.
    pub game: GameSettings,
    /// The time control.
    pub clock: TimeControl,
    /// The number of spectators.
    pub watching: u32,
}
