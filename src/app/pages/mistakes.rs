//! The page of the visitor's own mistakes: an overview, with what is due and the games that were not looked through yet,
//! and the drills one after the other. Everything lies on this device, and the engine proves what an attempt is worth; so
//! it works without a network once it was opened.

mod actions;
mod looking;
mod overview;
mod state;
mod task;

use leptos::prelude::*;
use rules::Game;

use crate::app::game::practice_table::{
    points_now, practice_bar, practice_table, task_button, task_panel, told,
};
use crate::app::game::show_notices;
use crate::app::game::view::session::Session;
use crate::app::text::words;
use crate::app::ui::el::{El, button, el};
use crate::app::ui::live::{effect, flag, maybe, memo, part, text};
use crate::app::ui::toast::use_toast;
use crate::client;
use actions::MistakesPage;

/// The page.
pub fn mistakes_page() -> AnyView {
    let page = MistakesPage::new();
    effect(move || client::defer(move || page.open()));
    on_cleanup(move || page.stop_looking());
    // Each game has a board of its own, and each board a session of its own.
    let game = memo(move || page.state().game());
    part(move || {
        let game = game.get();
        untrack(|| match game {
            Some(game) => drill_table(page, game),
            None => overview::overview(page),
        })
    })
    .into_any()
}

/// The board with the drill, and what is said of it.
fn drill_table(page: MistakesPage, game: Game) -> AnyView {
    let session = Session::new();
    show_notices(session, use_toast());
    page.drive(session);
    let back = button("button quiet").on_click(move || page.leave()).child(words::MISTAKES_OVERVIEW);
    let bar = practice_bar(words::my_mistakes()).child(back);
    let facts = el("div").class("facts").child(el("p").class("soft small").child(text(move || {
        let state = page.state();
        task::counts(&state)
    })));
    let remove = button("button quiet").on_click(move || page.remove()).child(words::MISTAKE_REMOVE);
    let panel = task_panel(words::MY_MISTAKES)
        .attr("data-kind", "mistake")
        .child(facts)
        .child(points_now(session, game))
        .child(told(task::told_text(page)))
        .child(el("div").class("more").child(remove))
        .child(actions(page));
    lead_to_next(page);
    practice_table(session, game, bar, panel)
}

/// A best move as long as none was found, and the next drill.
fn actions(page: MistakesPage) -> El {
    let is_over = memo(move || page.state().is_over());
    let show =
        task_button("button", words::mistake_show(), flag(move || !page.state().can_show()), move || {
            page.show_best()
        });
    let class = move || if is_over.get() { "button primary" } else { "button" };
    let next = button(maybe(move || Some(class().to_owned())));
    let next = next.on_click(move || page.begin_next()).child(words::LEARN_NEXT);
    el("div").class("actions").child(show).child(next)
}

/// Leads whoever is on the board to the next drill when one is over; a focus elsewhere stays there.
fn lead_to_next(page: MistakesPage) {
    let is_over = memo(move || page.state().is_over());
    effect(move || {
        if is_over.get() {
            client::defer(|| client::focus_from(".board, .actions", ".actions .primary"));
        }
    });
}
