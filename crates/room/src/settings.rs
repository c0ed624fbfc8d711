//! What is agreed on before a game: variant or board, clock, who begins, how moves are taken back.

use rules::{Game, Setup, mancala};
use serde::{Deserialize, Serialize};

use crate::boards::BoardChoice;
use crate::clock::{TimeControl, TimeOut};
use crate::rejection::Rejection;
use crate::seat::Seat;

/// The game and its options.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameSettings {
    /// Mancala, in one of its variants.
    Mancala(mancala::Variant),
    /// Mapello, on this board.
    Mapello(BoardChoice),
}

impl Default for GameSettings {
    fn default() -> Self {
        Self::Mancala(mancala::Variant::default())
    }
}

impl GameSettings {
    /// Which game it is.
    pub fn game(&self) -> Game {
        match self {
            Self::Mancala(_) => Game::Mancala,
            Self::Mapello(_) => Game::Mapello,
        }
    }

    /// The setup of the next game, which is the `number`th of its room (from 1): that number tells who begins where it
    /// alternates. `None` when the players have yet to build the board.
    pub fn setup(&self, number: u32) -> Option<Setup> {
        match self {
            Self::Mancala(variant) => Some(Setup::Mancala(mancala::Setup::new(*variant, number))),
            Self::Mapello(choice) => choice.board(1).map(Setup::Mapello),
        }
    }

    /// What has been agreed on for the next game, once so many were played.
    pub(crate) fn after(self, games: u32) -> Self {
        match self {
            Self::Mancala(_) => self,
            Self::Mapello(choice) => Self::Mapello(choice.after(games)),
        }
    }

    fn check(&self) -> Result<(), Rejection> {
        match self {
            Self::Mancala(variant) => variant.validate().map_err(|_| Rejection::BadSettings),
            Self::Mapello(choice) => choice.check().map_err(Rejection::BadBoard),
        }
    }
}

/// Who plays the first side (South, Black) in the first game. In every further game of the room the sides are swapped;
/// where a board is built for each game, who did not build it picks the side instead.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sides {
    /// The seat of whoever opened the room.
    #[default]
    Bottom,
    /// The other one.
    Top,
    /// Drawn when the game starts.
    Random,
}

impl Sides {
    /// The seat that plays the first side of a series' first game; `chance` decides for [`Sides::Random`].
    pub(crate) fn first(self, chance: u64) -> Seat {
        match self {
            Sides::Bottom => Seat::Bottom,
            Sides::Top => Seat::Top,
            Sides::Random => Seat::BOTH[(chance & 1) as usize],
        }
    }
}

/// How a move is taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UndoRule {
    /// The opponent is asked.
    #[default]
    Consent,
    /// Whoever presses the button, at once: play on one device.
    AtOnce,
}

/// Who may look on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Audience {
    /// Whoever has the link.
    #[default]
    Invited,
    /// Everybody: the games of the room are listed while they are played.
    Public,
    /// Nobody but the players.
    Nobody,
}

impl Audience {
    fn is_usual(&self) -> bool {
        *self == Self::Invited
    }
}

/// Whom a room brings together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Company {
    /// Who has sent the link to whom.
    #[default]
    Friends,
    /// Two who looked for an opponent.
    Strangers,
}

impl Company {
    fn is_usual(&self) -> bool {
        *self == Self::Friends
    }
}

/// Everything both players agree on by pressing *Ready*.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Settings {
    /// The game and its options.
    pub game: GameSettings,
    /// The kind of clock.
    pub clock: TimeControl,
    /// Who begins.
    pub sides: Sides,
    /// How a move is taken back.
    pub undo: UndoRule,
    /// What it means that a side's time has run out in a game of Mapello; in Mancala it always loses.
    #[serde(default)]
    pub timeout: TimeOut,
    /// Who may look on. Not written where it is the usual thing, as before there was a choice.
    #[serde(default, skip_serializing_if = "Audience::is_usual")]
    pub audience: Audience,
    /// Whom the room brings together. Not written where it is the usual thing, as before it was known.
    #[serde(default, skip_serializing_if = "Company::is_usual")]
    pub company: Company,
}

impl Settings {
    /// What a room for this game begins with: Mancala without a clock, Mapello with the original's 60 s a move.
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

    /// Whether games may be played so.
    ///
    /// # Errors
    /// [`Rejection::BadBoard`] for a board that cannot be played on, [`Rejection::BadSettings`] for a number out of its
    /// range.
    pub fn check(&self) -> Result<(), Rejection> {
        self.game.check()?;
        if self.clock.is_valid() { Ok(()) } else { Err(Rejection::BadSettings) }
    }
}
