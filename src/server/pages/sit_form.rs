//! The form of an invitation: takes the free seat of a room before the page's program has loaded, or without it.

use axum::extract::{Form, FromRequest, Request};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use room::{Rejection, RoomCode};
use serde::Deserialize;
use tokio::sync::oneshot;

use crate::app::text::language::Language;
use crate::model::room_page::TAKEN;
use crate::server::AppState;
use crate::server::auth::account::Session;
use crate::server::auth::lookup::Lookup;
use crate::server::http::language;
use crate::server::play::room_task::{Letter, Visitor};
use crate::server::store::StoreError;

/// The form: the name, if the visitor has chosen none before.
#[derive(Deserialize)]
struct SitForm {
    name: Option<String>,
}

/// Takes the free seat, and leads to the room. Whoever comes too late is told so there.
pub async fn sit(app: &AppState, lookup: &Lookup, code: &str, request: Request) -> Response {
    let Ok(code) = code.parse::<RoomCode>() else { return StatusCode::NOT_FOUND.into_response() };
    if let Err(again) = lookup.check_room(code).await {
        return lookup.refuse(again);
    }
    // Only a browser that keeps cookies could play on; it got its cookie with the page.
    let session = request.extensions().get::<Session>().filter(|session| session.is_of(request.headers()));
    let session = session.cloned();
    let language = language::of_request(request.headers());
    let name = Form::<SitForm>::from_request(request, &()).await.ok().and_then(|Form(form)| form.name);
    let refused = match session {
        Some(session) => take_seat(app, lookup, code, (&session, language), name).await,
        None => Ok(None),
    };
    match refused {
        Ok(Some(Rejection::Full)) => Redirect::to(&format!("/r/{code}?{TAKEN}")).into_response(),
        Ok(_) => Redirect::to(&format!("/r/{code}")).into_response(),
        Err(error) => {
            tracing::warn!(%code, %error, "a seat could not be taken");
            StatusCode::SERVICE_UNAVAILABLE.into_response()
        }
    }
}

/// Has the room's task decide; the reason if it refuses.
async fn take_seat(
    app: &AppState,
    lookup: &Lookup,
    code: RoomCode,
    (session, language): (&Session, Language),
    name: Option<String>,
) -> Result<Option<Rejection>, StoreError> {
    let gone = || StoreError::Unavailable("the room does not answer".to_owned());
    let room = app.rooms.get_or_load(code).await?;
    lookup.room(code, room.is_some());
    let Some(room) = room else { return Ok(None) };
    let guest = Some(session.identity.guest());
    let address = lookup.address();
    let visitor = Visitor { member: session.identity.member(code), guest, address, language, bot: None };
    let (reply, answer) = oneshot::channel();
    let letter = Letter::Sit { visitor, further: session.further_members(code), name, reply };
    room.send(Box::new(letter)).await.map_err(|_| gone())?;
    answer.await.map_err(|_| gone())?
}
