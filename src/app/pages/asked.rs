//! The board that the address of a page asks for: `?board=…`.

use room::BoardChoice;
use rules::mapello::Board;
use rules::mapello::notation::{ReadError, read_code};

use crate::client;

/// Reads a board that somebody types or pastes: its code, or a link with it.
pub(super) fn read_typed(text: &str) -> Result<Board, ReadError> {
    read_code(text.rsplit('=').next().unwrap_or(text))
}

/// The seed of a random board.
pub(super) fn draw() -> u32 {
    client::chance(BoardChoice::SEEDS)
}

/// A board by its code, its number, or a word. `None` if it is none that can be played on here.
pub(super) fn read_board(text: &str) -> Option<BoardChoice> {
    BoardChoice::named(text, client::today(), draw())
        .filter(|choice| choice.board(1).is_some_and(|board| board.validate().is_ok()))
}
