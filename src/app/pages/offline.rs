//! The offline page, which the service worker shows instead of a page that needs the network: what can be
//! played without. It reloads by itself when the network is back (`src/app/back.js`).

use leptos::prelude::*;
use rules::Game;

use super::home::{local_links, mancala_art};
use crate::app::learn_path;
use crate::app::text::names::game_name;
use crate::app::text::words;
use crate::app::ui::el::{El, el};
use crate::app::ui::icon::{Icon, icon};

/// The page.
pub fn offline_page() -> AnyView {
    let card = el("div")
        .class("card")
        .child(mancala_art())
        .child(el("h1").child(words::NO_CONNECTION))
        .child(el("p").class("soft").role("status").child(words::OFFLINE_MORE));
    let home = el("a").class("button quiet").href("/").child(icon(Icon::Back)).child(words::HOME);
    el("main")
        .id("main")
        .class("page notice")
        .child(card)
        .child(el("div").class("card").child(ways(Game::Mancala)).child(ways(Game::Mapello)).child(home))
        .any()
}

/// The links to what works offline in a game.
fn ways(game: Game) -> El {
    let name = game_name(game);
    let learn = el("a").class("button quiet").href(learn_path(game));
    let learn = learn.aria_label(words::learn_game(name)).child(icon(Icon::Book)).child(words::LEARN);
    el("section")
        .aria_label(name)
        .child(el("h2").child(name))
        .child(el("div").class("actions").children(local_links(game)).child(learn))
}
