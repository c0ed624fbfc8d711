//! Every export that is offered is read back as the same game.

#![allow(clippy::unwrap_used, reason = "a test that finds nothing has failed")]

mod common;

use common::{Chance, WORDS, rounds};
use gametext::export::{Form, as_othello, write};
use gametext::import::read;
use rules::Setup;

/// Random games of a kind, each through every form; returns how often each form was offered.
fn round_trips(setup: fn(&mut Chance) -> Setup) -> [usize; 4] {
    let mut chance = Chance(33);
    let mut offered = [0; 4];
    for _ in 0..rounds(400, 100_000) {
        let setup = setup(&mut chance);
        let game = chance.game(setup);
        for (form, offered) in Form::ALL.into_iter().zip(&mut offered) {
            let Some(text) = write(&game, form) else { continue };
            *offered += 1;
            // As a text area posts it, and as a file with a mark of its byte order.
            for text in [text.clone(), text.replace('\n', "\r\n"), format!("\u{feff}{text}")] {
                let mut games = read(&text, &WORDS).unwrap();
                assert_eq!(games.len(), 1, "{text}");
                let read = games.remove(0).unwrap().game;
                // One word cannot say which board it is of: it is read with Othello's start.
                let mirror = if form == Form::Transcript { as_othello(&game) } else { None };
                let game = mirror.unwrap_or_else(|| game.clone());
                assert_eq!((read.setup, &read.moves), (game.setup, &game.moves), "{text}");
                assert_eq!((read.winner, read.reason), (game.winner, game.reason), "{text}");
                if form != Form::Transcript {
                    assert_eq!(read.names, game.names, "{text}");
                    let day = |ended| (ended != 0).then(|| room::day(ended));
                    assert_eq!(day(read.ended), day(game.ended), "{text}");
                }
                if form == Form::Json {
                    assert_eq!(read, game);
                }
            }
        }
    }
    println!("offered of {}: {:?}", rounds(400, 100_000), Form::ALL.iter().zip(offered).collect::<Vec<_>>());
    offered
}

#[test]
fn every_export_of_mancala_is_read_back_exactly() {
    let [notation, json, kgp, word] = round_trips(Chance::mancala);
    assert_eq!((notation, json, word), (rounds(400, 100_000), rounds(400, 100_000), 0));
    assert!(kgp > notation / 10, "{kgp}");
}

/// The Kalah Game Protocol cannot tell a start from a position in the middle of a game, so it is not offered.
#[test]
fn every_export_of_a_game_from_a_start_is_read_back_exactly() {
    let [notation, json, kgp, word] = round_trips(Chance::mancala_from_start);
    assert_eq!((notation, json, kgp, word), (rounds(400, 100_000), rounds(400, 100_000), 0, 0));
}

#[test]
fn every_export_of_mapello_is_read_back_exactly() {
    let [notation, json, kgp, word] = round_trips(Chance::mapello);
    assert_eq!((notation, json, kgp), (rounds(400, 100_000), rounds(400, 100_000), 0));
    assert!(word > notation / 10, "{word}");
}

#[test]
fn several_exports_in_one_file_are_read_as_several_games() {
    let mut chance = Chance(34);
    for form in [Form::Notation, Form::Kgp] {
        let mut games = Vec::new();
        let mut text = String::new();
        while games.len() < 30 {
            let setup = if form == Form::Notation && games.len() % 2 > 0 {
                chance.mapello()
            } else {
                chance.mancala()
            };
            let game = chance.game(setup);
            if let Some(written) = write(&game, form) {
                text += &(written + "\n");
                games.push(game);
            }
        }
        let read: Vec<_> = read(&text, &WORDS).unwrap().into_iter().map(|game| game.unwrap().game).collect();
        assert_eq!(read.len(), games.len());
        for (read, game) in read.iter().zip(&games) {
            assert_eq!((read.setup, &read.moves, &read.names), (game.setup, &game.moves, &game.names));
        }
    }
}
