//! The notation of Mancala, writer and notation parser: turns and positions; game files are written here and
//! read by the crate `gametext`. The grammar of a turn stands at [`read_moves`]. No text makes it panic.

mod game_file;
mod options;
mod position_text;
mod read_error;
mod start_text;
mod turns;

pub use game_file::GameFile;
pub use options::{SETUP_TAGS, START_TAG, read_setup};
pub use position_text::{read_kgp, read_position, write_kgp, write_position};
pub use read_error::ReadError;
pub use start_text::{read_start, read_start_code, write_start, write_start_code};
pub use turns::{TurnReader, TurnText, has_capital, read_moves, write_turns};

use super::Pit;
use crate::Side;

/// The letter of a pit: `A` to `I` for South, `a` to `i` for North.
#[must_use]
pub fn pit_letter(pit: Pit) -> char {
    let first = match pit.side {
        Side::First => b'A',
        Side::Second => b'a',
    };
    char::from(first.saturating_add(pit.index.min(25)))
}
