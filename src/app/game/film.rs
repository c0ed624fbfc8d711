//! The film of one move: from where it starts, and its trace. Who shows it commits the new state first.

use leptos::prelude::{document, untrack, window};
use room::Game;
use rules::{Move, Position, Side, Trace};

use super::mancala_board::mancala_film_ms;
use super::session::Session;
use crate::client;

/// A move of Mapello, to the end of its last flip.
const MAPELLO_MS: u32 = 800;

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
    /// The film that leads from one state of a game to another, if they differ by exactly one move: whoever is further
    /// behind gets no film but the state.
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
}

impl Film {
    /// How long it takes to show, in milliseconds.
    pub fn millis(&self, session: Session) -> u32 {
        match (&self.trace, film_speed(session)) {
            (_, 0) => 0,
            (Trace::Mancala(trace), speed) => mancala_film_ms(trace, speed),
            (Trace::Mapello(_), speed) => MAPELLO_MS * 100 / speed,
        }
    }
}

/// The speed of films in percent of the usual one: 0, which shows none, where the setting or the system asks for it, and
/// while nobody can see them.
pub fn film_speed(session: Session) -> u32 {
    let off = document()
        .document_element()
        .is_some_and(|root| root.get_attribute("data-motion").as_deref() == Some("off"));
    let reduced = window()
        .match_media("(prefers-reduced-motion: reduce)")
        .ok()
        .flatten()
        .is_some_and(|query| query.matches());
    // The speed that is chosen is that of what one only looks at.
    let chosen = untrack(|| session.looks_back() || session.is_watched());
    let wished = session.peek().map_or(0, |shown| if chosen { shown.speed } else { 100 });
    if off || reduced || !client::is_visible() { 0 } else { wished }
}
