//! The session's replay: the board shows an earlier position while the game itself goes on.

use std::sync::Arc;

use leptos::prelude::untrack;
use room::Rejection;
use rules::Move;

use super::analysis::{Attempt, Variation, VariationKind};
use super::session::{Notice, Session};
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
    /// `None`, the running game. In a review there is none: its last position stays on the board. While the board shows
    /// a variation, the moves are that one's, and `None` leads back to where it left the game.
    pub fn go_to_ply(&self, ply: Option<u32>) {
        self.change(|state| {
            let ply = match (ply, state.variation.as_ref()) {
                (None, Some(variation)) => {
                    let from = variation.from;
                    state.variation = None;
                    Some(from)
                }
                _ => ply,
            };
            let Some(game) = state.replayed_game() else { return };
            let ply = ply.or_else(|| state.reviewed.is_some().then(|| game.ply()));
            let goal = game.at(ply.unwrap_or(game.ply()));
            let film = state.displayed_game().and_then(|seen| Film::between(seen, &goal));
            state.film = film.map(Arc::new);
            state.replay = ply.map(|_| Arc::new(goal));
        });
    }

    /// As [`Self::go_to_ply`], in the game itself, whatever variation is on the board.
    pub fn go_to_game_ply(&self, ply: Option<u32>) {
        self.change(|state| state.variation = None);
        self.go_to_ply(ply);
    }

    /// Shows a variation of the review on the board, at this move.
    pub fn show_variation(&self, variation: Variation, ply: u32) {
        self.change(|state| {
            state.tooltip = None;
            state.variation = Some(Arc::new(variation));
        });
        self.go_to_ply(Some(ply));
    }

    /// Whether the viewer is to choose a move in an attempt of the review.
    pub fn is_attempt(&self) -> bool {
        self.state().is_attempt()
    }

    /// Plays a move in an attempt of the review: it is on the board then, and the review judges it.
    pub(super) fn attempt(&self, mv: Move) {
        let Some(variation) = self.peek().and_then(|state| state.variation.clone()) else { return };
        let mut tried = (*variation).clone();
        let played = match tried.game.position.play(mv) {
            Ok(played) => played,
            Err(why) => return self.notify(Notice::Refused(Rejection::Illegal(why))),
        };
        tried.game.moves.push(mv);
        tried.game.position = played.position;
        tried.kind = VariationKind::Attempt(Attempt::Judging(mv));
        let ply = tried.game.ply();
        self.show_variation(tried, ply);
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
        // The last position of a variation stays on the board.
        let stays = untrack(|| self.state().variation.is_some());
        self.go_to_ply(Some(goal.min(all)).filter(|_| goal < all || by < 0 || stays));
    }
}
