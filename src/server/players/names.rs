//! The forms of the profile by which an account claims a name, gives it up, and goes on the leaderboards or off them.

use std::time::Instant;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Extension, Form};
use serde::Deserialize;

use super::claimable::claimable;
use super::form::{Sender, unavailable};
use crate::model::players::{ClaimOutcome, OwnName};
use crate::server::AppState;
use crate::server::auth::account::Session;
use crate::server::auth::private_actions::refusal;
use crate::server::http::listen::Address;
use crate::server::store::{ClaimChange, Claims, MAX_NAMES, SanctionKind, StoreError};

/// The name that an account has claimed, for its profile; `None` for a guest without an account.
pub async fn own_name(app: &AppState, session: &Session) -> Result<Option<OwnName>, StoreError> {
    if session.account.is_none() {
        return Ok(None);
    }
    let Claims { current, former } = app.store.claims(session.identity.guest()).await?;
    let is_listed = current.as_ref().is_some_and(|current| current.is_listed);
    Ok(Some(OwnName { name: current.map(|current| current.name), former, is_listed }))
}

/// The form with a name.
#[derive(Deserialize)]
pub struct NameForm {
    name: String,
}

/// Claims a name.
pub async fn claim(
    State(app): State<AppState>,
    Sender(session): Sender,
    address: Option<Extension<Address>>,
    Form(NameForm { name }): Form<NameForm>,
) -> Response {
    let guest = session.identity.guest();
    if session.account.is_none() {
        return refusal(StatusCode::FORBIDDEN);
    }
    let Some(name) = claimable(&name) else { return outcome(ClaimOutcome::Unfit) };
    let now = app.time.now();
    if app.moderation.rules().sanctioned_until(guest, SanctionKind::Mute, now).is_some() {
        return outcome(ClaimOutcome::Muted);
    }
    if let Some(Extension(Address(address))) = address
        && app.limits.names.take(address, Instant::now()).is_err()
    {
        return outcome(ClaimOutcome::TooOften);
    }
    match app.store.change_claim(ClaimChange::Claim { guest, name: name.clone(), at: now }).await {
        Ok(()) => outcome(ClaimOutcome::Claimed),
        Err(StoreError::Conflict) => match app.store.claims(guest).await {
            Ok(claims) if has_all(&claims) && !claims.former.contains(&name) => {
                outcome(ClaimOutcome::TooMany)
            }
            Ok(_) => outcome(ClaimOutcome::Taken),
            Err(error) => unavailable(error),
        },
        Err(error) => unavailable(error),
    }
}

fn has_all(claims: &Claims) -> bool {
    claims.former.len() + usize::from(claims.current.is_some()) >= MAX_NAMES as usize
}

/// Gives the name up.
pub async fn release(State(app): State<AppState>, Sender(session): Sender) -> Response {
    let release = ClaimChange::Release { guest: session.identity.guest(), at: app.time.now() };
    match app.store.change_claim(release).await {
        Ok(()) => outcome(ClaimOutcome::Released),
        Err(error) => unavailable(error),
    }
}

/// The form with the choice to be on the leaderboards: `yes` or `no`.
#[derive(Deserialize)]
pub struct ListForm {
    listed: String,
}

/// Puts the player on the leaderboards, or takes them off.
pub async fn list(
    State(app): State<AppState>,
    Sender(session): Sender,
    Form(ListForm { listed }): Form<ListForm>,
) -> Response {
    let listed = match listed.as_str() {
        "yes" => true,
        "no" => false,
        _ => return refusal(StatusCode::BAD_REQUEST),
    };
    match app.store.change_claim(ClaimChange::List { guest: session.identity.guest(), listed }).await {
        Ok(()) => Redirect::to("/me#own-name").into_response(),
        Err(error) => unavailable(error),
    }
}

fn outcome(outcome: ClaimOutcome) -> Response {
    Redirect::to(&format!("/me?{}#own-name", outcome.word())).into_response()
}
