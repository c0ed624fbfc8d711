//! The dialog with the keyboard shortcuts: `?` on the board, or the menu.

use leptos::prelude::*;
use rules::Game;
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

/// The keyboard shortcuts of a game, with their effects.
pub(crate) fn shortcut_list(game: Game) -> El {
    // Keys are the same everywhere, and stand from left to right; those that are called by words are text.
    let one = |key: &str, does: String| (el("kbd").attr("dir", "ltr").child(key.to_owned()), does);
    let shift = |key: &str, does: String| one(&words::keys_shift(key), does);
    let called = |name: String, does: String| (el("kbd").child(name), does);
    let own = match game {
        Game::Mancala => vec![
            called(words::keys_arrows(), words::keys_go_pits()),
            called(words::keys_home_end(), words::keys_ends()),
            one("a\u{2013}i, 1\u{2013}9", words::keys_sow()),
            one("p", words::keys_preview()),
        ],
        Game::Mapello => vec![
            called(words::keys_arrows(), words::keys_go_squares()),
            one("a\u{2013}h, 1\u{2013}8", words::keys_square()),
            one("n", words::keys_next()),
        ],
    };
    let common = [
        called(words::keys_enter(), words::keys_play()),
        one("[, ]", words::keys_back()),
        one("Esc", words::keys_leave()),
        one("Esc", words::keys_cancel()),
        one("u", words::keys_undo()),
        one("+", words::keys_give()),
        shift("D", words::keys_draw()),
        shift("W", words::keys_claim()),
        shift("F", words::keys_flip()),
        one("m", words::keys_sound()),
        one("z", words::keys_zen()),
        one("o", words::keys_answer()),
        one("t", words::keys_talk()),
        one("/", words::keys_command()),
        one("?", words::keys_help()),
    ];
    let row = |(key, does): (El, String)| el("div").child(el("dt").child(key)).child(el("dd").child(does));
    el("dl").class("keys").children(own.into_iter().chain(common).map(row))
}

/// The dialog with the shortcuts.
pub(super) fn shortcut_dialog(game: Game) -> AnyView {
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
        .child(shortcut_list(game))
        .any()
}
