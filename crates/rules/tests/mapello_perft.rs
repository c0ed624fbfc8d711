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
use rules::mapello::{Board, Position, perft, perft_leaves};

fn counts(board: &Board, depth: usize) -> Vec<u64> {
    let start = Position::start(board);
    (1..=depth as u32).map(|depth| perft(&start, depth)).collect()
}

#[test]
fn perft_counts_match_the_golden_file() {
    let table = include_str!("data/mapello_perft.txt").lines().filter(|line| !line.starts_with('#'));
    let mut rows = 0;
    for line in table {
        let (name, numbers) = line.split_once(' ').unwrap();
        let board = match name {
            "empty" => Board::EMPTY,
            "othello" => Board::OTHELLO,
            "default" => Board::DEFAULT,
            other => panic!("no board: {other}"),
        };
        let expected: Vec<u64> = numbers.split_whitespace().map(|word| word.parse().unwrap()).collect();
        assert_eq!(counts(&board, expected.len()), expected, "{name}");
        rows += 1;
    }
    assert_eq!(rows, 3);
}

/// 228 games are over after nine plies and 356 after ten. Published tables count each of them as one sequence of every
/// greater depth; `perft` counts sequences of exactly that many plies.
#[test]
#[ignore = "takes a minute without optimisation; run it in release"]
fn perft_of_othello_to_11_counts_ended_games_as_published() {
    let start = Position::start(&Board::OTHELLO);
    let counts = [9, 10, 11].map(|depth| (perft(&start, depth), perft_leaves(&start, depth)));
    assert_eq!(counts, [(3_005_288, 3_005_288), (24_571_056, 24_571_284), (212_258_216, 212_258_800)]);
    assert_eq!((24_571_284 - 24_571_056, 212_258_800 - 212_258_216), (228, 228 + 356));
}

#[test]
fn perft_counts_a_pass_as_a_ply_even_at_the_start() {
    let walls = "##########/#........#/#........#/#....#...#/#...XO#..#/\
        #..#OX...#/#...#....#/#........#/#........#/##########";
    let start = read_position(walls).unwrap();
    assert_eq!(perft(&start, 0), 1);
    assert_eq!(perft(&start, 1), 1);
    let white = read_position(&format!("{walls} O")).unwrap();
    assert_eq!((start, perft(&start, 2)), (white, 4));
}

#[test]
fn perft_of_a_finished_game_is_zero() {
    let blocked = "##########/#........#/#........#/#...##...#/#..#XO#..#/\
        #..#OX#..#/#...##...#/#........#/#........#/##########";
    let start = read_position(blocked).unwrap();
    assert_eq!([0, 1, 2].map(|depth| perft(&start, depth)), [1, 0, 0]);
    assert_eq!([0, 1, 2].map(|depth| perft_leaves(&start, depth)), [1, 1, 1]);
}

#[test]
fn perft_counts_for_white_if_white_is_to_move() {
    let start = write_board(&Board::random(1)).replace('\n', "/");
    let white = read_position(&format!("{start} O")).unwrap();
    let reference = Reference::new(&start);
    assert_eq!(perft(&white, 3), reference.perft('O', 3));
    assert_ne!(perft(&white, 3), reference.perft('X', 3));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn perft_matches_the_reference_on_any_board(board in boards()) {
        let reference = Reference::new(&write_board(&board));
        let expected: Vec<u64> = (1..=4).map(|depth| reference.perft('X', depth)).collect();
        prop_assert_eq!(counts(&board, 4), expected);
    }
}
