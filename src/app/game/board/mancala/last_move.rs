//! The last move of a game, which the board marks.

use room::Game;
use rules::mancala::{Move, Pit, Step};

/// A move, and the pits it captured.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct LastMove {
    pub mv: Move,
    pub captured: Vec<Pit>,
}

/// The last move; none at the start.
pub(super) fn last_move(game: &Game) -> Option<LastMove> {
    let &rules::Move::Mancala(mv) = game.moves.last()? else { return None };
    let before = game.at(game.ply() - 1).position;
    let (_, trace) = before.as_mancala()?.play(mv).ok()?;
    let captured = trace.iter().find_map(|step| match *step {
        Step::Capture { last, opposite, .. } => Some(vec![last, opposite]),
        _ => None,
    });
    Some(LastMove { mv, captured: captured.unwrap_or_default() })
}
