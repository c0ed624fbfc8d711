//! The import page: a game pasted as text, parsed by the server, opened on this device.

use leptos::prelude::*;

use super::finished_game::{board_figure, game_parts_json, review_button};
use super::page_head;
use crate::app::text::words;
use crate::app::ui::el::el;
use crate::model::finished_game::{ImportData, RecordData, TooLong};

/// The page, with the game that was pasted, if there is one.
pub fn import_page() -> AnyView {
    let ImportData { text, game } = use_context().unwrap_or_default();
    let why = match use_context() {
        Some(TooLong) => Some(words::IMPORT_LONG),
        None => (!text.is_empty() && game.is_none()).then_some(words::IMPORT_BAD),
    };
    let bad = why.map(|why| el("p").class("problem").role("alert").child(why));
    let found = game.as_ref().and_then(|game| {
        let room = game.room();
        let played = room.game.as_ref()?;
        let data = RecordData { game: game.clone(), base: String::new(), files: Vec::new() };
        let section = el("section")
            .class("card")
            .aria_label(words::BOARD)
            .child(board_figure(&data, played, played.ply()))
            .child(el("div").class("actions").child(review_button(game)));
        Some(section)
    });
    let field = el("textarea")
        .class("input")
        .id("text")
        .attr("name", "text")
        .attr("rows", "8")
        .attr("required", true)
        .attr("maxlength", "50000")
        .attr("spellcheck", "false")
        .attr("autocomplete", "off")
        // Leptos renders an empty text as a space.
        .child(Some(text).filter(|text| !text.is_empty()));
    let form = el("form")
        .class("card field")
        .attr("action", "/games/import")
        .attr("method", "post")
        .child(el("label").attr("for", "text").child(words::IMPORT_HOW))
        .child(field)
        .child(
            el("div").class("actions").child(el("button").class("button primary").child(words::IMPORT_OPEN)),
        );
    el("main")
        .id("main")
        .class("page record cards")
        .attr("data-game", game.as_ref().and_then(game_parts_json))
        .child(page_head(el("h1").child(words::IMPORT_GAME)))
        .child(bad)
        .child(found)
        .child(form)
        .any()
}
