//! The keyboard control of the Mapello board: arrow keys move the roving tabindex, a letter and a digit lead
//! to a column and a row, `n` to the next legal square, Enter plays.

use leptos::prelude::*;
use web_sys::KeyboardEvent;

use super::cells::{focus_square, neighbour, number_of};
use super::state::Board;
use crate::app::game::shortcut_help::{Shortcut, key, named_key};
use crate::app::game::shortcuts::{handle_common_key, is_for_others, is_held_down, key_of};
use crate::app::text::words;

/// The keys of this board, for the list of keyboard shortcuts.
pub(super) fn shortcuts() -> Vec<Shortcut> {
    vec![
        named_key(words::keys_arrows(), words::keys_go_squares()),
        key("a\u{2013}h, 1\u{2013}8", words::keys_square()),
        key("n", words::keys_next()),
    ]
}

/// Handles a key pressed while the board has the focus, or a character typed on its page.
pub(super) fn on_key(board: Board, event: &KeyboardEvent) {
    if is_for_others(event) {
        return;
    }
    if is_held_down(event) {
        return event.prevent_default();
    }
    let key = key_of(event);
    let place = board.focused_place();
    if let Some(to) = untrack(|| target_place(board, place, &key)) {
        focus_square(to);
        event.prevent_default();
    } else if handle_common_key(board.session, board.toast, &key) {
        event.prevent_default();
    }
}

/// The place that a key leads to.
fn target_place(board: Board, place: u8, key: &str) -> Option<u8> {
    let turned = |place: u8| if board.is_turned() { 99 - place } else { place };
    let (row, column) = (turned(place) / 10, turned(place) % 10);
    match key.as_bytes() {
        [letter @ b'a'..=b'h'] => Some(turned(row.clamp(1, 8) * 10 + letter - b'a' + 1)),
        [digit @ b'1'..=b'8'] => Some(turned((digit - b'0') * 10 + column.clamp(1, 8))),
        b"n" => {
            let places = board.position()?.legal_moves().map(|cell| turned(number_of(cell)));
            // The next legal square in reading order, and after the last one the first.
            places.min_by_key(|next| (*next <= place, *next))
        }
        _ => neighbour(place, key),
    }
}
