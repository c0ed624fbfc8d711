//! Perft tests of Mapello against the tables of the rules, which lie in `data/mapello_perft.txt`, and against
//! the plain reference implementation.

#[path = "common/mapello_games.rs"]
#[allow(dead_code, reason = "only the boards are used here")]
mod games;
#[path = "common/mapello_reference.rs"]
#[allow(dead_code, reason = "only counting is used here")]
mod reference;

use games::boards;
use proptest::prelude::*;
use reference::Reference;
use rules::mapello::notation::{read_position, write_board};
use rules::mapello::{Board, Position, perft};

fn counts(board: &Board, depth: usize) -> Vec<u64> {
    let start = Position::start(board);
    (1..=depth as u32).map(|depth| perft(&start, depth)).collect()
}

#[test]
fn the_counts_of_move_sequences_are_those_of_the_rules() {
    let table = include_str!("data/mapello_perft.txt").lines().filter(|line| !line.starts_with('#'));
    let mut rows = 0;
    for line in table {
        let (name, numbers) = line.split_once(' ').unwrap();
        let board = match name {
            "empty" => Board::EMPTY,
            "default" => Board::DEFAULT,
            other => panic!("no board: {other}"),
        };
        let expected: Vec<u64> = numbers.split_whitespace().map(|word| word.parse().unwrap()).collect();
        assert_eq!(counts(&board, expected.len()), expected, "{name}");
        rows += 1;
    }
    assert_eq!(rows, 2);
}

#[test]
fn a_pass_is_a_ply_also_before_the_first_disc() {
    let walls = "##########/#........#/#........#/#....#...#/#...XO#..#/\
        #..#OX...#/#...#....#/#........#/#........#/##########";
    let start = read_position(walls).unwrap();
    assert_eq!(perft(&start, 0), 1);
    assert_eq!(perft(&start, 1), 1);
    let white = read_position(&format!("{walls} O")).unwrap();
    assert_eq!((start, perft(&start, 2)), (white, 4));
}

#[test]
fn a_game_that_is_over_has_no_longer_sequences() {
    let blocked = "##########/#........#/#........#/#...##...#/#..#XO#..#/\
        #..#OX#..#/#...##...#/#........#/#........#/##########";
    let start = read_position(blocked).unwrap();
    assert_eq!([0, 1, 2].map(|depth| perft(&start, depth)), [1, 0, 0]);
}

#[test]
fn a_position_in_which_white_is_told_to_begin_is_counted_for_white() {
    let start = write_board(&Board::random(1)).replace('\n', "/");
    let white = read_position(&format!("{start} O")).unwrap();
    let reference = Reference::new(&start);
    assert_eq!(perft(&white, 3), reference.perft('O', 3));
    assert_ne!(perft(&white, 3), reference.perft('X', 3));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn the_counts_on_any_board_are_those_of_the_reference(board in boards()) {
        let reference = Reference::new(&write_board(&board));
        let expected: Vec<u64> = (1..=4).map(|depth| reference.perft('X', depth)).collect();
        prop_assert_eq!(counts(&board, 4), expected);
    }
}
