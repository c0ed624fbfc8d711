//! Tests of Othello games: they are read and written mirrored, and played as Othello's own rules play them.

#[path = "common/mapello_reference.rs"]
#[allow(dead_code, reason = "counting is not used here")]
mod reference;

use proptest::prelude::*;
use reference::Reference;
use rules::mapello::notation::{
    ReadError, cell_name, read_cell, read_transcript, write_othello, write_position,
};
use rules::mapello::{Board, Cell, Position};
use rules::{IllegalMove, Side};

/// Named openings of Othello as they are published, and the shortest game there is.
const OTHELLO: [&str; 6] = [
    "f5d6c3d3c4f4c5b3c2",
    "f5d6c3d3c4f4f6f3e6e7",
    "f5d6c5f4e3c6d3f6e6d7",
    "f5f6e6f4e3c5c4e7c6e2",
    "f5f4e3f6d3e2",
    "e6f4e3f6g5d6e7f5c5",
];

fn cell(name: &str) -> Cell {
    read_cell(name).unwrap_or_else(|| panic!("no cell: {name}"))
}

/// The cells of a transcript as they are written.
fn names(transcript: &str) -> Vec<Cell> {
    (0..transcript.len()).step_by(2).map(|at| cell(&transcript[at..at + 2])).collect()
}

#[test]
fn a_transcript_of_othello_is_mirrored() {
    for transcript in OTHELLO {
        let mut othello = Reference::othello();
        let read =
            read_transcript(&Board::EMPTY, transcript).unwrap_or_else(|why| panic!("{transcript}: {why}"));
        assert!(read.mirrored, "{transcript}");
        let mut position = Position::start(&Board::EMPTY);
        for (written, played) in names(transcript).into_iter().zip(&read.moves) {
            let square = (usize::from(written.row()) + 1, usize::from(written.column()) + 1);
            assert!(othello.legal().contains(&square), "{transcript}: {written:?}");
            assert_eq!((played.row(), played.column()), (written.row(), 7 - written.column()));
            othello.play(square);
            position = position.play(*played).unwrap().0;
        }
        let drawn = write_position(&position);
        let mirrored = othello.squares.iter().map(|row| row.iter().rev().collect::<String>());
        assert!(drawn.starts_with(&mirrored.collect::<Vec<_>>().join("/")), "{transcript}");
        assert_eq!(write_othello(&read.moves).as_deref(), Ok(transcript));
    }
}

#[test]
fn the_shortest_game_of_othello_ends_without_a_white_disc() {
    let read = read_transcript(&Board::EMPTY, OTHELLO[5]).unwrap();
    let mut position = Position::start(&Board::EMPTY);
    for cell in read.moves {
        position = position.play(cell).unwrap().0;
    }
    assert_eq!(Side::BOTH.map(|side| position.score(side)), [13, 0]);
    assert_eq!(position.outcome(), Some(rules::Outcome::Win(Side::First)));
}

#[test]
fn a_transcript_may_end_with_any_number_of_passes() {
    let moves = read_transcript(&Board::EMPTY, OTHELLO[5]).unwrap().moves;
    for end in ["--", " -- --", "----", " pass"] {
        let read = read_transcript(&Board::EMPTY, &format!("{}{end}", OTHELLO[5]));
        assert_eq!(read.map(|read| read.moves), Ok(moves.clone()), "{end}");
    }
    let over = ReadError::Illegal { token: "a1".to_owned(), why: IllegalMove::GameOver };
    assert_eq!(read_transcript(&Board::EMPTY, &format!("{}--a1", OTHELLO[5])), Err(over));
}

#[test]
fn the_first_move_decides_whether_a_transcript_is_mirrored() {
    let ours = read_transcript(&Board::EMPTY, "e3f3").unwrap();
    assert!(!ours.mirrored);
    let theirs = read_transcript(&Board::EMPTY, "d3c3").unwrap();
    assert_eq!((theirs.moves, theirs.mirrored), (ours.moves, true));
    // An error names a cell as it was written. A board with any extra is not Othello's, mirrored or not.
    for (board, text, token) in [(Board::EMPTY, "d3h8", "h8"), (Board::DEFAULT, "d3", "d3")] {
        let illegal = ReadError::Illegal { token: token.to_owned(), why: IllegalMove::NoFlip };
        assert_eq!(read_transcript(&board, text), Err(illegal));
    }
}

proptest! {
    #[test]
    fn every_othello_game_is_a_mirrored_mapello_game(choices in proptest::collection::vec(any::<usize>(), 1..61)) {
        let mut othello = Reference::othello();
        let mut transcript = String::new();
        for choice in choices {
            let moves = othello.legal();
            if moves.is_empty() {
                break;
            }
            let (row, column) = moves[choice % moves.len()];
            othello.play((row, column));
            transcript.push_str(&cell_name(Cell::at(row as u8 - 1, column as u8 - 1).unwrap()));
        }
        let read = read_transcript(&Board::EMPTY, &transcript).unwrap();
        prop_assert!(read.mirrored);
        let end = read.moves.iter().try_fold(Position::start(&Board::EMPTY), |at, cell| {
            at.play(*cell).map(|(after, _)| after)
        });
        let end = end.unwrap();
        prop_assert_eq!(Side::BOTH.map(|side| u32::from(end.score(side))), othello.score());
        prop_assert_eq!(end.outcome().is_some(), othello.over);
        prop_assert_eq!(write_othello(&read.moves), Ok(transcript));
    }
}
