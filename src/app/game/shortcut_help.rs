//! The dialog with the keyboard shortcuts: `?` on the board, or the menu.

use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::app::text::words;
use crate::app::ui::el::{El, el};
use crate::app::ui::extra;
use crate::app::ui::icon::{Icon, icon};

/// Opens the dialog, as soon as it is loaded.
pub(super) fn open_shortcut_help() {
    extra::with_element("#keys", |dialog| {
        // It fails only if the dialog is open already.
        let _ = dialog.unchecked_into::<web_sys::HtmlDialogElement>().show_modal();
    });
}

/// A keyboard shortcut: the key, and what it does.
pub type Shortcut = (El, String);

/// A key with a character of its own. It is the same in all languages, and stands from left to right.
pub(super) fn key(key: &str, does: String) -> Shortcut {
    (el("kbd").attr("dir", "ltr").child(key.to_owned()), does)
}

/// A key that is called by a word, which is text like any other.
pub(super) fn named_key(name: String, does: String) -> Shortcut {
    (el("kbd").child(name), does)
}

/// The keyboard shortcuts with their effects, those of the board first.
pub(crate) fn shortcut_list(of_board: Vec<Shortcut>) -> El {
    let shift = |letter: &str, does: String| key(&words::keys_shift(letter), does);
    let common = [
        named_key(words::keys_enter(), words::keys_play()),
        key("[, ]", words::keys_back()),
        key("Esc", words::keys_leave()),
        key("Esc", words::keys_cancel()),
        key("u", words::keys_undo()),
        key("+", words::keys_give()),
        shift("D", words::keys_draw()),
        shift("W", words::keys_claim()),
        shift("F", words::keys_flip()),
        key("v", words::keys_camera()),
        shift("← ↑ ↓ →", words::keys_around()),
        shift(&words::keys_first(), words::keys_home()),
        key("m", words::keys_sound()),
        key("z", words::keys_zen()),
        key("o", words::keys_answer()),
        key("t", words::keys_talk()),
        key("/", words::keys_command()),
        key("?", words::keys_help()),
    ];
    let row = |(key, does): Shortcut| el("div").child(el("dt").child(key)).child(el("dd").child(does));
    el("dl").class("keys").children(of_board.into_iter().chain(common).map(row))
}

/// The dialog with the shortcuts.
pub(super) fn shortcut_dialog(of_board: Vec<Shortcut>) -> AnyView {
    let close = el("button")
        .class("button quiet square dialog-close")
        .aria_label(words::CLOSE)
        .child(icon(Icon::Close));
    el("dialog")
        .class("dialog")
        .id("keys")
        .attr("aria-labelledby", "keys-title")
        .child(el("h2").id("keys-title").child(words::KEYS))
        // The browser closes the dialog by itself: no handler is needed.
        .child(el("form").attr("method", "dialog").child(close))
        .child(shortcut_list(of_board))
        .any()
}
