//! Deletion of a guest's data: hides names and lines in the rooms, gives up the seats and deletes names, links,
//! ratings and counts. Finished games stay in the archive without guest and name.

use std::time::Instant;

use axum::Extension;
use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use room::{MemberId, Millis, Redaction, RoomCode, with_earlier_devices};
use tokio::sync::oneshot;

use crate::server::AppState;
use crate::server::auth::account::Session;
use crate::server::auth::private_actions::{refusal, take_private_token};
use crate::server::auth::step_up::{ask_for_passkey, is_confirmed};
use crate::server::http::listen::Address;
use crate::server::http::origin::is_secure;
use crate::server::http::too_many::{Excess, too_many};
use crate::server::identity::Identity;
use crate::server::play::room_task::{Letter, Visitor};
use crate::server::store::StoreError;

/// Deletes the requesting guest, whose browser becomes a new one.
pub async fn delete_my_data(
    State(app): State<AppState>,
    address: Option<Extension<Address>>,
    Extension(session): Extension<Session>,
    headers: HeaderMap,
) -> Response {
    if let Err(again) = take_private_token(&app, address) {
        return too_many(&Method::POST, &headers, "", Excess::Requests, again);
    }
    if !is_confirmed(&session) {
        return ask_for_passkey();
    }
    // A task of its own, because an aborted request must not leave half of it.
    let deletion = {
        let app = app.clone();
        async move { delete_guest(&app, &session).await }
    };
    let deletion = app.tasks.spawn(deletion).await;
    if let Err(error) = deletion.unwrap_or_else(|error| Err(StoreError::Unavailable(error.to_string()))) {
        tracing::warn!(%error, "a guest could not be deleted");
        return refusal(StatusCode::SERVICE_UNAVAILABLE);
    }
    let secure = is_secure(&app.config, &headers);
    let new = Identity::random().ok().and_then(|new| new.set_cookie(&app.cookie_key, secure));
    let Some(cookie) = new else { return refusal(StatusCode::INTERNAL_SERVER_ERROR) };
    ([(SET_COOKIE, cookie)], Redirect::to("/me?deleted")).into_response()
}

/// Hides names and lines of the guest in a room, also those under ids of earlier devices.
async fn hide_members(app: &AppState, code: RoomCode, members: &[MemberId]) -> Result<(), StoreError> {
    let log = app.store.log(code).await?;
    let members = with_earlier_devices(&log, members).into_iter().map(Redaction::Member);
    app.store.hide(code, &members.collect::<Vec<_>>(), app.time.now()).await?;
    app.rooms.apply_redactions(code).await;
    Ok(())
}

async fn delete_guest(app: &AppState, session: &Session) -> Result<(), StoreError> {
    let guest = session.identity.guest();
    app.lobby.cancel_seek(guest);
    for (code, _) in app.store.rooms_of(guest, u32::MAX).await? {
        hide_members(app, code, &session.members(code)).await?;
        let Some(room) = app.rooms.get_or_load(code).await? else { continue };
        for member in session.members(code) {
            let visitor = Visitor { member, guest: Some(guest) };
            let (done, answer) = oneshot::channel();
            let gone = || StoreError::Unavailable("a room has ended".to_owned());
            room.send(Box::new(Letter::GiveUp { visitor, done })).await.map_err(|_| gone())?;
            answer.await.map_err(|_| gone())??;
        }
        app.store.rewrite_hidden(code, Millis::MIN).await?;
    }
    let cookie = session.cookie.guest();
    app.revocations.mark_revoked(cookie, Instant::now());
    app.store.delete_guest(guest).await?;
    // Cleared before other nodes are told: reads after this point find no name in a game.
    app.pictures.clear();
    app.revocations.revoke(guest);
    if cookie != guest {
        app.revocations.revoke(cookie);
    }
    Ok(())
}
