//! The keyboard shortcuts common to both boards: takeback, replay, flip the board, sound, help.

use leptos::prelude::*;
use room::Command;
use web_sys::KeyboardEvent;

use super::key_map::show_keys;
use super::session::Session;
use super::talk::focus_speech;
use crate::app::text::words;
use crate::app::ui::extra;
use crate::app::ui::toast::Say;
use crate::client::{self, look};

/// Whether a key has a modifier: such keys belong to the browser, except for characters that some keyboards
/// have on Alt.
pub(super) fn has_modifier(event: &KeyboardEvent) -> bool {
    let alt = || event.alt_key() && !matches!(event.key().as_str(), "[" | "]");
    event.ctrl_key() || event.meta_key() || alt()
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
pub(super) fn is_past(session: Session, toast: Say) -> bool {
    let past = untrack(|| session.looks_back());
    if past {
        toast.say(words::looking_back());
    }
    past
}

/// Handles a key that means the same on every board; returns whether it was one.
pub(super) fn on_common_key(session: Session, toast: Say, key: &str) -> bool {
    match key {
        // A lesson has no replay, because wrong moves are taken back, and no offers.
        "u" | "+" | "[" | "]" | "/" | "t" | "z" if untrack(|| session.shown().lesson.is_some()) => {}
        "u" if is_past(session, toast) => {}
        "u" => session.send(Command::AskUndo),
        "+" => session.send(Command::GiveTime),
        // Claims make no sense against the computer or on one device.
        "W" | "D" if untrack(|| session.on_device()) => {}
        "W" => session.send(Command::ClaimWin),
        "D" => session.draw(),
        // `f` is a pit or a column, so the flip has the capital.
        "F" => session.flip(),
        "[" => step(session, -1),
        "]" => step(session, 1),
        "Escape" if untrack(|| session.looks_back()) => session.look_at(None),
        "v" => {
            let names = [words::look_flat, words::look_table, words::look_low, words::look_free];
            let camera = look::next_camera();
            let name = names[camera]();
            let free = look::CAMERAS[camera] == "free";
            toast.say(if free { words::camera_free(&name) } else { words::camera_now(&name) });
        }
        "m" => toast.say(if look::switch_sound() { words::sound_on() } else { words::sound_off() }),
        "/" => extra::with("#command", |_| client::focus("#command")),
        "o" => client::focus(".offer button"),
        "t" if untrack(|| session.on_device() || session.is_zen()) => {}
        "t" => {
            if client::find(".panel[data-open]").is_none() {
                client::click(".control-panel");
            }
            // Focused at once, so that the next key is not played as a move; the sheet must be open before
            // anything in it can be focused.
            focus_speech();
            client::soon(focus_speech);
        }
        "z" => session.switch_zen(),
        "?" => show_keys(),
        _ => return false,
    }
    true
}

/// Steps one move back or forward in the replay; after the last one, to the running game.
pub(super) fn step(session: Session, by: i32) {
    let Some((seen, all)) = untrack(|| {
        let shown = session.shown();
        Some((shown.seen()?.ply(), shown.last_ply()?))
    }) else {
        return;
    };
    if all == 0 {
        return;
    }
    let goal = seen.saturating_add_signed(by);
    session.look_at(Some(goal).filter(|goal| *goal < all || by < 0));
}
