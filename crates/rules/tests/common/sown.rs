//! Plays one move of Mancala in a position given as text.

use rules::mancala::notation::{read_moves, read_position, write_position};
use rules::mancala::{Step, Variant};

/// The position after one move, as text, and the steps of the move.
pub fn play_move(start: &str, variant: Variant, mv: &str) -> (String, Vec<Step>) {
    let Ok(start) = read_position(start, variant) else { panic!("no position: {start}") };
    let Ok((moves, _)) = read_moves(&start, mv) else { panic!("no move: {mv}") };
    let Ok((end, steps)) = start.play(moves[0]) else { panic!("{mv} is illegal") };
    (write_position(&end), steps)
}
