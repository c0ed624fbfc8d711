//! Tests of the notation parser and writer of Mapello: positions, moves and transcripts.

#[path = "common/mapello_games.rs"]
mod games;

use games::{cells, games, play};
use proptest::prelude::*;
use rules::mapello::notation::{
    MoveText, PASS, ReadError, cell_name, read_cell, read_position, read_transcript, write_board,
    write_moves, write_othello, write_position, write_transcript,
};
use rules::mapello::{Board, Cell, Position, Step};
use rules::{IllegalMove, Side};

fn cell(name: &str) -> Cell {
    read_cell(name).unwrap_or_else(|| panic!("no cell: {name}"))
}

/// A board on which Black has no first move.
fn opening_pass() -> Board {
    let walls = ["e3", "f4", "c5", "d6"].map(|name| cell(name).bit());
    Board::new(walls.iter().sum(), 0, 0).unwrap_or_else(|why| panic!("no board: {why}"))
}

#[test]
fn a_cell_is_named_by_its_letter_and_digit() {
    let all: Vec<Cell> = (0..64).filter_map(Cell::new).collect();
    assert_eq!([0, 7, 8, 19, 63].map(|index| cell_name(all[index])), ["a1", "h1", "a2", "d3", "h8"]);
    for cell in all {
        assert_eq!(read_cell(&cell_name(cell)), Some(cell));
        assert_eq!(read_cell(&cell_name(cell).to_uppercase()), Some(cell));
    }
    for name in ["", "a", "a0", "a9", "i1", "1a", "a10", "é", "@1", "a1 "] {
        assert_eq!(read_cell(name), None, "{name}");
    }
}

#[test]
fn a_position_is_parsed_from_one_line_or_ten() {
    let start = Position::start(&Board::DEFAULT);
    let line = write_position(&start);
    assert_eq!(line, format!("{} X 0 0", write_board(&Board::DEFAULT).replace('\n', "/")));
    for text in [
        line.replace('/', "\n"),
        line.replace('/', " / "),
        line.to_lowercase(),
        line.trim_end_matches(" X 0 0").to_owned(),
        line.trim_end_matches(" 0 0").to_owned(),
        format!("\n\t{line} \r\n"),
    ] {
        assert_eq!(read_position(&text), Ok(start), "{text}");
    }
}

#[test]
fn a_text_that_is_no_position_is_refused_with_the_reason() {
    let line = write_position(&Position::start(&Board::DEFAULT));
    let read = |from: &str, to: &str| read_position(&line.replacen(from, to, 1));
    assert_eq!(read_position(""), Err(ReadError::Size));
    assert_eq!(read(" X 0 0", "/#"), Err(ReadError::Size));
    assert_eq!(read("/###J###J##", ""), Err(ReadError::Size));
    assert_eq!(read("XO", "?O"), Err(ReadError::Sign('?')));
    for (from, to) in [
        (" X", " Y"),
        (" X 0 0", " 0 0"),
        ("0 0", "1 0"),
        ("0 0", "-3 0"),
        ("0 0", "258 0"),
        ("0 0", "0 0 0"),
        ("0 0", "3 0"),
        ("XO", ".O"),
    ] {
        assert!(matches!(read(from, to), Err(ReadError::Form(_))), "{from} {to}");
    }
}

#[test]
fn passes_are_written_between_moves_and_are_no_moves() {
    let written = write_moves(&opening_pass(), &[cell("c4"), cell("c3")]).unwrap();
    let expected = [(Side::First, "--", None), (Side::Second, "c4", Some(0)), (Side::First, "c3", Some(1))];
    let expected = expected.map(|(side, text, placed)| MoveText { side, text: text.to_owned(), placed });
    assert_eq!(written, expected);
    assert_eq!(write_moves(&opening_pass(), &[]).unwrap(), expected[..1]);
    assert_eq!(write_transcript(&opening_pass(), &[cell("c4"), cell("c3")]), Ok("--c4c3".to_owned()));
}

#[test]
fn an_illegal_move_is_named_by_its_index() {
    let moves = [cell("e3"), cell("a1")];
    let illegal = (1, IllegalMove::NoFlip);
    assert_eq!(write_moves(&Board::EMPTY, &moves), Err(illegal));
    assert_eq!(write_transcript(&Board::EMPTY, &moves), Err(illegal));
    assert_eq!(write_othello(&moves), Err(illegal));
}

#[test]
fn a_transcript_is_parsed_as_people_write_it() {
    let moves = vec![cell("c4"), cell("c3")];
    for text in ["--c4c3", "c4c3", "C4 C3", "pass c4\nc3", "PA c4 c3", "psc4c3"] {
        let read = read_transcript(&opening_pass(), text).unwrap_or_else(|why| panic!("{text}: {why}"));
        assert_eq!((read.moves, read.mirrored), (moves.clone(), false), "{text}");
    }
    assert_eq!(read_transcript(&Board::EMPTY, " ").map(|read| read.moves), Ok(Vec::new()));
}

#[test]
fn text_that_is_no_transcript_is_refused_with_the_reason() {
    let read = |text: &str| read_transcript(&opening_pass(), text).map(|read| read.moves);
    for (text, token) in [
        ("c4 x9 c3", "x9"),
        ("c", "c"),
        ("éc4", "éc4"),
        ("-c4", "-c4"),
        ("c4-", "-"),
        ("c4-é", "-é"),
        ("1c4", "1c4"),
        ("c4 1-0", "1-0"),
        ("c4 * c3", "*"),
    ] {
        assert_eq!(read(text), Err(ReadError::Token(token.to_owned())), "{text}");
    }
    assert_eq!(read(&"z".repeat(50)), Err(ReadError::Token("z".repeat(20))));
    let illegal = |token: &str, why| Err(ReadError::Illegal { token: token.to_owned(), why });
    assert_eq!(read("C4 E3"), illegal("e3", IllegalMove::Wall));
    assert_eq!(read("c4 c4"), illegal("c4", IllegalMove::Occupied));
    for text in ["-- -- c4", "c4 --", "c4--c3", "c4 pass c3"] {
        assert_eq!(read(text), Err(ReadError::Pass), "{text}");
    }
}

proptest! {
    #[test]
    fn every_position_text_round_trips((board, choices) in games()) {
        for ply in play(&board, choices) {
            let text = write_position(&ply.after);
            prop_assert_eq!(read_position(&text), Ok(ply.after));
            prop_assert_ne!(text, write_position(&ply.before));
        }
    }

    #[test]
    fn black_and_white_take_turns_in_the_written_moves((board, choices) in games()) {
        let plies = play(&board, choices);
        let moves = cells(&plies);
        let written = write_moves(&board, &moves).unwrap();
        for (ply, text) in written.iter().enumerate() {
            prop_assert_eq!(text.side, Side::BOTH[ply % 2]);
            let name = text.placed.map_or(PASS.to_owned(), |placed| cell_name(moves[placed]));
            prop_assert_eq!(&text.text, &name);
        }
        let placed: Vec<usize> = written.iter().filter_map(|text| text.placed).collect();
        prop_assert_eq!(placed, (0..moves.len()).collect::<Vec<_>>());
        let steps = plies.iter().flat_map(|ply| &ply.steps);
        let passes = steps.filter(|step| matches!(step, Step::Pass(_))).count();
        prop_assert_eq!(written.len(), moves.len() + passes + usize::from(board.opens_with_pass()));
    }

    #[test]
    fn every_transcript_round_trips_with_and_without_passes((board, choices) in games()) {
        let moves = cells(&play(&board, choices));
        let text = write_transcript(&board, &moves).unwrap();
        for text in [text.clone(), text.replace(PASS, ""), text.replace(PASS, " pass ")] {
            let read = read_transcript(&board, &text).unwrap();
            prop_assert_eq!((read.moves, read.mirrored), (moves.clone(), false));
        }
    }

    #[test]
    fn parsing_any_text_never_panics(
        text in prop_oneof![
            any::<String>(),
            any::<Vec<u8>>().prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned()),
            "([a-h][1-8]|--|-| |pa|[0-9]{1,2}\\.?){0,20}",
            "([#J.*XO]{10}/){9}[#J.*XO]{10} [XO] [0-9]{1,4} [0-9]{1,4}",
            "##########/(#[.*XO]{8}#/){3}(#[.*]{3}[XO]{2}[.*]{3}#/){2}(#[.*XO]{8}#/){3}##########( [XO]( [0-9]{1,3}){0,2})?",
        ],
        opens in any::<bool>(),
    ) {
        let board = if opens { opening_pass() } else { Board::EMPTY };
        if let Ok(position) = read_position(&text) {
            prop_assert_eq!(read_position(&write_position(&position)), Ok(position));
        }
        if let Ok(read) = read_transcript(&board, &text) {
            prop_assert!(write_transcript(&board, &read.moves).is_ok());
        }
    }
}
