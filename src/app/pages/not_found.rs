//! Pages that are not there, and rooms that are not.

use leptos::prelude::*;

use super::home::{art, play_a_friend};
use crate::app::ui::el::el;
use crate::app::ui::title::title;

/// No page has this address.
pub fn not_found() -> AnyView {
    notice(
        "There is nothing here".to_owned(),
        "The link may be cut short. From home everything is one step away.".to_owned(),
    )
}

/// No room has this code, as it was asked for.
pub(super) fn no_such_room(code: String) -> AnyView {
    notice(
        format!("There is no room {code}"),
        "Perhaps a letter is different. You can also open a new room.".to_owned(),
    )
}

/// A card that says what is the matter, and two ways on.
pub(super) fn notice(heading: String, text: String) -> AnyView {
    let name = heading.clone();
    title(move || format!("{name} · Duello"));
    let actions = el("div")
        .class("actions")
        .child(play_a_friend("mancala", "button primary", "Make a room"))
        .child(el("a").class("button").attr("href", "/").child("Home"));
    let card = el("div")
        .class("card")
        .child(art())
        .child(el("h1").child(heading))
        .child(el("p").class("soft").child(text))
        .child(actions);
    el("main").attr("id", "main").class("page notice").child(card).any()
}
