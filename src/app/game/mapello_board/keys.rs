//! The keyboard control of the Mapello board: arrow keys move the roving tabindex, a letter and a digit lead
//! to a column and a row, `n` to the next legal square, Enter plays.

use leptos::prelude::*;
use web_sys::KeyboardEvent;

use super::grid::{focus, neighbour, number_of};
use crate::app::game::hand::Hand;
use crate::app::game::keys::{has_modifier, key_of, on_common_key};

/// Handles a key pressed while the board has the focus.
pub(super) fn on_key(hand: Hand, event: &KeyboardEvent) {
    if has_modifier(event) {
        return;
    }
    let key = key_of(event);
    let place = hand.focus.get_untracked();
    if let Some(to) = untrack(|| goal(hand, place, &key)) {
        focus(to);
        event.prevent_default();
    } else if on_common_key(hand.session, hand.toast, &key) {
        event.prevent_default();
    }
}

/// The place that a key leads to.
fn goal(hand: Hand, place: u8, key: &str) -> Option<u8> {
    let turned = |place: u8| if hand.is_turned() { 99 - place } else { place };
    let (row, column) = (turned(place) / 10, turned(place) % 10);
    match key.as_bytes() {
        [letter @ b'a'..=b'h'] => Some(turned(row.clamp(1, 8) * 10 + letter - b'a' + 1)),
        [digit @ b'1'..=b'8'] => Some(turned((digit - b'0') * 10 + column.clamp(1, 8))),
        b"n" => {
            let places = hand.position()?.legal_moves().map(|cell| turned(number_of(cell)));
            // The next legal square in reading order, and after the last one the first.
            places.min_by_key(|next| (*next <= place, *next))
        }
        _ => neighbour(place, key),
    }
}
