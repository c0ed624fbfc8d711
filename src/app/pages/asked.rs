//! The board that the address of a page asks for: `?board=…`.

use room::BoardChoice;
use rules::mapello::notation::read_code;

use crate::client;

/// What is said when an address asks for a board that is none.
pub(super) const NO_BOARD: &str = "That is not the code of a board. Is a letter missing or wrong?";

/// A board by its code, its number, or a word. `None` if it is none that can be played on.
pub(super) fn read_board(text: &str) -> Option<BoardChoice> {
    Some(match text {
        "default" => BoardChoice::Default,
        "empty" => BoardChoice::Empty,
        "daily" => BoardChoice::Daily(client::today()),
        "random" => BoardChoice::Random(client::chance(1_000_000)),
        _ => match text.parse() {
            Ok(seed) => BoardChoice::Random(seed),
            Err(_) => BoardChoice::Custom(read_code(text).ok().filter(|board| board.validate().is_ok())?),
        },
    })
}
