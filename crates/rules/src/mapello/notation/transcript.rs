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

/// Parses a transcript: cells in either case and passes, glued to each other or with blanks between them.
/// Passes are `--`, `pass`, `pa` or `ps`, or left out; any number of them may follow the last move. On the
/// empty board it may be one of Othello.
///
/// # Errors
/// The first token that is no move, a move that is illegal, or a pass where the rules make none.
pub fn read_transcript(board: &Board, text: &str) -> Result<Transcript, ReadError> {
    let mut reader = TranscriptReader::new(board, *board == Board::EMPTY);
    for word in text.split_whitespace() {
        let mut rest = word;
        while !rest.is_empty() {
            rest = reader.token(rest)?;
        }
    }
    Ok(Transcript { moves: reader.moves, mirrored: reader.mirrored })
}

/// Reads moves and passes one at a time, so that whoever reads a whole text, with numbers and a result, can
/// name the place at fault.
pub struct TranscriptReader {
    /// Whether the text may be one of Othello.
    mirrors: bool,
    position: Position,
    moves: Vec<Cell>,
    mirrored: bool,
    /// Whether the rules have made a pass that has not been written.
    pass_due: bool,
    entries: u32,
}

impl TranscriptReader {
    /// A reader from the beginning of a game. `mirrors` says whether the text may be one of Othello, which
    /// its first move decides.
    #[must_use]
    pub fn new(board: &Board, mirrors: bool) -> Self {
        let position = Position::start(board);
        let pass_due = position.to_move() == Side::Second;
        Self { mirrors, position, moves: Vec::new(), mirrored: false, pass_due, entries: 0 }
    }

    /// The moves so far, as they are played on our board.
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

    fn place(&mut self, cell: Cell) -> Result<(), IllegalMove> {
        if self.moves.is_empty() {
            self.mirrored = self.mirrors && self.position.check(mirrored(cell)).is_ok();
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

/// The cell in the same row of the opposite column.
fn mirrored(cell: Cell) -> Cell {
    Cell::at(cell.row(), 7 - cell.column()).unwrap_or(cell)
}
