//! The page of a room: its setup before the game, then the game.

mod boards;
mod draft;
mod fairness_proof;
mod invitation;
mod invite;
mod options;
mod rules_field;
mod seats;
pub(crate) mod settings;
mod setup;

use std::rc::Rc;

use leptos::prelude::*;
use room::message::Fault;
use room::{RoomCode, Seat};
use rules::Game;

pub use self::invitation::invitation_text;
pub use self::setup::room_setup;
use super::home::{mancala_art, mapello_art};
use super::not_found::{NO_ROOM, no_such_room, notice};
use crate::app::game::drivers::Online;
use crate::app::game::show_notices;
use crate::app::game::view::chat_field;
use crate::app::game::view::session::{Link, Notice, Session};
use crate::app::parts::{self, Part};
use crate::app::text::refusal::fault_text;
use crate::app::text::words;
use crate::app::ui::code::room_code;
use crate::app::ui::el::el;
use crate::app::ui::extra::{load_part, prefetch_part};
use crate::app::ui::live::{Live, Mount, effect, memo, part, part_if};
use crate::app::ui::toast::use_toast;
use crate::client;
use crate::model::room_page::NoRoom;
pub use draft::draft;

/// The page of a room, by the code in its address. The server answers 404 for an unknown room; the page
/// learns of it from the socket.
pub fn room_page(code: String) -> AnyView {
    match code.parse::<RoomCode>() {
        Ok(code) if !is_missing() => room_view(code),
        Ok(code) => no_such_room(code.grouped()),
        Err(_) => no_such_room(code),
    }
}

/// Whether the server did not find the room, and has rendered the page that says so.
fn is_missing() -> bool {
    if cfg!(feature = "ssr") {
        return use_context::<NoRoom>().is_some();
    }
    client::find(NO_ROOM).is_some()
}

/// Shown until the room is known, and until an invitation is answered: the invitation or the game, as far as the
/// server knows, and that the page is loading.
fn loading_view(session: Session, code: RoomCode) -> AnyView {
    let invited = cfg!(feature = "ssr") && invitation::is_open();
    let text = el("p").class("soft").role("status").attr("hidden", invited).child(words::OPENING_ROOM);
    let is_mapello = invitation::is_to_mapello();
    let picture = if is_mapello { mapello_art() } else { mancala_art() };
    let card = el("div").class("card").child(picture).child(invitation::invitation(code)).child(text);
    el("main")
        .id("main")
        .class("page notice")
        .attr("data-name", cfg!(feature = "ssr").then(invitation::visitor_name))
        .attr("data-mapello", (cfg!(feature = "ssr") && is_mapello).then_some(true))
        .on("submit", move |event: web_sys::Event| invitation::sit_down(session, &event))
        .child(card)
        .any()
}

/// The room with this code.
fn room_view(code: RoomCode) -> AnyView {
    let session = Session::new();
    let toast = use_toast();
    // Connects in the browser only, and as long as the page is on this room.
    effect(move || {
        session.set_driver(Rc::new(Online::connect(session, code)));
        on_cleanup(move || {
            session.close();
            chat_field::clear_draft();
        });
    });
    show_notices(session, toast);
    session.change(|state| state.name = invitation::visitor_name());
    let invited = RwSignal::new(invitation::is_open());
    invitation::follow(session, invited);
    // The view is built in a task of its own, because folding all events of the room is one already.
    let due = RwSignal::new(false);
    let known = memo(move || phase_of(session) != RoomPhase::Opening);
    effect(move || {
        if known.get() {
            client::defer(move || _ = due.try_set(true));
        }
    });
    // … and its part of the program may have to be loaded first (lazy loading).
    let part_needed = memo(move || part_for(phase_of(session)));
    let loads = load_part(part_needed);
    prefetch_part(memo(move || match phase_of(session) {
        RoomPhase::Setup | RoomPhase::Draft => part_for(RoomPhase::Game),
        RoomPhase::Game => Some(Part::Setup),
        _ => None,
    }));
    let phase = memo(move || {
        loads.track();
        let is_loaded = part_needed.get().is_none_or(parts::is_loaded);
        match phase_of(session) {
            RoomPhase::Setup if invited.get() => RoomPhase::Opening,
            phase if due.get() && is_loaded => phase,
            _ => RoomPhase::Opening,
        }
    });
    let was_invited = invited.get_untracked();
    let mut before = phase.get_untracked();
    effect(move || {
        // The part of the next view may still be on its way.
        let phase = phase.get();
        if phase == RoomPhase::Opening {
            return;
        }
        // The next view has other buttons than the one that was pressed.
        let began = match std::mem::replace(&mut before, phase) {
            RoomPhase::Setup | RoomPhase::Draft => untrack(|| session.seat()).is_some(),
            RoomPhase::Opening => was_invited,
            _ => false,
        };
        // A viewer who is writing keeps the focus: on the board, letters would be moves.
        if began && !chat_field::is_writing() {
            client::defer(|| client::focus_instead(".board, h1[tabindex]"));
        }
    });
    let loading = move || loading_view(session, code);
    let mut is_first = true;
    part(move || {
        let phase = phase.get();
        let was_first = is_first;
        is_first &= phase == RoomPhase::Opening;
        let mount = if was_first { Mount::InSteps } else { Mount::AtOnce };
        untrack(|| match phase {
            RoomPhase::Opening => loading(),
            RoomPhase::Setup => {
                parts::setup().map_or_else(loading, |setup| (setup.room_setup)(session, code, mount))
            }
            RoomPhase::Draft => parts::setup().map_or_else(loading, |setup| (setup.draft)(session)),
            RoomPhase::Game => parts::table().map_or_else(loading, |table| {
                table(session, Game::Mancala, room_code("span", "soft code", code), mount)
            }),
            RoomPhase::Gone => no_such_room(code.grouped()),
            RoomPhase::OldVersion => reload_notice(),
            RoomPhase::Closed => notice(words::room_closed(), words::room_closed_more()),
            RoomPhase::Barred(fault) => notice(words::no_entry(), fault_text(fault)),
        })
    })
    .into_any()
}

/// The views of a room's page. It is rebuilt only when this changes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RoomPhase {
    /// The server has not answered yet.
    Opening,
    Setup,
    /// The setup draft.
    Draft,
    Game,
    /// There is no such room.
    Gone,
    /// The page is older than the server.
    OldVersion,
    /// The room admits no spectators, and is full.
    Closed,
    /// The operator does not let the visitor in.
    Barred(Fault),
}

/// The part of the program that a view needs; `None` if the page's own part is enough.
fn part_for(phase: RoomPhase) -> Option<Part> {
    match phase {
        RoomPhase::Setup | RoomPhase::Draft => Some(Part::Setup),
        RoomPhase::Game => Some(Part::Table),
        _ => None,
    }
}

fn phase_of(session: Session) -> RoomPhase {
    let state = session.state();
    let in_replay = state.review_open || state.replay.is_some();
    let settings = state.settings_open;
    match state.notice {
        Some((_, Notice::Fault(Fault::OldVersion))) => return RoomPhase::OldVersion,
        Some((_, Notice::Fault(Fault::NoSuchRoom))) => return RoomPhase::Gone,
        Some((_, Notice::Fault(Fault::Closed))) => return RoomPhase::Closed,
        Some((_, Notice::Fault(fault))) if fault.is_final() => return RoomPhase::Barred(fault),
        _ => {}
    }
    session
        .with_room(|room| match room.game {
            _ if room.draft.is_some() => RoomPhase::Draft,
            Some(_) if room.running().is_some() => RoomPhase::Game,
            Some(_) if in_replay || !is_between_games(session, room) && !settings => RoomPhase::Game,
            _ => RoomPhase::Setup,
        })
        .unwrap_or(RoomPhase::Opening)
}

/// Whether the page returns to the room setup after a game: when a seat is free or newly taken, or for a player who wants to
/// change the game or is ready. The other player comes along by a press: nobody is taken from a result that they look at. A
/// viewer in a replay returns after leaving it. In the break of a match the page stays at the table.
fn is_between_games(session: Session, room: &room::Room) -> bool {
    let met = room.game.as_ref().is_some_and(|game| room.seated > game.began);
    let is_ready = |seat: Seat| room.occupant(seat).is_some_and(|occupant| occupant.ready);
    let acts = |seat: Seat| is_ready(seat) || room.wants_change() == Some(seat);
    let goes_on = match session.seat() {
        Some(seat) => acts(seat),
        None => Seat::BOTH.into_iter().any(acts),
    };
    room.running().is_none() && !room.is_match_break() && (room.free_seat().is_some() || met || goes_on)
}

/// A message before the game that the connection is lost.
fn connection_problem(session: Session) -> Live<AnyView> {
    let lost = memo(move || session.state().link == Link::Lost);
    part_if(move || {
        let text = || el("p").class("problem").role("alert").child(words::TRYING_AGAIN);
        lost.get().then(|| text().any())
    })
}

/// The page is older than the server: it reloads, unless it has just done so (`src/app/repair.js`).
fn reload_notice() -> AnyView {
    client::click("#again");
    notice(words::new_version(), words::new_version_more())
}
