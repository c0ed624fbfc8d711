//! Passkey (WebAuthn) endpoints: registration, login and logout. Each sets a new session cookie and revokes
//! the old one.

use std::time::Instant;

use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Extension, Json};
use serde_json::json;
use webauthn_rs::prelude::{Passkey, PublicKeyCredential, RegisterPublicKeyCredential, Uuid};

use super::account::Session;
use super::aside::put_aside;
use super::browser::browser_of;
use super::ceremony::Ceremony;
use super::guest_name::guest_of;
use super::session_cookie::with_cookies;
use super::step_up::is_confirmed;
use super::webauthn::{
    BAD_REQUEST, ChallengeAnswer, PasskeyError, check_request, log_refusal, send_challenge,
};
use crate::model::security::NoticeKind;
use crate::server::AppState;
use crate::server::config::desk::Feature;
use crate::server::hex::hex;
use crate::server::http::listen::Address;
use crate::server::http::origin::is_secure;
use crate::server::http::{headers, language};
use crate::server::identity::Identity;
use crate::server::store::{PasskeyRow, SignIn};

/// How many passkeys an account may have.
const MAX_PASSKEYS: usize = 20;

/// A passkey opens the account for good, so a browser that is signed in has to show one first (401).
fn check_confirmed(session: &Session) -> Result<(), PasskeyError> {
    if is_confirmed(session) { Ok(()) } else { Err(PasskeyError::Status(StatusCode::UNAUTHORIZED)) }
}

/// New accounts may be switched off by the operator (403).
fn check_new_account(app: &AppState, session: &Session) -> Result<(), PasskeyError> {
    let is_off = app.moderation.rules().is_off(Feature::Accounts, app.time.now());
    if session.account.is_none() && is_off {
        return Err(PasskeyError::Status(StatusCode::FORBIDDEN));
    }
    Ok(())
}

/// Starts a registration: for the account of the visitor, or for a new account that the guest will become.
pub async fn start_registration(
    State(app): State<AppState>,
    address: Option<Extension<Address>>,
    Extension(session): Extension<Session>,
    headers: HeaderMap,
) -> Response {
    let answer = async {
        let webauthn = check_request(&app, address, &headers)?;
        check_confirmed(&session)?;
        check_new_account(&app, &session)?;
        let (account, registered) = match &session.account {
            Some(account) => (account.parse().map_err(|_| BAD_REQUEST)?, app.store.passkeys(account).await?),
            None => (uuid()?, Vec::new()),
        };
        if registered.len() >= MAX_PASSKEYS {
            return Err(PasskeyError::Status(StatusCode::CONFLICT));
        }
        let parse = |row: &PasskeyRow| serde_json::from_str::<Passkey>(&row.body).ok();
        let registered =
            registered.iter().filter_map(parse).map(|passkey| passkey.cred_id().clone()).collect();
        let name = guest_of(&app.store, session.identity.guest(), language::of_request(&headers))
            .await
            .map_err(|_| PasskeyError::Status(StatusCode::SERVICE_UNAVAILABLE))?
            .name;
        let (options, state) = webauthn
            .start_passkey_registration(account, &name, &name, Some(registered))
            .map_err(|_| BAD_REQUEST)?;
        let mut options = serde_json::to_value(options).map_err(|_| BAD_REQUEST)?;
        // A resident (discoverable) key, so that login needs no user name.
        options["publicKey"]["authenticatorSelection"]["residentKey"] = json!("required");
        options["publicKey"]["authenticatorSelection"]["requireResidentKey"] = json!(true);
        send_challenge(&app, &session, Ceremony::Registration(account, state), options)
    };
    answer.await.unwrap_or_else(IntoResponse::into_response)
}

/// Finishes a registration and stores the passkey.
pub async fn finish_registration(
    State(app): State<AppState>,
    address: Option<Extension<Address>>,
    Extension(session): Extension<Session>,
    headers: HeaderMap,
    answer: Result<Json<ChallengeAnswer<RegisterPublicKeyCredential>>, JsonRejection>,
) -> Response {
    let answer = async {
        let webauthn = check_request(&app, address, &headers)?;
        check_confirmed(&session)?;
        check_new_account(&app, &session)?;
        let Json(answer) = answer.map_err(|_| BAD_REQUEST)?;
        let ceremony = app.ceremonies.take(session.cookie.guest(), &answer.id, Instant::now());
        let Some(Ceremony::Registration(account, state)) = ceremony else { return Err(BAD_REQUEST) };
        let passkey =
            webauthn.finish_passkey_registration(&answer.credential, &state).map_err(log_refusal)?;
        let body = serde_json::to_string(&passkey).map_err(|_| BAD_REQUEST)?;
        let passkey = (hex(passkey.cred_id().as_ref()), body);
        // A sign-in or sign-out in between has changed the cookie, which ends the ceremony; so the account is
        // still the same.
        let guest = session.account.is_none().then_some(session.identity);
        sign_in(&app, &session, &headers, account, guest, passkey, false).await
    };
    answer.await.unwrap_or_else(IntoResponse::into_response)
}

/// Starts a login.
pub async fn start_login(
    State(app): State<AppState>,
    address: Option<Extension<Address>>,
    Extension(session): Extension<Session>,
    headers: HeaderMap,
) -> Response {
    let answer = async {
        let webauthn = check_request(&app, address, &headers)?;
        let (options, state) = webauthn.start_discoverable_authentication().map_err(|_| BAD_REQUEST)?;
        let options = serde_json::to_value(options).map_err(|_| BAD_REQUEST)?;
        send_challenge(&app, &session, Ceremony::Login(state), options)
    };
    answer.await.unwrap_or_else(IntoResponse::into_response)
}

/// Finishes a login.
pub async fn finish_login(
    State(app): State<AppState>,
    address: Option<Extension<Address>>,
    Extension(session): Extension<Session>,
    headers: HeaderMap,
    answer: Result<Json<ChallengeAnswer<PublicKeyCredential>>, JsonRejection>,
) -> Response {
    let answer = async {
        let webauthn = check_request(&app, address, &headers)?;
        let Json(answer) = answer.map_err(|_| BAD_REQUEST)?;
        let ceremony = app.ceremonies.take(session.cookie.guest(), &answer.id, Instant::now());
        let Some(Ceremony::Login(state)) = ceremony else { return Err(BAD_REQUEST) };
        let (account, credential) =
            webauthn.identify_discoverable_authentication(&answer.credential).map_err(log_refusal)?;
        let id = hex(credential);
        let registered = app.store.passkeys(&account.to_string()).await?;
        let body = registered.into_iter().find(|row| row.credential == id).map(|row| row.body);
        let Some(mut passkey) = body.and_then(|body| serde_json::from_str::<Passkey>(&body).ok()) else {
            return Err(PasskeyError::Status(StatusCode::NOT_FOUND));
        };
        let result = webauthn
            .finish_discoverable_authentication_v2(&answer.credential, state, &passkey)
            .map_err(log_refusal)?;
        passkey.update_credential(&result);
        let body = serde_json::to_string(&passkey).map_err(|_| BAD_REQUEST)?;
        // The browser's guest is put aside. Accounts are never merged: a browser that is signed in to another
        // account leaves that one.
        sign_in(&app, &session, &headers, account, None, (id, body), true).await
    };
    answer.await.unwrap_or_else(IntoResponse::into_response)
}

/// Logout: the browser becomes a new guest.
pub async fn logout(
    State(app): State<AppState>,
    Extension(session): Extension<Session>,
    headers: HeaderMap,
) -> Response {
    if session.account.is_none() {
        return Redirect::to("/me").into_response();
    }
    app.revocations.mark_revoked(session.cookie.guest(), Instant::now());
    if let Err(error) = app.store.sign_out(session.cookie.guest(), app.time.now()).await {
        return PasskeyError::from(error).into_response();
    }
    app.lobby.cancel_seek(session.identity.guest());
    app.revocations.revoke(session.cookie.guest());
    match new_cookie(&app, &headers) {
        Ok((_, cookies)) => with_cookies(cookies, Redirect::to("/me")),
        Err(failed) => failed.into_response(),
    }
}

/// Whether the browser's guest is put aside. One who was put aside before is not given up for one who has
/// nothing.
async fn puts_aside(app: &AppState, session: &Session, headers: &HeaderMap) -> Result<bool, PasskeyError> {
    Ok(put_aside(app, headers).is_none() || app.store.has_played(session.cookie.guest()).await?)
}

/// Signs the browser in to the account with a new session cookie. With its first
/// passkey its guest becomes the account.
async fn sign_in(
    app: &AppState,
    session: &Session,
    headers: &HeaderMap,
    account: Uuid,
    guest: Option<Identity>,
    passkey: (String, String),
    known: bool,
) -> Result<Response, PasskeyError> {
    let (new_session, cookies) = new_cookie(app, headers)?;
    let (before, new_session) = (session.cookie.guest(), new_session.guest());
    let (account, at, browser) = (account.to_string(), app.time.now(), browser_of(headers));
    let told = match (known, &session.account) {
        (true, own) if own.as_ref() != Some(&account) => Some(NoticeKind::SignedIn),
        (false, Some(_)) => Some(NoticeKind::PasskeyAdded),
        _ => None,
    };
    app.revocations.mark_revoked(before, Instant::now());
    let sign_in = SignIn {
        account: account.clone(),
        guest,
        before,
        session: new_session,
        passkey,
        known,
        browser: browser.clone(),
        at,
    };
    app.store.sign_in(sign_in).await?;
    if let Some(kind) = told
        && let Some(guest) = app.store.guest_of_account(&account).await?
    {
        app.push.send_account(guest, kind, browser);
    }
    // A seek under the old identity would lead to a seat that no cookie can claim any more.
    app.lobby.cancel_seek(before);
    app.lobby.cancel_seek(session.identity.guest());
    app.revocations.revoke(before);
    let mut answer = with_cookies(cookies, (headers::PRIVATE, Json(json!({}))));
    if known && session.account.is_none() && puts_aside(app, session, headers).await? {
        let aside = session.cookie.put_aside(is_secure(&app.config, headers));
        if let Some(aside) = aside {
            answer.headers_mut().append(SET_COOKIE, aside);
        }
    }
    Ok(answer)
}

fn new_cookie(app: &AppState, headers: &HeaderMap) -> Result<(Identity, [HeaderValue; 2]), PasskeyError> {
    let new = Identity::random().ok();
    let cookie =
        new.and_then(|new| Some((new, new.set_cookies(&app.cookie_key, is_secure(&app.config, headers))?)));
    cookie.ok_or(PasskeyError::Status(StatusCode::INTERNAL_SERVER_ERROR))
}

fn uuid() -> Result<Uuid, PasskeyError> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|_| PasskeyError::Status(StatusCode::INTERNAL_SERVER_ERROR))?;
    Ok(Uuid::from_bytes(bytes))
}
