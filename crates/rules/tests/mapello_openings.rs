//! Tests of openings: each named one is legal and found however it is reached; the balanced ones are as they were drawn.

#[path = "common/chance.rs"]
#[allow(dead_code, reason = "only numbers below a bound are used here")]
mod chance;

use std::collections::{HashMap, HashSet};

use chance::Chance;
use rules::mapello::notation::{cell_name, read_transcript};
use rules::mapello::openings::{Opening, canonical_discs, named_openings, opening_name};
use rules::mapello::{Board, Cell, Position};
use rules::{Move, Setup, Side, hash, opening_of};

fn cells(moves: &str) -> Vec<Cell> {
    read_transcript(&Board::OTHELLO, moves)
        .map(|read| read.moves)
        .unwrap_or_else(|why| panic!("{moves}: {why}"))
}

fn end(moves: &[Cell]) -> Position {
    let play = |position: Position, cell: &Cell| match position.play(*cell) {
        Ok((after, _)) => after,
        Err(why) => panic!("{moves:?}: {why}"),
    };
    moves.iter().fold(Position::start(&Board::OTHELLO), play)
}

/// The cells of a game turned or mirrored so that Othello's start stays as it is.
fn images(moves: &[Cell]) -> [Vec<Cell>; 4] {
    let image = |map: fn(u8, u8) -> (u8, u8)| {
        let turned = |cell: &Cell| {
            let (row, column) = map(cell.row(), cell.column());
            Cell::at(row, column).unwrap_or_else(|| panic!("no cell: {row}, {column}"))
        };
        moves.iter().map(turned).collect()
    };
    [
        image(|row, column| (row, column)),
        image(|row, column| (column, row)),
        image(|row, column| (7 - row, 7 - column)),
        image(|row, column| (7 - column, 7 - row)),
    ]
}

#[test]
fn every_named_opening_is_legal_and_has_a_position_of_its_own() {
    let mut positions = HashMap::new();
    for (moves, name) in named_openings() {
        assert!(moves.len() >= 2, "{name} is illegal");
        let position = end(&moves);
        let other = positions.insert((canonical_discs(&position), position.to_move()), name);
        assert_eq!(other, None, "{name} is the same opening");
    }
    assert_eq!(positions.len(), 76);
    let names: HashSet<&str> = positions.into_values().collect();
    assert_eq!(names.len(), 76);
}

#[test]
fn names_are_found_with_every_first_move_and_by_the_longest_prefix() {
    let mut firsts = HashSet::new();
    for (moves, name) in named_openings() {
        for moves in images(&moves) {
            firsts.insert(cell_name(moves[0]));
            assert_eq!(opening_name(&moves), Some(name), "{moves:?}");
            // A move behind it, in which another opening may begin.
            for next in end(&moves).legal_moves() {
                let longer: Vec<Cell> = moves.iter().copied().chain([next]).collect();
                let other = opening_name(&longer).unwrap();
                assert!(
                    other == name
                        || named_openings()
                            .any(|(moves, known)| { known == other && moves.len() == longer.len() })
                );
            }
        }
    }
    assert_eq!(firsts.len(), 4);
}

#[test]
fn well_known_openings_have_their_names() {
    for (moves, name) in [
        ("f5d6c3d3c4", Some("Tiger")),
        ("f5d6c3d3c4f4c5b3c2", Some("Rose-Bill")),
        ("f5d6c5f4e3c6d3f6e6d7", Some("Rose")),
        ("d3c5f6f5e6e3c3", Some("Stephenson")),
        ("c4c3", Some("Diagonal")),
        ("e6f4", Some("Perpendicular")),
        ("f5f4", Some("Parallel")),
        ("f5f6e6f4e3c5c4e7", Some("Tanida")),
        ("f5", None),
    ] {
        assert_eq!(opening_name(&cells(moves)), name, "{moves}");
    }
    let corner = Cell::new(0).unwrap();
    assert_eq!([opening_name(&[]), opening_name(&[corner])], [None; 2]);
    // What is illegal ends the game.
    let broken: Vec<Cell> = cells("f5d6c3d3c4").into_iter().chain([corner]).collect();
    assert_eq!(opening_name(&broken), Some("Tiger"));
}

#[test]
fn an_opening_reached_by_another_order_of_moves_has_its_name() {
    let mut transposed = 0;
    for (moves, name) in named_openings().filter(|(moves, _)| moves.len() >= 5) {
        for first in (0..moves.len()).rev() {
            for second in (first + 2..moves.len()).step_by(2) {
                let mut other = moves.clone();
                other.swap(first, second);
                let played = other.iter().try_fold(Position::start(&Board::OTHELLO), |position, cell| {
                    position.play(*cell).ok().map(|(after, _)| after)
                });
                if played == Some(end(&moves)) {
                    transposed += 1;
                    assert_eq!(opening_name(&other), Some(name));
                }
            }
        }
    }
    assert!(transposed > 5, "{transposed}");
}

#[test]
fn every_balanced_opening_is_legal_without_a_pass_and_stands_alone() {
    let mut known = HashSet::new();
    for number in 0..Opening::BALANCED {
        let opening = Opening::balanced(number);
        let mut position = Position::start(&Board::OTHELLO);
        for (ply, cell) in opening.moves().iter().enumerate() {
            assert_eq!(position.to_move().index(), ply % 2, "{number}");
            position = position.play(*cell).unwrap().0;
        }
        assert_eq!((position, position.to_move()), (opening.position(), Side::First));
        assert!(known.insert(canonical_discs(&position)), "{number} stands twice");
    }
}

#[test]
fn the_list_of_balanced_openings_never_changes() {
    let list = include_str!("../src/mapello/openings/balanced.txt");
    assert_eq!(list.lines().count(), Opening::BALANCED as usize);
    assert!(list.len() <= 40_000, "{} bytes", list.len());
    assert!(list.lines().all(|line| line.len() == 2 * Opening::MOVES && line.starts_with("f5")));
    assert!(list.lines().is_sorted());
    let cells =
        |number| Opening::balanced(number).moves().iter().map(|cell| u64::from(cell.index())).collect();
    assert_eq!(hash::fold((0..Opening::BALANCED).flat_map::<Vec<u64>, _>(cells)), 15_415_063_110_330_356_991);
}

#[test]
fn numbers_beyond_the_list_are_the_same_openings_turned_or_mirrored() {
    let mut chance = Chance(8);
    for _ in 0..200 {
        let number = chance.below(Opening::BALANCED as usize) as u32;
        let opening = Opening::balanced(number);
        let turned: Vec<Vec<Cell>> = (0..4)
            .map(|turn| Opening::balanced(number + turn * Opening::BALANCED).moves().to_vec())
            .collect();
        assert_eq!(turned, images(opening.moves()));
        assert_eq!(Opening::balanced(number + 4 * Opening::BALANCED), opening);
    }
    let _ = Opening::balanced(u32::MAX);
}

#[test]
fn only_games_from_othellos_start_have_an_opening_by_name() {
    let tiger: Vec<Move> = cells("f5d6c3d3c4").into_iter().map(Move::Mapello).collect();
    let name = |board| opening_of(&Setup::Mapello(board), &tiger);
    assert_eq!((name(Board::OTHELLO), name(Board::EMPTY)), (Some("Tiger"), None));
}
