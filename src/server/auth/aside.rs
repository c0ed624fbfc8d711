//! The guest of a browser that is signed in to an account: put aside under a cookie of its own, so that a
//! sign-in takes nothing from whoever played there. Its games come along if the answer to the question is yes,
//! and can be taken back for a day by the browser that has that cookie (ADR 0060).

use std::time::Instant;

use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Extension, Form};
use serde::Deserialize;

use super::account::{Session, is_genuine, oldest_session, take_back_since};
use super::private_actions::{refusal, take_private_token};
use super::step_up::{ask_for_passkey, is_confirmed};
use crate::server::AppState;
use crate::server::http::listen::Address;
use crate::server::http::origin::is_secure;
use crate::server::http::too_many::{Excess, too_many};
use crate::server::identity::{GuestCookie, Identity};
use crate::server::store::{AdoptionChange, CookieOwner, StoreError};

/// What may be done with the guest who is put aside.
#[derive(Clone, Copy, Debug)]
pub enum Aside {
    /// It has played, and nobody has said yet whether its games come along.
    Unanswered(Identity),
    /// Its games came along, and can be taken back.
    Adopted,
}

/// The guest whom the browser has put aside.
pub(super) fn put_aside(app: &AppState, headers: &HeaderMap) -> Option<Identity> {
    Identity::aside(headers, is_secure(&app.config, headers))
}

/// What may be done in this browser; `None` if nobody is put aside, or it has been said.
pub async fn aside(
    app: &AppState,
    session: &Session,
    headers: &HeaderMap,
) -> Result<Option<Aside>, StoreError> {
    let Some(guest) = put_aside(app, headers) else { return Ok(None) };
    let (store, now) = (&app.store, app.time.now());
    if store.adopter(guest.guest(), take_back_since(app, now)).await?.is_some() {
        return Ok(Some(Aside::Adopted));
    }
    if session.account.is_none() || store.was_asked(session.cookie.guest()).await? {
        return Ok(None);
    }
    let owner = store.cookie_owner(guest.guest(), oldest_session(app, now)).await?;
    let is_open = matches!(owner, CookieOwner::Guest) && store.has_played(guest.guest()).await?;
    Ok(is_open.then_some(Aside::Unanswered(guest)))
}

/// What becomes of the guest who is put aside, when the browser is not signed in any more.
#[derive(Clone, Copy, Debug)]
pub enum Return {
    /// The browser is that guest again.
    Become(Identity),
    /// The guest is in an account for good.
    Drop,
}

/// Whether the browser returns to the guest who was put aside: when it is not signed in, and the guest that it
/// has become meanwhile has nothing.
pub async fn return_to_aside(
    app: &AppState,
    session: Option<&Session>,
    headers: &HeaderMap,
) -> Result<Option<Return>, StoreError> {
    let Some(presented) = GuestCookie::aside(headers, is_secure(&app.config, headers)) else {
        return Ok(None);
    };
    let guest = presented.identity;
    if let Some(session) = session
        && (session.account.is_some() || app.store.has_played(session.cookie.guest()).await?)
    {
        return Ok(None);
    }
    let now = app.time.now();
    Ok(match app.store.cookie_owner(guest.guest(), oldest_session(app, now)).await? {
        CookieOwner::Guest if is_genuine(app, &presented).await? => Some(Return::Become(guest)),
        CookieOwner::Guest => None,
        CookieOwner::Account { .. } => Some(Return::Drop),
        CookieOwner::Revoked => {
            let since = take_back_since(app, now);
            let adopter = app.store.adopter(guest.guest(), since).await?;
            adopter.is_none().then_some(Return::Drop)
        }
    })
}

/// The answer to the question.
#[derive(Deserialize)]
pub struct AnswerForm {
    answer: String,
}

/// Brings the games of this browser along, or leaves them here.
pub async fn answer(
    State(app): State<AppState>,
    address: Option<Extension<Address>>,
    Extension(session): Extension<Session>,
    headers: HeaderMap,
    Form(AnswerForm { answer }): Form<AnswerForm>,
) -> Response {
    if let Err(again) = take_private_token(&app, address) {
        return too_many(&Method::POST, &headers, "", Excess::Requests, again);
    }
    let (Some(guest), true) = (put_aside(&app, &headers), session.account.is_some()) else {
        return refusal(StatusCode::FORBIDDEN);
    };
    let session_key = session.cookie.guest();
    let change = match answer.as_str() {
        "yes" => AdoptionChange::Adopt { session: session_key, guest, at: app.time.now() },
        "no" => AdoptionChange::Decline { session: session_key },
        _ => return refusal(StatusCode::BAD_REQUEST),
    };
    let adopts = matches!(change, AdoptionChange::Adopt { .. });
    if adopts {
        if !is_confirmed(&session) {
            return ask_for_passkey();
        }
        // Nobody is asked about a guest who has nothing here; somebody may have made that one up.
        match app.store.has_played(guest.guest()).await {
            Ok(true) => {}
            Ok(false) => return Redirect::to("/me").into_response(),
            Err(error) => return unavailable(error),
        }
        app.revocations.mark_revoked(guest.guest(), Instant::now());
        app.lobby.cancel_seek(guest.guest());
    }
    match app.store.change_adoption(change).await {
        Ok(()) => {
            if adopts {
                // Open pages of the account learn of the seats when they reconnect.
                app.revocations.revoke(guest.guest());
                app.revocations.revoke(session.identity.guest());
                let guests = [session.identity.guest(), guest.guest()];
                app.tournaments.leave_doubles(&app, &guests).await;
            }
            Redirect::to("/me").into_response()
        }
        // It is in an account already: there is nothing to ask any more.
        Err(StoreError::Conflict) => Redirect::to("/me").into_response(),
        Err(error) => unavailable(error),
    }
}

/// Takes the games of this browser back out of an account. Who has the guest's cookie may do that, signed in or
/// not.
pub async fn take_back(
    State(app): State<AppState>,
    address: Option<Extension<Address>>,
    headers: HeaderMap,
) -> Response {
    if let Err(again) = take_private_token(&app, address) {
        return too_many(&Method::POST, &headers, "", Excess::Requests, again);
    }
    let Some(guest) = put_aside(&app, &headers).map(|aside| aside.guest()) else {
        return refusal(StatusCode::FORBIDDEN);
    };
    let since = take_back_since(&app, app.time.now());
    let adopter = match app.store.adopter(guest, since).await {
        Ok(adopter) => adopter,
        Err(error) => return unavailable(error),
    };
    match app.store.change_adoption(AdoptionChange::Undo { guest, since }).await {
        Ok(()) => {
            if let Some(adopter) = adopter {
                app.revocations.revoke(adopter);
            }
            Redirect::to("/me").into_response()
        }
        Err(StoreError::Conflict) => Redirect::to("/me").into_response(),
        Err(error) => unavailable(error),
    }
}

fn unavailable(error: StoreError) -> Response {
    tracing::warn!(%error, "the games of a browser could not be moved");
    refusal(StatusCode::SERVICE_UNAVAILABLE)
}
