//! The keyboard control of the Mancala board: arrow keys move the roving tabindex, letters and digits sow,
//! `p` previews.

use leptos::prelude::*;
use rules::Side;
use rules::mancala::{Hole, Pit};
use web_sys::KeyboardEvent;

use super::ids::hole_id;
use super::layout::Shape;
use super::state::Board;
use crate::app::game::shortcut_help::{Shortcut, key, named_key};
use crate::app::game::shortcuts::{handle_common_key, is_for_others, is_held_down, key_of};
use crate::app::game::view::session::Session;
use crate::app::text::words;
use crate::client;

/// The keys of this board, for the list of keyboard shortcuts.
pub(super) fn shortcuts() -> Vec<Shortcut> {
    vec![
        named_key(words::keys_arrows(), words::keys_go_pits()),
        named_key(words::keys_home_end(), words::keys_ends()),
        key("a\u{2013}i, 1\u{2013}9", words::keys_sow()),
        key("p", words::keys_preview()),
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
    let shape = board.shape.get_untracked();
    let upright = client::find(".board").is_some_and(|root| root.client_height() > root.client_width());
    let used = match key.as_str() {
        "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown" => {
            let to = neighbour(focused_hole(board), &key, shape, upright);
            focus_hole(board, to);
            true
        }
        "Home" => focus_hole(board, Hole::Pit(Pit { side: shape.near, index: 0 })),
        "End" => focus_hole(board, Hole::Store(shape.near)),
        "p" => {
            if let Hole::Pit(pit) = focused_hole(board) {
                let shown = board.preview.get_untracked() == Some(pit);
                board.show_preview((!shown && untrack(|| board.is_legal(pit))).then_some(pit));
            }
            true
        }
        _ => sow_by_key(board, &key, shape.pits) || handle_common_key(board.session, board.toast, &key),
    };
    if used {
        event.prevent_default();
    }
}

/// `a`–`i` or `1`–`9`: sows the pit with this letter on the side to move here.
fn sow_by_key(board: Board, key: &str, pits: u8) -> bool {
    let index = match key.as_bytes() {
        [letter @ b'a'..=b'i'] => letter - b'a',
        [digit @ b'1'..=b'9'] => digit - b'1',
        _ => return false,
    };
    let Some(side) = untrack(|| board.playable_side()) else { return false };
    if index < pits {
        board.sow(Pit { side, index }, Session::choose);
    }
    index < pits
}

fn focused_hole(board: Board) -> Hole {
    board.focus.get_untracked()
}

pub(super) fn focus_hole(board: Board, hole: Hole) -> bool {
    board.set_focus(hole);
    if let Some(element) = document().get_element_by_id(&hole_id(hole)) {
        let _ = wasm_bindgen::JsCast::unchecked_into::<web_sys::HtmlElement>(element).focus();
    }
    true
}

/// The hole in the direction of an arrow key; the same one at the edge.
fn neighbour(from: Hole, key: &str, shape: Shape, upright: bool) -> Hole {
    // On an upright screen the board is turned counter-clockwise: the right end is at the top.
    let (along, row) = match (key, upright) {
        ("ArrowRight", false) | ("ArrowUp", true) => (1, None),
        ("ArrowLeft", false) | ("ArrowDown", true) => (-1, None),
        ("ArrowUp", false) | ("ArrowLeft", true) => (0, Some(shape.near.other())),
        _ => (0, Some(shape.near)),
    };
    let row = row.unwrap_or(match from {
        Hole::Pit(pit) => pit.side,
        Hole::Store(_) => shape.near,
    });
    let column = (i16::from(shape.column(from)) + along).clamp(0, i16::from(shape.pits) + 1);
    let on_row = (0..shape.pits).map(|index| Hole::Pit(Pit { side: row, index }));
    on_row
        .chain(Side::BOTH.map(Hole::Store))
        .find(|&hole| i16::from(shape.column(hole)) == column)
        .unwrap_or(from)
}
