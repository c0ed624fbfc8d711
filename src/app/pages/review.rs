//! The review of a finished game, or of one that was read from a text, on this device. It has a place of its
//! own and touches no game that is played here: to play on from one of its positions begins another game.

use leptos::prelude::*;
use room::{Command, Room, fold};
use rules::{Game, Side};

use super::page_head;
use crate::app::game::saved_games::log::parse;
use crate::app::game::saved_games::slot::code;
use crate::app::game::show_notices;
use crate::app::game::view::driver::Driver;
use crate::app::game::view::session::{Session, Viewer};
use crate::app::parts;
use crate::app::text::isolate::versus;
use crate::app::text::names::{date_text, game_name, game_title};
use crate::app::text::{day, headline, words};
use crate::app::ui::el::el;
use crate::app::ui::live::{Mount, effect, part};
use crate::app::ui::toast::use_toast;
use crate::app::{Opponent, local_path, review_path};
use crate::client::{self, storage};

/// The driver of a review: nothing happens in it.
struct Reader;

impl Driver for Reader {
    fn send(&self, _: Command) {}
}

/// The page.
pub fn review_page(game: Game) -> AnyView {
    let session = Session::new();
    session.change(|state| {
        state.local_opponent = Some(Opponent::Person);
        state.reviewed = Some(String::new());
    });
    show_notices(session, use_toast());
    let missing = RwSignal::new(false);
    effect(move || client::defer(move || open(session, game, missing)));
    part(move || {
        let table = parts::table().filter(|_| !missing.get());
        untrack(|| match table {
            Some(table) => table(session, game, el("span").class("soft").child(words::REVIEW), Mount::AtOnce),
            None => missing_game(game),
        })
    })
    .into_any()
}

/// Opens the game in the address, at the move that it names.
fn open(session: Session, game: Game, missing: RwSignal<bool>) {
    let id = client::query_parameter("game").unwrap_or_default();
    client::begin_task();
    storage::open(&id.clone(), move |text, place, is_read| {
        let room = text.and_then(|text| parse(&text)).map(|log| fold(code(), &log));
        let kind = room.as_ref().and_then(|room| Some(room.game.as_ref()?.setup.game()));
        match (room, kind) {
            (Some(room), Some(kind)) if kind == game => show(session, room, place, is_read),
            (_, Some(kind)) => client::navigate(&format!("{}?game={id}", review_path(kind))),
            _ => missing.set(true),
        }
        client::end_task();
    });
}

fn show(session: Session, room: Room, place: Option<String>, is_read: bool) {
    let at = client::query_parameter("move").and_then(|text| text.parse::<u32>().ok());
    let all = room.game.as_ref().map_or(0, room::Game::ply);
    session.change(|state| {
        state.viewer = Viewer::Both;
        state.reviewed = Some(String::new());
        state.is_of_others = is_read;
    });
    session.set_driver(std::rc::Rc::new(Reader));
    session.show(room);
    let facts = untrack(|| session.with_room(|room| facts(session, room, place))).unwrap_or_default();
    session.change(|state| state.reviewed = Some(facts));
    session.go_to_ply(Some(at.unwrap_or(0).min(all)));
}

/// What is known of the game: its players, how it ended, what was played, when and where.
fn facts(session: Session, room: &Room, place: Option<String>) -> String {
    let Some(game) = &room.game else { return String::new() };
    let names = Side::BOTH.map(|side| session.name_of(side));
    let [first, second] = game.final_points();
    let result =
        game.ending.map(|ending| format!("{} {first}\u{2013}{second}", headline(&ending, &session.names())));
    let at = Some(room.at).filter(|at| *at != 0);
    let day = at.map(|at| date_text(&day(at)));
    let title = game_title(&room.settings.game);
    let facts = [Some(versus(&names[0], &names[1])), result, Some(title), day, place];
    facts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// The page of a game that this device does not have, or not any more.
fn missing_game(game: Game) -> AnyView {
    let link =
        |class: &'static str, to: &'static str, name: String| el("a").class(class).href(to).child(name);
    let actions = el("div")
        .class("actions")
        .child(link("button primary", local_path(Opponent::Person, game), words::pass_and_play()))
        .child(link("button", local_path(Opponent::Computer, game), words::play_computer()))
        .child(link("button", "/games", words::my_games()));
    let card =
        el("section").class("card").child(el("p").role("alert").child(words::NOT_ON_DEVICE)).child(actions);
    let heading = el("h1").child(game_name(game));
    el("main").id("main").class("page cards").child(page_head(heading)).child(card).any()
}
