//! Fuzzes the import of games: any text is parsed, and a parsed game must survive every export format.

use gametext::export::{Form, as_othello, write};
use gametext::import::{MAX_GAMES, ReadGame};
use gametext::{Words, import};
use room::{Finished, clean_name, day};
use rules::{Game, Move, Record, Setup, Side};

const WORDS: Words = Words { side, level: |level| level.name().to_owned() };

fn side(game: Game, side: Side) -> String {
    let names = match game {
        Game::Mancala => ["South", "North"],
        Game::Mapello => ["Black", "White"],
    };
    names[side.index()].to_owned()
}

/// Parses the text and, if it holds games, writes each in every format.
pub fn read(text: &str) {
    match import::read(text, &WORDS) {
        Ok(games) => {
            assert!((1..=MAX_GAMES).contains(&games.len()));
            assert!(games.iter().any(Result::is_ok));
            games.into_iter().flatten().for_each(again);
        }
        Err(why) => {
            let lines = text.chars().filter(|sign| sign.is_control() || sign.is_whitespace()).count() + 1;
            assert!(why.place.is_none_or(|place| place.line as usize <= lines && place.column > 0));
        }
    }
}

fn again(ReadGame { game, .. }: ReadGame) {
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
        let Some(written) = write(&game, form) else {
            assert!(
                matches!(form, Form::Kgp | Form::Transcript | Form::Ggf),
                "{form:?} says every game: {game:?}"
            );
            continue;
        };
        let read = import::read(&written, &WORDS).unwrap_or_else(|why| panic!("{form:?} {why:?}: {written}"));
        let [Ok(ReadGame { game: again, .. })] = read.as_slice() else { panic!("{form:?}: {written}") };
        // One word is read with Othello's start, whose mirror image the empty board is.
        let mirror = if form == Form::Transcript { as_othello(&game) } else { None };
        let game = mirror.as_ref().unwrap_or(&game);
        let told = |game: &Finished| (game.setup, game.moves.clone(), game.reason, game.winner);
        assert_eq!(told(again), told(game), "{written}");
        if form != Form::Transcript {
            assert_eq!(again.names, game.names, "{written}");
            let dated = |game: &Finished| (game.ended != 0, day(game.ended));
            assert_eq!(dated(again), dated(game), "{written}");
        }
    }
}

/// Checks that the file of a game, whose moves are legal, leads back to it.
pub fn keep(setup: Setup, moves: Vec<Move>) {
    let record = Record { setup, moves };
    let empty = record.moves.is_empty();
    let names = ["Anna", "Bert"].map(str::to_owned);
    let game = Finished::from_record(names, record).expect("legal moves");
    let written = write(&game, Form::Notation);
    // A board that nobody may play on, or no move, is no game.
    assert_eq!(written.is_some(), setup.validate().is_ok() && !empty);
}
