//! The page of games on one device, without a server: two players, one against the computer, or the computer
//! alone.

mod players;

use std::rc::Rc;

use engine_protocol::Level;
use leptos::prelude::*;
use room::Seat;
use rules::Game;

use super::board_query::parse_board_choice;
use super::page_head;
use super::room::settings::settings_card;
use crate::app::Opponent;
use crate::app::game::drivers::Local;
use crate::app::game::show_notices;
use crate::app::game::view::session::Session;
use crate::app::parts::{self, Part};
use crate::app::text::names::game_name;
use crate::app::text::words;
use crate::app::ui::el::{El, button, el};
use crate::app::ui::extra::{load_part, prefetch_part};
use crate::app::ui::live::{Mount, effect, memo, part};
use crate::app::ui::toast::{Toaster, use_toast};
use crate::client;
use players::{players_card, stored_pace};

/// The page of this game on one device.
pub fn local_game(opponent: Opponent, game: Game) -> AnyView {
    let session = Session::new();
    // While the game is not known yet, no text mentions online players.
    session.change(|state| state.local_opponent = Some(opponent));
    let toast = use_toast();
    show_notices(session, toast);
    // The game stored on this device is known to the browser only; the server renders an empty table.
    effect(move || client::defer(move || resume(session, toast, opponent, game)));
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
    let played = memo(move || session.with_game(|game| game.setup.game()).unwrap_or(game));
    let part_needed = memo(move || match phase.get() {
        LocalPhase::Heading => None,
        LocalPhase::New => Some(Part::Setup),
        LocalPhase::Table => Some(Part::Table(played.get())),
    });
    let loads = load_part(part_needed);
    prefetch_part(memo(move || Some(Part::Table(game))));
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

/// Resumes the game stored on this device, or shows the setup of a new one.
fn resume(session: Session, toast: Toaster, opponent: Opponent, game: Game) {
    let requested = client::query_parameter("board").map(|text| parse_board_choice(&text));
    if requested == Some(None) {
        toast.show(words::bad_board_code());
    }
    session.change(|state| state.instant_answers = stored_pace());
    let local = Local::resume_or_start(session, opponent, game, requested.flatten());
    session.set_driver(Rc::new(local));
    // The lessons link here with a level for beginners; a stored game is resumed as it was.
    let level = client::query_parameter("level").and_then(|text| text.parse::<usize>().ok());
    let level = level.and_then(|level| Level::ALL.get(level).copied());
    if opponent == Opponent::Computer && level.is_some() && untrack(|| has_no_game(session)) {
        session.seat_computer(Seat::Top, level);
    }
}

/// The views of the page. It is rebuilt only when this changes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LocalPhase {
    /// The heading alone: what the server knows about the game.
    Heading,
    New,
    Table,
}

fn has_no_game(session: Session) -> bool {
    session.with_room(|room| room.game.is_none()).unwrap_or(false)
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
    let players = (opponent == Opponent::Computer).then(|| players_card(session));
    page_frame(opponent, game)
        .child(players)
        .child(settings_card(session))
        .child(el("div").class("ready-bar").child(back_to_it).child(start))
        .any()
}
