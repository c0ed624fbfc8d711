//! Fuzzes the notation parsers: text that can be parsed is written and parsed again, and must come out the
//! same.

use room::{BoardChoice, MemberId, RoomCode, clean_line, clean_name};
use rules::mancala::notation::{
    read_kgp, read_moves, read_position, read_start, read_start_code, write_kgp, write_position, write_start,
    write_start_code, write_turns,
};
use rules::mancala::{Position, Preset, Setup, Variant};
use rules::mapello::{Board, notation as mapello};

/// Parses the text as each notation.
pub fn read(text: &str) {
    for preset in Preset::ALL {
        mancala(text, preset.variant());
    }
    mancala(text, Variant { pits: 9, stones: 12, pie_rule: true, ..Variant::default() });
    starts(text);
    mapello_texts(text);
    for board in [Board::EMPTY, Board::DEFAULT] {
        transcript(text, &board);
    }
    names(text);
}

fn mancala(text: &str, variant: Variant) {
    if let Ok(position) = read_position(text, variant) {
        let written = write_position(&position);
        assert_eq!(read_position(&written, variant).map(|again| write_position(&again)), Ok(written));
    }
    if let Ok(position) = read_kgp(text, variant) {
        let written = write_kgp(&position);
        assert_eq!(read_kgp(&written, variant).map(|again| write_kgp(&again)), Ok(written));
    }
    let start = Position::start(&Setup::new(variant, 1));
    if let Ok((moves, end)) = read_moves(&start, text) {
        let turns = write_turns(&start, &moves).unwrap();
        let written: String = turns.into_iter().map(|turn| turn.text + " ").collect();
        assert_eq!(read_moves(&start, &written), Ok((moves, end)), "{written}");
    }
}

fn starts(text: &str) {
    if let Ok(start) = read_start(text) {
        assert_eq!(read_start(&write_start(&start)), Ok(start));
        assert_eq!(read_start_code(&write_start_code(&start)), Ok(start));
    }
    if let Ok(start) = read_start_code(text) {
        assert_eq!(write_start_code(&start), text, "each start has one code");
    }
}

fn mapello_texts(text: &str) {
    if let Ok(board) = mapello::read_code(text) {
        assert_eq!(mapello::read_code(&mapello::write_code(&board)), Ok(board));
    }
    if let Ok(board) = mapello::read_board(text) {
        assert_eq!(mapello::read_board(&mapello::write_board(&board)), Ok(board));
    }
    if let Ok(position) = mapello::read_position(text) {
        let written = mapello::write_position(&position);
        assert_eq!(mapello::read_position(&written), Ok(position), "{written}");
    }
    if let Some(cell) = mapello::read_cell(text) {
        assert_eq!(mapello::cell_name(cell), text.to_ascii_lowercase());
    }
}

fn transcript(text: &str, board: &Board) {
    let Ok(read) = mapello::read_transcript(board, text) else { return };
    let written = mapello::write_transcript(board, &read.moves).unwrap();
    assert_eq!(mapello::read_transcript(board, &written).map(|again| again.moves).as_ref(), Ok(&read.moves));
    if *board == Board::EMPTY {
        let othello = mapello::write_othello(&read.moves).unwrap();
        assert_eq!(mapello::read_transcript(board, &othello).map(|again| again.moves), Ok(read.moves));
    }
}

fn names(text: &str) {
    if let Ok(code) = text.parse::<RoomCode>() {
        assert_eq!(code.to_string().parse(), Ok(code));
    }
    if let Ok(member) = text.parse::<MemberId>() {
        assert_eq!(member.to_string().parse(), Ok(member));
    }
    if let Some(choice) = BoardChoice::parse(text, 20_000, 4_711) {
        let _ = choice.board(1);
    }
    let line = clean_line(text);
    assert_eq!(clean_line(&line), line, "what is clean stays as it is");
    assert!(!line.contains(char::is_control));
    if let Some(name) = clean_name(text) {
        assert_eq!(clean_name(&name).as_ref(), Some(&name), "what is clean stays as it is");
        assert!((2..=20).contains(&name.chars().count()), "{name:?}");
    }
}
