//! Mutes a room for push messages: by the button of a notification, and back by a form of the profile.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::rejection::{FormRejection, JsonRejection};
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Form, Json};
use room::RoomCode;
use serde::Deserialize;

use crate::server::AppState;
use crate::server::auth::account::{Session, resolve_session};
use crate::server::http::limits::AddressLimits;
use crate::server::http::listen::Address;
use crate::server::http::too_many::{Excess, too_many};
use crate::server::store::{Store, StoreError};

/// A room.
#[derive(Deserialize)]
pub struct MuteRequest {
    room: RoomCode,
}

/// Mutes a room for the visitor, who has to hold a seat in it; the service worker asks for it. 204; 401 without a
/// guest, 404 for a room of others.
pub async fn mute_room(
    State(app): State<AppState>,
    headers: HeaderMap,
    address: Option<Extension<Address>>,
    request: Result<Json<MuteRequest>, JsonRejection>,
) -> Response {
    if let Some(refused) = refuse_too_many(&app.limits, &headers, address) {
        return refused;
    }
    let Ok(Json(MuteRequest { room })) = request else { return StatusCode::BAD_REQUEST.into_response() };
    let muted: Result<StatusCode, StoreError> = async {
        let Some(session) = resolve_session(&app, &headers).await? else {
            return Ok(StatusCode::UNAUTHORIZED);
        };
        let guest = session.identity.guest();
        if app.store.seat_of(room, guest).await?.is_none() {
            return Ok(StatusCode::NOT_FOUND);
        }
        app.store.mute_room(room, guest).await?;
        Ok(StatusCode::NO_CONTENT)
    }
    .await;
    muted.unwrap_or_else(|error| unavailable(&error)).into_response()
}

/// Ends that, by a form of the profile page.
pub async fn unmute_room(
    State(store): State<Store>,
    State(limits): State<Arc<AddressLimits>>,
    headers: HeaderMap,
    address: Option<Extension<Address>>,
    Extension(session): Extension<Session>,
    request: Result<Form<MuteRequest>, FormRejection>,
) -> Response {
    if let Some(refused) = refuse_too_many(&limits, &headers, address) {
        return refused;
    }
    let Ok(Form(MuteRequest { room })) = request else { return StatusCode::BAD_REQUEST.into_response() };
    match store.unmute_room(room, session.identity.guest()).await {
        Ok(()) => Redirect::to("/me#muted").into_response(),
        Err(error) => unavailable(&error).into_response(),
    }
}

/// Takes a token of the address; the answer if none is left.
fn refuse_too_many(
    limits: &AddressLimits,
    headers: &HeaderMap,
    address: Option<Extension<Address>>,
) -> Option<Response> {
    let Extension(Address(address)) = address?;
    let again = limits.push.take(address, Instant::now()).err()?;
    Some(too_many(&Method::POST, headers, "", Excess::Requests, again))
}

fn unavailable(error: &StoreError) -> StatusCode {
    tracing::warn!(%error, "a room could not be muted");
    StatusCode::SERVICE_UNAVAILABLE
}
