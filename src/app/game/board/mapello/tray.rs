//! The tray of discs beside the board. A player takes a disc there, and plays it by choosing a marked square
//! or by drag and drop.

use leptos::prelude::*;
use rules::Side;
use web_sys::PointerEvent;

use super::cells::{focus_square, number_of, square_place};
use super::model::discs_to_come;
use super::state::Board;
use crate::app::game::view::place::Place;
use crate::app::game::view::session::Session;
use crate::app::text::mapello::colour;
use crate::app::text::words;

use crate::app::ui::el::{El, button, el};
use crate::app::ui::live::{flag, maybe, memo, text};
use crate::client;

/// A pointer that has moved less than this many pixels is a tap.
const DRAG: i32 = 8;

/// The state of a pointer pressed on the disc.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Press {
    /// Not pressed: the next click is a tap.
    None,
    /// Pressed at this point, and not moved far since.
    At(i32, i32),
    /// Moved: the click that ends this is no tap.
    Dragged,
}

/// The tray of one side.
pub(in crate::app::game) fn tray(board: Board, place: Place) -> AnyView {
    let session = board.session;
    let side = move || place.side(session);
    let left = move || Some(discs_to_come(&board.position()?, side()));
    let mine = memo(move || {
        session.may_play() && board.position().is_some_and(|position| position.to_move() == side())
    });
    let class = if place == Place::Near { "tray tray-near" } else { "tray tray-far" };
    let name = move || colour(side()).to_owned();
    let to_come = move || {
        Some(match side() {
            Side::First => words::discs_to_come_black(left()?),
            Side::Second => words::discs_to_come_white(left()?),
        })
    };
    el("div")
        .class(class)
        .role("group")
        .attr("data-disc", text(name))
        .attr("style", text(move || format!("--n:{}", left().unwrap_or(0))))
        .attr("aria-label", maybe(to_come))
        // Its place is reserved during the other side's turn.
        .child(disc(board).attr("data-off", flag(move || !mine.get())))
        .any()
}

/// The disc that follows the pointer while it is dragged.
pub(in crate::app::game) fn dragged_disc(board: Board) -> AnyView {
    let side = move || board.session.with_displayed_game(|game| colour(game.position.to_move()).to_owned());
    el("i")
        .class("disc drag-disc")
        .attr("data-disc", maybe(side))
        .attr("hidden", flag(move || !board.dragging.get()))
        .any()
}

/// The disc that a player takes.
fn disc(board: Board) -> El {
    let pressed = StoredValue::new(Press::None);
    let dragging = board.dragging;
    let hide = move || {
        dragging.set(false);
        board.hover(None);
    };
    let under = |event: &PointerEvent| {
        let element = document().element_from_point(event.client_x() as f32, event.client_y() as f32);
        square_place(element)
    };
    let press = move |event: PointerEvent| {
        // A disc that is carried is no finger that rests.
        board.session.press(false);
        pressed.set_value(Press::At(event.client_x(), event.client_y()));
        let _ = event_target::<web_sys::Element>(&event).set_pointer_capture(event.pointer_id());
    };
    let drag = move |event: PointerEvent| {
        let (x, y) = (event.client_x(), event.client_y());
        let is_drag = match pressed.get_value() {
            Press::Dragged => true,
            Press::At(from_x, from_y) => (x - from_x).abs() + (y - from_y).abs() >= DRAG,
            Press::None => false,
        };
        // A button is down only during a drag.
        if event.buttons() == 0 || !is_drag {
            return;
        }
        dragging.set(true);
        pressed.set_value(Press::Dragged);
        board.held.set(true);
        client::set_property(".drag-disc", "--dx", &x.to_string());
        client::set_property(".drag-disc", "--dy", &y.to_string());
        board.hover(under(&event));
    };
    let drop = move |event: PointerEvent| {
        if dragging.get_untracked() {
            let place = under(&event);
            hide();
            // A mouse produces a click at the end of a drag, a finger does not: any later click is a tap.
            client::defer(move || pressed.set_value(Press::None));
            board.held.set(false);
            if let Some(place) = place {
                board.play_at(place, Session::choose_by_pointer);
            }
        }
    };
    let cancel = move |_: web_sys::Event| {
        hide();
        board.held.set(false);
        pressed.set_value(Press::None);
    };
    let take = move || {
        // The click that ends a drag is ignored.
        if pressed.get_value() == Press::Dragged {
            return;
        }
        let taken = !board.held.get_untracked();
        board.held.set(taken);
        if taken && let Some(first) = untrack(|| board.position()?.legal_moves().next()) {
            let place = number_of(first);
            focus_square(if untrack(|| board.is_turned()) { 99 - place } else { place });
        }
    };
    button("tray-disc")
        .aria_label(words::TAKE_DISC)
        .attr("aria-pressed", text(move || board.held.get().to_string()))
        .on_click(take)
        .on("pointerdown", press)
        .on("pointermove", drag)
        .on("pointerup", drop)
        .on("pointercancel", cancel)
}
