//! The screen of a lesson, a puzzle or a drill: the board, and beside or below it a panel with the task and what came of
//! a move.

use leptos::prelude::*;
use rules::Game;

use super::board;
use super::board::input::BoardInput;
use super::board::views::BoardViews;
use super::status::move_banner;
use super::view::place::Place;
use super::view::session::Session;
use crate::app::text::names::side_name;
use crate::app::text::words;
use crate::app::ui::el::{El, button, el};
use crate::app::ui::extra;
use crate::app::ui::icon::{Icon, icon};
use crate::app::ui::live::{Live, maybe, text};

/// The whole screen, with the bar and the panel of the task.
pub fn practice_table(session: Session, game: Game, bar: El, task: El) -> AnyView {
    let board = board::of(game);
    let cells = (board.board)(BoardInput::new(session));
    let stage = el("div").class("stage").child(cells).child(move_banner(session));
    let main = el("main").id("main").class("lesson").child(stage).child(task);
    let screen = el("div").class("game learn").child(bar).child(main);
    let help = extra::load_when_ready(move |extras| (extras.shortcut_help)((board.shortcuts)()));
    vec![screen.any(), help].into_any()
}

/// The bar above it, with the way home and a heading.
pub fn practice_bar(heading: String) -> El {
    let home = el("a").class("button quiet square").href("/").aria_label(words::HOME);
    el("header").class("bar").child(home.child(icon(Icon::Back))).child(el("h1").child(heading))
}

/// The panel of the task, without anything in it.
pub fn task_panel(name: words::Phrase) -> El {
    el("section").class("task").aria_label(name)
}

/// The task and the comment on the last move: a live region.
pub fn told(content: Live<AnyView>) -> El {
    el("div").class("told").attr("aria-live", "polite").attr("aria-atomic", "true").child(content)
}

/// The points of both sides, where the board does not show them.
pub fn points_now(session: Session, game: Game) -> Option<El> {
    let board = board::of(game);
    (!board.shows_points).then(|| score_line(session, game, board))
}

/// The points. Animations find them by the ids of plates.
fn score_line(session: Session, game: Game, board: BoardViews) -> El {
    let score = |(place, class): (Place, &'static str)| {
        let side = move || place.side(session);
        let points = move || session.with_game(|game| game.position.score()[side().index()]).unwrap_or(0);
        let disc = move || {
            let points = session.with_game(|game| (board.points)(&game.position, side()))?;
            points.disc.map(str::to_owned)
        };
        let name = move || format!("{} ", side_name(game, side()));
        el("span")
            .class(class)
            .attr("data-disc", maybe(disc))
            .child(el("span").class("hidden").child(text(name)))
            .child(el("span").class("score").child(text(move || points().to_string())))
    };
    let scores = [(Place::Near, "plate-near"), (Place::Far, "plate-far")].map(score);
    el("p").class("points-now").children(scores)
}

/// A button that keeps its place while it is disabled.
pub fn task_button(class: &'static str, name: String, off: Live<bool>, act: impl Fn() + 'static) -> AnyView {
    button(class).attr("data-off", off).on_click(act).child(name).any()
}
