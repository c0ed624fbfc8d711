//! Computer analysis: hints for one position on request, and the review of a finished game.

use std::sync::Arc;

use engine_protocol::review::review_move;
use engine_protocol::{Question, ScoredMove, Task};
use leptos::prelude::untrack;
use room::Game;

use super::analysis::{Hints, Review};
use super::session::{Notice, Session, ViewState};
use crate::client::engine_worker;

/// The limits for a hint, in milliseconds and search nodes …
const HINT_LIMITS: (u32, u64) = (1_000, 2_000_000);
/// … and for each position of a review.
const REVIEW_LIMITS: (u32, u64) = (300, 400_000);

impl ViewState {
    /// The values of the moves of the position on the board, the best first, if they are known and to be
    /// shown.
    pub fn scored_moves(&self) -> &[ScoredMove] {
        let Some(game) = self.displayed_game() else { return &[] };
        let at = (game.number, game.ply());
        if let Some(hints) = self.hints.as_ref().filter(|hints| (hints.number, hints.ply) == at) {
            return &hints.scored_moves;
        }
        let review = self.review.as_ref().filter(|review| review.number == game.number);
        review.and_then(|review| review.scored_moves.get(game.ply() as usize)).map_or(&[], Vec::as_slice)
    }
}

impl Session {
    /// Whether a hint is being computed.
    pub fn is_hint_pending(&self) -> bool {
        self.state().hints.as_ref().is_some_and(|hints| hints.scored_moves.is_empty())
    }

    /// Shows a hint for the position on the board, or hides it.
    pub fn toggle_hints(&self) {
        let session = *self;
        let asked = untrack(|| session.state().hints.is_some());
        let game = untrack(|| session.with_game(Game::clone)).filter(|_| !asked);
        let hints = game.as_ref().map(|game| Hints {
            number: game.number,
            ply: game.ply(),
            scored_moves: Vec::new(),
        });
        let show = move |hints: Option<Hints>| session.change(|state| state.hints = hints.map(Arc::new));
        show(hints.clone());
        let (Some(game), Some(hints)) = (game, hints) else { return engine_worker::stop() };
        score_moves(&game, HINT_LIMITS, move |values| {
            // The hint may have been hidden, or be for another position by now.
            if session.peek().is_none_or(|state| state.hints.as_deref() != Some(&hints)) {
                return;
            }
            if values.is_empty() {
                session.notify(Notice::EngineFailed);
            }
            let values = Some(values).filter(|values| !values.is_empty());
            show(values.map(|values| Hints { scored_moves: values, ..hints }));
        });
    }

    /// Reviews the finished game, from the last move to the first.
    pub fn start_review(&self) {
        let Some(game) = untrack(|| self.with_game(Game::clone)) else { return };
        let known = self.peek().and_then(|state| state.review.clone());
        if known.is_none_or(|review| review.number != game.number) {
            let all = game.moves.len();
            let review = Review {
                number: game.number,
                scored_moves: vec![Vec::new(); all],
                reviewed_moves: vec![None; all],
            };
            self.change(|state| state.review = Some(Arc::new(review)));
            self.review_next_position();
        }
    }

    fn review_next_position(self) {
        let Some(state) = self.peek() else { return };
        let Some(review) = state.review.clone() else { return };
        let Some(game) = state.room.as_ref().and_then(|room| room.game.as_ref()) else { return };
        let next = review.scored_moves.iter().rposition(Vec::is_empty);
        let Some(ply) = next.filter(|_| game.number == review.number) else { return };
        let (at, made) = (game.at(ply as u32), game.moves.get(ply).copied());
        let side = at.position.to_move();
        score_moves(&at, REVIEW_LIMITS, move |values| {
            // The review may have been dropped with its game; the next game may have the same number.
            let current = self.peek().and_then(|state| state.review.clone());
            if !current.is_some_and(|current| Arc::ptr_eq(&current, &review)) {
                return;
            }
            let failed = values.is_empty();
            let turn = made.and_then(|made| review_move(&values, side, made));
            self.change(|state| {
                let mut review = (*review).clone();
                review.scored_moves[ply] = values;
                review.reviewed_moves[ply] = turn;
                // After a failure the review is dropped; it can be requested again.
                state.review = Some(Arc::new(review)).filter(|_| !failed);
            });
            if failed {
                self.notify(Notice::EngineFailed);
            } else {
                self.review_next_position();
            }
        });
    }
}

/// Has the engine score all moves of a position.
fn score_moves(game: &Game, (millis, nodes): (u32, u64), on_scored: impl FnOnce(Vec<ScoredMove>) + 'static) {
    let question = Question { record: game.record(), task: Task::Score, millis, nodes };
    engine_worker::ask(&question, move |answer| on_scored(answer.moves));
}
