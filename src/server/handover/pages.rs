//! Pages of the seat transfer: one creates the link, the other redeems it. Only submitted forms (POST) change
//! anything, because link previews fetch pages too.

use axum::Extension;
use axum::extract::{Form, FromRequest, Request};
use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use room::{MemberId, Room, RoomCode, fold, may_move};
use serde::Deserialize;

use super::Secret;
use crate::app::api::{SeatData, SeatStep};
use crate::server::account::Who;
use crate::server::identity::Identity;
use crate::server::profile::{allowed, refused};
use crate::server::room_task::{HandOver, Visitor};
use crate::server::store::StoreError;
use crate::server::{AppState, invite, origin};

/// The form of the page that redeems a link.
#[derive(Deserialize)]
struct Sent {
    secret: String,
}

/// The page on which a player creates the link.
pub async fn give(app: &AppState, asked: &str, request: Request, next: Next) -> Response {
    let room = match room(app, asked).await {
        Ok(Some(room)) => room,
        Ok(None) => return shown(None, StatusCode::NOT_FOUND, request, next).await,
        Err(error) => return unavailable(&error),
    };
    let names = request.extensions().get::<Who>().map(|who| who.members(room.code)).unwrap_or_default();
    let member = names.into_iter().find(|name| room.seat_of(*name).is_some());
    let asks = *request.method() == Method::POST;
    if asks && member.is_some() && !allowed(app, request.extensions().get().copied().map(Extension)) {
        return refused(StatusCode::TOO_MANY_REQUESTS);
    }
    let (step, status) = match member {
        Some(_) if !may_move(&room) => {
            (SeatStep::Later, if asks { StatusCode::CONFLICT } else { StatusCode::OK })
        }
        Some(member) if asks => match link(app, room.code, member, request.headers()).await {
            Ok(Some(step)) => (step, StatusCode::OK),
            Ok(None) => return StatusCode::SERVICE_UNAVAILABLE.into_response(),
            Err(error) => return unavailable(&error),
        },
        Some(_) => (SeatStep::Ask, StatusCode::OK),
        None if asks => (SeatStep::NoSeat, StatusCode::FORBIDDEN),
        None => (SeatStep::NoSeat, StatusCode::OK),
    };
    shown(Some(data(&room, step)), status, request, next).await
}

/// The page to which the link leads.
pub async fn take(app: &AppState, asked: &str, request: Request, next: Next) -> Response {
    let room = match room(app, asked).await {
        Ok(Some(room)) => room,
        Ok(None) => return shown(None, StatusCode::NOT_FOUND, request, next).await,
        Err(error) => return unavailable(&error),
    };
    let (mut step, mut status, mut request) = (SeatStep::Take, StatusCode::OK, request);
    if *request.method() == Method::POST {
        let (head, body) = request.into_parts();
        let form = Request::from_parts(head.clone(), body);
        let secret = Form::<Sent>::from_request(form, &()).await.ok();
        let secret = secret.and_then(|Form(Sent { secret })| Secret::read(&secret));
        // Only a browser that keeps cookies could play on; it got its cookie with the page.
        let who = Identity::from_headers(&head.headers).and_then(|_| head.extensions.get::<Who>());
        match (who, secret) {
            (Some(who), Some(secret)) => match use_up(app, &room, who, secret).await {
                Ok(HandOver::Done) => return Redirect::to(&format!("/r/{}", room.code)).into_response(),
                Ok(HandOver::Sits) => (step, status) = (SeatStep::Sits, StatusCode::CONFLICT),
                Ok(HandOver::NoSeat) => (step, status) = (SeatStep::Spent, StatusCode::GONE),
                Err(error) => return unavailable(&error),
            },
            _ => (step, status) = (SeatStep::Spent, StatusCode::GONE),
        }
        request = Request::from_parts(head, axum::body::Body::empty());
    }
    shown(Some(data(&room, step)), status, request, next).await
}

/// The room of a code from a path.
async fn room(app: &AppState, asked: &str) -> Result<Option<Room>, StoreError> {
    let Ok(code) = asked.parse::<RoomCode>() else { return Ok(None) };
    let log = app.store.log(code).await?;
    Ok((!log.is_empty()).then(|| fold(code, &log)))
}

fn data(room: &Room, step: SeatStep) -> SeatData {
    SeatData { code: room.code, game: room.settings.game.game(), step }
}

async fn link(
    app: &AppState,
    code: RoomCode,
    member: MemberId,
    headers: &HeaderMap,
) -> Result<Option<SeatStep>, StoreError> {
    let Some(secret) = super::make(&app.store, code, member, app.time.now()).await? else { return Ok(None) };
    let link = format!("{}/r/{code}/take#{}", origin::base_url(&app.config, headers), secret.text());
    Ok(invite::qr(&link).map(|qr| SeatStep::Link { link, qr }))
}

async fn use_up(app: &AppState, room: &Room, who: &Who, secret: Secret) -> Result<HandOver, StoreError> {
    let code = room.code;
    if who.members(code).into_iter().any(|name| room.seat_of(name).is_some()) {
        return Ok(HandOver::Sits);
    }
    let visitor = Visitor { member: who.identity.member(code), guest: Some(who.identity.guest()) };
    let (app, now) = (app.clone(), app.time.now());
    let moves = async move {
        let taken = super::take(&app.store, secret, code, now).await?;
        let Some(ticket) = taken else { return Ok(HandOver::NoSeat) };
        let outcome = app.rooms.hand_over(code, ticket.member, visitor).await;
        if !matches!(outcome, Ok(HandOver::Done)) {
            // The transfer failed, so the link becomes valid again.
            app.store.make_ticket(ticket, now).await?;
        }
        outcome
    };
    // A task of its own: an aborted request must not use up the link without moving the seat.
    tokio::spawn(moves).await.map_err(|error| StoreError::Unavailable(error.to_string()))?
}

/// Renders the page with `no-store`.
async fn shown(data: Option<SeatData>, status: StatusCode, mut request: Request, next: Next) -> Response {
    if let Some(data) = data {
        request.extensions_mut().insert(data);
    }
    let mut page = next.run(request).await;
    page.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if page.status() == StatusCode::OK {
        *page.status_mut() = status;
    }
    page
}

fn unavailable(error: &StoreError) -> Response {
    tracing::warn!(%error, "a seat could not be moved");
    StatusCode::SERVICE_UNAVAILABLE.into_response()
}
