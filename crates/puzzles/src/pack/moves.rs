//! The line of a puzzle: its moves side by side, and the drawing moves of each own turn.

use rules::Position;

use super::PackError;
use crate::goal::Goal;
use crate::notation::{read_move, split, write_move};
use crate::puzzle::OwnTurn;

/// The own moves that a puzzle has.
const OWN_MOVES: core::ops::RangeInclusive<usize> = 2..=4;

/// The line, and behind a blank the drawing moves, if there are any.
pub fn write_turns(turns: &[OwnTurn]) -> (String, String) {
    let line = turns.iter().flat_map(|turn| [turn.mv].into_iter().chain(turn.replies.iter().copied()));
    let draws: Vec<String> =
        turns.iter().map(|turn| turn.draws.iter().map(|mv| write_move(*mv)).collect()).collect();
    let draws =
        if draws.iter().all(String::is_empty) { String::new() } else { format!(" {}", draws.join(",")) };
    (line.map(write_move).collect(), draws)
}

/// The own turns of a line from this position.
pub fn read_turns(start: &Position, goal: Goal, line: &str, draws: &str) -> Result<Vec<OwnTurn>, PackError> {
    let (game, side) = (start.game(), start.to_move());
    let mut turns: Vec<OwnTurn> = Vec::new();
    let mut before = Vec::new();
    let mut position = start.clone();
    for text in split(game, line).ok_or(PackError::Line)? {
        let mv = read_move(&position, text).ok_or(PackError::Line)?;
        if position.to_move() == side {
            turns.push(OwnTurn { mv, draws: Vec::new(), replies: Vec::new() });
            before.push(position.clone());
        } else if let Some(turn) = turns.last_mut() {
            turn.replies.push(mv);
        }
        position = position.play(mv).map_err(|_| PackError::Line)?.position;
    }
    let ends_with_own = turns.last().is_some_and(|turn| turn.replies.is_empty());
    if !OWN_MOVES.contains(&turns.len()) || !ends_with_own {
        return Err(PackError::Line);
    }
    if draws.is_empty() {
        return Ok(turns);
    }
    let mut of_turns = draws.split(',');
    for (turn, position) in turns.iter_mut().zip(&before) {
        let texts = of_turns.next().and_then(|text| split(game, text)).ok_or(PackError::Draws)?;
        for text in texts {
            let mv = read_move(position, text).filter(|mv| *mv != turn.mv && !turn.draws.contains(mv));
            turn.draws.push(mv.filter(|_| goal == Goal::Win).ok_or(PackError::Draws)?);
        }
    }
    if of_turns.next().is_some() || turns.iter().all(|turn| turn.draws.is_empty()) {
        return Err(PackError::Draws);
    }
    Ok(turns)
}
