//! The film of one move: from where it starts, and its trace; and when one is shown. The new state is on the board before
//! its film starts.

use leptos::prelude::{document, untrack, window};
use room::Game;
use rules::{Move, Outcome, Position, Side, Trace};

use super::mancala_board::{mancala_film_ms, store_id};
use super::mapello_board::mapello_film_ms;
use super::plan::{Plan, seat};
use super::session::Session;
use crate::client::{self, stage};

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
    /// How long it takes to show, in milliseconds: until everything lies where it belongs.
    pub fn millis(&self, session: Session) -> u32 {
        match film_speed(session) {
            0 => 0,
            speed => self.settled() * 100 / speed,
        }
    }

    /// The same at the usual speed.
    fn settled(&self) -> u32 {
        match &self.trace {
            Trace::Mancala(trace) => mancala_film_ms(trace),
            Trace::Mapello(trace) => mapello_film_ms(trace),
        }
    }
}

/// The speed of films in percent of the usual one: 0, which shows none, where the setting or the system asks for it, and
/// while nobody can see them.
pub fn film_speed(session: Session) -> u32 {
    let motion = document().document_element().and_then(|root| root.get_attribute("data-motion"));
    let reduced = window()
        .match_media("(prefers-reduced-motion: reduce)")
        .ok()
        .flatten()
        .is_some_and(|query| query.matches());
    let wished = match motion.as_deref() {
        Some("off") => 0,
        Some("fast") => 200,
        Some("slow") => 50,
        _ => 100,
    };
    // The speed that is chosen at the board is that of what one only looks at.
    let chosen = untrack(|| session.looks_back() || session.is_watched());
    let times = session.peek().map_or(100, |shown| if chosen { shown.speed } else { 100 });
    if reduced || !client::is_visible() { 0 } else { wished * times / 100 }
}

/// Follows the game on a board: each move becomes a film, and whatever else changes ends the one that is running.
#[derive(Default)]
pub struct News {
    /// The game and its moves, as they were shown last.
    shown: Option<(u32, Vec<Move>)>,
    /// … and whether the board was turned around.
    flipped: bool,
}

impl News {
    /// Looks at the game. If it is another one than before, `plan` is given it, and the move that led there if it was a
    /// single one, to say how that is shown. Who looks for the first time sees what there is, and no film.
    pub fn follow(&mut self, session: Session, plan: impl FnOnce(&Game, Option<&Film>) -> Option<Plan>) {
        let shown = session.shown();
        let Some(game) = shown.seen() else { return };
        let now = Some((game.number, game.moves.clone()));
        let turned = std::mem::replace(&mut self.flipped, shown.flipped) != shown.flipped;
        if self.shown == now {
            // Nothing is any more where its film says.
            if turned {
                stage::finish();
            }
            return;
        }
        let first = std::mem::replace(&mut self.shown, now).is_none();
        let at = (game.number, game.ply());
        let film = shown.film.as_ref().filter(|film| !first && (film.game, film.ply) == at);
        match (film, untrack(|| plan(game, film.map(AsRef::as_ref)))) {
            (Some(film), Some(plan)) => show(session, film, plan),
            _ => stage::finish(),
        }
    }
}

/// Has a plan carried out, with the sounds that are the same in both games.
fn show(session: Session, film: &Film, mut plan: Plan) {
    let settled = film.settled();
    let own = untrack(|| session.own_side());
    match film.after.outcome() {
        Some(Outcome::Draw) => plan.sound("draw", settled),
        Some(Outcome::Win(side)) => plan.sound(end_sound(own, Some(side)), settled),
        None if own == Some(film.after.to_move()) && own != Some(film.side) => plan.sound("turn", settled),
        None => {}
    }
    stage::play(&plan.text(), film_speed(session));
}

/// How an end sounds to the one who looks.
fn end_sound(own: Option<Side>, winner: Option<Side>) -> &'static str {
    match (winner, own) {
        (None, _) => "draw",
        (Some(winner), Some(own)) if winner != own => "loss",
        _ => "win",
    }
}

/// The game on the screen is over: how long the film of its last move takes, in milliseconds. What ends without a move is
/// seen and heard at once.
pub fn conclude(session: Session) -> u32 {
    let Some(shown) = session.peek() else { return 0 };
    if let Some(film) = shown.film.as_ref().filter(|film| film.after.outcome().is_some()) {
        return film.millis(session);
    }
    let game = shown.room.as_ref().and_then(|room| room.game.as_ref());
    if let Some((game, ending)) = game.and_then(|game| Some((game, game.ending?))) {
        let mut plan = Plan::default();
        plan.sound(end_sound(untrack(|| session.own_side()), ending.winner), 0);
        if let Some(winner) = ending.winner {
            let near = winner == untrack(|| session.near());
            plan.fountain(
                if game.position.as_mancala().is_some() { store_id(winner) } else { seat(near) },
                0,
            );
        }
        // Faster than twice the usual speed nothing is heard.
        stage::play(&plan.text(), film_speed(session).min(200));
    }
    0
}
