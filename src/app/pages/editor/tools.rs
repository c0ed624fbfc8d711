//! The board editor's tools: pieces with their counts, symmetry, undo, starting boards, fairness notes,
//! share code and link.

use leptos::prelude::*;
use rules::mapello::Board;
use rules::mapello::notation::write_code;

use super::build::{Symmetry, Tool};
use super::{Workshop, path};
use crate::app::pages::asked::{draw, read_typed};
use crate::app::text::mapello::fairness;
use crate::app::text::refusal::no_board;
use crate::app::text::words;
use crate::app::ui::choice::select;
use crate::app::ui::el::{El, button, el, fragment};
use crate::app::ui::icon::{Icon, icon};
use crate::app::ui::live::{flag, part, text};
use crate::client::share;

/// The tools, one under the other.
pub(super) fn tools(workshop: Workshop) -> Vec<AnyView> {
    let pieces = Tool::ALL.map(|tool| piece(workshop, tool));
    let palette = el("fieldset")
        .child(el("legend").child(words::PIECE))
        .child(el("div").class("choices palette").children(pieces));
    let symmetries = Symmetry::ALL.map(|symmetry| (symmetry.name(), symmetry)).to_vec();
    let symmetry = select(
        "symmetry",
        words::symmetry(),
        symmetries,
        move || workshop.symmetry.get(),
        move |symmetry| workshop.symmetry.set(symmetry),
    );
    let notes = move || {
        let notes = fairness(&workshop.board.get()).into_iter();
        let note = |(good, text)| el("li").attr("data-kind", if good { "good" } else { "warn" }).child(text);
        fragment(notes.map(note))
    };
    let notes = el("div").role("status").child(el("ul").class("notes").child(part(notes)));
    vec![palette.any(), symmetry, starts(workshop), notes.any(), code(workshop)]
}

/// The starting boards, and undo.
fn starts(workshop: Workshop) -> AnyView {
    let starts = [
        (words::start_empty(), (|| Board::EMPTY) as fn() -> Board),
        (words::start_default(), || Board::DEFAULT),
        (words::start_random(), || Board::random(draw().into())),
    ];
    let start = |(name, board): (String, fn() -> Board)| {
        button("button").on_click(move || workshop.change(board())).child(name)
    };
    let undo = button("button")
        .disabled(flag(move || workshop.history.with(Vec::is_empty)))
        .on_click(move || workshop.undo())
        .child(icon(Icon::Undo))
        .child(words::UNDO);
    let starts = starts.into_iter().map(start);
    el("div")
        .class("field")
        .child(el("span").class("label").child(words::START_FROM))
        .child(el("div").class("actions").children(starts).child(undo))
        .any()
}

fn piece(workshop: Workshop, tool: Tool) -> El {
    let (name, word) = tool.names();
    let count = move || {
        let count = tool.count(&workshop.board.get());
        count.map_or_else(String::new, |(count, most)| words::count_of(count, &most.to_string()))
    };
    let radio = el("input")
        .attr("type", "radio")
        .attr("name", "tool")
        .prop_flag("checked", flag(move || workshop.tool.get() == tool))
        .on_change(move |_| workshop.tool.set(tool));
    let label = el("span").attr("data-tool", word).child(name).child(el("small").child(text(count)));
    el("label").child(radio).child(label)
}

/// The share code of the board, and a field to enter one.
fn code(workshop: Workshop) -> AnyView {
    let toast = workshop.toast;
    let read = move |text: String| match read_typed(&text) {
        Ok(board) => workshop.change(board),
        Err(why) => toast.say(no_board(&why)),
    };
    let copy = move || {
        let board = workshop.board.get_untracked();
        leptos::task::spawn_local(async move {
            let link = format!("{}{}", location().origin().unwrap_or_default(), path(&board));
            share::copy_link(toast, &link).await;
        });
    };
    let field = el("input")
        .class("input share-code")
        .id("board-code")
        .attr("autocomplete", "off")
        .attr("spellcheck", "false")
        .value(text(move || write_code(&workshop.board.get())))
        .on_change(read);
    let copy = button("button").on_click(copy).child(icon(Icon::Copy)).child(words::COPY_LINK);
    el("div")
        .class("field")
        .child(el("label").attr("for", "board-code").child(words::BOARD_CODE))
        .child(el("div").class("field-row").child(field).child(copy))
        .any()
}
