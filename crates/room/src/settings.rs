//! What is agreed on before a game: variant, clock, who begins, how moves are taken back.

use rules::{Setup, mancala};
use serde::{Deserialize, Serialize};

use crate::clock::TimeControl;
use crate::seat::Seat;

/// The game and its options.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameSettings {
    /// Mancala, in one of its variants.
    Mancala(mancala::Variant),
}

impl Default for GameSettings {
    fn default() -> Self {
        Self::Mancala(mancala::Variant::default())
    }
}

impl GameSettings {
    /// The setup of the `number`th game (from 1) of a series.
    pub fn setup(&self, number: u32) -> Setup {
        match self {
            Self::Mancala(variant) => Setup::Mancala(mancala::Setup::new(*variant, number)),
        }
    }
}

/// Who plays the first side (South) in the first game. In every further game of the room the sides are swapped.
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
}

impl Settings {
    /// Whether every number lies in its range.
    pub fn is_valid(&self) -> bool {
        self.clock.is_valid() && self.game.setup(1).validate().is_ok()
    }
}
