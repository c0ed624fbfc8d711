//! The session's replay: the board shows an earlier position while the game itself goes on.

use std::sync::Arc;

use leptos::prelude::untrack;

use super::session::Session;
use crate::app::game::animation::film::Film;

impl Session {
    /// Whether the board shows an earlier position (replay).
    pub fn in_replay(&self) -> bool {
        self.state().replay.is_some()
    }

    /// Whether this is the review of a game, which is only looked at.
    pub fn is_review(&self) -> bool {
        self.state().reviewed.is_some()
    }

    /// Shows the game as it was after so many moves (replay), animated if that is one move further; or, with
    /// `None`, the running game. In a review there is none: its last position stays on the board.
    pub fn go_to_ply(&self, ply: Option<u32>) {
        self.change(|state| {
            let Some(game) = state.room.as_ref().and_then(|room| room.game.as_ref()) else { return };
            let ply = ply.or_else(|| state.reviewed.is_some().then(|| game.ply()));
            let goal = game.at(ply.unwrap_or(game.ply()));
            let film = state.displayed_game().and_then(|seen| Film::between(seen, &goal));
            state.film = film.map(Arc::new);
            state.replay = ply.map(|_| Arc::new(goal));
        });
    }

    /// Steps one move back or forward in the replay; after the last one, to the running game.
    pub fn step_replay(&self, by: i32) {
        let Some((seen, all)) = untrack(|| {
            let state = self.state();
            Some((state.displayed_game()?.ply(), state.last_ply()?))
        }) else {
            return;
        };
        if all == 0 {
            return;
        }
        let goal = seen.saturating_add_signed(by);
        self.go_to_ply(Some(goal).filter(|goal| *goal < all || by < 0));
    }
}
