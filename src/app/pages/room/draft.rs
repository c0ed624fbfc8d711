//! The setup draft: one player builds the board, the other then picks the colour.

use leptos::prelude::*;
use room::{Command, Seat};
use rules::Side;
use rules::mapello::Board;
use rules::mapello::notation::{read_code, write_code};

use super::problem;
use crate::app::game::mapello_board::mini::mini;
use crate::app::game::session::Session;
use crate::app::pages::editor::editor;
use crate::app::ui::el::el;
use crate::app::ui::live::{effect, maybe, part, part_if, text};
use crate::app::ui::title::title;
use crate::app::ui::toast::use_toast;
use crate::client::storage;

/// Where the board in the making is kept.
const KEY: &str = "duello.draft";

/// The draft, for those who sit at the table and those who watch.
pub(super) fn draft(session: Session) -> AnyView {
    let builds = Memo::new(move |_| {
        let seat = session.seat();
        session.with(|room| room.draft.is_some_and(|draft| Some(draft.builder) == seat)).unwrap_or(false)
    });
    title(move || if builds.get() { "Build the board · Duello" } else { "Setup draft · Duello" }.to_owned());
    let page = part(move || {
        let builds = builds.get();
        untrack(|| if builds { build(session) } else { pick(session) })
    });
    vec![problem(session).into_any(), page.into_any()].into_any()
}

/// For the one who builds.
fn build(session: Session) -> AnyView {
    let toast = use_toast();
    let built = move || session.with(|room| room.draft.and_then(|draft| draft.board)).flatten();
    let handed_over = untrack(built).map(|board| write_code(&board));
    // What was being built is still there after a reload, and after a draft that was left.
    let begun = handed_over.or_else(|| storage::load(KEY).filter(|code| read_code(code).is_ok()));
    let code = RwSignal::new(begun.unwrap_or_else(|| write_code(&Board::EMPTY)));
    effect(move || storage::save(KEY, &code.get()));
    let hand_over = move |_: web_sys::Event| match read_code(&code.get_untracked()) {
        Ok(board) => session.send(Command::Build(board)),
        Err(why) => toast.say(why.to_string()),
    };
    let seen = move || built().is_some_and(|board| write_code(&board) == code.get());
    let hint = text(move || {
        let other = session.name_at(builder(session).other());
        match built() {
            None => format!("{other} picks the colour when you hand the board over."),
            Some(_) if seen() => format!("{other} is picking a colour\u{2026}"),
            Some(_) => format!("You have changed the board: {other} still sees the one before."),
        }
    });
    let hint = el("p").class("soft").attr("role", "status").child(hint);
    let hand_over = el("button")
        .class("button primary big")
        .attr("type", "button")
        .attr("aria-disabled", maybe(move || seen().then(|| "true".to_owned())))
        .on("click", hand_over)
        .child(text(move || if seen() { "Handed over" } else { "Hand over" }.to_owned()));
    let actions = el("div").class("actions").child(hand_over).child(leave(session));
    editor(code, "Build the board", "page editor draft", vec![hint.any(), actions.any()])
}

/// For the one who picks, and for those who watch.
fn pick(session: Session) -> AnyView {
    let board = move || session.with(|room| room.draft.and_then(|draft| draft.board)).flatten();
    let seated = Memo::new(move |_| session.seat().is_some());
    let picks = Memo::new(move |_| seated.get() && board().is_some());
    let status = move || {
        let builder = session.name_at(builder(session));
        match (board(), seated.get()) {
            (None, _) => format!("{builder} is building the board\u{2026}"),
            (Some(_), true) => format!("{builder} has built this board. Which colour do you take?"),
            (Some(_), false) => format!("{builder} has built this board. The other one picks the colour."),
        }
    };
    let picture = part_if(move || board().map(|board| mini(&board, "mini")));
    let colours = part_if(move || {
        let black = || colour(session, Side::First, "black", "Black", Some("moves first"));
        let white = || colour(session, Side::Second, "white", "White", None);
        picks.get().then(|| el("div").class("picks").child(black()).child(white()).any())
    });
    let actions =
        part_if(move || seated.get().then(|| el("div").class("actions").child(leave(session)).any()));
    let home = el("a").class("button quiet").attr("href", "/").child("Home");
    el("main")
        .attr("id", "main")
        .class("page draft pick")
        .child(el("h1").attr("tabindex", "-1").child("Setup draft"))
        .child(picture)
        .child(el("p").attr("role", "status").child(text(status)))
        .child(colours)
        .child(actions)
        .child(home)
        .any()
}

/// The button that takes a colour.
fn colour(
    session: Session,
    side: Side,
    disc: &'static str,
    name: &'static str,
    note: Option<&'static str>,
) -> AnyView {
    el("button")
        .class("button pick")
        .attr("type", "button")
        .attr("data-disc", disc)
        .on("click", move |_: web_sys::Event| session.send(Command::Pick(side)))
        .child(name)
        .child(note.map(|note| el("small").child(note)))
        .any()
}

/// The button that ends the draft.
fn leave(session: Session) -> AnyView {
    el("button")
        .class("button")
        .attr("type", "button")
        .on("click", move |_: web_sys::Event| session.send(Command::LeaveDraft))
        .child("Back to the settings")
        .any()
}

fn builder(session: Session) -> Seat {
    session.with(|room| room.draft.map(|draft| draft.builder)).flatten().unwrap_or(Seat::Bottom)
}
