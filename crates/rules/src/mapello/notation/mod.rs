//! The notation of Mapello, writer and notation parser: boards, positions, moves and transcripts; game files
//! are written here and read by the crate `gametext`. No text makes the parser panic.

mod board_text;
mod game_file;
mod moves;
mod read_error;
mod share_code;
mod transcript;

pub use board_text::{read_board, read_position, write_board, write_position};
pub use game_file::GameFile;
pub use moves::{MoveText, PASS, write_moves};
pub use read_error::ReadError;
pub use share_code::{read_code, write_code};
pub use transcript::{
    OthelloMoves, Transcript, TranscriptReader, mirrored, read_transcript, write_othello, write_transcript,
    write_without_passes,
};

use super::Cell;

/// The name of a cell, `a1` at the top left to `h8`.
#[must_use]
pub fn cell_name(cell: Cell) -> String {
    [b'a' + cell.column(), b'1' + cell.row()].map(char::from).iter().collect()
}

/// The cell of a name, in either case.
#[must_use]
pub fn read_cell(name: &str) -> Option<Cell> {
    let [column, row] = name.as_bytes() else { return None };
    let column = column.to_ascii_lowercase().checked_sub(b'a')?;
    Cell::at(row.checked_sub(b'1')?, column)
}
