//! The discs to come, beside the board. One takes a disc there, and plays it by choosing a marked square or by dropping
//! it there.

use leptos::html::I;
use leptos::prelude::*;
use web_sys::PointerEvent;

use super::Board;
use super::grid::{focus, number_of, place_of};
use super::scene::discs_to_come;
use crate::app::game::plate::Place;
use crate::app::text::mapello::colour;
use crate::app::ui::live::{Live, flag, on, part_if, text};

/// A pointer that has moved less than this many pixels is a tap.
const DRAG: i32 = 8;
/// Stands for the place where a pointer was pressed that has moved since.
const NOT_A_TAP: (i32, i32) = (-1, -1);

/// One side's discs.
#[component]
pub(in crate::app::game) fn Tray(board: Board, place: Place) -> impl IntoView {
    let session = board.session;
    let side = move || place.side(session);
    let left = move || board.position().map_or(0, |position| discs_to_come(&position, side()));
    let mine = Memo::new(move |_| {
        session.may_play() && board.position().is_some_and(|position| position.to_move() == side())
    });
    let class = if place == Place::Near { "tray tray-near" } else { "tray tray-far" };
    view! {
        <div
            class=class
            role="group"
            data-disc=text(move || colour(side()).to_owned())
            style=text(move || format!("--n:{}", left()))
            aria-label=text(move || format!("{} discs to come, {}", left(), colour(side())))
        >
            {part_if(move || mine.get().then(|| disc(board, text(move || colour(side()).to_owned()))))}
        </div>
    }
}

fn disc(board: Board, colour: Live<String>) -> impl IntoView {
    let dragged = NodeRef::<I>::new();
    let start = StoredValue::new((0, 0));
    let dragging = RwSignal::new(false);
    let hide = move || {
        dragging.set(false);
        board.point(-1);
    };
    let under = |event: &PointerEvent| {
        let element = document().element_from_point(event.client_x() as f32, event.client_y() as f32);
        place_of(element)
    };
    let press = move |event: PointerEvent| {
        start.set_value((event.client_x(), event.client_y()));
        let _ = event_target::<web_sys::Element>(&event).set_pointer_capture(event.pointer_id());
    };
    let drag = move |event: PointerEvent| {
        let (x, y) = (event.client_x(), event.client_y());
        let (from_x, from_y) = start.get_value();
        // Buttons are pressed only while something is being dragged.
        if event.buttons() == 0
            || (!dragging.get_untracked() && (x - from_x).abs() + (y - from_y).abs() < DRAG)
        {
            return;
        }
        dragging.set(true);
        start.set_value(NOT_A_TAP);
        board.held.set(true);
        if let Some(disc) = dragged.get_untracked() {
            let _ = disc.set_attribute("style", &format!("transform:translate({x}px,{y}px)"));
        }
        board.point(under(&event).map_or(-1, i64::from));
    };
    let drop = move |event: PointerEvent| {
        if dragging.get_untracked() {
            let place = under(&event);
            hide();
            board.held.set(false);
            if let Some(place) = place {
                board.play(place);
            }
        }
    };
    let take = move |_| {
        // The click that ends a drag is none.
        if start.get_value() == NOT_A_TAP {
            return start.set_value((0, 0));
        }
        let taken = !board.held.get_untracked();
        board.held.set(taken);
        if taken && let Some(first) = untrack(|| board.position()?.legal_moves().next()) {
            let place = number_of(first);
            focus(if untrack(|| board.is_turned()) { 99 - place } else { place });
        }
    };
    view! {
        <button
            class="tray-disc"
            type="button"
            aria-label="Take a disc"
            data-taken=flag(move || board.held.get())
            on:click=on(take)
            on:pointerdown=on(press)
            on:pointermove=on(drag)
            on:pointerup=on(drop)
            on:pointercancel=on(move |_| hide())
        ></button>
        <i node_ref=dragged class="disc drag-disc" data-disc=colour hidden=flag(move || !dragging.get())></i>
    }
}
