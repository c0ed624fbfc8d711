//! Fuzzes the import of games: any text is parsed, and a parsed game must survive every export format.

use gametext::export::{Form, write};
use gametext::{Words, import};
use room::{Finished, clean_name};
use rules::mapello::Board;
use rules::{Game, Record, Setup, Side};

const WORDS: Words = Words { side, level: |level| level.name().to_owned() };

fn side(game: Game, side: Side) -> String {
    let names = match game {
        Game::Mancala => ["South", "North"],
        Game::Mapello => ["Black", "White"],
    };
    names[side.index()].to_owned()
}

/// Parses the text and, if it is a game, writes it in every format.
pub fn read(text: &str) {
    let Some(game) = import::read(text, &WORDS) else { return };
    assert_eq!(game.setup.validate(), Ok(()));
    assert!(!game.moves.is_empty());
    for name in &game.names {
        assert_eq!(clean_name(name).as_ref(), Some(name));
    }
    let end = Record { setup: game.setup, moves: game.moves.clone() }.replay();
    let shown = game.room().game.expect("a game is shown in a room of its own");
    assert_eq!(Ok(&shown.position), end.as_ref(), "every move is legal");
    assert!(shown.ending.is_some());
    for form in Form::ALL {
        let Some(written) = write(&game, form) else { continue };
        let Some(again) = import::read(&written, &WORDS) else {
            // A transcript does not contain its board.
            assert!(
                form == Form::Transcript && game.setup != Setup::Mapello(Board::EMPTY),
                "{form:?}: {written}"
            );
            continue;
        };
        let told = |game: &Finished| (game.setup, game.moves.clone());
        match form {
            Form::Json | Form::Notation => {
                assert_eq!(told(&again), told(&game), "{written}");
                assert_eq!(
                    (&again.names, again.reason, again.winner),
                    (&game.names, game.reason, game.winner)
                );
            }
            Form::Transcript if game.setup != Setup::Mapello(Board::EMPTY) => {}
            // These formats contain neither players nor ending, and not all options.
            Form::Kgp | Form::Transcript => assert_eq!(again.moves, game.moves, "{written}"),
        }
    }
}
