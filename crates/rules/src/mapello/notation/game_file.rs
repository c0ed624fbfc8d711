//! Game files of Mapello in a PGN-like format: tags with the board, then the moves, numbered in pairs.

use super::{write_code, write_moves};
use crate::IllegalMove;
use crate::mapello::{Board, Cell, Position};
use crate::notation::game_file;

/// The tags that are written from the setup.
const NAMES: [&str; 2] = ["Game", "Board"];
/// The value of the tag `Game`.
const GAME: &str = "Mapello";

/// A game with its tags.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFile {
    /// The tags besides board and result: `Black`, `White`, `Date`, … A `Result` here overrides the one the
    /// moves lead to (a player resigned, a clock ran out).
    pub tags: Vec<(String, String)>,
    /// The board.
    pub board: Board,
    /// The moves of both sides, in order, without the passes.
    pub moves: Vec<Cell>,
}

impl GameFile {
    /// Writes the file, as `1. e3 f3 2. c4 --`. The tags `Game` and `Board` (its share code) are written from
    /// the board; a tag without a name is left out, and line breaks in values become blanks.
    ///
    /// # Errors
    /// The index of the first illegal move, and why it is illegal.
    pub fn write(&self) -> Result<String, (usize, IllegalMove)> {
        let texts = write_moves(&self.board, &self.moves)?;
        let words = texts.iter().enumerate().map(|(ply, written)| match ply % 2 {
            0 => format!("{}. {}", ply / 2 + 1, written.text),
            _ => written.text.clone(),
        });
        let own = [(NAMES[0], GAME.to_owned()), (NAMES[1], write_code(&self.board))];
        let outcome = end(&self.board, &self.moves).outcome();
        Ok(game_file::write(&own, &self.tags, outcome, words))
    }
}

/// The position after these moves; illegal ones change nothing.
fn end(board: &Board, moves: &[Cell]) -> Position {
    moves.iter().fold(Position::start(board), |position, &cell| match position.play(cell) {
        Ok((after, _)) => after,
        Err(_) => position,
    })
}
