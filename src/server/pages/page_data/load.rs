//! The data of pages that may not exist: a room, a finished game, an opponent. An address that has guessed too
//! often is refused.

use std::sync::Arc;

use axum::extract::Request;
use axum::http::Extensions;
use gametext::export::{self, Form};
use leptos::prelude::provide_context;
use room::{Finished, Millis, Room, RoomCode, claimed_name, fold, without_claim_mark};

use super::page_number;
use crate::app::GameAddress;
use crate::app::text::names::shown_name;
use crate::model::finished_game::RecordData;
use crate::model::preview::RoomPreview;
use crate::model::room_page::{Invitation, NoRoom, RoomGame, SeatName, SeatTaken, TAKEN, WATCH};
use crate::server::AppState;
use crate::server::auth::account::Session;
use crate::server::auth::guest_name::generated_name;
use crate::server::auth::lookup::Lookup;
use crate::server::http::limits::TryAgain;
use crate::server::http::{language, origin};
use crate::server::identity::Identity;
use crate::server::play::archive;
use crate::server::profile;
use crate::server::store::StoreError;
use crate::server::store::game_id::GameId;

/// How many of a room's first events are folded to see what is played in it. Links are sent before the game;
/// later changes reach the page over its socket.
const FIRST_EVENTS: u32 = 24;

/// Loads a room; false if it does not exist.
pub(super) async fn load_room(
    app: &AppState,
    lookup: &Lookup,
    requested: &str,
    request: &mut Request,
) -> Result<bool, TryAgain> {
    let Ok(code) = requested.parse::<RoomCode>() else { return Ok(false) };
    lookup.check_room(code).await?;
    // A link preview shows the room as it is. Who fetches it has no cookie; who has one sees the room itself.
    let is_preview = is_without_cookie(request);
    let most = if is_preview { u32::MAX } else { FIRST_EVENTS };
    // If the store fails, the room is assumed to exist: its socket will tell.
    let Ok(log) = app.store.events(code, 0, most).await else { return Ok(true) };
    lookup.room(code, !log.is_empty());
    if log.is_empty() {
        request.extensions_mut().insert(NoRoom);
    } else {
        let room = fold(code, &log);
        let is_shut = app.rooms.moderation.rules().is_shut(code);
        let (open, began) = (room.invites() && !is_shut, room.game.is_some());
        request.extensions_mut().insert(RoomGame { game: room.settings.game.game(), open, began });
        if is_preview && !is_shut {
            let base = origin::base_url(&app.config, request.headers());
            let (is_named, is_watchable) = (archive::is_named(&room), archive::is_watchable(&room));
            let preview = RoomPreview { base, room: Arc::new(room.clone()), is_named, is_watchable };
            request.extensions_mut().insert(preview);
        }
        // Nobody is invited to a room that the operator has closed.
        let invites = open && log.len() < FIRST_EVENTS as usize;
        // If the store fails, the visitor can sit down in the room.
        if let Err(error) = load_invitation(app, &room, invites, request).await {
            tracing::warn!(%code, %error, "an invitation could not be shown");
        }
    }
    Ok(!log.is_empty())
}

/// Whether the visitor has come without a cookie: for the first time, or to show the link to others.
pub(super) fn is_without_cookie(request: &Request) -> bool {
    Identity::from_headers(request.headers()).is_none()
}

/// Loads the visitor's name, and what a visitor without a seat is invited to. A room that has seen many events shows
/// it when its socket is open.
async fn load_invitation(
    app: &AppState,
    room: &Room,
    invites: bool,
    request: &mut Request,
) -> Result<(), StoreError> {
    let Some(session) = request.extensions().get::<Session>() else { return Ok(()) };
    let guest = session.identity.guest();
    let sits = session.members(room.code).into_iter().any(|member| room.seat_of(member).is_some());
    let language = language::of_request(request.headers());
    let chosen = app.store.guest_name(guest).await?;
    let named = chosen.is_some();
    let query = request.uri().query();
    let (taken, watches) = (query == Some(TAKEN), query == Some(WATCH));
    let extensions = request.extensions_mut();
    extensions.insert(SeatName(chosen.unwrap_or_else(|| generated_name(guest, language))));
    if taken && !sits {
        extensions.insert(SeatTaken);
    }
    if invites && !sits && !watches {
        let host = room.host().and_then(|seat| room.occupant(seat)).map(|host| host.name.clone());
        extensions.insert(Invitation { host, settings: room.next_settings(), named });
    }
    Ok(())
}

/// Provides what [`load_room`] has found to the components.
pub(super) fn provide_room(extensions: &Extensions) {
    if let Some(room) = extensions.get::<RoomGame>() {
        provide_context(*room);
    }
    if let Some(preview) = extensions.get::<RoomPreview>() {
        provide_context(preview.clone());
    }
    if let Some(none) = extensions.get::<NoRoom>() {
        provide_context(*none);
    }
    if let Some(name) = extensions.get::<SeatName>() {
        provide_context(name.clone());
    }
    if let Some(invitation) = extensions.get::<Invitation>() {
        provide_context(invitation.clone());
    }
    if let Some(taken) = extensions.get::<SeatTaken>() {
        provide_context(*taken);
    }
}

/// Loads a finished game; false if it does not exist.
pub(super) async fn load_game(
    app: &AppState,
    lookup: &Lookup,
    address: &GameAddress,
    request: &mut Request,
) -> Result<bool, TryAgain> {
    // A file of the game; its own route decides whether it exists.
    if address.id.contains('.') && address.at.is_none() && !address.embedded {
        return Ok(true);
    }
    let Ok(id) = address.id.parse::<GameId>() else { return Ok(false) };
    lookup.check_game(id)?;
    let Ok(game) = app.store.game(id).await else { return Ok(false) };
    lookup.game(id, game.is_some());
    let Some(game) = game else { return Ok(false) };
    let forms = Form::ALL.into_iter().filter(|form| export::write(&game, *form).is_some());
    let files = forms.map(Form::ending).collect();
    // A move number beyond the end is no page.
    let exists = address.at.is_none_or(|at| at as usize <= game.moves.len());
    if exists {
        let base = origin::base_url(&app.config, request.headers());
        let language = language::of_request(request.headers());
        let mut names = language.during(|| game.names.each_ref().map(|name| shown_name(name)));
        for name in &mut names {
            show_claimed(app, name, game.ended).await;
        }
        let game = Finished { names, ..game };
        request.extensions_mut().insert(RecordData { game, base, files });
    }
    Ok(exists)
}

/// Takes the mark of claimed names from the name in a finished game, unless the name was claimed by then: before there were such
/// names, anybody could be called so.
async fn show_claimed(app: &AppState, name: &mut String, ended: Millis) {
    if claimed_name(name).is_none() {
        return;
    }
    let claimed = app.store.find_claimed(without_claim_mark(name)).await.ok().flatten();
    if claimed.is_none_or(|claimed| claimed.since > ended) {
        *name = without_claim_mark(name).to_owned();
    }
}

/// Loads the guest's games with the opponent of a given game; false if that was not the guest's game.
pub(super) async fn load_opponent(
    app: &AppState,
    lookup: &Lookup,
    game: &str,
    request: &mut Request,
) -> Result<bool, TryAgain> {
    let requested = page_number(request);
    let (Ok(game), Some(identity)) = (game.parse(), request.extensions().get::<Identity>().copied()) else {
        return Ok(false);
    };
    lookup.check_game(game)?;
    let Ok(with) = profile::opponent_data(app, identity, game, requested).await else { return Ok(false) };
    lookup.game(game, with.is_some());
    let Some(with) = with else { return Ok(false) };
    request.extensions_mut().insert(with);
    Ok(true)
}
