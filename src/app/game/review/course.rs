//! The course of a review in the page: asks the engine one question after the other, because a second one would end the
//! worker and its memory. It goes on while the dialog is closed, until a hint or another game needs the engine, and when
//! the dialog is opened again. An attempt of the viewer is judged between two questions.

use std::sync::Arc;

use engine_protocol::review::{Analysis, Certainty};
use engine_protocol::{Answer, Question, Task};
use leptos::prelude::*;
use room::Game;

use super::practice::keep_found;
use crate::app::game::view::analysis::{Attempt, Variation, VariationKind};
use crate::app::game::view::session::{Notice, Review, Session};
use crate::app::ui::live::{effect, memo};
use crate::client;
use crate::client::engine_worker::{self, Ticket};

/// Time limit of an attempt, in milliseconds. The review has proved the positions around it, so it seldom takes long.
const ATTEMPT_MS: u32 = 15_000;
/// More points than any game has.
const INFINITE: i32 = 10_000;

/// The question that was asked last.
type Asked = StoredValue<Option<Ticket>>;

/// Follows the dialog and the attempts of the viewer.
pub(super) fn follow(session: Session, open: RwSignal<bool>) {
    let asked: Asked = StoredValue::new(None);
    effect(move || {
        if open.get() {
            begin(session);
            go_on(session, asked);
        }
    });
    let judges = memo(move || {
        let state = session.state();
        state.variation.as_ref().is_some_and(|variation| judged_move(variation).is_some())
    });
    effect(move || {
        if judges.get() {
            go_on(session, asked);
        }
    });
    // Another game has begun, or the page is left.
    let reviews = memo(move || session.state().review.is_some());
    effect(move || {
        if !reviews.get() {
            stop(asked);
        }
    });
    on_cleanup(move || stop(asked));
}

fn stop(asked: Asked) {
    if let Some(ticket) = asked.try_get_value().flatten() {
        engine_worker::drop_question(ticket);
    }
}

/// Begins the review of the finished game, if there is none of it yet.
fn begin(session: Session) {
    let Some(game) = untrack(|| session.with_game(Game::clone)) else { return };
    let known = session.peek().and_then(|state| state.review.clone());
    if known.is_some_and(|review| review.number == game.number) {
        return;
    }
    let Some(analysis) = Analysis::behind_opening(game.record(), game.opening_ply() as usize) else { return };
    session.change(|state| state.review = Some(Arc::new(Review { number: game.number, analysis })));
}

/// Asks the next question, unless one is open.
fn go_on(session: Session, asked: Asked) {
    if asked.try_get_value().flatten().is_some_and(engine_worker::is_open) {
        return;
    }
    let Some(state) = session.peek() else { return };
    let attempt = state.variation.clone().filter(|variation| judged_move(variation).is_some());
    let Some(review) = state.review.clone() else { return };
    let begun = client::now();
    let ticket = if let Some(variation) = attempt {
        let task = Task::Prove { lowest: -INFINITE, highest: INFINITE };
        let record = variation.game.record();
        let question = Question { record, task, millis: ATTEMPT_MS, nodes: u64::MAX };
        engine_worker::ask(&question, move |answer| {
            judge(session, &variation, &review, answer.value);
            go_on(session, asked);
        })
    } else {
        let Some(question) = review.analysis.question() else { return };
        engine_worker::ask(&question, move |answer| {
            let millis = u32::try_from(client::now() - begun).unwrap_or_default();
            if take(session, &review, &answer, millis) {
                go_on(session, asked);
            }
        })
    };
    asked.set_value(Some(ticket));
}

/// Takes the answer to a question of the review; returns whether the review goes on.
fn take(session: Session, review: &Arc<Review>, answer: &Answer, millis: u32) -> bool {
    // The review may have been dropped with its game; the next game may have the same number.
    let current = session.peek().and_then(|state| state.review.clone());
    if !current.is_some_and(|current| Arc::ptr_eq(&current, review)) {
        return false;
    }
    // Every answer has at least one node or a value.
    if *answer == Answer::default() {
        // The review can be requested again.
        session.change(|state| state.review = None);
        session.notify(Notice::EngineFailed);
        return false;
    }
    let mut next = (**review).clone();
    next.analysis.take(answer, millis);
    keep_found(session, &review.analysis, &next.analysis);
    session.change(|state| state.review = Some(Arc::new(next)));
    true
}

/// The move of an attempt that waits for its judgement.
fn judged_move(variation: &Variation) -> Option<rules::Move> {
    match variation.kind {
        VariationKind::Attempt(Attempt::Judging(mv)) => Some(mv),
        _ => None,
    }
}

/// Judges the move of an attempt by the proved value after it, for the side that moves then.
fn judge(session: Session, variation: &Arc<Variation>, review: &Review, value: Option<i32>) {
    let current = session.peek().and_then(|state| state.variation.clone());
    let Some(mv) = judged_move(variation).filter(|_| current.as_ref() == Some(variation)) else { return };
    let before = variation.from as usize;
    let loss =
        review.analysis.position(before).zip(review.analysis.value(before)).and_then(|(position, best)| {
            let (best, Certainty::Proved) = best else { return None };
            let same_side = variation.game.position.to_move() == position.to_move();
            Some(best / 100 - if same_side { value? } else { -value? })
        });
    let kind = VariationKind::Attempt(Attempt::Judged { mv, loss });
    session.change(|state| state.variation = Some(Arc::new(Variation { kind, ..(**variation).clone() })));
}
