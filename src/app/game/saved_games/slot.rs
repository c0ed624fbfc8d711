//! The kinds of games on this device: each opponent and game, with the word for it, and its page.

use room::RoomCode;
use rules::Game;

use crate::app::{Opponent, local_path};
use crate::client::storage::keys;

/// The word for a kind: under it earlier versions stored their only log of this kind.
pub fn key(opponent: Opponent, game: Game) -> &'static str {
    match (opponent, game) {
        (Opponent::Person, Game::Mancala) => keys::PERSONS_MANCALA,
        (Opponent::Person, Game::Mapello) => keys::PERSONS_MAPELLO,
        (Opponent::Computer, Game::Mancala) => keys::COMPUTER_MANCALA,
        (Opponent::Computer, Game::Mapello) => keys::COMPUTER_MAPELLO,
    }
}

/// The code of a device's room: always the same, because nobody else ever comes in.
pub fn code() -> RoomCode {
    RoomCode::from_seed(0)
}

/// The address of a game on this device. An address without an id leads to the newest game in progress.
pub fn address(opponent: Opponent, game: Game, id: &str) -> String {
    format!("{}?game={id}", local_path(opponent, game))
}
