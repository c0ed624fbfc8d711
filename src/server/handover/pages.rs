//! The two pages of a seat that moves, and their forms: who sits gets a link, whoever has it takes the seat. A form is what
//! changes something; a page that is only looked at, also by those who preview links, never does.

use axum::extract::{Form, FromRequest, Request};
use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use room::{RoomCode, fold};
use rules::Game;
use serde::Deserialize;

use super::Secret;
use crate::app::api::{SeatData, SeatStep};
use crate::server::identity::Identity;
use crate::server::room_task::{HandOver, Visitor};
use crate::server::store::StoreError;
use crate::server::{AppState, invite, origin};

/// How many of a room's events are read to see what is played in it.
const FIRST_EVENTS: u32 = 24;

/// The form of the page that takes a seat.
#[derive(Deserialize)]
struct Sent {
    secret: String,
}

/// Where a seat's player gets the link.
pub async fn give(app: &AppState, asked: &str, request: Request, next: Next) -> Response {
    let Some((code, game)) = room(app, asked).await else {
        return shown(None, StatusCode::NOT_FOUND, request, next).await;
    };
    let identity = Identity::from_headers(request.headers());
    let holds = match identity {
        Some(identity) => app.store.seat_of(identity.guest(), code).await.map(|seat| seat.is_some()),
        None => Ok(false),
    };
    let asks = *request.method() == Method::POST;
    let (step, status) = match (holds, identity) {
        (Err(error), _) => return unavailable(&error),
        (Ok(true), Some(identity)) if asks => match link(app, code, identity, request.headers()) {
            Some(step) => (step, StatusCode::OK),
            None => return StatusCode::SERVICE_UNAVAILABLE.into_response(),
        },
        (Ok(true), _) => (SeatStep::Ask, StatusCode::OK),
        (Ok(false), _) if asks => (SeatStep::NoSeat, StatusCode::FORBIDDEN),
        (Ok(false), _) => (SeatStep::NoSeat, StatusCode::OK),
    };
    shown(Some(SeatData { code, game, step }), status, request, next).await
}

/// Where the link leads.
pub async fn take(app: &AppState, asked: &str, request: Request, next: Next) -> Response {
    let Some((code, game)) = room(app, asked).await else {
        return shown(None, StatusCode::NOT_FOUND, request, next).await;
    };
    let (mut step, mut status, mut request) = (SeatStep::Take, StatusCode::OK, request);
    if *request.method() == Method::POST {
        let (head, body) = request.into_parts();
        let form = Request::from_parts(head.clone(), body);
        let secret = Form::<Sent>::from_request(form, &()).await.ok();
        let secret = secret.and_then(|Form(Sent { secret })| Secret::read(&secret));
        // Only a browser that keeps its cookie could play on: it got one with the page.
        match (Identity::from_headers(&head.headers), secret) {
            (Some(identity), Some(secret)) => match use_up(app, code, identity, secret).await {
                Ok(HandOver::Done) => return Redirect::to(&format!("/r/{code}")).into_response(),
                Ok(HandOver::Sits) => (step, status) = (SeatStep::Sits, StatusCode::CONFLICT),
                Ok(HandOver::NoSeat) => (step, status) = (SeatStep::Spent, StatusCode::GONE),
                Err(error) => return unavailable(&error),
            },
            _ => (step, status) = (SeatStep::Spent, StatusCode::GONE),
        }
        request = Request::from_parts(head, axum::body::Body::empty());
    }
    shown(Some(SeatData { code, game, step }), status, request, next).await
}

/// The room that is meant, and what is played in it.
async fn room(app: &AppState, asked: &str) -> Option<(RoomCode, Game)> {
    let code = asked.parse::<RoomCode>().ok()?;
    let log = app.store.events(code, 0, FIRST_EVENTS).await.ok()?;
    (!log.is_empty()).then(|| (code, fold(code, &log).settings.game.game()))
}

fn link(app: &AppState, code: RoomCode, identity: Identity, headers: &HeaderMap) -> Option<SeatStep> {
    let secret = app.handovers.make(code, identity.member(code), app.time.now())?;
    let link = format!("{}/r/{code}/take#{}", origin::base_url(&app.config, headers), secret.text());
    let qr = invite::qr(&link)?;
    Some(SeatStep::Link { link, qr })
}

async fn use_up(
    app: &AppState,
    code: RoomCode,
    identity: Identity,
    secret: Secret,
) -> Result<HandOver, StoreError> {
    let Some(taken) = app.handovers.take(secret, code, app.time.now()) else { return Ok(HandOver::NoSeat) };
    let visitor = Visitor { member: identity.member(code), guest: Some(identity.guest()) };
    let outcome = app.rooms.hand_over(code, taken.member(), visitor).await;
    if !matches!(outcome, Ok(HandOver::Done)) {
        app.handovers.put_back(taken);
    }
    outcome
}

/// Draws the page, which nobody keeps.
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
