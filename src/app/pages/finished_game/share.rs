//! Shares a finished game: its link with a preview, code to embed it on other sites, and export files.

use leptos::prelude::*;
use rules::Setup;

use super::{player_names, players_title};
use crate::app::text::names::game_title;
use crate::app::text::{ending_sentence, headline, words};
use crate::app::ui::el::{El, button, el, fragment};
use crate::app::ui::icon::{Icon, icon};
use crate::app::{GameAddress, Page, current_page};
use crate::model::finished_game::{PICTURE, RecordData};

/// The metadata for link previews, in the head of the document.
pub fn preview_metadata() -> Option<AnyView> {
    let data = use_context::<RecordData>()?;
    let Page::FinishedGame(address) = current_page() else { return None };
    let room = data.game.room();
    let game = room.game.as_ref()?;
    let ending = game.ending?;
    let who = player_names(&data.game);
    let address = GameAddress { at: None, embedded: false, ..address };
    let url = format!("{}{}", data.base, address.path(None));
    let description = format!(
        "{}. {}. {}",
        game_title(&data.game.settings()),
        headline(&ending, &who),
        ending_sentence(game, &ending, &who)
    );
    let (width, height) = PICTURE;
    let property =
        |name: &'static str, content: String| el("meta").attr("property", name).attr("content", content);
    let name =
        |name: &'static str, content: &'static str| el("meta").attr("name", name).attr("content", content);
    let all = vec![
        // The players gave their names to each other, not to search engines.
        name("robots", "noindex"),
        name("twitter:card", "summary_large_image"),
        property("og:site_name", "Duello".to_owned()),
        property("og:type", "article".to_owned()),
        property("og:title", players_title(&data.game)),
        property("og:description", description.clone()),
        property("og:url", url.clone()),
        property("og:image", format!("{url}.png")),
        property("og:image:type", "image/png".to_owned()),
        property("og:image:width", width.to_string()),
        property("og:image:height", height.to_string()),
        property("og:image:alt", description),
    ];
    Some(fragment(all))
}

/// The link, the export files, and the code to embed the game.
pub(super) fn share_card(address: &GameAddress, data: &RecordData) -> El {
    let game = GameAddress { at: None, ..address.clone() }.path(None);
    let link = format!("{}{game}", data.base);
    let site = "Duello";
    let frame = format!(
        "<iframe src=\"{link}/embed\" width=\"480\" height=\"420\" style=\"border:0\" title=\"{site}\"></iframe>"
    );
    let file = |ending: &&'static str| {
        let name = match *ending {
            "txt" => words::form_notation(),
            "json" => words::form_json(),
            "kgp" => words::form_kgp(),
            _ => words::form_othello(),
        };
        el("a").class("button").href(format!("{game}.{ending}")).attr("download", "").child(name)
    };
    let files = el("div").class("actions").children(data.files.iter().map(file));
    let embed = el("details")
        .child(el("summary").child(words::EMBED_GAME))
        .child(
            el("pre")
                .attr("dir", "ltr")
                .attr("tabindex", "0")
                .aria_label(words::EMBED_GAME)
                .child(frame.clone()),
        )
        .child(copy_button(words::copy_code(), frame));
    let mancala = matches!(data.game.setup, Setup::Mancala(_));
    let home = if mancala { "/rules/mancala" } else { "/rules/mapello" };
    el("section")
        .class("card")
        .attr("aria-labelledby", "share")
        .child(el("h2").id("share").child(words::SHARE))
        .child(el("p").class("link").child(link.clone()))
        .child(el("div").class("actions").child(copy_button(words::copy_link(), link)))
        .child(el("p").id("said").class("small").role("status"))
        .child(el("h3").child(words::SAVE_GAME))
        .child(files)
        .child(embed)
        .child(
            el("p").child(
                el("a")
                    .href(home)
                    .child(words::rules_of(crate::app::text::names::game_name(data.game.setup.game()))),
            ),
        )
}

fn copy_button(name: String, text: String) -> El {
    button("button")
        .attr("hidden", "")
        .attr("data-copy", text)
        .attr("data-done", words::IS_COPIED)
        .attr("data-shut", words::CANNOT_COPY)
        .child(icon(Icon::Copy))
        .child(name)
}
