//! Tests of the game files of Mapello: tags with the board, moves in pairs, and files written by hand.

#[path = "common/mapello_games.rs"]
#[allow(dead_code, reason = "of a game only its moves are used here")]
mod games;

use games::{cells, games, play};
use proptest::prelude::*;
use rules::mapello::notation::{GameFile, PASS, ReadError, read_cell, read_transcript, write_code};
use rules::mapello::{BONUSES, Board, Cell, JOKERS, WALLS};
use rules::{IllegalMove, SetupError};

fn cell(name: &str) -> Cell {
    read_cell(name).unwrap_or_else(|| panic!("no cell: {name}"))
}

fn walls(names: &[&str]) -> Board {
    let walls = names.iter().map(|name| cell(name).bit()).sum();
    Board::new(walls, 0, 0).unwrap_or_else(|why| panic!("no board: {why}"))
}

#[test]
fn a_game_file_has_tags_with_the_board_and_numbered_pairs_of_moves() {
    let tags =
        [("Black", "Ada \"the disc\" L."), ("White", "Bo"), ("Date", "2026.11.21"), ("Board", "not this")];
    let file = GameFile {
        tags: tags.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec(),
        board: walls(&["e3", "f4", "c5", "d6"]),
        moves: vec![cell("c4"), cell("c3")],
    };
    let text = include_str!("data/mapello_game.txt");
    assert_eq!(file.write().as_deref(), Ok(text));
    let short = GameFile { tags: file.tags[..3].to_vec(), ..file };
    assert_eq!(GameFile::read(text), Ok(short));
}

#[test]
fn a_handwritten_game_file_is_parsed() {
    let text = format!(
        "[board \"{}\"]\n[Date \"2026.11.20\"] {{a comment}} 1. c4 ; the pass is left out\n2.c3 *\n",
        write_code(&walls(&["e3", "f4", "c5", "d6"])).to_lowercase()
    );
    let file = GameFile::read(&text).unwrap();
    assert_eq!(file.board, walls(&["e3", "f4", "c5", "d6"]));
    assert_eq!(file.tags, [("Date".to_owned(), "2026.11.20".to_owned())]);
    assert_eq!(file.moves, [cell("c4"), cell("c3")]);
}

#[test]
fn an_othello_file_is_read_on_the_empty_board_and_mirrored() {
    let file =
        GameFile::read("[Game \"Othello\"]\n[Result \"1-0\"]\n\n1. e6 f4 2. e3 f6 3. g5 d6 4. e7 f5 5. c5")
            .unwrap();
    assert_eq!(file.board, Board::EMPTY);
    assert_eq!(file.moves[..2], [cell("d6"), cell("c4")]);
    // The moves lead to the result of the file, so no tag is left.
    assert_eq!(file.tags, []);
}

#[test]
fn a_game_file_keeps_a_result_that_its_moves_do_not_reach() {
    let file = GameFile::read("[Result \"0-1\"]\n\n1. e3 0-1").unwrap();
    assert_eq!(file.tags, [("Result".to_owned(), "0-1".to_owned())]);
    assert!(file.write().unwrap().ends_with("[Result \"0-1\"]\n\n1. e3 0-1\n"));
}

#[test]
fn an_impossible_game_file_is_refused_with_the_reason() {
    let read = |text: &str| GameFile::read(text).map(|_| ());
    assert_eq!(read("[Game \"Mancala\"]"), Err(ReadError::Tag { name: "Game", value: "Mancala".to_owned() }));
    assert_eq!(read("[Board \"00000\"]"), Err(ReadError::Code));
    let board = |board: &Board| read(&format!("[Board \"{}\"]", write_code(board)));
    let nine = Board::new(0x1ff, 0, 0).unwrap();
    assert_eq!(board(&nine), Err(ReadError::Setup(SetupError::Walls(9))));
    let blocked = walls(&["c4", "d3", "e6", "f5", "c5", "d6", "e3", "f4"]);
    assert_eq!(board(&blocked), Err(ReadError::Setup(SetupError::NobodyCanMove)));
    assert_eq!(
        read("1. e3 e4"),
        Err(ReadError::Illegal { token: "e4".to_owned(), why: IllegalMove::Occupied })
    );
    assert_eq!(read("1. e3 --"), Err(ReadError::Pass));
    for text in ["[", "[]", "[Board]", "[Board \"", "e3 [Board \"x\"]"] {
        assert!(read(text).is_err(), "{text}");
    }
    assert_eq!(read(""), Ok(()));
}

#[test]
fn an_error_is_a_sentence_for_the_reader() {
    for (text, said) in [
        ("1. e3 e4", "“e4”: A disc lies there already."),
        ("1. e3 --", "A pass is written where nobody has to pass."),
        ("1. e3 Z1", "“Z1” is not a move."),
        ("[Game \"Go\"]", "The tag Game cannot say “Go”."),
    ] {
        assert_eq!(GameFile::read(text).map_err(|why| why.to_string()), Err(said.to_owned()));
    }
}

proptest! {
    #[test]
    fn every_game_file_round_trips(
        (board, choices) in games(),
        name in "[A-Za-z_]{1,8}x",
        value in "[^\\p{Cc}]{0,20}",
    ) {
        let fewest = |set: u64, most: u8| {
            let places = (0..64).filter(|place| set >> place & 1 == 1);
            places.take(usize::from(most)).fold(0, |set, place| set | 1u64 << place)
        };
        let (walls, bonuses) = (fewest(board.walls(), WALLS), fewest(board.bonuses(), BONUSES));
        let board = Board::new(walls, bonuses, fewest(board.jokers(), JOKERS)).unwrap();
        prop_assume!(board.validate().is_ok());
        let moves = cells(&play(&board, choices));
        let file = GameFile { tags: vec![(name, value)], board, moves: moves.clone() };
        let text = file.write().unwrap();
        prop_assert!(text.lines().all(|line| line.starts_with('[') || line.chars().count() <= 80));
        prop_assert_eq!(GameFile::read(&text), Ok(file.clone()));
        let (tags, turns) = text.split_once("\n\n").unwrap();
        let turns = turns.replace(PASS, "");
        prop_assert_eq!(GameFile::read(&format!("{tags}\n\n{turns}")), Ok(file));
        let turns = turns.trim_end().trim_end_matches(['*', '1', '0', '-', '/', '2']);
        prop_assert_eq!(read_transcript(&board, turns).map(|read| read.moves), Ok(moves));
    }

    #[test]
    fn parsing_any_text_as_a_game_file_never_panics(
        text in prop_oneof![
            any::<String>(),
            "(\\[(Game|Board|Result) \"[0-9a-zA-Z ]{0,5}\"\\]){0,3}( ?[0-9.]{0,3} ?[a-h][1-8]| --){0,9}",
        ],
    ) {
        if let Ok(file) = GameFile::read(&text) {
            prop_assert!(file.write().is_ok());
        }
    }
}
