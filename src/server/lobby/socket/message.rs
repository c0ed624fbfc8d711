//! What a page says over the lobby socket.

use rules::Game;
use serde::Deserialize;

use crate::model::seek::{Seek, SeekTerms};

/// A message of the page.
#[derive(Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub(super) enum LobbyMessage {
    /// Seeks an opponent.
    Seek(SeekForm),
    /// Accepts this seek.
    #[serde(rename = "take")]
    Accept {
        /// Number of the seek.
        #[serde(rename = "offer")]
        seek: u64,
    },
    /// Plays a bot, on a clock.
    Bot {
        bot: String,
        #[serde(flatten)]
        form: SeekForm,
    },
    /// Plays a bot while the seek stays open, without a clock.
    Meanwhile { bot: String },
    /// Withdraws the seek.
    Cancel,
    /// Heartbeat of the page.
    Ping,
}

/// The form of a seek, as the page sends it: the values of all fields, also of those that it does not show for the game.
#[derive(Deserialize)]
pub(super) struct SeekForm {
    game: String,
    mancala: String,
    mapello: String,
    speed: String,
    #[serde(flatten)]
    terms: SeekTerms,
}

impl SeekForm {
    /// The seek; `None` if a value is unknown.
    pub fn parse(&self) -> Option<Seek> {
        let variant = if self.game == Game::Mapello.word() { &self.mapello } else { &self.mancala };
        Seek::parse(&self.game, variant, &self.speed)?.with_terms(&self.terms)
    }
}
