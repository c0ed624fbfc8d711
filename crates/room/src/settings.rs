//! The settings both players agree on before a game: variant or board, time control, who begins, takeback
//! rule, spectators.

use rules::{Game, Setup, SetupError};
use serde::{Deserialize, Serialize};

use crate::boards::BoardChoice;
use crate::clock::{TimeControl, TimeOut};
use crate::mancala_settings::MancalaSettings;
use crate::matches::MatchLength;
use crate::rejection::Rejection;
use crate::seat::Seat;

/// The game and its options.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameSettings {
    /// Mancala, in one of its variants, from the plain start or another one.
    Mancala(MancalaSettings),
    /// Mapello, on this board.
    Mapello(BoardChoice),
}

impl Default for GameSettings {
    fn default() -> Self {
        Self::Mancala(MancalaSettings::default())
    }
}

impl GameSettings {
    /// The game.
    pub fn game(&self) -> Game {
        match self {
            Self::Mancala(_) => Game::Mancala,
            Self::Mapello(_) => Game::Mapello,
        }
    }

    /// The setup of the next game, the `number`th of its room (from 1); the number decides who begins where
    /// that alternates. `None` when a player has yet to build the board.
    pub fn setup(&self, number: u32) -> Option<Setup> {
        match self {
            Self::Mancala(settings) => Some(Setup::Mancala(settings.setup(number))),
            Self::Mapello(choice) => choice.board(1).map(Setup::Mapello),
        }
    }

    /// The number of the opening from which the next game begins; `None` if it begins from its start.
    pub fn opening(&self) -> Option<u32> {
        match self {
            Self::Mancala(_) => None,
            Self::Mapello(choice) => choice.opening(),
        }
    }

    /// The settings after so many games of the room.
    pub(crate) fn after_games(self, games: u32) -> Self {
        match self {
            Self::Mancala(settings) => Self::Mancala(settings.after_games(games)),
            Self::Mapello(choice) => Self::Mapello(choice.after_games(games)),
        }
    }

    fn check(&self) -> Result<(), Rejection> {
        match self {
            Self::Mancala(settings) => settings.validate().map_err(|why| match why {
                SetupError::Start => Rejection::BadBoard(why),
                _ => Rejection::BadSettings,
            }),
            Self::Mapello(choice) => choice.check().map_err(Rejection::BadBoard),
        }
    }
}

/// Who plays the first side (South, Black) in the first game. In every further game of the room the sides are
/// swapped; where a board is built for each game, the player who did not build it picks the side instead.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sides {
    /// The player on the bottom seat.
    #[default]
    Bottom,
    /// The player on the top seat.
    Top,
    /// A random player, drawn when the game starts.
    Random,
}

impl Sides {
    /// The seat that plays the first side of the first game of a series; `chance` decides for
    /// [`Sides::Random`].
    pub(crate) fn first(self, chance: u64) -> Seat {
        match self {
            Sides::Bottom => Seat::Bottom,
            Sides::Top => Seat::Top,
            Sides::Random => Seat::BOTH[(chance & 1) as usize],
        }
    }
}

/// The takeback rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UndoRule {
    /// The opponent has to consent.
    #[default]
    Consent,
    /// Either player takes back at once: play on one device.
    AtOnce,
}

/// Who may watch as a spectator.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Audience {
    /// Everybody with the link.
    #[default]
    Invited,
    /// Everybody: the lobby lists the running games of the room.
    Public,
    /// Nobody: the room has no spectators.
    Nobody,
}

impl Audience {
    fn is_default(&self) -> bool {
        *self == Self::Invited
    }
}

/// How the two players of a room met.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Company {
    /// One sent the link to the other.
    #[default]
    Friends,
    /// Matchmaking paired them.
    Strangers,
}

impl Company {
    fn is_default(&self) -> bool {
        *self == Self::Friends
    }
}

/// Whether the games of strangers change their ratings. Among friends it has no meaning: theirs never do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RatingMode {
    /// They are rated.
    #[default]
    Rated,
    /// They are casual: whatever happens in the room, no rating changes.
    Casual,
}

impl RatingMode {
    fn is_default(&self) -> bool {
        *self == Self::Rated
    }
}

/// Everything both players agree on by pressing *Ready*.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Settings {
    /// The game and its options.
    pub game: GameSettings,
    /// The time control.
    pub clock: TimeControl,
    /// Who begins.
    pub sides: Sides,
    /// The takeback rule.
    pub undo: UndoRule,
    /// What happens when a side's time runs out in a game of Mapello; in Mancala that side always loses.
    #[serde(default)]
    pub timeout: TimeOut,
    /// Who may watch. Not serialised if it is the default, as in logs from before there was a choice.
    #[serde(default, skip_serializing_if = "Audience::is_default")]
    pub audience: Audience,
    /// How the players met. Not serialised if it is the default, as in logs from before it was recorded.
    #[serde(default, skip_serializing_if = "Company::is_default")]
    pub company: Company,
    /// How many games decide; a match of two is of Mancala. Not serialised if it is the default, as in logs from before
    /// there were matches.
    #[serde(default, skip_serializing_if = "MatchLength::is_default")]
    pub match_length: MatchLength,
    /// Whether games of strangers are rated. Not serialised if it is the default, as in logs from before there was a
    /// choice.
    #[serde(default, skip_serializing_if = "RatingMode::is_default")]
    pub mode: RatingMode,
    /// Whether a player may go berserk in the first game or match of the room, which takes a clock with a budget for the game
    /// ([`crate::Room::check_berserk`]). Only tournaments open such rooms. Not serialised if nobody may, as in logs from before
    /// anybody could.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub berserk: bool,
}

impl Settings {
    /// The default settings of a room: Mancala without a clock, Mapello with the original's 60 s a move.
    pub fn for_game(game: Game) -> Self {
        match game {
            Game::Mancala => Self::default(),
            Game::Mapello => Self {
                game: GameSettings::Mapello(BoardChoice::Default),
                clock: TimeControl::PerMove { seconds: 60 },
                ..Self::default()
            },
        }
    }

    /// Whether games with these settings change ratings, if they have a clock: those of strangers do, unless they have
    /// agreed on casual ones.
    pub fn is_rated(&self) -> bool {
        self.company == Company::Strangers && self.mode == RatingMode::Rated
    }

    /// Checks that games may be played with these settings.
    ///
    /// # Errors
    /// [`Rejection::BadBoard`] for a board that cannot be played on or a start of another board,
    /// [`Rejection::BadSettings`] for a number out of its range, or for a match of Mapello.
    pub fn check(&self) -> Result<(), Rejection> {
        self.game.check()?;
        let has_match = self.match_length == MatchLength::One || self.game.game() == Game::Mancala;
        if has_match && self.clock.is_valid() { Ok(()) } else { Err(Rejection::BadSettings) }
    }
}
