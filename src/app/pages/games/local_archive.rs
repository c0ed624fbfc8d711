//! The local archive: the games of this device, in the list of my games. The page's script fills in the rows
//! (`app/games.js`), because the server knows nothing of them; their texts are rendered here, in the
//! visitor's language.

use engine_protocol::Level;
use rules::mancala::Preset;
use rules::{Game, Side};
use serde_json::{Map, Value, json};

use crate::app::game::saved_games::slot::key;
use crate::app::text::names::{game_name, level_name, preset_name, side_name};
use crate::app::text::words;
use crate::app::ui::el::{El, button, el};
use crate::app::ui::icon::{Icon, icon};
use crate::app::{Opponent, local_path};

/// The section, which is hidden until its script runs.
pub(super) fn section() -> El {
    let file = el("input")
        .attr("type", "file")
        .attr("accept", ".json,application/json")
        .attr("hidden", true)
        .aria_label(words::KEPT_READ);
    let actions = el("div")
        .class("actions")
        .child(act_button("button", "more", words::older_games()))
        .child(act_button("button", "export", words::export_data()))
        .child(act_button("button", "import", words::kept_read()))
        .child(file);
    el("div")
        .id("kept")
        .attr("hidden", true)
        .attr("data-words", texts().to_string())
        .child(el("p").class("soft").child(words::KEPT_ABOUT))
        .child(el("p").class("soft").id("kept-none").child(words::NO_GAMES_FINISHED))
        .child(el("ul").class("games"))
        .child(el("template").child(row()))
        .child(actions)
        .child(el("p").role("status"))
}

/// The template of a row.
fn row() -> El {
    let sign =
        |way: &'static str, sign: Icon| el("span").class("kept-sign").attr("data-way", way).child(icon(sign));
    let game = el("div")
        .class("kept-game")
        .child(sign("computer", Icon::Computer))
        .child(sign("person", Icon::Device))
        .child(el("span").class("name"))
        .child(el("span").class("badge").attr("data-kind", "soft"))
        .child(el("span").class("small soft"));
    let acts = el("div")
        .class("kept-acts")
        .child(act_button("button quiet", "review", words::review()))
        .child(act_button("button quiet", "save", words::save_game()))
        .child(act_button("button quiet danger", "delete", words::kept_delete()));
    el("li").child(game).child(acts)
}

fn act_button(class: &'static str, act: &'static str, name: String) -> El {
    button(class).attr("data-act", act).child(name)
}

/// The texts that the script needs.
fn texts() -> Value {
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
            let name = match game {
                Game::Mancala => "mancala",
                Game::Mapello => "mapello",
            };
            let about = json!({ "path": local_path(opponent, game), "game": name });
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
            },
            "other": words::board_own(),
            "wins": wins(Game::Mapello),
        },
        "levels": Level::ALL.map(level_name),
        "computer": words::computer_place(),
        "two": words::pass_and_play(),
        "won": words::won(),
        "lost": words::lost(),
        "drawn": words::drawn(),
        "unfinished": words::kept_unfinished(),
        "moves": words::moves(),
        "sure": words::replaces_local(),
        "delete_sure": words::kept_delete_sure(),
        "deleted": words::kept_deleted(),
        "fresh": words::kept_fresh("#"),
        "bad": words::kept_bad(),
        "shut": words::kept_shut(),
    })
}
