//! Short functions for writing positions and moves in tests.

use rules::mancala::notation::{read_moves, read_position, write_position};
use rules::mancala::{Position, Variant};

/// The position of a text, which must be valid.
pub fn position(text: &str, variant: Variant) -> Position {
    read_position(text, variant).unwrap_or_else(|why| panic!("{text}: {why}"))
}

/// The text of the position after these turns.
pub fn after(start: &str, variant: Variant, turns: &str) -> String {
    let start = position(start, variant);
    let (_, end) = read_moves(&start, turns).unwrap_or_else(|why| panic!("{turns}: {why}"));
    write_position(&end)
}
