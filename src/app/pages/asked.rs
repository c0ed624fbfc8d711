//! The board that the address of a page asks for: `?board=…`.

use room::BoardChoice;
use rules::mapello::Board;
use rules::mapello::notation::{ReadError, read_code};

use crate::client;

/// What is said when an address asks for a board that is none.
pub(super) const NO_BOARD: &str = "That is not the code of a board. Is a letter missing or wrong?";

/// Reads a board that somebody types or pastes: its code, or a link with it.
pub(super) fn read_typed(text: &str) -> Result<Board, ReadError> {
    read_code(text.rsplit("board=").next().unwrap_or(text))
}

/// A board by its code, its number, or a word. `None` if it is none that can be played on.
pub(super) fn read_board(text: &str) -> Option<BoardChoice> {
    Some(match text {
        "default" => BoardChoice::Default,
        "empty" => BoardChoice::Empty,
        "daily" => BoardChoice::Daily(client::today()),
        "random" => BoardChoice::Random(client::chance(1_000_000)),
        // A code may be all digits, but is longer than any number.
        _ => match text.parse() {
            Ok(seed) if text.len() < 11 => BoardChoice::Random(seed),
            _ => BoardChoice::Custom(read_code(text).ok().filter(|board| board.validate().is_ok())?),
        },
    })
}
