//! The page of games on one device, without a server: two players, one against the computer, or the computer
//! alone.

mod faces;
mod players;

use std::rc::Rc;

use engine_protocol::Level;
use leptos::prelude::*;
use room::{BoardChoice, Seat, fold};
use rules::{Game, Setup};

use super::board_query::parse_board_choice;
use super::page_head;
use super::room::settings::{settings_card, settings_summary};
use crate::app::game::drivers::Local;
use crate::app::game::saved_games::log::parse;
use crate::app::game::saved_games::members::level_at;
use crate::app::game::saved_games::slot::{address, code, key};
use crate::app::game::show_notices;
use crate::app::game::view::session::Session;
use crate::app::parts::{self, Part};
use crate::app::text::names::game_name;
use crate::app::text::words;
use crate::app::ui::el::{El, button, el};
use crate::app::ui::extra::{load_part, prefetch_part};
use crate::app::ui::live::{Mount, effect, memo, part, text};
use crate::app::ui::toast::{Toaster, use_toast};
use crate::app::{Opponent, review_path};
use crate::client::{self, storage};
use faces::faces;
use players::{players_card, stored_pace};

/// The page of this game on one device.
pub fn local_game(opponent: Opponent, game: Game) -> AnyView {
    let session = Session::new();
    // While the game is not known yet, no text mentions online players.
    session.change(|state| state.local_opponent = Some(opponent));
    let toast = use_toast();
    show_notices(session, toast);
    // The game stored on this device is known to the browser only; the server renders an empty table.
    effect(move || client::defer(move || open(session, toast, opponent, game)));
    let phase = memo(move || match session.with_room(|room| room.game.is_some()) {
        Some(false) => LocalPhase::New,
        // Before a game against the computer comes the choice of players, which is what most visitors see
        // first, and no board.
        None if opponent == Opponent::Computer => LocalPhase::Heading,
        _ => LocalPhase::Table,
    });
    let place = move || match opponent {
        Opponent::Person => words::place_two(),
        Opponent::Computer => words::computer_place(),
    };
    let part_needed = memo(move || match phase.get() {
        LocalPhase::Heading => None,
        LocalPhase::New => Some(Part::Setup),
        LocalPhase::Table => Some(Part::Table),
    });
    let loads = load_part(part_needed);
    prefetch_part(memo(move || Some(Part::Table)));
    let is_loaded = memo(move || {
        loads.track();
        part_needed.get().is_none_or(parts::is_loaded)
    });
    // A game that begins, or goes on, has the keyboard: the part with its table may still be on its way.
    let mut was_setup = false;
    effect(move || match phase.get() {
        LocalPhase::New => was_setup = true,
        LocalPhase::Table if is_loaded.get() && std::mem::take(&mut was_setup) => {
            client::defer(client::focus_board)
        }
        _ => {}
    });
    let heading = move || page_frame(opponent, game).child(loading_message()).any();
    part(move || {
        let phase = if is_loaded.get() { phase.get() } else { LocalPhase::Heading };
        untrack(|| match phase {
            LocalPhase::Heading => heading(),
            LocalPhase::New => {
                parts::setup().map_or_else(heading, |setup| (setup.new_game)(session, opponent, game))
            }
            LocalPhase::Table => parts::table().map_or_else(heading, |table| {
                table(session, game, el("span").class("soft").child(place()), Mount::AtOnce)
            }),
        })
    })
    .into_any()
}

/// Opens the game in the address; without one, the newest in progress, or a new one. Nothing is lost by
/// that: "New game" in its menu leaves it as it is.
fn open(session: Session, toast: Toaster, opponent: Opponent, game: Game) {
    session.change(|state| state.instant_answers = stored_pace());
    client::begin_task();
    if let Some(id) = client::query_parameter("game") {
        storage::open(&id.clone(), move |text, _, _| {
            // A game that this device does not have: the page of reviews says so.
            let address = format!("{}?game={id}", review_path(game));
            if !text.is_some_and(|text| resume(session, opponent, game, id, &text, None)) {
                client::redirect(&address);
            }
            client::end_task();
        });
        return;
    }
    let requested = client::query_parameter("board").map(|text| parse_board_choice(&text));
    if requested == Some(None) {
        toast.show(words::bad_board_code());
    }
    let board = requested.flatten();
    storage::newest(key(opponent, game), move |id| {
        let Some(id) = id else { return start(session, opponent, game, board) };
        storage::open(&id.clone(), move |text, _, _| {
            if !text.is_some_and(|text| resume(session, opponent, game, id, &text, board)) {
                return start(session, opponent, game, board);
            }
            client::end_task();
        });
    });
}

/// Resumes a stored game, if it is one, and if it has the board that is asked for; a game of another kind has
/// a page of its own.
fn resume(
    session: Session,
    opponent: Opponent,
    game: Game,
    id: String,
    text: &str,
    board: Option<BoardChoice>,
) -> bool {
    let Some(log) = parse(text) else { return false };
    let room = fold(code(), &log);
    let Some(played) = &room.game else { return false };
    let is_asked_for = board.is_none_or(|board| {
        board.board(played.number).map(Setup::Mapello) == Some(played.setup) && played.is_running()
    });
    if !is_asked_for {
        return false;
    }
    let has_computer = Seat::BOTH.into_iter().any(|seat| level_at(&room, seat).is_some());
    let against = if has_computer { Opponent::Computer } else { Opponent::Person };
    let address = address(against, played.setup.game(), &id);
    if (against, played.setup.game()) != (opponent, game) {
        client::navigate(&address);
        return true;
    }
    // The address of a page that waits for matchmaking says so.
    if !client::is_query("waiting") {
        client::replace_path(&address);
    }
    session.set_driver(Rc::new(Local::resume(session, opponent, id, log, room)));
    true
}

/// Starts a new game, or shows its setup.
fn start(session: Session, opponent: Opponent, game: Game, board: Option<BoardChoice>) {
    session.set_driver(Rc::new(Local::start(session, opponent, game, board)));
    // The lessons link here with a level for beginners.
    let level = client::query_parameter("level").and_then(|text| text.parse::<usize>().ok());
    let level = level.and_then(|level| Level::ALL.get(level).copied());
    if opponent == Opponent::Computer && level.is_some() {
        session.seat_computer(Seat::Top, level);
    }
    client::end_task();
}

/// The views of the page. It is rebuilt only when this changes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LocalPhase {
    /// The heading alone: what the server knows about the game.
    Heading,
    New,
    Table,
}

/// The message that the stored game is still being loaded.
fn loading_message() -> El {
    el("p").class("soft").attr("role", "status").child(words::LOADING_GAME)
}

/// The page before a game, with its heading.
fn page_frame(opponent: Opponent, game: Game) -> El {
    let heading = match opponent {
        Opponent::Person => words::against_yourselves,
        Opponent::Computer => words::against_computer,
    };
    let heading = el("h1").child(heading(game_name(game)));
    el("main").id("main").class("page cards").child(page_head(heading))
}

/// The setup of a new game: settings and players.
pub fn new_game(session: Session, opponent: Opponent, game: Game) -> AnyView {
    let back = move |class: &'static str, name: String| {
        button(class).on_click(move || session.resume_adjourned()).child(name)
    };
    if session.state().paused {
        let go_on = el("div").class("actions").child(back("button primary big", words::go_on()));
        let card = el("section").class("card").child(el("h2").child(words::pause())).child(go_on);
        return page_frame(opponent, game).child(card).any();
    }
    let start = button("button primary big").on_click(move || session.start_game()).child(words::START);
    let back_to_it = session.has_adjourned_game().then(|| back("button big", words::back_to_game()));
    let bar = |start| el("div").class("ready-bar").child(back_to_it).child(start);
    if opponent == Opponent::Person {
        return page_frame(opponent, game).child(settings_card(session)).child(bar(Some(start))).any();
    }
    let back_to_it = session.has_adjourned_game().then(|| bar(None));
    page_frame(opponent, game)
        .child(faces(session))
        .child(more_settings(session, start))
        .child(back_to_it)
        .any()
}

/// Everything but the level, which most games leave as it is: a line says what it is, and opens the rest.
fn more_settings(session: Session, start: El) -> El {
    let summary = el("summary")
        .child(el("span").child(text(move || settings_summary(session))))
        .child(el("span").class("change").child(words::CHANGE_SETTINGS));
    el("details")
        .class("more-settings")
        .child(summary)
        .child(el("div").class("cards").child(players_card(session)).child(settings_card(session)))
        .child(el("div").class("ready-bar").child(start))
}
