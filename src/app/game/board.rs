//! The boards of all games. Each is a folder that fills in [`BoardViews`]: the board of another game is one more
//! folder, and a line here and in `timing`.

pub(in crate::app::game) mod input;
pub(crate) mod mancala;
pub(crate) mod mapello;
pub mod views;

use rules::Game;

use self::views::BoardViews;

/// The board of a game. Its code is that of the table's part, because nothing outside of that part names this
/// function: other parts are handed it.
pub(crate) fn of(game: Game) -> BoardViews {
    match game {
        Game::Mancala => mancala::views(),
        Game::Mapello => mapello::views(),
    }
}
