//! The slots for saved games: one room for each opponent and game, with its key in local storage and its code.

use room::RoomCode;
use rules::Game;

use crate::app::Opponent;
use crate::client::storage::keys;

/// The key in local storage for a game.
pub fn key(opponent: Opponent, game: Game) -> &'static str {
    match (opponent, game) {
        (Opponent::Person, Game::Mancala) => keys::PERSONS_MANCALA,
        (Opponent::Person, Game::Mapello) => keys::PERSONS_MAPELLO,
        (Opponent::Computer, Game::Mancala) => keys::COMPUTER_MANCALA,
        (Opponent::Computer, Game::Mapello) => keys::COMPUTER_MAPELLO,
    }
}

/// The code of a device's room: always the same, because there is only one.
pub fn code() -> RoomCode {
    RoomCode::from_seed(0)
}
