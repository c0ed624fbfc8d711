//! The film of one move: from where it starts, and its trace. Who shows it commits the new state first.

use room::Room;
use rules::{Move, Position, Side, Trace};

/// One move to be shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Film {
    /// The game's number in its room.
    pub game: u32,
    /// How many moves the game has after this one.
    pub ply: u32,
    /// Who made it.
    pub side: Side,
    /// The move.
    pub mv: Move,
    /// The position before it.
    pub before: Position,
    /// The position after it.
    pub after: Position,
    /// What happened, in order.
    pub trace: Trace,
}

impl Film {
    /// The film that leads from one room to the other, if they differ by exactly one move of the same game: whoever is
    /// further behind gets no film but the state.
    pub fn between(old: &Room, new: &Room) -> Option<Film> {
        let (old, new) = (old.game.as_ref()?, new.game.as_ref()?);
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
}
