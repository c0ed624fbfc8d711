//! The notation of a game's moves, with the passes that the rules made among them.

use super::cell_name;
use crate::mapello::{Board, Cell, Position, Step};
use crate::{IllegalMove, Side};

/// The notation of a pass.
pub const PASS: &str = "--";

/// A written move or pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveText {
    /// The side that moved or passed. The sides alternate, Black first.
    pub side: Side,
    /// The cell, as `d3`, or [`PASS`].
    pub text: String,
    /// The index of the move, from 0; `None` for a pass, which is no move.
    pub placed: Option<usize>,
}

/// Writes the moves of a game from its beginning. A pass is written as soon as the rules have made it: also
/// after the last move, and before the first one when Black has none.
///
/// # Errors
/// The index of the first illegal move, and why it is illegal.
pub fn write_moves(board: &Board, moves: &[Cell]) -> Result<Vec<MoveText>, (usize, IllegalMove)> {
    let pass = |side| MoveText { side, text: PASS.to_owned(), placed: None };
    let mut position = Position::start(board);
    let mut texts = Vec::new();
    if board.opens_with_pass() {
        texts.push(pass(Side::First));
    }
    for (index, &cell) in moves.iter().enumerate() {
        let side = position.to_move();
        let (after, steps) = position.play(cell).map_err(|why| (index, why))?;
        texts.push(MoveText { side, text: cell_name(cell), placed: Some(index) });
        texts.extend(steps.iter().find_map(|step| match step {
            Step::Pass(side) => Some(pass(*side)),
            _ => None,
        }));
        position = after;
    }
    Ok(texts)
}
