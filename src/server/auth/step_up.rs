//! Step-up authentication: passkeys and sign-ins are changed, and an account is deleted, only in a browser in
//! which a passkey of the account was shown within the last minutes. Signing in counts as showing one.

use std::time::Instant;

use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Extension, Json};
use serde_json::json;
use webauthn_rs::prelude::{Passkey, PublicKeyCredential};

use super::account::Session;
use super::ceremony::Ceremony;
use super::webauthn::{
    BAD_REQUEST, ChallengeAnswer, PasskeyError, check_request, log_refusal, send_challenge,
};
use crate::server::AppState;
use crate::server::hex::hex;
use crate::server::http::headers::PRIVATE;
use crate::server::http::listen::Address;
use crate::server::store::{PasskeyRow, SessionChange};

/// Whether this session may change passkeys and sign-ins, or delete its guest. A guest without an account has
/// no passkey to show.
pub fn is_confirmed(session: &Session) -> bool {
    session.account.is_none() || session.confirmed_for > 0
}

/// Where a form leads that came without a passkey: there it is asked for.
pub fn ask_for_passkey() -> Response {
    Redirect::to("/security?confirm").into_response()
}

fn parse(row: &PasskeyRow) -> Option<Passkey> {
    serde_json::from_str(&row.body).ok()
}

/// Starts the ceremony: any passkey of the account may be shown.
pub async fn start_step_up(
    State(app): State<AppState>,
    address: Option<Extension<Address>>,
    Extension(session): Extension<Session>,
    headers: HeaderMap,
) -> Response {
    let answer = async {
        let webauthn = check_request(&app, address, &headers)?;
        let account = session.account.as_ref().ok_or(PasskeyError::Status(StatusCode::FORBIDDEN))?;
        let passkeys: Vec<Passkey> = app.store.passkeys(account).await?.iter().filter_map(parse).collect();
        let (options, state) = webauthn.start_passkey_authentication(&passkeys).map_err(log_refusal)?;
        let options = serde_json::to_value(options).map_err(|_| BAD_REQUEST)?;
        send_challenge(&app, &session, Ceremony::StepUp(state), options)
    };
    answer.await.unwrap_or_else(IntoResponse::into_response)
}

/// Finishes it.
pub async fn finish_step_up(
    State(app): State<AppState>,
    address: Option<Extension<Address>>,
    Extension(session): Extension<Session>,
    headers: HeaderMap,
    answer: Result<Json<ChallengeAnswer<PublicKeyCredential>>, JsonRejection>,
) -> Response {
    let answer = async {
        let webauthn = check_request(&app, address, &headers)?;
        let Json(answer) = answer.map_err(|_| BAD_REQUEST)?;
        let account = session.account.as_ref().ok_or(PasskeyError::Status(StatusCode::FORBIDDEN))?;
        let ceremony = app.ceremonies.take(session.cookie.guest(), &answer.id, Instant::now());
        let Some(Ceremony::StepUp(state)) = ceremony else { return Err(BAD_REQUEST) };
        let result =
            webauthn.finish_passkey_authentication(&answer.credential, &state).map_err(log_refusal)?;
        let credential = hex(result.cred_id().as_ref());
        let known = app.store.passkeys(account).await?.into_iter().find(|row| row.credential == credential);
        let Some(mut passkey) = known.as_ref().and_then(parse) else {
            return Err(PasskeyError::Status(StatusCode::NOT_FOUND));
        };
        passkey.update_credential(&result);
        let body = serde_json::to_string(&passkey).map_err(|_| BAD_REQUEST)?;
        let (session, at) = (session.cookie.guest(), app.time.now());
        app.store.change_session(SessionChange::Verified { session, credential, body, at }).await?;
        Ok((PRIVATE, Json(json!({}))).into_response())
    };
    answer.await.unwrap_or_else(IntoResponse::into_response)
}
