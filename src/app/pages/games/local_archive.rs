//! The games of this device in the lists of my games. The page's script fills in the rows (`app/games.js`),
//! because the server knows nothing of them; their texts are rendered here, in the visitor's language.

use engine_protocol::Level;
use rules::mancala::Preset;
use rules::mapello::Board;
use rules::{Game, Side};
use serde_json::{Map, Value, json};

use crate::app::game::saved_games::slot::key;
use crate::app::pages::import::FILE_TYPES;
use crate::app::text::names::{computer_name, game_name, preset_name, side_name};
use crate::app::text::words;
use crate::app::ui::el::{El, button, el};
use crate::app::ui::icon::{Icon, icon};
use crate::app::{Opponent, local_path, review_path};

/// The lists, as the script calls them (`public/local-archive.js`).
pub(super) const IN_PROGRESS: &str = "1";
pub(super) const FINISHED: &str = "2";

/// A list, which the script fills.
pub(super) fn list(state: &'static str) -> Vec<El> {
    let games = el("ul").class("games device").attr("data-device", state).attr("hidden", true);
    let more =
        act_button("button", "more", words::older_games()).attr("data-state", state).attr("hidden", true);
    vec![games, more]
}

/// The section with what can be done with all of them, which is hidden until its script runs.
pub(super) fn section() -> El {
    let file = el("input")
        .attr("type", "file")
        .attr("multiple", true)
        .attr("accept", FILE_TYPES)
        .attr("hidden", true)
        .aria_label(words::KEPT_READ);
    let actions = el("div")
        .class("actions")
        .child(act_button("button", "export", words::export_data()))
        .child(act_button("button", "import", words::kept_read()))
        .child(file);
    el("div")
        .id("kept")
        .attr("hidden", true)
        .attr("data-words", row_texts().to_string())
        .child(el("p").class("soft").child(words::KEPT_ABOUT))
        .child(el("template").child(row()))
        .child(actions)
        .child(el("p").role("status"))
        .child(sure_dialog())
}

/// The question before a game is deleted.
fn sure_dialog() -> El {
    let answer = |class: &'static str, value: &'static str, name: String| {
        el("button").class(class).attr("value", value).child(name)
    };
    let answers = el("form")
        .class("actions")
        .attr("method", "dialog")
        .child(answer("button danger", "yes", words::kept_delete()))
        .child(answer("button", "", words::kept_keep()));
    let question = el("h2").id("sure-question").child(words::kept_delete_sure());
    el("dialog")
        .class("dialog")
        .id("sure")
        .attr("aria-labelledby", "sure-question")
        .child(question)
        .child(answers)
}

/// The sign of a game with the computer, or of one between people.
pub(in crate::app::pages) fn sign(way: &'static str) -> El {
    let sign = if way == "computer" { Icon::Computer } else { Icon::Device };
    el("span").class("kept-sign").attr("data-way", way).child(icon(sign))
}

/// The template of a row.
fn row() -> El {
    let game = el("div")
        .class("kept-game")
        .child(sign("computer"))
        .child(sign("person"))
        .child(el("span").class("name").attr("dir", "auto"))
        .child(el("span").class("badge").attr("data-kind", "soft"))
        .child(el("span").class("small soft"));
    let acts = el("div")
        .class("kept-acts")
        .child(el("a").class("button quiet"))
        .child(act_button("button quiet", "save", words::save_game()))
        .child(act_button("button quiet danger", "delete", words::kept_delete()));
    el("li").child(game).child(acts)
}

fn act_button(class: &'static str, act: &'static str, name: String) -> El {
    button(class).attr("data-act", act).child(name)
}

/// The texts that the scripts need for rows.
pub(in crate::app::pages) fn row_texts() -> Value {
    let wins = |game| Side::BOTH.map(|side| words::name_wins(&side_name(game, side)));
    // Variants are identified by their JSON, as it stands in a log.
    let rules: Map<_, _> = Preset::ALL
        .into_iter()
        .filter_map(|preset| {
            let written = serde_json::to_string(&preset.variant()).ok()?;
            Some((written, preset_name(preset).into()))
        })
        .collect();
    let logs: Map<_, _> = [Opponent::Person, Opponent::Computer]
        .into_iter()
        .flat_map(|opponent| Game::ALL.map(|game| (opponent, game)))
        .map(|(opponent, game)| {
            let path = local_path(opponent, game);
            let about = json!({ "path": path, "review": review_path(game), "game": game.word() });
            (key(opponent, game).to_owned(), about)
        })
        .collect();
    json!({
        "logs": logs,
        "mancala": {
            "name": game_name(Game::Mancala),
            "kinds": rules,
            "other": words::custom(),
            "wins": wins(Game::Mancala),
        },
        "mapello": {
            "name": game_name(Game::Mapello),
            "kinds": {
                "default": words::board_default(),
                "empty": words::board_empty(),
                "daily": words::board_of_day(),
                "random": words::board_random(),
                "othello": words::board_othello(),
                "opening": words::board_opening(),
            },
            // The board that the script calls by that name.
            "othello": Board::OTHELLO,
            "other": words::board_own(),
            "wins": wins(Game::Mapello),
        },
        "levels": Level::ALL.map(computer_name),
        "two": words::pass_and_play(),
        "won": words::won(),
        "lost": words::lost(),
        "drawn": words::drawn(),
        "unfinished": words::kept_unfinished(),
        "moves": words::kept_moves("#"),
        // A day by its parts: the script puts the day, the month's name and the year for 1, 2 and 3.
        "date": words::date("1", "2", "3"),
        "months": words::month_names(),
        "continue": words::kept_continue(),
        "review": words::review(),
        "deleted": words::kept_deleted(),
        "fresh": words::kept_fresh("#"),
        "bad": words::kept_bad(),
        "shut": words::kept_shut(),
        "offline": words::kept_offline(),
    })
}
