//! A pit and a store, as cells of the grid.

use leptos::prelude::*;
use rules::Side;
use rules::mancala::{Hole, Move, Pit, Position};

use super::Board;
use crate::app::text::mancala::{letter, pit_name, store_name};
use crate::app::ui::live::{flag, maybe, on, part, text};
use crate::app::ui::mark::Mark;

pub(super) fn pit_cell(board: Board, pit: Pit, column: u8) -> AnyView {
    let hole = Hole::Pit(pit);
    let name = move || {
        let own = board.own().filter(|_| !board.session.is_local());
        board.position().map(|position| pit_name(&position, pit, &board.who(), own))
    };
    let is_last = move || board.view.get().last.as_ref().is_some_and(|last| last.0 == Move::Sow(pit));
    let captured = move || board.view.get().last.as_ref().is_some_and(|last| last.1.contains(&pit));
    let previewed = move || board.view.get().preview == Some(pit);
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
    let focus = move |_| {
        board.set_focus(hole);
        show();
    };
    let press = move |event: web_sys::PointerEvent| {
        // A finger that slides off must leave the pit, which a captured pointer never does.
        let _ = event_target::<web_sys::Element>(&event).release_pointer_capture(event.pointer_id());
        show();
    };
    view! {
        <div class="cell" role="gridcell" style=format!("--i:{column}")>
            <button
                class="pit"
                type="button"
                id=pit_id(pit)
                tabindex=text(move || tab(board, hole))
                aria-label=maybe(name)
                aria-disabled=maybe(move || (!board.is_legal(pit)).then(|| "true".to_owned()))
                data-legal=flag(move || board.is_legal(pit))
                data-preview=flag(previewed)
                data-last=flag(is_last)
                data-captured=flag(captured)
                data-changed=flag(move || is_last() || captured())
                data-pending=flag(move || board.session.shown().waiting && is_last())
                data-landing=flag(move || is_landing(board, hole))
                data-delta=maybe(move || delta(board, hole))
                on:click=on(move |_| board.sow(pit))
                on:focus=on(focus)
                on:blur=on(move |_| hide())
                on:pointerenter=on(move |_| show())
                on:pointerleave=on(move |_| hide())
                on:pointerdown=on(press)
            >
                <span class="hollow"></span>
            </button>
            <span class="count" aria-hidden="true">
                {text(move || count(board, hole))}
            </span>
            <span class="letter" aria-hidden="true">
                {letter(pit).to_string()}
            </span>
        </div>
    }
    .into_any()
}

pub(super) fn store_cell(board: Board, side: Side) -> AnyView {
    let hole = Hole::Store(side);
    let name = move || board.position().map(|p| store_name(&p, side, &board.who())).unwrap_or_default();
    let glows = move || board.view.get().glowing == Some(side);
    view! {
        <div
            class="cell store"
            role="gridcell"
            id=store_id(side)
            tabindex=text(move || tab(board, hole))
            data-landing=flag(move || is_landing(board, hole))
            data-delta=maybe(move || delta(board, hole))
            data-glow=maybe(move || glows().then(|| "a".to_owned()))
            on:focus=on(move |_| board.set_focus(hole))
        >
            <span class="hollow"></span>
            <span class="hidden">{text(name)}</span>
            <span class="count" aria-hidden="true">
                {part(move || view! { <Mark name=board.session.name_of(side)/> }.into_any())}
                {text(move || count(board, hole))}
            </span>
        </div>
    }
    .into_any()
}

/// Only one hole is reached by Tab; the arrow keys do the rest.
fn tab(board: Board, hole: Hole) -> String {
    if board.view.get().focus == hole { "0" } else { "-1" }.to_owned()
}

fn count(board: Board, hole: Hole) -> String {
    (board.view.get().heaps.heap(hole).len()).to_string()
}

/// The change of a hole by the previewed move: "+1", "−4".
fn delta(board: Board, hole: Hole) -> Option<String> {
    let (after, _) = board.outlook()?;
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
    board.outlook().is_some_and(|(_, landing)| landing == Some(hole))
}

/// The document id of a pit's button.
pub(super) fn pit_id(pit: Pit) -> String {
    let row = if pit.side == Side::First { "south" } else { "north" };
    format!("{row}-{}", letter(pit))
}

/// The document id of a store.
pub(super) fn store_id(side: Side) -> &'static str {
    if side == Side::First { "south-store" } else { "north-store" }
}
