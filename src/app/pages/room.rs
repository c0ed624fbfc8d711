//! A room: before the game its settings and seats, then the game.

mod boards;
mod draft;
mod invite;
mod lobby;
mod options;
mod seats;
pub(crate) mod settings;

use std::time::Duration;

use leptos::prelude::*;
use room::RoomCode;
use room::message::Fault;

use super::not_found::{NoSuchRoom, Notice};
use crate::app::game::GameTable;
use crate::app::game::drivers::{Driver, Online};
use crate::app::game::session::{Notice as Told, Session};
use crate::app::text;
use crate::app::ui::live::{effect, part};
use crate::app::ui::toast::use_toast;
use crate::client;
use draft::Draft;
use lobby::Lobby;

/// The page of a room. The server answers 404 for one that does not exist; the page hears of it from the socket.
#[component]
pub fn RoomPage(
    /// The code as it stands in the address.
    code: String,
) -> impl IntoView {
    match code.parse::<RoomCode>() {
        Ok(code) => view! { <Room code/> }.into_any(),
        Err(_) => view! { <NoSuchRoom code/> }.into_any(),
    }
}

/// Shown until the room is known.
#[component]
fn Opening() -> impl IntoView {
    view! {
        <main id="main" class="page notice">
            <p class="soft" role="status">"Opening the room\u{2026}"</p>
        </main>
    }
}

#[component]
fn Room(code: RoomCode) -> impl IntoView {
    let session = Session::new();
    let toast = use_toast();
    // In the browser only, and for as long as the page is on this room.
    effect(move || {
        session.drive(Driver::Online(Online::connect(session, code)));
        on_cleanup(move || session.close());
    });
    let mut told = 0;
    effect(move || {
        if let Some((number, notice)) = session.shown().notice.clone()
            && std::mem::replace(&mut told, number) != number
        {
            match notice {
                Told::Refused(reason) => toast.say(reason.to_string()),
                Told::Fault(fault) => toast.say(text::fault(fault)),
            }
        }
    });
    let stage = Memo::new(move |_| stage(session));
    let mut before = stage.get_untracked();
    effect(move || {
        // When the game begins, the button that started it is gone with the lobby.
        let began = matches!(std::mem::replace(&mut before, stage.get()), Stage::Lobby | Stage::Draft);
        if began && untrack(|| session.seat()).is_some() {
            set_timeout(client::focus_board, Duration::ZERO);
        }
    });
    part(move || match stage.get() {
        Stage::Opening => view! { <Opening/> }.into_any(),
        Stage::Lobby => view! { <Lobby session code/> }.into_any(),
        Stage::Draft => view! { <Draft session/> }.into_any(),
        Stage::Game => view! { <GameTable session place=code.to_string()/> }.into_any(),
        Stage::Gone => view! { <NoSuchRoom code=code.to_string()/> }.into_any(),
        Stage::OldVersion => view! { <NewVersion/> }.into_any(),
    })
}

/// What the page of a room shows. It is built anew only when this changes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// The server has not answered yet.
    Opening,
    Lobby,
    /// The board of the next game is being built.
    Draft,
    Game,
    /// There is no such room.
    Gone,
    /// The page is older than the server.
    OldVersion,
}

fn stage(session: Session) -> Stage {
    match session.shown().notice {
        Some((_, Told::Fault(Fault::OldVersion))) => return Stage::OldVersion,
        Some((_, Told::Fault(Fault::NoSuchRoom))) => return Stage::Gone,
        _ => {}
    }
    session
        .with(|room| match room.game {
            _ if room.draft.is_some() => Stage::Draft,
            Some(_) if room.running().is_some() => Stage::Game,
            Some(_) if !between(room) && !session.shown().settings => Stage::Game,
            _ => Stage::Lobby,
        })
        .unwrap_or(Stage::Opening)
}

/// After a game one stays at the table, until a seat is free again, or somebody has changed the settings or is ready for
/// them: then it is a lobby.
fn between(room: &room::Room) -> bool {
    let ready = room.seats.iter().flatten().any(|occupant| occupant.ready);
    let changed = room.game.as_ref().is_some_and(|game| room.configured > game.began);
    room.running().is_none() && (room.free_seat().is_some() || changed || ready)
}

/// The page is older than the server.
#[component]
fn NewVersion() -> impl IntoView {
    view! {
        <Notice
            heading="There is a new version"
            text="Duello has been updated while you were here. Reload this page; your game is where you left it."
        />
    }
}
