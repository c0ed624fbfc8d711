//! The notation of a game as one word, `e3f3c4--…`, as Othello players write it, and the conversion between
//! Mapello's centre and Othello's.
//!
//! On a board with Othello's centre a transcript of Othello is read and written as it is typed. On the empty board
//! Black's first discs are on d4 and e5, where Othello has White's. So that board is Othello's with left and right
//! exchanged, and a game of Othello is a game there once the columns of its moves are mirrored (`f5` is `c5`).
//! Mirroring the rows or a quarter turn would do as well; this is a convention. Black's four first moves differ between
//! the two centres, so the first move of a transcript shows for which of them it was written.

use super::{PASS, ReadError, cell_name, read_cell, write_moves};
use crate::mapello::{Board, Cell, Centre, Position, Step};
use crate::notation::quote;
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

/// Writes the moves of a game on any board as one word with the passes left out, as Othello programs do.
///
/// # Errors
/// The index of the first illegal move, and why it is illegal.
pub fn write_without_passes(board: &Board, moves: &[Cell]) -> Result<String, (usize, IllegalMove)> {
    write_moves(board, moves)?;
    Ok(moves.iter().map(|cell| cell_name(*cell)).collect())
}

/// Parses a transcript: cells in either case and passes, glued to each other or with blanks between them.
/// Passes are `--`, `pass`, `pa` or `ps`, or left out; any number of them may follow the last move. On the
/// empty board it may be one of Othello.
///
/// # Errors
/// The first token that is no move, a move that is illegal, or a pass where the rules make none.
pub fn read_transcript(board: &Board, text: &str) -> Result<Transcript, ReadError> {
    let othello = if *board == Board::EMPTY { OthelloMoves::Mirrored } else { OthelloMoves::Illegal };
    let mut reader = TranscriptReader::new(board, othello);
    for word in text.split_whitespace() {
        let mut rest = word;
        while !rest.is_empty() {
            rest = reader.token(rest)?;
        }
    }
    Ok(Transcript { moves: reader.moves, mirrored: reader.mirrored })
}

/// What becomes of a text that begins with one of Othello's first moves where they are illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OthelloMoves {
    /// Its first move is refused.
    Illegal,
    /// Its columns are mirrored, so that it is a game on the board that was asked for.
    Mirrored,
    /// It is read as it is typed, on the same board with Othello's centre.
    OwnStart,
}

/// Reads moves and passes one at a time, so that whoever reads a whole text, with numbers and a result, can
/// name the place at fault.
pub struct TranscriptReader {
    board: Board,
    othello: OthelloMoves,
    position: Position,
    moves: Vec<Cell>,
    mirrored: bool,
    /// Whether the rules have made a pass that has not been written.
    pass_due: bool,
    entries: u32,
}

impl TranscriptReader {
    /// A reader from the beginning of a game. `othello` says what happens to a text of Othello, which its first move
    /// shows.
    #[must_use]
    pub fn new(board: &Board, othello: OthelloMoves) -> Self {
        let position = Position::start(board);
        let pass_due = position.to_move() == Side::Second;
        Self { board: *board, othello, position, moves: Vec::new(), mirrored: false, pass_due, entries: 0 }
    }

    /// The board that the moves are played on: the one asked for, or the same with Othello's centre.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The moves so far, as they are played on [`TranscriptReader::board`].
    #[must_use]
    pub fn moves(&self) -> &[Cell] {
        &self.moves
    }

    /// Whether the columns are mirrored.
    #[must_use]
    pub fn is_mirrored(&self) -> bool {
        self.mirrored
    }

    /// Whether the rules have made a pass that has not been written.
    #[must_use]
    pub fn is_pass_due(&self) -> bool {
        self.pass_due
    }

    /// The number of moves and passes so far, passes that were left out among them once a move follows.
    #[must_use]
    pub fn entries(&self) -> u32 {
        self.entries
    }

    /// Reads one move or pass from the front of a text; returns the rest.
    ///
    /// # Errors
    /// Why it is none, or is illegal.
    pub fn token<'t>(&mut self, text: &'t str) -> Result<&'t str, ReadError> {
        for pass in [PASS, "pass", "pa", "ps"] {
            if let Some((begin, rest)) = text.split_at_checked(pass.len())
                && begin.eq_ignore_ascii_case(pass)
            {
                self.pass()?;
                return Ok(rest);
            }
        }
        let read = text.split_at_checked(2).and_then(|(name, rest)| Some((read_cell(name)?, rest)));
        let (cell, rest) = read.ok_or_else(|| ReadError::Token(quote(text)))?;
        self.place(cell).map_err(|why| ReadError::Illegal { token: cell_name(cell), why })?;
        Ok(rest)
    }

    fn pass(&mut self) -> Result<(), ReadError> {
        if !self.pass_due && self.position.outcome().is_none() {
            return Err(ReadError::Pass);
        }
        self.pass_due = false;
        self.entries += 1;
        Ok(())
    }

    /// Finds out from the first move for which centre the text was written.
    fn begin(&mut self, first: Cell) {
        match self.othello {
            OthelloMoves::Illegal => {}
            OthelloMoves::Mirrored => self.mirrored = self.position.check(mirrored(first)).is_ok(),
            OthelloMoves::OwnStart => {
                let board = self.board.with_centre(Centre::Othello);
                let start = Position::start(&board);
                if self.position.check(first).is_err() && start.check(first).is_ok() {
                    self.pass_due &= start.to_move() == Side::Second;
                    (self.board, self.position) = (board, start);
                }
            }
        }
    }

    fn place(&mut self, cell: Cell) -> Result<(), IllegalMove> {
        if self.moves.is_empty() {
            self.begin(cell);
        }
        let placed = if self.mirrored { mirrored(cell) } else { cell };
        let (after, steps) = self.position.play(placed)?;
        self.entries += 1 + u32::from(self.pass_due);
        self.position = after;
        self.moves.push(placed);
        self.pass_due = steps.iter().any(|step| matches!(step, Step::Pass(_)));
        Ok(())
    }
}

/// The cell in the same row of the opposite column: where a move of Othello is played on the empty board, and back.
#[must_use]
pub fn mirrored(cell: Cell) -> Cell {
    Cell::at(cell.row(), 7 - cell.column()).unwrap_or(cell)
}
