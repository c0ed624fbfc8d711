//! The keys that every board has: take back, look back, turn the board, sound, help.

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

/// Keys with a modifier belong to the browser, but for signs that some keyboards have with Alt alone.
pub(super) fn has_modifier(event: &KeyboardEvent) -> bool {
    let alt = || event.alt_key() && !matches!(event.key().as_str(), "[" | "]");
    event.ctrl_key() || event.meta_key() || alt()
}

/// The key of an event. Letters are those that Shift alone makes large: with Caps Lock `d` is still a pit, and no draw.
pub(super) fn key_of(event: &KeyboardEvent) -> String {
    let mut key = event.key();
    if key.len() == 1 {
        if event.shift_key() { key.make_ascii_uppercase() } else { key.make_ascii_lowercase() }
    }
    key
}

/// Whether an earlier position is on the board, where nothing can be played; whoever tries to is told.
pub(super) fn is_past(session: Session, toast: Say) -> bool {
    let past = untrack(|| session.looks_back());
    if past {
        toast.say(words::looking_back());
    }
    past
}

/// Answers a key that means the same on every board; says whether it was one.
pub(super) fn on_common_key(session: Session, toast: Say, key: &str) -> bool {
    match key {
        // A lesson has no past, for what was not demanded is taken back by itself; and nothing is asked for in it.
        "u" | "+" | "[" | "]" | "/" | "t" | "z" if untrack(|| session.shown().lesson.is_some()) => {}
        "u" if is_past(session, toast) => {}
        "u" => session.send(Command::AskUndo),
        "+" => session.send(Command::GiveTime),
        // Nobody claims anything from the computer or at one device.
        "W" | "D" if untrack(|| session.on_device()) => {}
        "W" => session.send(Command::ClaimWin),
        "D" => session.draw(),
        // `f` is a pit or a column.
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
            // At once, lest what is typed next is played; a sheet has to be open before anything of it can have the focus.
            focus_speech();
            client::soon(focus_speech);
        }
        "z" => session.switch_zen(),
        "?" => show_keys(),
        _ => return false,
    }
    true
}

/// Looks one move back or on; past the last one, at the game as it is.
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
