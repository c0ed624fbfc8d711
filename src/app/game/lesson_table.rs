//! The screen of a lesson: the board, and beside or below it the steps, the task, and the comment on a move.

use leptos::prelude::*;
use rules::Game;

use super::drivers::Steps;
use super::hand::Hand;
use super::plate::Place;
use super::session::{Progress, Session, Stage};
use super::status::banner_over;
use crate::app::lesson::steps;
use crate::app::parts;
use crate::app::rules_path;
use crate::app::text::mapello::colour;
use crate::app::text::names::{game_name, side_name};
use crate::app::text::words;
use crate::app::ui::el::{El, button, el, fragment};
use crate::app::ui::extra;
use crate::app::ui::icon::{Icon, icon};
use crate::app::ui::live::{Live, effect, flag, maybe, memo, part, part_if, text};
use crate::client;

/// The whole screen. `ways_on` are shown when the last step is done.
pub fn lesson_table(session: Session, game: Game, ways_on: fn(Game) -> Vec<AnyView>) -> AnyView {
    let home = el("a").class("button quiet square").href("/").aria_label(words::HOME);
    let bar = el("header")
        .class("bar")
        .child(home.child(icon(Icon::Back)))
        .child(el("h1").child(words::learn_game(game_name(game))))
        .child(el("a").class("button quiet").href(rules_path(game)).child(words::RULES));
    // Whoever shows a lesson has loaded its board (lazy loading).
    let board = parts::boards(game).map(|boards| (boards.board)(Hand::new(session)));
    let stage = el("div").class("stage").child(board).child(banner_over(session));
    let points = (game == Game::Mapello).then(|| points(session));
    let news = memo(move || session.shown().lesson.as_ref().map(|lesson| lesson.news));
    let task = el("section")
        .class("task")
        .aria_label(words::LEARN_TASK)
        // Shown instead of the first step to a learner who is past it (src/app/early.js).
        .attr("data-loading", cfg!(feature = "ssr").then(words::loading_game))
        .child(dots(session, game))
        .child(points)
        .child(el("div").class("told").attr("aria-live", "polite").attr("aria-atomic", "true").child(
            part_if(move || {
                news.get();
                untrack(|| told(session, game))
            }),
        ))
        .child(actions(session, game, ways_on));
    effect(move || {
        news.get();
        if untrack(|| stage_of(session)) == Some(Stage::Right) {
            // A learner on the board is led to the next step; a focus elsewhere stays there.
            client::soon(|| client::focus_from(".board, .actions", ".actions .primary"));
        }
    });
    let main = el("main").id("main").class("lesson").child(stage).child(task);
    let screen = el("div").class("game learn").child(bar).child(main);
    vec![screen.any(), extra::when_ready(move |extras| (extras.shortcut_help)(game))].into_any()
}

fn progress(session: Session) -> Option<Progress> {
    session.shown().lesson.clone()
}

fn stage_of(session: Session) -> Option<Stage> {
    session.shown().lesson.as_ref().map(|progress| progress.stage)
}

fn step_of(session: Session) -> Option<usize> {
    session.shown().lesson.as_ref().map(|progress| progress.step)
}

fn with(session: Session, act: impl FnOnce(&dyn Steps)) {
    if let Some(driver) = session.driver() {
        driver.lesson().map(act);
    }
}

/// Begins a step, and moves the focus to its board.
fn begin(session: Session, number: usize) {
    with(session, |lesson| lesson.begin(number));
    client::focus(".board");
}

/// The list of steps; each can be repeated.
fn dots(session: Session, game: Game) -> El {
    let dot = |(place, step): (usize, &crate::app::lesson::Step)| {
        let title = step.words.title;
        let done =
            move || session.shown().lesson.as_ref().is_some_and(|progress| progress.done.contains(&place));
        let name = move || {
            let name = if done() { words::learn_step_done } else { words::learn_step };
            name(place as u32 + 1, &title())
        };
        let current = move || (step_of(session) == Some(place)).then(|| "step".to_owned());
        button("dot")
            .aria_label(text(name))
            .attr("aria-current", maybe(current))
            .attr("data-done", flag(done))
            .on_click(move || begin(session, place))
    };
    let dots = steps(game).iter().enumerate().map(dot);
    el("nav").class("dots").aria_label(words::LEARN_STEPS).children(dots)
}

/// The current text: the task, and the comment on the last move (live region).
fn told(session: Session, game: Game) -> Option<AnyView> {
    let Progress { step, stage, said, .. } = progress(session)?;
    let words = steps(game).get(step)?.words;
    // The effect of a move is visible, so its sentence is for screen readers only; how a game ended is worth
    // a visible line.
    let over = session.with_game(|game| !game.is_running()).unwrap_or(false) && stage == Stage::Right;
    let came_to = el("span").class(if over { "" } else { "hidden" }).child(format!("{said} "));
    let answer = match stage {
        Stage::Task => None,
        Stage::GoOn => Some(words::learn_go_on()),
        Stage::Wrong => Some(format!("{} {}", (words.hint)(), words::learn_again())),
        Stage::Right => Some((words.praise)()),
    };
    let kind = match stage {
        Stage::Wrong => "wrong",
        _ => "right",
    };
    let task = (stage != Stage::Right).then(|| el("p").child((words.task)()));
    let answer =
        answer.map(|answer| el("p").class("said").attr("data-kind", kind).child(came_to).child(answer));
    let title = el("h2").child((words.title)());
    Some(fragment([Some(title), task, answer]))
}

/// The points of both sides: discs and stars. Animations find them by the ids of plates.
fn points(session: Session) -> El {
    let score = |(place, class): (Place, &'static str)| {
        let side = move || place.side(session);
        let points = move || session.with_game(|game| game.position.score()[side().index()]).unwrap_or(0);
        let name = move || format!("{} ", side_name(Game::Mapello, side()));
        el("span")
            .class(class)
            .attr("data-disc", text(move || colour(side()).to_owned()))
            .child(el("span").class("hidden").child(text(name)))
            .child(el("span").class("score").child(text(move || points().to_string())))
    };
    let scores = [(Place::Near, "plate-near"), (Place::Far, "plate-far")].map(score);
    el("p").class("points-now").children(scores)
}

fn actions(session: Session, game: Game, ways_on: fn(Game) -> Vec<AnyView>) -> El {
    let last = steps(game).len() - 1;
    let is_right = move || stage_of(session) == Some(Stage::Right);
    let finished = memo(move || is_right() && step_of(session) == Some(last));
    let next = move || {
        if let Some(step) = untrack(|| step_of(session)).filter(|_| untrack(is_right)) {
            begin(session, step + 1);
        }
    };
    let buttons = move || {
        vec![
            task_button("button", words::learn_show(), flag(is_right), move || {
                with(session, |lesson| lesson.show())
            }),
            task_button("button primary", words::learn_next(), flag(move || !is_right()), next),
        ]
    };
    let all = part(move || {
        let finished = finished.get();
        untrack(|| if finished { ways_on(game) } else { buttons() }).into_any()
    });
    el("div").class("actions").child(all)
}

/// A button that keeps its place while it is disabled.
fn task_button(class: &'static str, name: String, off: Live<bool>, act: impl Fn() + 'static) -> AnyView {
    button(class).attr("data-off", off).on_click(act).child(name).any()
}
