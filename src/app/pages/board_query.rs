//! Parses the board in the address of a page (`?board=…`) or in a text field.

use room::BoardChoice;
use rules::mapello::Board;
use rules::mapello::notation::{ReadError, read_code};
use rules::mapello::openings::Opening;

use crate::client;

/// Parses a typed or pasted board: a share code, or a link that contains one, also with a sentence, brackets
/// or a full stop around it.
pub(super) fn parse_board_code(text: &str) -> Result<Board, ReadError> {
    let code = |text: &str| {
        let text = text.rsplit('=').next().unwrap_or(text);
        read_code(text.trim_matches(|sign: char| !sign.is_alphanumeric()))
    };
    let whole = code(text);
    if whole.is_ok() {
        whole
    } else {
        text.split_whitespace().find_map(|word| code(word).ok()).ok_or(ReadError::Code)
    }
}

/// Draws a random board, one on which neither side is far ahead at the start. It is another one than the current board.
pub(super) fn random_board(current: Option<Board>) -> BoardChoice {
    let drawn = client::random_below(Board::BALANCED);
    if current.is_some_and(|current| current == Board::balanced(drawn)) {
        return BoardChoice::Balanced((drawn + 1) % Board::BALANCED);
    }
    BoardChoice::Balanced(drawn)
}

/// Draws one of the balanced openings.
pub(super) fn random_opening() -> BoardChoice {
    BoardChoice::Opening(client::random_below(Opening::DRAWN))
}

/// Parses a board by its share code, its seed, or a word. `None` if it is no board, or cannot be played on
/// here.
pub(super) fn parse_board_choice(text: &str) -> Option<BoardChoice> {
    BoardChoice::parse(text, client::today(), client::random_below(Opening::DRAWN))
        .filter(|choice| choice.board(1).is_some_and(|board| board.validate().is_ok()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_code_is_found_with_what_stands_around_it() {
        let code = "K6G4E-0R03R-44167-0G123-4903E-X";
        let board = read_code(code);
        assert!(board.is_ok());
        for text in
            ["{}", " {} ", "({}).", "Try this: {}!", "https://duello.example/boards/edit?board={}.", "<{}>"]
        {
            assert_eq!(parse_board_code(&text.replace("{}", code)), board, "{text}");
        }
        for text in ["", "Try this", "({})", "K6G4E-0R03R"] {
            assert!(parse_board_code(text).is_err(), "{text}");
        }
    }
}
