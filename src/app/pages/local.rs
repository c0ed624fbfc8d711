//! Pass and play: both players on one device, with no server.

use leptos::prelude::*;
use rules::Game;

use super::asked::{NO_BOARD, read_board};
use super::page_head;
use super::room::settings::settings_card;
use crate::app::game::drivers::{Driver, Local};
use crate::app::game::game_table;
use crate::app::game::session::Session;
use crate::app::text::game_name;
use crate::app::ui::el::el;
use crate::app::ui::live::{effect, part};
use crate::app::ui::toast::use_toast;
use crate::client;

/// The page of this game on one device.
pub fn local_game(game: Game) -> AnyView {
    let session = Session::new();
    let toast = use_toast();
    // The game kept on this device is known in the browser only; the server draws an empty table.
    effect(move || {
        let asked = client::query("board").map(|text| read_board(&text));
        if asked == Some(None) {
            toast.say(NO_BOARD);
        }
        session.drive(Driver::Local(Local::resume_or_start(session, game, asked.flatten())));
    });
    let between = Memo::new(move |_| session.with(|room| room.game.is_none()).unwrap_or(false));
    part(move || {
        let between = between.get();
        untrack(|| {
            if between {
                new_game(session, game)
            } else {
                game_table(session, game, "Pass and play".to_owned())
            }
        })
    })
    .into_any()
}

/// Before a game: what is to be played.
fn new_game(session: Session, game: Game) -> AnyView {
    let heading = el("h1").child(game_name(game)).child(", pass and play");
    let start = el("button")
        .class("button primary big")
        .attr("type", "button")
        .on("click", move |_: web_sys::Event| session.begin())
        .child("Start");
    let back_to_it = el("button")
        .class("button big")
        .attr("type", "button")
        .on("click", move |_: web_sys::Event| session.take_up())
        .child("Back to the game");
    el("main")
        .attr("id", "main")
        .class("page lobby")
        .child(page_head(heading))
        .child(settings_card(session))
        .child(el("div").class("ready-bar").child(back_to_it).child(start))
        .any()
}
