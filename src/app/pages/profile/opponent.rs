//! The page of the visitor's games with one opponent: the results, and links to the games.

use super::super::finished_game::finished_game_name;
use super::super::home::game_row;
use super::{page_head, results_text};
use crate::app::pages::not_found;
use crate::app::text::isolate::dated;
use crate::app::text::names::shown_name;
use crate::app::text::words;
use crate::app::ui::el::{El, el};
use crate::app::ui::form::hidden_field;
use crate::model::my_games::RoomState;
use crate::model::profile::{HeadToHeadData, HeadToHeadGame};
use leptos::prelude::*;
use room::{claimed_name, is_bot_name};

/// The page; "not found" for a visitor who has not played that game.
pub fn head_to_head_page() -> AnyView {
    let Some(data) = use_context::<HeadToHeadData>() else { return not_found() };
    let name = shown_name(&data.name);
    let row = |game: HeadToHeadGame| {
        let title = dated(&finished_game_name(&game.settings, game.match_part), &game.day);
        let state = RoomState::Over(game.outcome);
        game_row(format!("/g/{}", game.id), Some(name.clone()), name.clone(), title, state)
    };
    let rows = data.games.into_iter().map(row);
    let to = |page: u32, name: String| {
        let path = format!("/me/with/{}?page={page}", data.game);
        el("a").class("button").href(path).child(name)
    };
    let newer = (data.page > 1).then(|| to(data.page - 1, words::newer_games()).attr("rel", "prev"));
    let older = data.more.then(|| to(data.page + 1, words::older_games()).attr("rel", "next"));
    let pages = (newer.is_some() || older.is_some())
        .then(|| el("nav").class("actions").aria_label(words::GAMES_FINISHED).child(newer).child(older));
    let list = el("section")
        .class("card")
        .attr("aria-labelledby", "finished")
        .child(el("h2").id("finished").child(words::GAMES_FINISHED))
        .child(el("p").child(results_text(data.count)))
        .child(el("ul").class("games").children(rows))
        .child(pages);
    let profile = el("a").class("button").href("/me").child(words::PROFILE);
    let page = claimed_name(&data.name)
        .map(|_| el("a").class("button").href(format!("/{name}")).child(name.clone()));
    let block = (!is_bot_name(&data.name)).then(|| block_form(data.game.clone(), data.blocks));
    el("main")
        .id("main")
        .class("page cards profile")
        .child(page_head(el("h1").child(words::games_with(&name))))
        .child(list)
        .child(el("div").class("actions").child(page).child(block).child(profile))
        .any()
}

/// The button to block the opponent, or to end that.
fn block_form(game: String, blocks: bool) -> El {
    let (act, text) = if blocks { ("unblock", words::unblock()) } else { ("block", words::block_player()) };
    el("form")
        .attr("action", "/me/relation")
        .attr("method", "post")
        .child(hidden_field("act", act))
        .child(hidden_field("game", game))
        .child(el("button").class("button quiet").child(text))
}
