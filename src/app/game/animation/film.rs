//! One move to be animated (a film): how a game got from one state to the next, and how long it takes to show
//! that.

use room::Game;
use rules::{Move, Position, Side, Trace};

use crate::app::game::timing;

/// One move to be animated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Film {
    /// The game's number in its room.
    pub game: u32,
    /// How many moves the game has after this one.
    pub ply: u32,
    /// The side that made it.
    pub side: Side,
    /// The move.
    pub mv: Move,
    /// The position before it.
    pub before: Position,
    /// The position after it.
    pub after: Position,
    /// The steps of the move.
    pub trace: Trace,
}

impl Film {
    /// The animation that leads from one state of a game to another, if they differ by exactly one move; over
    /// a larger difference the state changes without one.
    pub fn between(old: &Game, new: &Game) -> Option<Film> {
        if old.number != new.number || new.moves.len() != old.moves.len() + 1 {
            return None;
        }
        let mv = *new.moves.last()?;
        let played = old.position.play(mv).ok()?;
        (played.position == new.position).then(|| Film {
            game: new.number,
            ply: new.ply(),
            side: old.position.to_move(),
            mv,
            before: old.position.clone(),
            after: played.position,
            trace: played.trace,
        })
    }

    /// The duration at the usual speed, in milliseconds, until every piece has settled.
    pub fn duration_ms(&self) -> u32 {
        timing::duration_ms(&self.trace)
    }
}
