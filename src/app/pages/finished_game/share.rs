//! Shares a finished game: its link, code to embed it on other sites, and export files.

use room::Game;
use rules::{Setup, Side};

use crate::app::GameAddress;
use crate::app::text::isolate::versus;
use crate::app::text::names::{game_name, game_title};
use crate::app::text::share::share_text;
use crate::app::text::words;
use crate::app::ui::el::{El, button, el};
use crate::app::ui::icon::{Icon, icon};
use crate::model::finished_game::RecordData;

/// The link, the export files, and the code to embed the game.
pub(super) fn share_card(address: &GameAddress, data: &RecordData, played: &Game) -> El {
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
            "ggf" => words::form_ggf(),
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
        .child(
            el("div")
                .class("actions")
                .child(share_button(data, played, &link))
                .child(copy_button(words::copy_link(), link)),
        )
        .child(el("p").id("said").class("small").role("status"))
        .child(el("h3").child(words::SAVE_SEEN))
        .child(save_buttons(&game, data, played))
        .child(el("h3").child(words::SAVE_GAME))
        .child(files)
        .child(embed)
        .child(el("p").child(el("a").href(home).child(words::rules_of(game_name(data.game.setup.game())))))
}

/// The buttons that save a picture of the position and a film of the game, in three dimensions (`public/record-film.js`). A second
/// press on that of the film ends it.
fn save_buttons(game: &str, data: &RecordData, played: &Game) -> El {
    let [first, second] = &data.game.names;
    let caption = format!("{} · {}", versus(first, second), game_title(&data.game.settings()));
    let save = |what: &'static str, name: String| {
        button("button")
            .attr("hidden", "")
            .attr("data-save", what)
            .attr("data-game", game.to_owned())
            .attr("data-caption", caption.clone())
            .attr("data-file", "duello")
            .attr("data-failed", words::SAVE_SEEN_FAILED)
            .child(el("span").child(name))
    };
    let film = save("film", words::save_film())
        .attr("data-plies", played.ply().to_string())
        .attr("data-stop", words::STOP_FILM);
    let progress =
        el("progress").id("filmed").attr("hidden", "").attr("value", "0").aria_label(words::SAVE_FILM);
    el("div").class("actions").child(save("picture", words::save_picture())).child(film).child(progress)
}

/// The button that shares the game by the device's share sheet, as the result card does (`public/share.js`).
fn share_button(data: &RecordData, played: &Game, link: &str) -> El {
    let title = game_title(&data.game.settings());
    let shared = serde_json::json!({
        "text": share_text(played, title, None, Side::First, false),
        "link": link,
        "picture": format!("{link}.png"),
        "title": words::share(),
        "close": words::close(),
    });
    button("button")
        .attr("hidden", "")
        .attr("data-share", shared.to_string())
        .attr("data-copied", words::IS_COPIED)
        .attr("data-no-picture", words::SHARE_NO_PICTURE)
        .child(icon(Icon::Share))
        .child(words::SHARE)
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
