//! The screen of a lesson: the board, and beside or below it the steps, the task, and the comment on a move.

use leptos::prelude::*;
use rules::Game;

use super::practice_table::{points_now, practice_bar, practice_table, task_button, task_panel, told};
use super::view::driver::LessonActions;
use super::view::session::{LessonProgress, Session, StepStatus};
use crate::app::lesson::steps;
use crate::app::rules_path;
use crate::app::text::names::game_name;
use crate::app::text::words;
use crate::app::ui::el::{El, button, el, fragment};
use crate::app::ui::live::{effect, flag, maybe, memo, part, part_if, text};
use crate::client;

/// The whole screen. `next_links` are shown when the last step is done.
pub fn lesson_table(session: Session, game: Game, next_links: fn(Game) -> Vec<AnyView>) -> AnyView {
    let bar = practice_bar(words::learn_game(game_name(game)))
        .child(el("a").class("button quiet").href(rules_path(game)).child(words::RULES));
    let comments = memo(move || session.state().lesson.as_ref().map(|lesson| lesson.comment_count));
    let task = task_panel(words::LEARN_TASK)
        // Shown instead of the first step to a learner who is past it (src/app/early.js).
        .attr("data-loading", cfg!(feature = "ssr").then(words::loading_game))
        .child(step_dots(session, game))
        .child(points_now(session, game))
        .child(told(part_if(move || {
            comments.get();
            untrack(|| task_text(session, game))
        })))
        .child(actions(session, game, next_links));
    effect(move || {
        comments.get();
        if untrack(|| status_of(session)) == Some(StepStatus::Right) {
            // A learner on the board is led to the next step; a focus elsewhere stays there.
            client::defer(|| client::focus_from(".board, .actions", ".actions .primary"));
        }
    });
    practice_table(session, game, bar, task)
}

fn progress(session: Session) -> Option<LessonProgress> {
    session.state().lesson.clone()
}

fn status_of(session: Session) -> Option<StepStatus> {
    session.state().lesson.as_ref().map(|progress| progress.status)
}

fn step_of(session: Session) -> Option<usize> {
    session.state().lesson.as_ref().map(|progress| progress.step)
}

fn with_lesson(session: Session, act: impl FnOnce(&dyn LessonActions)) {
    if let Some(driver) = session.driver() {
        driver.lesson_actions().map(act);
    }
}

/// Begins a step, and moves the focus to its board.
fn begin_step(session: Session, number: usize) {
    with_lesson(session, |lesson| lesson.begin_step(number));
    client::focus(".board");
}

/// The list of steps; each can be repeated.
fn step_dots(session: Session, game: Game) -> El {
    let dot = |(place, step): (usize, &crate::app::lesson::Step)| {
        let title = step.texts.title;
        let done =
            move || session.state().lesson.as_ref().is_some_and(|progress| progress.done.contains(&place));
        let name = move || {
            let name = if done() { words::learn_step_done } else { words::learn_step };
            name(place as u32 + 1, &title())
        };
        let current = move || (step_of(session) == Some(place)).then(|| "step".to_owned());
        button("dot")
            .aria_label(text(name))
            .attr("aria-current", maybe(current))
            .attr("data-done", flag(done))
            .on_click(move || begin_step(session, place))
    };
    let dots = steps(game).iter().enumerate().map(dot);
    el("nav").class("dots").aria_label(words::LEARN_STEPS).children(dots)
}

/// The current text: the task, and the comment on the last move (live region).
fn task_text(session: Session, game: Game) -> Option<AnyView> {
    let LessonProgress { step, status, comment, .. } = progress(session)?;
    let texts = steps(game).get(step)?.texts;
    // The effect of a move is visible, so its sentence is for screen readers only; how a game ended is worth
    // a visible line.
    let over = session.with_game(|game| !game.is_running()).unwrap_or(false) && status == StepStatus::Right;
    let comment = el("span").class(if over { "" } else { "hidden" }).child(format!("{comment} "));
    let answer = match status {
        StepStatus::Task => None,
        StepStatus::GoOn => Some(words::learn_go_on()),
        StepStatus::Wrong => Some(format!("{} {}", (texts.hint)(), words::learn_again())),
        StepStatus::Right => Some((texts.praise)()),
    };
    let kind = match status {
        StepStatus::Wrong => "wrong",
        _ => "right",
    };
    let task = (status != StepStatus::Right).then(|| el("p").child((texts.task)()));
    let answer =
        answer.map(|answer| el("p").class("said").attr("data-kind", kind).child(comment).child(answer));
    let title = el("h2").child((texts.title)());
    Some(fragment([Some(title), task, answer]))
}

fn actions(session: Session, game: Game, next_links: fn(Game) -> Vec<AnyView>) -> El {
    let last = steps(game).len() - 1;
    let is_right = move || status_of(session) == Some(StepStatus::Right);
    let finished = memo(move || is_right() && step_of(session) == Some(last));
    let next = move || {
        if let Some(step) = untrack(|| step_of(session)).filter(|_| untrack(is_right)) {
            begin_step(session, step + 1);
        }
    };
    let buttons = move || {
        vec![
            task_button("button", words::learn_show(), flag(is_right), move || {
                with_lesson(session, |lesson| lesson.show_solution())
            }),
            task_button("button primary", words::learn_next(), flag(move || !is_right()), next),
        ]
    };
    let all = part(move || {
        let finished = finished.get();
        untrack(|| if finished { next_links(game) } else { buttons() }).into_any()
    });
    el("div").class("actions").child(all)
}
