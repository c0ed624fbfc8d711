//! The page of a room: its setup before the game, then the game.

mod boards;
mod draft;
mod invite;
mod lobby;
mod options;
mod seats;
pub(crate) mod settings;

use std::rc::Rc;

use leptos::prelude::*;
use room::RoomCode;
use room::message::Fault;
use rules::Game;

use super::home::art;
use super::not_found::{NO_ROOM, no_such_room, notice};
use crate::app::api::{NoRoom, RoomGame};
use crate::app::game::drivers::Online;
use crate::app::game::session::{Link, Notice as Told, Session};
use crate::app::game::{talk, tell_notices};
use crate::app::parts::{self, Part};
use crate::app::text::names::game_name;
use crate::app::text::words;
use crate::app::ui::el::el;
use crate::app::ui::extra::{ahead, wanted};
use crate::app::ui::live::{Comes, Live, effect, memo, part, part_if};
use crate::app::ui::toast::use_toast;
use crate::client;
pub use draft::draft;
pub use lobby::lobby;

/// The page of a room, by the code in its address. The server answers 404 for an unknown room; the page
/// learns of it from the socket.
pub fn room_page(code: String) -> AnyView {
    match code.parse::<RoomCode>() {
        Ok(code) if !is_missing() => room(code),
        _ => no_such_room(code),
    }
}

/// Whether the server did not find the room, and has rendered the page that says so.
fn is_missing() -> bool {
    if cfg!(feature = "ssr") {
        return use_context::<NoRoom>().is_some();
    }
    client::find(NO_ROOM).is_some()
}

/// Shown until the room is known: the invitation or the game, as far as the server knows, and that the page
/// is loading.
fn opening() -> AnyView {
    let text = el("p").class("soft").role("status").child(words::OPENING_ROOM);
    let card = el("div").class("card").child(art()).child(invitation()).child(text);
    el("main").id("main").class("page notice").child(card).any()
}

/// The invitation to a room; only its game if both seats are taken.
pub fn invitation_to(room: RoomGame) -> String {
    let name = game_name(room.game);
    if room.open { words::play_game_with_me(name) } else { name.to_owned() }
}

/// The invitation. Hydration leaves it as the server has rendered it.
fn invitation() -> AnyView {
    let invitation = el("hgroup");
    if !cfg!(feature = "ssr") {
        return invitation.any();
    }
    let to = use_context().map_or_else(words::play_with_me, invitation_to);
    invitation.child(el("h1").child(to)).child(el("p").child(words::DESCRIPTION)).any()
}

/// The room with this code.
fn room(code: RoomCode) -> AnyView {
    let session = Session::new();
    let toast = use_toast();
    // Connects in the browser only, and as long as the page is on this room.
    effect(move || {
        session.drive(Rc::new(Online::connect(session, code)));
        on_cleanup(move || {
            session.close();
            talk::forget();
        });
    });
    tell_notices(session, toast);
    // The view is built in a task of its own, because folding all events of the room is one already.
    let due = RwSignal::new(false);
    let known = memo(move || stage_of(session) != Stage::Opening);
    effect(move || {
        if known.get() {
            client::soon(move || _ = due.try_set(true));
        }
    });
    // … and its part of the program may have to be loaded first (lazy loading).
    let needs = memo(move || part_for(session, stage_of(session)));
    let arrived = wanted(needs);
    ahead(memo(move || match stage_of(session) {
        Stage::Lobby | Stage::Draft => part_for(session, Stage::Game),
        Stage::Game => Some(Part::Setup),
        _ => None,
    }));
    let stage = memo(move || {
        arrived.track();
        let is_here = needs.get().is_none_or(parts::is_here);
        if due.get() && is_here { stage_of(session) } else { Stage::Opening }
    });
    let mut before = stage.get_untracked();
    effect(move || {
        // The part of the next view may still be on its way.
        let stage = stage.get();
        if stage == Stage::Opening {
            return;
        }
        // The next view has other buttons than the one that was pressed.
        let began = matches!(std::mem::replace(&mut before, stage), Stage::Lobby | Stage::Draft);
        // A viewer who is writing keeps the focus: on the board, letters would be moves.
        if began && !talk::is_writing() && untrack(|| session.seat()).is_some() {
            client::soon(|| client::focus_instead(".board, h1[tabindex]"));
        }
    });
    let mut opens = true;
    part(move || {
        let stage = stage.get();
        let opened = opens;
        opens &= stage == Stage::Opening;
        let comes = if opened { Comes::InTurn } else { Comes::AtOnce };
        untrack(|| match stage {
            Stage::Opening => opening(),
            Stage::Lobby => parts::setup().map_or_else(opening, |setup| (setup.lobby)(session, code, comes)),
            Stage::Draft => parts::setup().map_or_else(opening, |setup| (setup.draft)(session)),
            Stage::Game => parts::table().map_or_else(opening, |table| {
                let place = el("span").class("soft code").child(code.to_string());
                table(session, Game::Mancala, place, comes)
            }),
            Stage::Gone => no_such_room(code.to_string()),
            Stage::OldVersion => new_version(),
            Stage::Closed => notice(words::room_closed(), words::room_closed_more()),
        })
    })
    .into_any()
}

/// The views of a room's page. It is rebuilt only when this changes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// The server has not answered yet.
    Opening,
    Lobby,
    /// The setup draft.
    Draft,
    Game,
    /// There is no such room.
    Gone,
    /// The page is older than the server.
    OldVersion,
    /// The room admits no spectators, and is full.
    Closed,
}

/// The part of the program that a view needs; `None` if the page's own part is enough.
fn part_for(session: Session, stage: Stage) -> Option<Part> {
    match stage {
        Stage::Lobby | Stage::Draft => Some(Part::Setup),
        Stage::Game => session.with(|room| match &room.game {
            Some(game) => Part::Table(game.setup.game()),
            None => Part::Table(room.settings.game.game()),
        }),
        _ => None,
    }
}

fn stage_of(session: Session) -> Stage {
    let shown = session.shown();
    let looks_back = shown.reviews || shown.back.is_some();
    let settings = shown.settings;
    match shown.notice {
        Some((_, Told::Fault(Fault::OldVersion))) => return Stage::OldVersion,
        Some((_, Told::Fault(Fault::NoSuchRoom))) => return Stage::Gone,
        Some((_, Told::Fault(Fault::Closed))) => return Stage::Closed,
        _ => {}
    }
    session
        .with(|room| match room.game {
            _ if room.draft.is_some() => Stage::Draft,
            Some(_) if room.running().is_some() => Stage::Game,
            Some(_) if looks_back || !between(room) && !settings => Stage::Game,
            _ => Stage::Lobby,
        })
        .unwrap_or(Stage::Opening)
}

/// Whether the page returns to the room setup after a game: when a seat is free or newly taken, or a player
/// has changed the settings or is ready. A viewer in a replay returns after leaving it.
fn between(room: &room::Room) -> bool {
    let ready = room.seats.iter().flatten().any(|occupant| occupant.ready);
    let changed = room.game.as_ref().is_some_and(|game| room.configured.max(room.seated) > game.began);
    room.running().is_none() && (room.free_seat().is_some() || changed || ready)
}

/// A message before the game that the connection is lost.
fn problem(session: Session) -> Live<AnyView> {
    let lost = memo(move || session.shown().link == Link::Lost);
    part_if(move || {
        let text = || el("p").class("problem").role("alert").child(words::TRYING_AGAIN);
        lost.get().then(|| text().any())
    })
}

/// The page is older than the server: it reloads, unless it has just done so (`src/app/repair.js`).
fn new_version() -> AnyView {
    client::click("#again");
    notice(words::new_version(), words::new_version_more())
}
