//! The board editor's tools: pieces with their counts, symmetry, undo, starting boards, fairness notes,
//! share code and link.

use leptos::prelude::*;
use rules::mapello::Board;
use rules::mapello::notation::write_code;

use super::build::{Symmetry, Tool};
use super::{EditorState, editor_path};
use crate::app::pages::board_code::board_code_field;
use crate::app::pages::board_query::random_board;
use crate::app::text::mapello::fairness;
use crate::app::text::words;
use crate::app::ui::choice::select;
use crate::app::ui::el::{El, button, el, fragment};
use crate::app::ui::icon::{Icon, icon};
use crate::app::ui::live::{flag, part, text};
use crate::client::share;

/// The tools, one under the other.
pub(super) fn tools(state: EditorState) -> Vec<AnyView> {
    let pieces = Tool::ALL.map(|tool| piece_choice(state, tool));
    let palette = el("fieldset")
        .child(el("legend").child(words::PIECE))
        .child(el("div").class("choices palette").children(pieces));
    let symmetries = Symmetry::ALL.map(|symmetry| (symmetry.name(), symmetry)).to_vec();
    let symmetry = select(
        "symmetry",
        words::symmetry(),
        symmetries,
        move || state.symmetry.get(),
        move |symmetry| state.symmetry.set(symmetry),
    );
    let notes = move || {
        let notes = fairness(&state.board.get(), state.is_draft).into_iter();
        let note = |(good, text)| el("li").attr("data-kind", if good { "good" } else { "warn" }).child(text);
        fragment(notes.map(note))
    };
    let notes = el("div").role("status").child(el("ul").class("notes").child(part(notes)));
    vec![palette.any(), symmetry, starting_boards(state), notes.any(), code_field(state)]
}

/// The starting boards, and undo.
fn starting_boards(state: EditorState) -> AnyView {
    let starts = [
        (words::start_empty(), (|_| Board::EMPTY) as fn(Board) -> Board),
        (words::start_othello(), |_| Board::OTHELLO),
        (words::start_default(), |_| Board::DEFAULT),
        (words::start_random(), |current| random_board(Some(current)).board(1).unwrap_or(Board::DEFAULT)),
    ];
    let start = |(name, board): (String, fn(Board) -> Board)| {
        button("button").on_click(move || state.change(board(state.board.get_untracked()))).child(name)
    };
    let undo = button("button")
        .disabled(flag(move || state.history.with(Vec::is_empty)))
        .on_click(move || state.undo())
        .child(icon(Icon::Undo))
        .child(words::UNDO_BUILDING);
    let starts = starts.into_iter().map(start);
    el("div")
        .class("field")
        .child(el("span").class("label").child(words::START_FROM))
        .child(el("div").class("actions").children(starts).child(undo))
        .any()
}

fn piece_choice(state: EditorState, tool: Tool) -> El {
    let (name, word) = tool.names();
    let count = move || {
        let count = tool.count(&state.board.get());
        count.map_or_else(String::new, |(count, most)| words::count_of(count, &most.to_string()))
    };
    let radio = el("input")
        .attr("type", "radio")
        .attr("name", "tool")
        .prop_flag("checked", flag(move || state.tool.get() == tool))
        .on_change(move |_| state.tool.set(tool));
    let label = el("span").attr("data-tool", word).child(name).child(el("small").child(text(count)));
    el("label").child(radio).child(label)
}

/// The share code of the board, and a field to enter one.
fn code_field(state: EditorState) -> AnyView {
    let toast = state.toast;
    let copy = move || {
        let board = state.board.get_untracked();
        leptos::task::spawn_local(async move {
            let link = format!("{}{}", location().origin().unwrap_or_default(), editor_path(&board));
            share::copy_link(toast, &link).await;
        });
    };
    let code = text(move || write_code(&state.board.get()));
    let [field, problem] = board_code_field("board-code", code, move |board| state.change(board));
    let copy = button("button").on_click(copy).child(icon(Icon::Copy)).child(words::COPY_LINK);
    el("div")
        .class("field")
        .child(el("label").attr("for", "board-code").child(words::BOARD_CODE))
        .child(el("div").class("field-row").child(field).child(copy))
        .child(problem)
        .any()
}
