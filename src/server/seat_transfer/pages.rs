//! Pages of the seat transfer: one creates the link, the other redeems it. Only submitted forms (POST) change
//! anything, because link previews fetch pages too.

use axum::Extension;
use axum::extract::{Form, FromRequest, Request};
use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use room::{MemberId, Room, RoomCode, fold, may_transfer_seat};
use serde::Deserialize;

use super::Secret;
use crate::app::text::language::Language;
use crate::model::room_page::{SeatData, SeatStep};
use crate::server::AppState;
use crate::server::auth::account::Session;
use crate::server::auth::lookup::Lookup;
use crate::server::auth::private_actions::take_private_token;
use crate::server::http::origin;
use crate::server::http::too_many::{Excess, too_many};
use crate::server::play::invite;
use crate::server::play::room_task::{HandOver, Visitor};
use crate::server::store::StoreError;

/// The form of the page that redeems a link.
#[derive(Deserialize)]
struct RedeemForm {
    secret: String,
}

/// The page on which a player creates the link.
pub async fn create_link_page(
    app: &AppState,
    lookup: &Lookup,
    code: &str,
    request: Request,
    next: Next,
) -> Response {
    let room = match load_room(app, lookup, code).await {
        Ok(Some(room)) => room,
        Ok(None) => return render(None, StatusCode::NOT_FOUND, request, next).await,
        Err(refusal) => return refusal,
    };
    let members =
        request.extensions().get::<Session>().map(|session| session.members(room.code)).unwrap_or_default();
    let member = members.into_iter().find(|member| room.seat_of(*member).is_some());
    let is_post = *request.method() == Method::POST;
    if is_post
        && member.is_some()
        && let Err(again) = take_private_token(app, request.extensions().get().copied().map(Extension))
    {
        return too_many(request.method(), request.headers(), "", Excess::Requests, again);
    }
    let (step, status) = match member {
        Some(_) if !may_transfer_seat(&room) => {
            (SeatStep::StrangersPlay, if is_post { StatusCode::CONFLICT } else { StatusCode::OK })
        }
        Some(member) if is_post => match create_link_step(app, room.code, member, request.headers()).await {
            Ok(Some(step)) => (step, StatusCode::OK),
            Ok(None) => return StatusCode::SERVICE_UNAVAILABLE.into_response(),
            Err(error) => return unavailable(&error),
        },
        Some(_) => (SeatStep::CreateLink, StatusCode::OK),
        None if is_post => (SeatStep::NoSeat, StatusCode::FORBIDDEN),
        None => (SeatStep::NoSeat, StatusCode::OK),
    };
    render(Some(seat_data(&room, step)), status, request, next).await
}

/// The page to which the link leads.
pub async fn redeem_link_page(
    app: &AppState,
    lookup: &Lookup,
    code: &str,
    request: Request,
    next: Next,
) -> Response {
    let room = match load_room(app, lookup, code).await {
        Ok(Some(room)) => room,
        Ok(None) => return render(None, StatusCode::NOT_FOUND, request, next).await,
        Err(refusal) => return refusal,
    };
    let (mut step, mut status, mut request) = (SeatStep::RedeemLink, StatusCode::OK, request);
    if *request.method() == Method::POST {
        let (head, body) = request.into_parts();
        let form = Request::from_parts(head.clone(), body);
        let secret = Form::<RedeemForm>::from_request(form, &()).await.ok();
        let secret = secret.and_then(|Form(RedeemForm { secret })| Secret::parse(&secret));
        // Only a browser that keeps cookies could play on; it got its cookie with the page.
        let session = head.extensions.get::<Session>().filter(|session| session.is_of(&head.headers));
        match (session, secret) {
            (Some(session), Some(secret)) => match redeem(app, &room, session, secret).await {
                Ok(HandOver::Done) => return Redirect::to(&format!("/r/{}", room.code)).into_response(),
                Ok(HandOver::Sits) => (step, status) = (SeatStep::AlreadySeated, StatusCode::CONFLICT),
                Ok(HandOver::NoSeat) => {
                    lookup.missed(&secret.hash());
                    (step, status) = (SeatStep::InvalidLink, StatusCode::GONE);
                }
                Err(error) => return unavailable(&error),
            },
            _ => (step, status) = (SeatStep::InvalidLink, StatusCode::GONE),
        }
        request = Request::from_parts(head, axum::body::Body::empty());
    }
    render(Some(seat_data(&room, step)), status, request, next).await
}

/// The room of a code from a path; an error is the answer.
async fn load_room(app: &AppState, lookup: &Lookup, code: &str) -> Result<Option<Room>, Response> {
    let Ok(code) = code.parse::<RoomCode>() else { return Ok(None) };
    lookup.check_room(code).await.map_err(|again| lookup.refuse(again))?;
    let log = app.store.log(code).await.map_err(|error| unavailable(&error))?;
    lookup.room(code, !log.is_empty());
    Ok((!log.is_empty()).then(|| fold(code, &log)))
}

fn seat_data(room: &Room, step: SeatStep) -> SeatData {
    SeatData { code: room.code, game: room.settings.game.game(), step }
}

async fn create_link_step(
    app: &AppState,
    code: RoomCode,
    member: MemberId,
    headers: &HeaderMap,
) -> Result<Option<SeatStep>, StoreError> {
    let Some(secret) = super::create_link(&app.store, code, member, app.time.now()).await? else {
        return Ok(None);
    };
    let link = format!("{}/r/{code}/take#{}", origin::base_url(&app.config, headers), secret.hex());
    Ok(invite::qr(&link).map(|qr| SeatStep::Link { link, qr }))
}

async fn redeem(
    app: &AppState,
    room: &Room,
    session: &Session,
    secret: Secret,
) -> Result<HandOver, StoreError> {
    let code = room.code;
    if session.members(code).into_iter().any(|member| room.seat_of(member).is_some()) {
        return Ok(HandOver::Sits);
    }
    let guest = Some(session.identity.guest());
    let visitor = Visitor {
        member: session.identity.member(code),
        guest,
        address: None,
        language: Language::default(),
        bot: None,
    };
    let (app, now) = (app.clone(), app.time.now());
    let transfer = async move {
        let link = super::redeem_link(&app.store, secret, code, now).await?;
        let Some(link) = link else { return Ok(HandOver::NoSeat) };
        let outcome = app.rooms.transfer_seat(code, link.member, visitor).await;
        if !matches!(outcome, Ok(HandOver::Done)) {
            // The transfer failed, so the link becomes valid again.
            app.store.restore_transfer_link(link).await?;
        }
        outcome
    };
    // A task of its own: an aborted request must not use up the link without moving the seat.
    tokio::spawn(transfer).await.map_err(|error| StoreError::Unavailable(error.to_string()))?
}

/// Renders the page with `no-store`.
async fn render(data: Option<SeatData>, status: StatusCode, mut request: Request, next: Next) -> Response {
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
    tracing::warn!(%error, "a seat could not be transferred");
    StatusCode::SERVICE_UNAVAILABLE.into_response()
}
