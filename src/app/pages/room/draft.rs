//! The view of the setup draft: one player builds the board, the other then picks the colour.

use leptos::prelude::*;
use room::{Command, Seat};
use rules::mapello::Board;
use rules::mapello::notation::{read_code, write_code};
use rules::{Setup, Side};

use super::connection_problem;
use super::setup::chat_card;
use crate::app::game::board::mapello::mini::mini;
use crate::app::game::view::session::Session;
use crate::app::pages::editor::editor;
use crate::app::text::{command, mapello, words};
use crate::app::ui::el::{button, el};
use crate::app::ui::live::{effect, flag, memo, part, part_if, text};
use crate::app::ui::title::title;
use crate::client::storage::{self, keys};

/// The setup draft, for players and spectators.
pub fn draft(session: Session) -> AnyView {
    let builds = memo(move || {
        let seat = session.seat();
        session.with_room(|room| room.draft.is_some_and(|draft| Some(draft.builder) == seat)).unwrap_or(false)
    });
    title(move || words::page_title(&if builds.get() { words::build_board() } else { words::board_draft() }));
    let page = part(move || {
        let builds = builds.get();
        untrack(|| if builds { builder_view(session) } else { picker_view(session) })
    });
    vec![connection_problem(session).into_any(), page.into_any()].into_any()
}

/// The view of the player who builds.
fn builder_view(session: Session) -> AnyView {
    let built = move || session.with_room(|room| room.draft.and_then(|draft| draft.board)).flatten();
    // The unfinished board survives a reload, and a draft that was left.
    let begun = untrack(built).or_else(|| read_code(&storage::load(keys::DRAFT)?).ok());
    let board = RwSignal::new(begun.unwrap_or(Board::EMPTY));
    effect(move || storage::save(keys::DRAFT, &write_code(&board.get())));
    let submit = move || session.send(Command::Build(board.get_untracked()));
    let is_submitted = move || built() == Some(board.get());
    let hint = text(move || {
        let other = session.name_at(builder(session).other());
        match built() {
            None => words::picks_when_handed(&other),
            Some(_) if is_submitted() => words::is_picking(&other),
            Some(_) => words::sees_the_one_before(&other),
        }
    });
    let hint = el("p").class("soft").role("status").child(hint);
    let hand_over = button("button primary big")
        .disabled(flag(is_submitted))
        .on_click(submit)
        .child(text(move || if is_submitted() { words::handed_over() } else { words::hand_over() }));
    let actions = el("div").class("actions").child(hand_over).child(leave_button(session));
    editor(
        board,
        words::build_board(),
        "page editor draft",
        vec![hint.any(), actions.any(), chat_card(session)],
    )
}

/// The view of the player who picks, and of spectators.
fn picker_view(session: Session) -> AnyView {
    let board = move || session.with_room(|room| room.draft.and_then(|draft| draft.board)).flatten();
    let seated = memo(move || session.seat().is_some());
    let picks = memo(move || seated.get() && board().is_some());
    let status = move || {
        let builder = session.name_at(builder(session));
        match (board(), seated.get()) {
            (None, _) => words::is_building(&builder),
            (Some(_), true) => words::which_colour(&builder),
            (Some(_), false) => words::other_picks(&builder),
        }
    };
    let picture = part_if(move || {
        let board = board()?;
        // Who does not see it has to know what lies where as well.
        let description = command::describe_board(&Setup::Mapello(board).start(), &Default::default());
        Some(vec![mini(&board, "mini"), el("p").class("hidden").child(description).any()].into_any())
    });
    let colours = part_if(move || {
        let black = || colour_button(session, Side::First, words::black(), Some(words::moves_first()));
        let white = || colour_button(session, Side::Second, words::white(), None);
        picks.get().then(|| el("div").class("picks").child(black()).child(white()).any())
    });
    let actions =
        part_if(move || seated.get().then(|| el("div").class("actions").child(leave_button(session)).any()));
    let home = el("a").class("button quiet").href("/").child(words::HOME);
    el("main")
        .id("main")
        .class("page draft pick")
        .child(el("h1").attr("tabindex", "-1").child(words::BOARD_DRAFT))
        .child(picture)
        .child(el("p").role("status").child(text(status)))
        .child(colours)
        .child(actions)
        .child(chat_card(session))
        .child(home)
        .any()
}

/// The button that picks a colour.
fn colour_button(session: Session, side: Side, name: String, note: Option<String>) -> AnyView {
    button("button pick")
        .attr("data-disc", mapello::colour(side))
        .on_click(move || session.send(Command::Pick(side)))
        .child(name)
        .child(note.map(|note| el("small").child(note)))
        .any()
}

/// The button that leaves the draft.
fn leave_button(session: Session) -> AnyView {
    button("button").on_click(move || session.send(Command::LeaveDraft)).child(words::BACK_TO_SETTINGS).any()
}

fn builder(session: Session) -> Seat {
    session.with_room(|room| room.draft.map(|draft| draft.builder)).flatten().unwrap_or(Seat::Bottom)
}
