//! The TV page: the best running game that everybody may watch, and the tournaments of today.

use std::sync::Arc;

use room::{GameSettings, Millis, RoomCode};
use rules::{Game, Side};

use super::rating::Rating;
use super::tournaments::TournamentLine;

/// A public game as a spectator sees it, running or just over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpectatedGame {
    /// Its room.
    pub code: RoomCode,
    /// The players' names, by [`Side::index`].
    pub names: [String; 2],
    /// What is played.
    pub settings: GameSettings,
    /// Whether it changes ratings.
    pub is_rated: bool,
    /// The game itself.
    pub game: room::Game,
}

/// The game that the TV page shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TvGame {
    /// The game.
    pub seen: Arc<SpectatedGame>,
    /// The players' ratings, by [`room::Seat::index`]; none of a casual game.
    pub ratings: [Option<Rating>; 2],
}

impl TvGame {
    /// The rating of a side.
    pub fn rating(&self, side: Side) -> Option<Rating> {
        self.ratings[self.seen.game.seat_of(side).index()]
    }
}

/// The tournaments that the TV page lists: those that are running, and those that start within a day.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TodaysTournaments {
    /// Those that can be watched now.
    pub running: Vec<TournamentLine>,
    /// Those that are announced, the next one first.
    pub upcoming: Vec<TournamentLine>,
}

/// The TV page.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TvData {
    /// The game that was chosen; `None` for both.
    pub filter: Option<Game>,
    /// The game that is shown; `None` if there is none worth seeing.
    pub game: Option<Arc<TvGame>>,
    /// The tournaments of today.
    pub tournaments: Arc<TodaysTournaments>,
    /// The server's time.
    pub now: Millis,
}
