//! Plays the film of each move on a board, at the speed that the viewer wants. The board already shows the new
//! state before the animation starts.

use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::{Get, Set, document, on_cleanup, untrack, window, window_event_listener_untyped};
use room::Game;
use rules::{Move, Outcome, Side};

use super::session::Session;
use crate::app::game::animation::film::Film;
use crate::app::game::animation::timeline::Timeline;
use crate::client::{self, stage};

impl Session {
    /// The duration of a film in milliseconds, until every piece has settled.
    pub fn film_ms(&self, film: &Film) -> u32 {
        match self.animation_speed() {
            0 => 0,
            speed => film.duration_ms() * 100 / speed,
        }
    }

    /// Whether the film of the last move still runs: until its last piece has settled, nothing tells of the move.
    pub fn is_film_running(&self) -> bool {
        let (settled, state) = (self.settled.get(), self.state());
        let Some(film) = state.film.as_ref().filter(|_| state.replay.is_none()) else { return false };
        !settled.is_some_and(|settled| Arc::ptr_eq(&settled, film)) && self.film_ms(film) > 0
    }

    /// Marks the film of the last move as over, or as one that is not shown.
    fn settle(&self) {
        if let Some(film) = self.peek().and_then(|state| state.film.clone()) {
            // It fails only after the page has gone on.
            let _ = self.settled.try_set(Some(film));
        }
    }

    /// Ends the wait for a film that a press or a key has cut short.
    pub fn follow_cuts(self) {
        let cut = window_event_listener_untyped("filmcut", move |_| self.settle());
        on_cleanup(move || cut.remove());
    }

    /// The speed of animations in percent of the usual one. It is 0, which shows none, if the settings or the
    /// system (reduced motion) ask for that, and while the page is hidden.
    pub fn animation_speed(&self) -> u32 {
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
        // The speed chosen at the board applies to replays and to games between computers only.
        let chosen = untrack(|| self.in_replay() || self.is_computer_only());
        let times = self.peek().map_or(100, |state| if chosen { state.speed } else { 100 });
        if reduced || !client::is_visible() { 0 } else { wished * times / 100 }
    }
}

/// Follows the game on a board: each move plays an animation, and any other change ends the running one.
#[derive(Default)]
pub struct MoveAnimator {
    /// The number of the game and its moves, as last shown.
    last_shown: Option<(u32, Vec<Move>)>,
    /// Whether the board was flipped then.
    flipped: bool,
}

impl MoveAnimator {
    /// Compares the game with the last one shown. If it has changed, `make_timeline` is called with the game and,
    /// if a single move led there, with that move, and returns its animation timeline. The first call plays no
    /// animation.
    pub fn show_changes(
        &mut self,
        session: Session,
        make_timeline: impl FnOnce(&Game, Option<&Film>) -> Option<Timeline>,
    ) {
        let state = session.state();
        let Some(game) = state.displayed_game() else { return };
        let now = Some((game.number, game.moves.clone()));
        let turned = std::mem::replace(&mut self.flipped, state.flipped) != state.flipped;
        if self.last_shown == now {
            // The elements are no longer where the running animation expects them.
            if turned {
                stage::finish();
            }
            return;
        }
        let first = std::mem::replace(&mut self.last_shown, now).is_none();
        let at = (game.number, game.ply());
        let film = state.film.as_ref().filter(|film| !first && (film.game, film.ply) == at);
        match (film, untrack(|| make_timeline(game, film.map(AsRef::as_ref)))) {
            (Some(film), Some(timeline)) => play_timeline(session, film, timeline),
            _ => {
                stage::finish();
                session.settle();
            }
        }
    }
}

/// Plays an animation timeline, with the sounds that both games share.
fn play_timeline(session: Session, film: &Arc<Film>, mut timeline: Timeline) {
    let settled = film.duration_ms();
    let own = untrack(|| session.own_side());
    match film.after.outcome() {
        Some(Outcome::Draw) => timeline.sound("draw", settled),
        Some(Outcome::Win(side)) => timeline.sound(end_sound(own, Some(side)), settled),
        None if own == Some(film.after.to_move()) && own != Some(film.side) => {
            timeline.sound("turn", settled)
        }
        None => {}
    }
    stage::play(&timeline.to_text(), session.animation_speed());
    let film = Arc::clone(film);
    client::after(Duration::from_millis(session.film_ms(&film).into()), move || {
        if session.peek().is_some_and(|state| state.film.as_ref().is_some_and(|now| Arc::ptr_eq(now, &film)))
        {
            session.settle();
        }
    });
}

/// The sound of a game's end for the viewer.
fn end_sound(own: Option<Side>, winner: Option<Side>) -> &'static str {
    match (winner, own) {
        (None, _) => "draw",
        (Some(winner), Some(own)) if winner != own => "loss",
        _ => "win",
    }
}

/// Called when the game on the screen is over: returns how long the animation of its last move still takes,
/// in milliseconds. An end without a move is shown and heard at once: the winner's fountain rises from the element
/// that `fountain` names for the winner, and for whether the winner sits near.
pub fn play_ending(session: Session, fountain: impl FnOnce(Side, bool) -> &'static str) -> u32 {
    let Some(state) = session.peek() else { return 0 };
    if let Some(film) = state.film.as_ref().filter(|film| film.after.outcome().is_some()) {
        return session.film_ms(film);
    }
    let game = state.room.as_ref().and_then(|room| room.game.as_ref());
    if let Some(ending) = game.and_then(|game| game.ending) {
        let mut timeline = Timeline::default();
        timeline.sound(end_sound(untrack(|| session.own_side()), ending.winner), 0);
        if let Some(winner) = ending.winner {
            let near = winner == untrack(|| session.near_side());
            timeline.fountain(fountain(winner, near), 0);
        }
        // Above twice the usual speed there are no sounds.
        stage::play(&timeline.to_text(), session.animation_speed().min(200));
    }
    0
}
