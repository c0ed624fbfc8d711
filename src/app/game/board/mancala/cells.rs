//! Renders a pit and a store as cells of the grid, with accessible names and a roving tabindex.

use leptos::prelude::*;
use rules::Side;
use rules::mancala::{Hole, Move, Pit, Position};

use super::ids::{pit_id, store_id};
use super::state::Board;
use crate::app::game::players::mark::mark_of;
use crate::app::game::view::session::Session;
use crate::app::text::computer::score_text;
use crate::app::text::mancala::{pit_letter, pit_name, store_name};
use crate::app::text::words;
use crate::app::ui::el::{button, el};
use crate::app::ui::live::{flag, maybe, part, text};

pub(super) fn pit_cell(board: Board, pit: Pit, column: u8) -> AnyView {
    let hole = Hole::Pit(pit);
    let mv = rules::Move::Mancala(Move::Sow(pit));
    let name = move || {
        let own = board.playable_side().filter(|_| !board.session.is_pass_and_play());
        let plays = own == Some(pit.side) || board.session.is_pass_and_play();
        let name =
            board.position().map(|position| pit_name(&position, pit, &board.session.names(), own, plays))?;
        let worth = score_of(board.session, mv);
        let name = worth.map_or(name.clone(), |worth| words::worth_of(&name, &worth));
        Some(
            board
                .session
                .state()
                .place_in_premove(mv)
                .map_or(name.clone(), |at| words::planned_as(&name, at as u32)),
        )
    };
    let is_last = move || board.last.with(|last| last.as_ref().is_some_and(|last| last.mv == Move::Sow(pit)));
    let captured =
        move || board.last.with(|last| last.as_ref().is_some_and(|last| last.captured.contains(&pit)));
    let previewed = move || board.preview.get() == Some(pit);
    let unconfirmed = move || board.unconfirmed() == Some(pit);
    let planned = move || board.session.state().place_in_premove(mv).map(|at| at.to_string());
    let best = move || board.session.state().scored_moves().first().is_some_and(|best| best.mv == mv);
    // The value of a move is shown in the place of its preview.
    let badge = move || preview_delta(board, hole).or_else(|| score_of(board.session, mv));
    let show = move || {
        if untrack(|| board.is_legal(pit)) {
            board.show_preview(Some(pit));
        }
    };
    let hide = move || {
        if untrack(previewed) {
            board.show_preview(None);
        }
    };
    let focus = move |_: web_sys::Event| {
        board.set_focus(hole);
        show();
    };
    let press = move |event: web_sys::PointerEvent| {
        // A finger that slides off must leave the pit; with pointer capture it never would.
        let _ = event_target::<web_sys::Element>(&event).release_pointer_capture(event.pointer_id());
        board.session.press(event.pointer_type() == "touch");
        show();
    };
    let click = move |event: web_sys::MouseEvent| {
        // A key clicks as well, and presses no pointer.
        board.sow(pit, if event.detail() > 0 { Session::choose_by_pointer } else { Session::choose });
    };
    let button = button("pit")
        .id(pit_id(pit))
        .attr("tabindex", text(move || tab_index(board, hole)))
        .aria_label(maybe(name))
        .disabled(flag(move || !board.is_legal(pit) && !board.is_plannable(pit)))
        .attr("data-legal", flag(move || board.is_legal(pit)))
        .attr("data-preview", flag(move || previewed() || best() || unconfirmed()))
        .attr("data-premove", maybe(planned))
        .attr("data-last", flag(is_last))
        .attr("data-captured", flag(captured))
        .attr("data-changed", flag(move || is_last() || captured()))
        .attr("data-pending", flag(move || board.session.state().pending && is_last()))
        .attr("data-landing", flag(move || is_landing(board, hole)))
        .attr("data-delta", maybe(badge))
        .on("click", click)
        .on("focus", focus)
        .on("blur", move |_: web_sys::Event| hide())
        .on("pointerenter", move |_: web_sys::Event| show())
        .on("pointerleave", move |_: web_sys::Event| hide())
        .on("pointerdown", press)
        .child(el("span").class("hollow"));
    el("div")
        .class("cell")
        .role("gridcell")
        .attr("style", format!("--i:{column}"))
        .child(button)
        .child(
            el("span")
                .class("count")
                .attr("aria-hidden", "true")
                .child(text(move || count_text(board, hole))),
        )
        .child(el("span").class("letter").attr("aria-hidden", "true").child(pit_letter(pit).to_string()))
        .any()
}

pub(super) fn store_cell(board: Board, side: Side) -> AnyView {
    let hole = Hole::Store(side);
    let name =
        move || board.position().map(|p| store_name(&p, side, &board.session.names())).unwrap_or_default();
    let count = el("span")
        .class("count")
        .attr("aria-hidden", "true")
        .child(part(move || mark_of(board.session, side)))
        .child(text(move || count_text(board, hole)));
    el("div")
        .class("cell store")
        .role("gridcell")
        .id(store_id(side))
        .attr("tabindex", text(move || tab_index(board, hole)))
        .attr("data-landing", flag(move || is_landing(board, hole)))
        .attr("data-delta", maybe(move || preview_delta(board, hole)))
        .on("focus", move |_: web_sys::Event| board.set_focus(hole))
        .child(el("span").class("hollow"))
        .child(el("span").class("hidden").child(text(name)))
        .child(count)
        .any()
}

/// The value of a move, while hints or a review are shown.
fn score_of(session: Session, mv: rules::Move) -> Option<String> {
    session
        .state()
        .scored_moves()
        .iter()
        .find(|scored| scored.mv == mv)
        .map(|scored| score_text(scored.value))
}

/// The roving tabindex: only one hole is reached by Tab; the arrow keys move between holes.
fn tab_index(board: Board, hole: Hole) -> String {
    if board.focus.get() == hole { "0" } else { "-1" }.to_owned()
}

/// The number of stones in a hole; empty as long as the stones are unknown.
fn count_text(board: Board, hole: Hole) -> String {
    board
        .heaps
        .with(|heaps| if heaps.total() == 0 { String::new() } else { heaps.heap(hole).len().to_string() })
}

/// The change of a hole by the previewed move: "+1", "−4".
fn preview_delta(board: Board, hole: Hole) -> Option<String> {
    let (after, _) = board.preview_result()?;
    let before = board.position()?;
    let count = |position: &Position| match hole {
        Hole::Pit(pit) => i16::from(position.stones(pit)),
        Hole::Store(side) => i16::from(position.store(side)),
    };
    match count(&after) - count(&before) {
        0 => None,
        more @ 1.. => Some(format!("+{more}")),
        less => Some(format!("\u{2212}{}", less.unsigned_abs())),
    }
}

fn is_landing(board: Board, hole: Hole) -> bool {
    board.preview_result().is_some_and(|(_, landing)| landing == Some(hole))
}
