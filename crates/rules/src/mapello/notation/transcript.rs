//! The notation of a game as one word, `e3f3c4--…`, as Othello players write it, and the conversion between
//! our centre and Othello's.
//!
//! In Othello White's first discs are on d4 and e5, here Black's are. So our empty board is Othello's with
//! left and right exchanged, and a game of Othello is a game here once the columns of its moves are mirrored
//! (`f5` is `c5`). Mirroring the rows or a quarter turn would do as well; this is a convention. Black's four
//! first moves differ between the two boards, so the first move of a transcript shows for which of them it
//! was written.

use super::{PASS, ReadError, cell_name, read_cell, write_moves};
use crate::mapello::{Board, Cell, Position, Step};
use crate::notation::{quote, without_number};
use crate::{IllegalMove, Side};

/// A parsed transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript {
    /// The moves, mirrored where needed, as they are played on our board.
    pub moves: Vec<Cell>,
    /// Whether it was written for Othello's centre, so that its columns had to be mirrored.
    pub mirrored: bool,
}

/// Writes the moves of a game from its beginning as one word, a pass as [`PASS`].
///
/// # Errors
/// The index of the first illegal move, and why it is illegal.
pub fn write_transcript(board: &Board, moves: &[Cell]) -> Result<String, (usize, IllegalMove)> {
    Ok(write_moves(board, moves)?.into_iter().map(|written| written.text).collect())
}

/// Writes a game on the empty board as Othello programs read it: for Othello's centre, with the passes left
/// out.
///
/// # Errors
/// The index of the first illegal move, and why it is illegal.
pub fn write_othello(moves: &[Cell]) -> Result<String, (usize, IllegalMove)> {
    write_moves(&Board::EMPTY, moves)?;
    Ok(moves.iter().map(|cell| cell_name(mirrored(*cell))).collect())
}

/// Parses a transcript: cells in either case, with or without blanks, single hyphens and numbers (`1. e3 f3`,
/// `1 e3 2 f3`) between them; passes as `--`, `pass`, `pa` or `ps`, or left out. Any number of passes may
/// follow the last move, and at the end of the text a result (`1-0`, `0-1`, `1/2-1/2`, `*`) or a score
/// (`32-32`), which is not compared with the moves. On the empty board it may be one of Othello.
///
/// # Errors
/// The first token that is no move, a move that is illegal, or a pass where the rules make none.
pub fn read_transcript(board: &Board, text: &str) -> Result<Transcript, ReadError> {
    let mut position = Position::start(board);
    let mut pass_due = position.to_move() == Side::Second;
    let mut read = Transcript { moves: Vec::new(), mirrored: false };
    let mut rest = start_of_token(text.trim_end());
    while !rest.is_empty() && !is_result(rest) {
        let (token, behind) = read_token(rest).ok_or_else(|| ReadError::Token(quote_word(rest)))?;
        rest = start_of_token(behind_hyphen(behind));
        match token {
            Token::Pass if pass_due || position.outcome().is_some() => pass_due = false,
            Token::Pass => return Err(ReadError::Pass),
            Token::Place(cell) => {
                if read.moves.is_empty() {
                    read.mirrored = *board == Board::EMPTY && position.check(mirrored(cell)).is_ok();
                }
                let placed = if read.mirrored { mirrored(cell) } else { cell };
                let illegal = |why| ReadError::Illegal { token: cell_name(cell), why };
                let (after, steps) = position.play(placed).map_err(illegal)?;
                read.moves.push(placed);
                position = after;
                pass_due = steps.iter().any(|step| matches!(step, Step::Pass(_)));
            }
        }
    }
    Ok(read)
}

enum Token {
    Place(Cell),
    Pass,
}

/// Reads one token from the front of the text; returns it with the rest.
fn read_token(text: &str) -> Option<(Token, &str)> {
    for word in [PASS, "pass", "pa", "ps"] {
        if let Some((begin, rest)) = text.split_at_checked(word.len())
            && begin.eq_ignore_ascii_case(word)
        {
            return Some((Token::Pass, rest));
        }
    }
    let (name, rest) = text.split_at_checked(2)?;
    Some((Token::Place(read_cell(name)?), rest))
}

/// Skips blanks and a move number in front of a token. A number is followed by a dot or a blank, and then by
/// something else.
fn start_of_token(text: &str) -> &str {
    let text = text.trim_start();
    let rest = text.trim_start_matches(|sign: char| sign.is_ascii_digit());
    let blank_behind = rest.starts_with(char::is_whitespace) && rest.len() < text.len();
    if blank_behind { rest } else { without_number(text) }.trim_start()
}

/// Skips the hyphen that joins two moves.
fn behind_hyphen(text: &str) -> &str {
    match text.trim_start().strip_prefix('-') {
        Some(rest) if rest.trim_start().starts_with(|sign: char| sign.is_ascii_alphabetic()) => rest,
        _ => text,
    }
}

/// Whether the rest of a text is a result or a score and nothing else.
fn is_result(text: &str) -> bool {
    if ["1-0", "0-1", "1/2-1/2", "*"].contains(&text) {
        return true;
    }
    let is_points =
        |text: &str| matches!(text.len(), 1..=3) && text.bytes().all(|sign| sign.is_ascii_digit());
    text.split_once('-').is_some_and(|(black, white)| is_points(black) && is_points(white))
}

/// The first word of a text, for an error.
fn quote_word(text: &str) -> String {
    quote(text.split_whitespace().next().unwrap_or_default())
}

/// The cell in the same row of the opposite column.
fn mirrored(cell: Cell) -> Cell {
    Cell::at(cell.row(), 7 - cell.column()).unwrap_or(cell)
}
