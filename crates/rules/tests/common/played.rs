//! Plays one move of Mapello in a position given as text.

use rules::IllegalMove;
use rules::mapello::notation::{read_cell, read_position, write_position};
use rules::mapello::{Cell, Position, Step};

/// The position of a drawing in lines, followed by side to move and points.
pub fn position(drawing: &str) -> Position {
    read_position(drawing).unwrap_or_else(|why| panic!("{drawing}: {why}"))
}

/// The cell of a name.
pub fn cell(name: &str) -> Cell {
    read_cell(name).unwrap_or_else(|| panic!("no cell: {name}"))
}

/// The position after one move, in lines, and the steps of the move.
pub fn play_move(drawing: &str, name: &str) -> (String, Vec<Step>) {
    let played = position(drawing).play(cell(name));
    let (after, steps) = played.unwrap_or_else(|why| panic!("{name}: {why}"));
    (write_position(&after).replace('/', "\n"), steps)
}

/// Whether a move is legal.
pub fn check(drawing: &str, name: &str) -> Result<(), IllegalMove> {
    position(drawing).check(cell(name))
}
