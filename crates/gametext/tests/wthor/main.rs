//! Tests of WTHOR files: random games of an independent writer come back byte for byte, and damaged files are refused with
//! the game and the reason.

#![allow(clippy::unwrap_used, reason = "a test that finds nothing has failed")]

#[path = "../common/mod.rs"]
#[allow(dead_code, reason = "only numbers by chance are used here")]
mod common;
mod files;
mod writer;

use common::Chance;
use gametext::wthor::{Fault, Names, What, WthorGame, read, read_names, write};
use room::Reason;
use rules::mapello::notation::{cell_name, mirrored};
use rules::mapello::{Board, Position};
use rules::{IllegalMove, Move, Setup, Side};

/// Where the first game begins, and where its score and its moves do.
const GAME: usize = 16;
const SCORE: usize = GAME + 6;
const MOVES: usize = GAME + 8;
const RECORD: usize = 68;

fn random_games(count: usize, seed: u64) -> Vec<writer::Game> {
    let mut chance = Chance(seed);
    (0..count).map(|_| writer::random_game(&mut |bound| chance.below(bound))).collect()
}

/// A file of one game, the shortest there is.
fn shortest() -> Vec<u8> {
    let moves = vec![65, 46, 35, 66, 57, 64, 75, 56, 53];
    writer::file(&[writer::Game { moves, black: 64 }])
}

fn names() -> [String; 2] {
    ["Anna", "Bert"].map(str::to_owned)
}

#[test]
fn ten_thousand_games_of_another_writer_come_back_byte_for_byte() {
    let games = random_games(10_000, 51);
    let bytes = writer::file(&games);
    let read = read(&bytes).unwrap();
    assert!(write(&read) == bytes, "the file is not written as it was read");
    let header = read.header;
    assert_eq!((header.made, header.year, header.size, header.depth), ([20, 26, 11, 27], 2026, 8, 22));
    assert_eq!(read.games.len(), games.len());
    let (mut short, mut passed) = (0, 0);
    for ((number, expected), game) in (0_u16..).zip(&games).zip(&read.games) {
        let bytes: Vec<u8> = game.moves().iter().map(|cell| 10 * cell.row() + cell.column() + 11).collect();
        assert_eq!(bytes, expected.moves);
        let of = (game.tournament, game.players, game.black_score, game.theoretical_score);
        assert_eq!(of, (number % 500, [number, 65_535 - number], expected.black, (number % 65) as u8));
        let mut position = Position::start(&Board::OTHELLO);
        for (ply, cell) in game.moves().iter().enumerate() {
            passed += usize::from(position.to_move().index() != ply % 2);
            position = position.play(*cell).unwrap().0;
        }
        assert_eq!(position.othello_score(), Some([expected.black.into(), 64 - u16::from(expected.black)]));
        short += usize::from(bytes.len() < 60);
    }
    assert!(
        short > 50 && passed > 1_000,
        "{short} short games, {passed} moves behind an odd number of passes"
    );
}

#[test]
fn a_game_of_a_file_is_stored_and_written_again() {
    for game in &read(&writer::file(&random_games(200, 52))).unwrap().games {
        let stored = game.finished(names()).unwrap();
        assert_eq!((stored.setup, stored.reason), (Setup::Mapello(Board::OTHELLO), Reason::Played));
        let expected = match game.black_score {
            0..32 => Some(Side::Second),
            32 => None,
            _ => Some(Side::First),
        };
        assert_eq!((stored.winner, stored.names.clone()), (expected, names()));
        let again = WthorGame::of(&stored).unwrap();
        assert_eq!((again.moves(), again.black_score), (game.moves(), game.black_score));
        // The same game in the mirror, on the empty board.
        let moves = game.moves().iter().map(|cell| Move::Mapello(mirrored(*cell))).collect();
        let mirror = room::Finished { setup: Setup::Mapello(Board::EMPTY), moves, ..stored };
        assert_eq!(WthorGame::of(&mirror), Some(again));
    }
}

#[test]
fn a_game_that_stops_early_keeps_its_score() {
    let mut bytes = shortest();
    bytes[MOVES + 8] = 0;
    for (score, winner, reason) in [
        (40, Some(Side::First), Reason::Resigned),
        (31, Some(Side::Second), Reason::Resigned),
        (32, None, Reason::Agreed),
    ] {
        bytes[SCORE] = score;
        let file = read(&bytes).unwrap();
        assert_eq!(write(&file), bytes);
        let game = file.games[0].finished(names()).unwrap();
        assert_eq!((game.moves.len(), game.winner, game.reason), (8, winner, reason));
    }
    let words: String =
        read(&shortest()).unwrap().games[0].moves().iter().map(|cell| cell_name(*cell)).collect();
    assert_eq!(words, "e6f4e3f6g5d6e7f5c5");
}

#[test]
fn a_file_whose_length_and_header_disagree_is_refused() {
    let bytes = shortest();
    let fault = |bytes: &[u8]| read(bytes).unwrap_err();
    for length in 0..GAME {
        assert_eq!(fault(&bytes[..length]), Fault { game: None, what: What::NoHeader });
    }
    for length in GAME..bytes.len() {
        let what = What::Length { said: 1, there: 0, over: (length - GAME) as u32 };
        assert_eq!(fault(&bytes[..length]), Fault { game: None, what });
    }
    let mut many = bytes.clone();
    many[4..8].fill(0xff);
    let what = What::Length { said: u32::MAX, there: 1, over: 0 };
    assert_eq!(fault(&many), Fault { game: None, what });
    let more = [bytes.as_slice(), &[0; RECORD + 1]].concat();
    assert_eq!(fault(&more).what, What::Length { said: 1, there: 2, over: 1 });
    let long = vec![0; gametext::wthor::MAX_BYTES + 1];
    assert_eq!(fault(&long).what, What::TooLong);
    assert_eq!(read(&[0; GAME]).map(|file| file.games.len()), Ok(0));
}

#[test]
fn a_damaged_game_is_named_with_what_is_wrong() {
    let games = random_games(3, 53);
    let whole = writer::file(&games);
    let second = |place: usize| MOVES + RECORD + place;
    let end = games[1].moves.len();
    assert_eq!(end, 60, "the seed gives a full board");
    let changed = |changes: &[(usize, u8)]| {
        let mut bytes = whole.clone();
        changes.iter().for_each(|(at, byte)| bytes[*at] = *byte);
        read(&bytes).unwrap_err()
    };
    let score = games[1].black;
    for (changes, what) in [
        (vec![(second(0), 44)], What::Illegal { ply: 1, why: IllegalMove::Occupied }),
        (vec![(second(0), 11)], What::Illegal { ply: 1, why: IllegalMove::NoFlip }),
        (vec![(second(0), 9)], What::NoMove { ply: 1, byte: 9 }),
        (vec![(second(0), 10)], What::NoMove { ply: 1, byte: 10 }),
        (vec![(second(3), 19)], What::NoMove { ply: 4, byte: 19 }),
        (vec![(second(3), 91)], What::NoMove { ply: 4, byte: 91 }),
        (vec![(second(3), 255)], What::NoMove { ply: 4, byte: 255 }),
        (vec![(second(1), 0)], What::Gap { ply: 3 }),
        (vec![(second(0) - 2, score + 1)], What::Score { said: score + 1, due: score }),
        (vec![(second(0) - 2, 65)], What::ScoreImpossible(65)),
        (vec![(second(0) - 1, 200)], What::ScoreImpossible(200)),
        ((0..60).map(|place| (second(place), 0)).collect(), What::NoMoves),
    ] {
        assert_eq!(changed(&changes), Fault { game: Some(2), what }, "{changes:?}");
    }
    for (at, byte, what) in [(12, 10, What::Size(10)), (13, 2, What::Kind(2))] {
        assert_eq!(changed(&[(at, byte)]), Fault { game: None, what });
    }
    let told = Fault { game: Some(2), what: What::Illegal { ply: 1, why: IllegalMove::NoFlip } }.to_string();
    assert_eq!(told, "game 2: move 1: A disc there would flip nothing.");
}

#[test]
fn any_changed_byte_is_refused_or_comes_back() {
    let whole = writer::file(&random_games(5, 54));
    let mut chance = Chance(55);
    let mut refused = 0;
    for _ in 0..2_000 {
        let mut bytes = whole.clone();
        let at = chance.below(bytes.len());
        bytes[at] = chance.below(256) as u8;
        match read(&bytes) {
            Ok(file) => assert_eq!(write(&file), bytes, "byte {at}"),
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 1_000, "{refused}");
}

#[test]
fn names_are_read_by_their_numbers() {
    let mut bytes = vec![20, 26, 11, 27, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0];
    for name in [&b"Ang\xe9lique\0left over"[..], b"Bert"] {
        let mut record = name.to_vec();
        record.resize(20, 0);
        bytes.extend(record);
    }
    assert_eq!(read_names(&bytes, Names::Players).unwrap(), ["Angélique", "Bert"]);
    let what = What::Length { said: 2, there: 1, over: 14 };
    assert_eq!(read_names(&bytes, Names::Tournaments), Err(Fault { game: None, what }));
    assert_eq!(read_names(&bytes[..9], Names::Players).unwrap_err().what, What::NoHeader);
}
