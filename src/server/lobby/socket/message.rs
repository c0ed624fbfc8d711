//! What a page says over the lobby socket.

use serde::Deserialize;

/// A message of the page.
#[derive(Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub(super) enum LobbyMessage {
    /// Seeks an opponent.
    Seek { game: String, mancala: String, mapello: String, speed: String },
    /// Accepts this seek.
    #[serde(rename = "take")]
    Accept {
        /// Number of the seek.
        #[serde(rename = "offer")]
        seek: u64,
    },
    /// Plays a bot, on a clock.
    Bot { bot: String, game: String, mancala: String, mapello: String, speed: String },
    /// Plays a bot while the seek stays open, without a clock.
    Meanwhile { bot: String },
    /// Withdraws the seek.
    Cancel,
    /// Heartbeat of the page.
    Ping,
}
