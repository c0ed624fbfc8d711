//! A room: before the game its settings and seats, then the game.

mod invite;
mod lobby;
mod options;
mod seats;
mod settings;

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
            <noscript>"Duello needs JavaScript to play."</noscript>
        </main>
    }
}

#[component]
fn Room(code: RoomCode) -> impl IntoView {
    let session = Session::new();
    let gone = RwSignal::new(None::<Fault>);
    let toast = use_toast();
    // In the browser only, and for as long as the page is on this room.
    effect(move || {
        session.drive(Driver::Online(Online::connect(session, code)));
        on_cleanup(move || session.close());
    });
    effect(move || match session.notice.get() {
        Some(Told::Refused(reason)) => toast.say(reason.to_string()),
        Some(Told::Fault(fault @ (Fault::OldVersion | Fault::NoSuchRoom))) => gone.set(Some(fault)),
        Some(Told::Fault(fault)) => toast.say(text::fault(fault)),
        None => {}
    });
    let known = Memo::new(move |_| session.with(|_| ()).is_some());
    let playing =
        Memo::new(move |_| session.with(|room| room.game.is_some() && !between(room)).unwrap_or(false));
    part(move || match gone.get() {
        Some(Fault::OldVersion) => view! { <NewVersion/> }.into_any(),
        Some(_) => view! { <NoSuchRoom code=code.to_string()/> }.into_any(),
        None if !known.get() => view! { <Opening/> }.into_any(),
        None if playing.get() => view! { <GameTable session place=code.to_string()/> }.into_any(),
        None => view! { <Lobby session code/> }.into_any(),
    })
}

/// After a game one stays at the table, until a seat is free again: then it is a lobby.
fn between(room: &room::Room) -> bool {
    room.running().is_none() && room.free_seat().is_some()
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
