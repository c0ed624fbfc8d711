//! The element of a board: its rows of squares, with the listeners that they share.

use leptos::prelude::*;

use super::cells::{SquareUpdater, focus_square, rows, square_place};
use super::keys;
use super::state::Board;
use crate::app::game::shortcuts::on_page_key;
use crate::app::game::view::session::Session;
use crate::app::text::words;
use crate::app::ui::el::el;
use crate::app::ui::live::{effect, flag, maybe, memo};
use crate::client;

/// The board of a session's game.
pub(super) fn grid(board: Board) -> AnyView {
    let session = board.session;
    // The squares are in the server's HTML already if the server knows the game.
    let squares = untrack(|| board.scene()).map(|scene| scene.squares()).unwrap_or_default();
    let rows = rows(false, &squares);
    board.follow_game(SquareUpdater::new(squares));
    let target = |event: &web_sys::Event| square_place(Some(event_target::<web_sys::Element>(event)));
    let hover = move |event: &web_sys::Event| {
        board.hover(target(event));
    };
    let press = move |event: web_sys::PointerEvent| {
        // A finger that slides off must leave the square; with pointer capture it never would.
        let _ = event_target::<web_sys::Element>(&event).release_pointer_capture(event.pointer_id());
        board.session.press(event.pointer_type() == "touch");
        hover(&event);
    };
    // Whoever turns the board keeps the square that has the focus.
    let turned = memo(move || board.is_turned());
    let mut before = None;
    effect(move || {
        let is_turned = turned.get();
        if before.replace(is_turned).is_some_and(|before| before != is_turned) {
            let place = 99 - board.focused_place();
            board.focused.set(Some(place));
            if client::find(".board :focus").is_some() {
                focus_square(place);
            }
        }
    });
    on_page_key(move |event| keys::on_key(board, event));
    el("div")
        .class("board mapello")
        .role("grid")
        .aria_label(words::MAPELLO_BOARD)
        .attr("tabindex", "-1")
        .attr(
            "aria-busy",
            maybe(move || session.with_displayed_game(|_| ()).is_none().then(|| "true".to_owned())),
        )
        .attr("data-turn", maybe(move || session.place_to_move()))
        .attr("data-turned", flag(move || session.state().flipped))
        .attr("data-replay", flag(move || session.in_replay()))
        .on("click", move |event: web_sys::MouseEvent| {
            if let Some(place) = target(&event) {
                // A key clicks as well, and presses no pointer.
                let by_pointer = event.detail() > 0;
                board.play_at(place, if by_pointer { Session::choose_by_pointer } else { Session::choose });
            }
        })
        .on("pointerover", move |event: web_sys::PointerEvent| hover(&event))
        .on("pointerleave", move |_: web_sys::Event| board.hover(None))
        .on("pointerdown", press)
        .on("focusin", move |event: web_sys::FocusEvent| {
            if let Some(place) = target(&event) {
                board.focused.set(Some(place));
            }
            hover(&event);
        })
        .on("focusout", move |_: web_sys::Event| board.hover(None))
        .on_key(move |event| keys::on_key(board, &event))
        .child(rows)
        .any()
}
