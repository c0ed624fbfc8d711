//! Perft for Mapello, in which a pass is a ply. The board is named, random, or given as text.

use rules::mapello::notation::{read_code, read_position};
use rules::mapello::{Board, Position, perft, perft_leaves};

use crate::take_depth;

pub const USAGE: &str = "perft mapello [--board empty|othello|default|SEED|CODE|TEXT] [--leaves] DEPTH\n\
    \x20      --leaves: a game that ends earlier counts as one, as in tables of Othello\n\
    \x20      SEED: digits, for the random board; TEXT: ten rows joined by /, the side to move and points behind it";

pub fn count(mut words: impl Iterator<Item = String>) -> Result<u64, String> {
    let mut start = Position::start(&Board::EMPTY);
    let mut depth = None;
    let mut count: fn(&Position, u32) -> u64 = perft;
    while let Some(word) = words.next() {
        match word.as_str() {
            "--leaves" => count = perft_leaves,
            "--board" => start = position(&words.next().ok_or("--board needs a board")?)?,
            _ => take_depth(&mut depth, word)?,
        }
    }
    Ok(count(&start, depth.ok_or("no depth given")?))
}

fn position(text: &str) -> Result<Position, String> {
    let board = match text {
        "empty" => Board::EMPTY,
        "othello" => Board::OTHELLO,
        "default" => Board::DEFAULT,
        // A position as text includes the side to move.
        _ if text.contains(['/', '\n']) => return read_position(text).map_err(|why| why.to_string()),
        _ if text.bytes().all(|sign| sign.is_ascii_digit()) => {
            Board::random(text.parse().map_err(|_| format!("{text} is too large for a seed"))?)
        }
        _ => read_code(text).map_err(|why| why.to_string())?,
    };
    Ok(Position::start(&board))
}
