//! Computer analysis: hints for one position on request, and what is known of the values of moves.

use std::sync::Arc;

use engine_protocol::{Question, ScoredMove, Task};
use leptos::prelude::untrack;
use room::Game;

use super::analysis::Hints;
use super::session::{Notice, Session, ViewState};
use crate::client::engine_worker;

/// The limits for a hint, in milliseconds and search nodes.
const HINT_LIMITS: (u32, u64) = (1_000, 2_000_000);

impl ViewState {
    /// The values of the moves of the position on the board, the best first, if they are known and to be
    /// shown.
    pub fn scored_moves(&self) -> &[ScoredMove] {
        let Some(game) = self.displayed_game() else { return &[] };
        let at = (game.number, game.ply());
        if let Some(hints) = self.hints.as_ref().filter(|hints| (hints.number, hints.ply) == at) {
            return &hints.scored_moves;
        }
        // A line is not scored, and an attempt must not show what is best.
        let review =
            self.review.as_ref().filter(|review| review.number == game.number && self.variation.is_none());
        review.map_or(&[], |review| review.analysis.scored_moves(game.ply() as usize))
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
}

/// Has the engine score all moves of a position.
fn score_moves(game: &Game, (millis, nodes): (u32, u64), on_scored: impl FnOnce(Vec<ScoredMove>) + 'static) {
    let question = Question { record: game.record(), task: Task::Score, millis, nodes };
    engine_worker::ask(&question, move |answer| on_scored(answer.moves));
}
