//! The keyboard shortcuts common to both boards: takeback, replay, flip the board, sound, help.

use std::rc::Rc;

use leptos::ev::keydown;
use leptos::prelude::*;
use room::Command;
use wasm_bindgen::JsCast;
use web_sys::KeyboardEvent;

use super::shortcut_help::open_shortcut_help;
use super::view::chat_field;
use super::view::session::Session;
use crate::app::text::words;
use crate::app::ui::extra;
use crate::app::ui::live::effect;
use crate::app::ui::toast::Toaster;
use crate::client::{self, look};

/// What handles keys by itself.
const OWN_KEYS: &str = ".board, input, textarea, select, [contenteditable], dialog";

/// Whether a key is not meant for the board: it has a modifier, and so belongs to the browser, or is part of a word that
/// is being composed (IME). Characters that some keyboards have on Alt or AltGr, which Windows reports as Ctrl and Alt,
/// have no modifier.
pub(in crate::app) fn is_for_others(event: &KeyboardEvent) -> bool {
    let is_sign = matches!(event.key().as_str(), "[" | "]" | "/" | "?" | "+");
    let is_layouts = is_sign && event.get_modifier_state("AltGraph");
    event.is_composing() || event.meta_key() || event.ctrl_key() && !is_layouts || event.alt_key() && !is_sign
}

/// Whether a key that chooses a move or a button repeats because it is held down: that is one choice.
pub(super) fn is_held_down(event: &KeyboardEvent) -> bool {
    event.repeat() && !matches!(event.key().as_str(), "[" | "]") && !event.key().starts_with("Arrow")
}

/// Handles the characters typed anywhere else on the page than on the board, which handles its own, or where one
/// writes. Enter, arrows and other named keys belong to what has the focus.
pub(super) fn on_page_key(act: impl Fn(&KeyboardEvent) + 'static) {
    let act = Rc::new(act);
    effect(move || {
        let act = Rc::clone(&act);
        let listener = window_event_listener(keydown, move |event| {
            if is_shortcut_of_page(&event) {
                act(&event);
            }
        });
        on_cleanup(move || listener.remove());
    });
}

fn is_shortcut_of_page(event: &KeyboardEvent) -> bool {
    let key = event.key();
    let named = key.chars().count() != 1 || key == " ";
    let elsewhere = |target: web_sys::EventTarget| {
        let element: Option<web_sys::Element> = target.dyn_into().ok();
        element.is_none_or(|element| element.closest(OWN_KEYS).is_ok_and(|found| found.is_none()))
    };
    !named
        && !event.default_prevented()
        && event.target().is_none_or(elsewhere)
        && client::find("dialog[open]").is_none()
}

/// The key of an event. Upper case counts only with Shift: with Caps Lock `d` is still a pit, and no
/// draw offer.
pub(super) fn key_of(event: &KeyboardEvent) -> String {
    let mut key = event.key();
    if key.len() == 1 {
        if event.shift_key() { key.make_ascii_uppercase() } else { key.make_ascii_lowercase() }
    }
    key
}

/// Whether an earlier position is on the board, where nobody can play; a viewer who tries is told so.
pub(super) fn refuse_in_replay(session: Session, toast: Toaster) -> bool {
    let in_replay = untrack(|| session.in_replay() && !session.is_attempt());
    if in_replay {
        toast.show(words::looking_back());
    }
    in_replay
}

/// Handles a key that means the same on every board; returns whether it was one.
pub(super) fn handle_common_key(session: Session, toast: Toaster, key: &str) -> bool {
    match key {
        // A lesson has no replay, because wrong moves are taken back, and no offers.
        "u" | "+" | "[" | "]" | "/" | "t" | "z" if untrack(|| session.state().lesson.is_some()) => {}
        "u" if refuse_in_replay(session, toast) => {}
        "u" => session.send(Command::RequestUndo),
        "+" => session.send(Command::GiveTime),
        // Claims make no sense against the computer or on one device.
        "W" | "D" if untrack(|| session.on_device()) => {}
        "W" => session.send(Command::ClaimWin),
        "D" => session.offer_or_claim_draw(),
        // `f` is a pit or a column, so the flip has the capital.
        "F" => session.flip(),
        "[" => session.step_replay(-1),
        "]" => session.step_replay(1),
        "Escape" if untrack(|| session.in_replay()) => session.go_to_ply(None),
        "Escape" if untrack(|| session.state().plan.is_some()) => session.cancel_plan(),
        "v" => {
            let names = [
                words::look_flat,
                words::look_table,
                words::look_seat,
                words::look_side,
                words::look_above,
                words::look_free,
            ];
            let camera = look::next_camera();
            let name = names[camera]();
            let is_free = look::CAMERAS[camera] == "free";
            toast.show(if is_free { words::camera_free(&name) } else { words::camera_now(&name) });
        }
        "m" => toast.show(if look::toggle_sound() { words::sound_on() } else { words::sound_off() }),
        "/" => extra::with_element("#command", |_| client::focus("#command")),
        "o" => client::focus(".offer button"),
        "t" if untrack(|| session.on_device() || session.is_zen()) => {}
        "t" => {
            if client::find(".panel[data-open]").is_none() {
                client::click(".control-panel");
            }
            // Focused at once, so that the next key is not played as a move; the sheet must be open before
            // anything in it can be focused.
            chat_field::focus();
            client::defer(chat_field::focus);
        }
        "z" => session.toggle_zen(),
        "?" => open_shortcut_help(),
        _ => return false,
    }
    true
}
