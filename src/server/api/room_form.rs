//! Parses the form that creates a room: from its fields to playable settings.

use room::{BoardChoice, GameSettings, Rejection, Settings};
use rules::Game;

use crate::app::api::ApiError;

/// Default settings of the named game, for Mapello with the named board. A missing or empty field means the
/// default. `today` is a day counted from 1 January 1970.
///
/// # Errors
/// The game is unknown; the board is unknown or not playable; the system has no randomness to give.
pub fn settings(game: Option<&str>, board: Option<&str>, today: u32) -> Result<Settings, ApiError> {
    let game = match normalized(game).as_str() {
        "" => Game::Mancala,
        word => Game::from_word(word).ok_or(ApiError::NotUnderstood)?,
    };
    let defaults = Settings::for_game(game);
    if game == Game::Mancala {
        return Ok(defaults);
    }
    let settings =
        Settings { game: GameSettings::Mapello(board_choice(&normalized(board), today)?), ..defaults };
    playable(&settings)?;
    Ok(settings)
}

/// Checks that the settings are playable.
///
/// # Errors
/// What is wrong with the board, or that a number is out of its range.
pub fn playable(settings: &Settings) -> Result<(), ApiError> {
    settings.check().map_err(|reason| match reason {
        Rejection::BadBoard(why) => ApiError::BadBoard(why),
        _ => ApiError::BadSettings,
    })
}

fn board_choice(board: &str, today: u32) -> Result<BoardChoice, ApiError> {
    if board.is_empty() {
        return Ok(BoardChoice::default());
    }
    let drawn = getrandom::u32().map_err(|_| ApiError::Unavailable)?;
    BoardChoice::parse(board, today, drawn).ok_or(ApiError::BadBoardCode)
}

/// A field in lower case, without surrounding blanks.
fn normalized(field: Option<&str>) -> String {
    field.unwrap_or_default().trim().to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::SetupError;
    use rules::mapello::Board;
    use rules::mapello::notation::write_code;

    const TODAY: u32 = 20_413;

    fn board(typed: &str) -> Result<BoardChoice, ApiError> {
        let settings = settings(Some("mapello"), Some(typed), TODAY)?;
        match settings.game {
            GameSettings::Mapello(board_choice) => Ok(board_choice),
            GameSettings::Mancala(_) => panic!("{typed} opens a room for Mancala"),
        }
    }

    #[test]
    fn the_opening_form_defaults_to_mancala_and_then_ignores_the_board() {
        let mancala = Ok(Settings::default());
        for (game, board) in [(None, None), (Some(""), Some("")), (Some(" Mancala "), Some("nonsense"))] {
            assert_eq!(settings(game, board, TODAY), mancala);
        }
        assert_eq!(settings(Some("chess"), None, TODAY), Err(ApiError::NotUnderstood));
    }

    #[test]
    fn the_opening_form_for_mapello_has_its_clock_and_the_named_board() {
        let defaults = Settings::for_game(Game::Mapello);
        assert_eq!(settings(Some("mapello"), None, TODAY), Ok(defaults));
        assert_eq!(settings(Some("mapello"), Some("draft"), TODAY).unwrap().clock, defaults.clock);
        for (typed, board_choice) in [
            ("", BoardChoice::Default),
            ("default", BoardChoice::Default),
            (" Empty", BoardChoice::Empty),
            ("daily", BoardChoice::Daily(TODAY)),
            ("draft", BoardChoice::Draft),
            ("4711", BoardChoice::Random(4711)),
        ] {
            assert_eq!(board(typed), Ok(board_choice), "{typed}");
        }
    }

    #[test]
    fn a_random_board_is_drawn_anew_among_the_balanced_ones() {
        let numbers: std::collections::HashSet<u32> = (0..50)
            .map(|_| match board("random") {
                Ok(BoardChoice::Balanced(number)) => number,
                other => panic!("{other:?}"),
            })
            .collect();
        assert!(numbers.iter().all(|number| *number < Board::BALANCED) && numbers.len() > 40, "{numbers:?}");
    }

    #[test]
    fn the_opening_form_parses_board_codes_and_refuses_bad_boards() {
        let code = write_code(&Board::DEFAULT);
        for typed in [code.clone(), code.to_lowercase(), code.replace('-', " ")] {
            assert_eq!(board(&typed), Ok(BoardChoice::Custom(Board::DEFAULT)), "{typed}");
        }
        let bare = write_code(&Board::EMPTY).replace('-', "");
        assert_eq!(board(&bare), Ok(BoardChoice::Custom(Board::EMPTY)), "though it begins with many zeros");
        for broken in [&code[1..], "board", "12345678901", "\u{1F3B2}", &"0".repeat(10_000)] {
            assert_eq!(board(broken), Err(ApiError::BadBoardCode), "{broken}");
        }
        let walls = write_code(&Board::new(0x1ff, 0, 0).unwrap());
        assert_eq!(board(&walls), Err(ApiError::BadBoard(SetupError::Walls(9))));
    }
}
