//! The pages for an unknown address and for an unknown room.

use leptos::prelude::*;

use super::home::{join_form, mancala_art, play_a_friend};
use crate::app::text::words;
use crate::app::ui::el::{El, el};
use crate::app::ui::title::title;

/// The page for an unknown address.
pub fn not_found() -> AnyView {
    notice(words::nothing_here_heading(), words::nothing_here_more())
}

/// The selector for the server's mark that there is no such room.
pub(super) const NO_ROOM: &str = "[data-no-room]";

/// The page for an unknown room code, as it was typed.
pub(super) fn no_such_room(code: String) -> AnyView {
    let heading = words::no_room(&code);
    let main = card(heading, words::no_room_more(), Some(join_form(Some(code))));
    main.attr("data-no-room", cfg!(feature = "ssr")).any()
}

/// A card with a message, and two links.
pub(super) fn notice(heading: String, text: String) -> AnyView {
    card(heading, text, None).any()
}

fn card(heading: String, text: String, form: Option<El>) -> El {
    let name = words::page_title(&heading);
    title(move || name.clone());
    let actions = el("div")
        .class("actions")
        .child(play_a_friend("mancala", "button primary", words::make_room()))
        .child(el("a").class("button").href("/").child(words::HOME));
    let card = el("div")
        .class("card")
        .child(mancala_art())
        .child(el("h1").child(heading))
        .child(el("p").class("soft").attr("id", form.is_some().then_some("wrong-code")).child(text))
        .child(form)
        .child(actions);
    el("main").id("main").class("page notice").child(card)
}
