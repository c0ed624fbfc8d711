//! The review of a finished game (computer analysis), as a dialog: a graph of the evaluation move by move, what each side
//! lost, which move decided it, and the mistakes with their reasons. What is proved and what is estimated is told apart
//! everywhere.

mod bar;
mod course;
mod graph;
mod practice;
mod summary;

use leptos::prelude::*;

pub(super) use self::bar::review_bar;
use self::graph::graph;
use self::practice::practice_link;
use self::summary::{MoveNote, Summary, summary};
use super::replay::PLAY_BUTTON;
use super::view::session::{Review, Session};
use crate::app::text::{joined, words};
use crate::app::ui::dialog::dialog;
use crate::app::ui::el::{El, button, el};
use crate::app::ui::live::{memo, part_if, text};
use crate::client;

/// The review, as a dialog. The analysis begins when it is opened.
pub(super) fn review_card(session: Session, open: RwSignal<bool>) -> AnyView {
    course::follow(session, open);
    let button = move |class: &'static str, name: String, steps_through: bool| {
        let act = move || {
            if steps_through {
                show_position(session, open, 0);
            } else {
                open.set(false);
            }
        };
        button(class).on_click(act).child(name)
    };
    // Rendered anew when the analysis advances, and not whenever anything else changes.
    let review = memo(move || session.state().review.clone());
    let picture = part_if(move || {
        let review = review.get()?;
        untrack(|| content(session, &review, open))
    });
    let announcement = text(move || {
        let summary = review.get().and_then(|review| untrack(|| summary(session, &review)));
        joined(" ", summary.unwrap_or_default().spoken())
    });
    let lines = [
        el("h2").id("review").child(words::GAME_REVIEW),
        el("div").child(picture),
        el("p").class("hidden").role("status").child(announcement),
        el("div")
            .class("actions")
            .child(button("button primary", words::step_through(), true))
            .child(button("button", words::close(), false)),
    ];
    dialog(open, "review", "", lines.map(El::any).into_iter().collect())
}

/// The graph with the summary, or with the progress of the analysis.
fn content(session: Session, review: &Review, open: RwSignal<bool>) -> Option<AnyView> {
    if session.with_game(|game| game.number) != Some(review.number) {
        return None;
    }
    let show = move |ply: u32| show_position(session, open, ply);
    let mut lines = vec![graph(session, review, show)];
    let Some(Summary { sentences, turning_point, mistakes }) = summary(session, review) else {
        let all = (review.analysis.record().moves.len() - review.analysis.opening()).to_string();
        let text = words::looking_at_moves(review.analysis.reviewed_count() as u32, &all);
        lines.push(el("p").class("review-waits").child(text).any());
        return Some(lines.into_any());
    };
    lines.extend(sentences.into_iter().map(|sentence| el("p").child(sentence).any()));
    lines.extend(practice_link(session, review));
    lines
        .extend(turning_point.map(|MoveNote { ply, text, .. }| {
            button("button").on_click(move || show(ply)).child(text).any()
        }));
    if !mistakes.is_empty() {
        let row = |MoveNote { ply, text, reason }: MoveNote| {
            let to_move = button("button quiet").on_click(move || show(ply)).child(text);
            el("li").child(to_move).child(reason.map(|reason| el("p").class("small").child(reason)))
        };
        let list = el("ol").class("review-mistakes").children(mistakes.into_iter().map(row));
        lines.extend([el("h3").child(words::MISTAKES).any(), list.any()]);
    }
    Some(lines.into_any())
}

/// Closes the card and shows the position before a move.
fn show_position(session: Session, open: RwSignal<bool>, ply: u32) {
    open.set(false);
    session.go_to_game_ply(Some(ply));
    // The replay bar is rendered only now.
    client::defer(|| client::focus(PLAY_BUTTON));
}
