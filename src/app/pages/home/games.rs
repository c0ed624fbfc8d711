//! The list of my running and latest games on the home page, those where it is my turn first.

use leptos::prelude::*;

use crate::app::text::words;
use crate::app::ui::el::{El, el};
use crate::app::ui::mark::mark;
use crate::model::my_games::{MyGame, Outcome, RoomState};

/// The card with the list.
pub(super) fn my_games(games: Vec<MyGame>) -> AnyView {
    let list = if games.is_empty() {
        // Whoever has played here before is not told that there is nothing (`src/app/home.js`).
        let past = el("p").class("soft").attr("data-past", true).child(words::no_game());
        let none = el("p").class("soft").attr("data-none", true).child(words::NO_GAMES);
        el("div").child(none).child(past)
    } else {
        el("ul").class("games").children(games.into_iter().map(row))
    };
    let all = el("a").class("button quiet").href("/games").child(words::ALL_MY_GAMES);
    let me = el("a").class("button quiet").href("/me").child(words::PROFILE);
    el("section")
        .class("card")
        .attr("aria-labelledby", "games")
        .child(el("h2").id("games").child(words::MY_GAMES))
        .child(list)
        .child(device_games())
        .child(el("div").class("actions").child(all).child(me))
        .any()
}

/// The games in progress on this device. The page's script fills them in (`app/home.js`), and hydration leaves
/// them as they are.
fn device_games() -> El {
    let part = el("div").id("device-games");
    #[cfg(feature = "ssr")]
    let part = part
        .attr("data-words", crate::app::pages::games::row_texts().to_string())
        .child(el("ul").class("games").attr("hidden", true))
        .child(el("template").child(device_row()));
    part
}

/// The template of a row.
#[cfg(feature = "ssr")]
fn device_row() -> El {
    use crate::app::pages::games::sign;

    let words_of = el("span")
        .class("grow")
        .child(el("span").class("name").attr("dir", "auto"))
        .child(el("span").class("small soft"));
    let badge = el("span").class("badge").attr("data-kind", "strong").child(words::kept_continue());
    let row =
        el("a").class("game-row").child(sign("computer")).child(sign("person")).child(words_of).child(badge);
    el("li").child(row)
}

fn row(game: MyGame) -> El {
    let name = game.opponent.clone().unwrap_or_else(|| words::room_named(&game.code.grouped()));
    game_row(format!("/r/{}", game.code), game.opponent, name, game.title, game.state)
}

/// A row of a list: the opponent, the game, its state.
pub fn game_row(to: String, opponent: Option<String>, name: String, title: String, state: RoomState) -> El {
    let (badge, kind) = match state {
        RoomState::Setup => (None, "soft"),
        RoomState::Challenged => (Some(words::challenge()), "strong"),
        RoomState::YourTurn => (Some(words::your_turn()), "strong"),
        RoomState::Adjourned => (Some(words::adjourned()), "soft"),
        RoomState::TheirTurn => (Some(words::their_turn()), "soft"),
        RoomState::Over(Outcome::Won) => (Some(words::won()), "soft"),
        RoomState::Over(Outcome::Lost) => (Some(words::lost()), "soft"),
        RoomState::Over(Outcome::Drawn) => (Some(words::drawn()), "soft"),
        RoomState::Over(Outcome::Aborted) => (Some(words::aborted()), "soft"),
    };
    let mark = match opponent {
        Some(opponent) => mark(opponent),
        None => el("span").class("mark mark-empty").attr("aria-hidden", "true").child("?").any(),
    };
    let words = el("span")
        .class("grow")
        .child(el("span").class("name").child(name))
        .child(el("span").class("small soft").child(title));
    let badge = badge.map(|text| el("span").class("badge").attr("data-kind", kind).child(text));
    let link = el("a").class("game-row").href(to).child(mark).child(words).child(badge);
    el("li").child(link)
}
