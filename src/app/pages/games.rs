//! The page "my games": rooms with a running game, finished games, and those in the local archive of this
//! device.

mod local_archive;

pub(super) use local_archive::{row_texts, sign};

use leptos::prelude::*;
use room::Finished;
use rules::{Game, Side};

use super::finished_game::finished_game_name;
use super::home::{game_row, local_links};
use super::page_head;
use crate::app::MISTAKES_PATH;
use crate::app::text::isolate::dated;
use crate::app::text::names::{game_name, shown_name};
use crate::app::text::words;
use crate::app::ui::el::{El, el};
use crate::model::my_games::{GamesData, Outcome, RoomState};

/// The page.
pub fn games_page() -> AnyView {
    let GamesData { running, finished, page, more } = use_context().unwrap_or_default();
    let running = (page <= 1).then(|| {
        let rows = running.into_iter().map(|game| {
            let name = game.opponent.clone().unwrap_or_else(|| words::room_named(&game.code.grouped()));
            game_row(format!("/r/{}", game.code), game.opponent, name, game.title, game.state)
        });
        list("running", words::games_running(), rows.collect(), words::no_games_running())
            .children(local_archive::list(local_archive::IN_PROGRESS))
    });
    let none = finished.is_empty();
    let rows = finished.into_iter().map(|(id, side, day, game)| row(&id, side, game, &day));
    let has_device = page <= 1 || none;
    let over = list("finished", words::games_finished(), rows.collect(), words::no_games_finished())
        .children(has_device.then(|| local_archive::list(local_archive::FINISHED)).into_iter().flatten());
    let at = |page: u32| format!("/games?page={page}");
    let newer = (page > 1).then(|| link(at(page - 1), words::newer_games()).attr("rel", "prev"));
    let older = more.then(|| link(at(page + 1), words::older_games()).attr("rel", "next"));
    let pages = (newer.is_some() || older.is_some())
        .then(|| el("nav").class("actions").aria_label(words::GAMES_FINISHED).child(newer).child(older));
    let local = Game::ALL.map(|game| {
        el("div")
            .child(el("h3").child(game_name(game)))
            .child(el("div").class("actions").child(local_links(game)))
    });
    let device = el("section")
        .class("card")
        .attr("aria-labelledby", "device")
        .child(el("h2").id("device").child(words::ON_THIS_DEVICE))
        .child(local_archive::section())
        .children(local)
        .child(link("/games/import".to_owned(), words::import_game()));
    el("main")
        .id("main")
        .class("page cards")
        .child(page_head(el("h1").child(words::MY_GAMES)))
        .child(running)
        .child(over.child(pages))
        .child(has_device.then_some(device))
        .child(
            el("div")
                .class("actions")
                .child(link(MISTAKES_PATH.to_owned(), words::my_mistakes()))
                .child(link("/notifications".to_owned(), words::notifications()))
                .child(link("/me".to_owned(), words::profile())),
        )
        .any()
}

fn link(to: String, name: String) -> El {
    el("a").class("button").href(to).child(name)
}

fn list(id: &'static str, heading: String, rows: Vec<El>, none: String) -> El {
    let games = if rows.is_empty() {
        el("p").class("soft").attr("data-none", true).child(none)
    } else {
        el("ul").class("games").child(rows)
    };
    el("section").class("card").attr("aria-labelledby", id).child(el("h2").id(id).child(heading)).child(games)
}

fn row(id: &str, side: Side, game: Finished, day: &str) -> El {
    let outcome = Outcome::of(game.winner, side);
    let opponent = shown_name(&game.names[side.other().index()]);
    let title = dated(&finished_game_name(&game.settings(), game.match_part), day);
    game_row(format!("/g/{id}"), Some(opponent.clone()), opponent, title, RoomState::Over(outcome))
}
