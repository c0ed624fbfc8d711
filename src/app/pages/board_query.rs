//! Parses the board in the address of a page (`?board=…`) or in a text field.

use room::BoardChoice;
use rules::mapello::Board;
use rules::mapello::notation::{ReadError, read_code};

use crate::client;

/// Parses a typed or pasted board: a share code, or a link that contains one.
pub(super) fn parse_board_code(text: &str) -> Result<Board, ReadError> {
    read_code(text.rsplit('=').next().unwrap_or(text))
}

/// Draws the seed of a random board.
pub(super) fn random_seed() -> u32 {
    client::random_below(BoardChoice::SEEDS)
}

/// Parses a board by its share code, its seed, or a word. `None` if it is no board, or cannot be played on
/// here.
pub(super) fn parse_board_choice(text: &str) -> Option<BoardChoice> {
    BoardChoice::parse(text, client::today(), random_seed())
        .filter(|choice| choice.board(1).is_some_and(|board| board.validate().is_ok()))
}
