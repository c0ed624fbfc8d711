//! Tests of the game files of Mapello: tags with the board, and moves in pairs.

#[path = "common/mapello_games.rs"]
#[allow(dead_code, reason = "of a game only its moves are used here")]
mod games;

use games::{cells, games, play};
use proptest::prelude::*;
use rules::mapello::notation::{GameFile, read_cell, read_transcript};
use rules::mapello::{BONUSES, Board, Cell, JOKERS, WALLS};

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
}

proptest! {
    #[test]
    fn the_moves_of_every_game_file_are_a_transcript(
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
        let (_, turns) = text.split_once("\n\n").unwrap();
        // Without the numbers and the result.
        let words: Vec<_> = turns.split_whitespace().filter(|word| !word.ends_with('.')).collect();
        let (_, words) = words.split_last().unwrap();
        prop_assert_eq!(read_transcript(&board, &words.join(" ")).map(|read| read.moves), Ok(moves));
    }
}
