//! Passkey (WebAuthn) endpoints: registration, login and logout. Each sets a new session cookie and revokes
//! the old one.

use std::time::Instant;

use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Extension, Json};
use serde::Deserialize;
use serde_json::{Value, json};
use webauthn_rs::prelude::{
    Passkey, PublicKeyCredential, RegisterPublicKeyCredential, Url, Uuid, Webauthn, WebauthnBuilder,
};

use super::account::Session;
use super::ceremony::Ceremony;
use super::guest_name::guest_of;
use super::private_actions::{refusal, take_private_token};
use crate::server::AppState;
use crate::server::http::headers;
use crate::server::http::listen::Address;
use crate::server::http::origin::{base_url, is_secure};
use crate::server::http::too_many::{Excess, too_many};
use crate::server::identity::Identity;
use crate::server::store::{SignIn, StoreError};

/// How many passkeys an account may have.
const MAX_PASSKEYS: usize = 20;

/// The browser's answer to a challenge.
#[derive(Deserialize)]
pub struct ChallengeAnswer<C> {
    /// The id of the ceremony.
    id: String,
    credential: C,
}

/// The WebAuthn origin: the public URL, or `localhost`. `None` for a bare IP address, which WebAuthn does not
/// accept.
pub fn origin(app: &AppState, headers: &HeaderMap) -> Option<Url> {
    let url = Url::parse(&base_url(&app.config, headers)).ok()?;
    let has_domain = app.config.public_url.is_some() || url.domain() == Some("localhost");
    (has_domain && url.domain().is_some()).then_some(url)
}

fn webauthn(app: &AppState, headers: &HeaderMap) -> Option<Webauthn> {
    let origin = origin(app, headers)?;
    WebauthnBuilder::new(origin.domain()?, &origin).ok()?.rp_name("Duello").build().ok()
}

/// A refusal, or an error of the store.
enum PasskeyError {
    Status(StatusCode),
    TooMany(Box<Response>),
    Store(StoreError),
}

impl From<StoreError> for PasskeyError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl IntoResponse for PasskeyError {
    fn into_response(self) -> Response {
        match self {
            Self::Status(status) => refusal(status),
            Self::TooMany(response) => *response,
            Self::Store(StoreError::Conflict) => refusal(StatusCode::CONFLICT),
            Self::Store(error) => {
                tracing::warn!(%error, "a passkey could not be stored or read");
                refusal(StatusCode::SERVICE_UNAVAILABLE)
            }
        }
    }
}

const BAD_REQUEST: PasskeyError = PasskeyError::Status(StatusCode::BAD_REQUEST);

/// Checks common to the endpoints: a cookie is present (403), the rate limit holds (429), and the address can
/// have passkeys (404).
fn check_request(
    app: &AppState,
    address: Option<Extension<Address>>,
    headers: &HeaderMap,
) -> Result<Webauthn, PasskeyError> {
    if Identity::from_headers(headers).is_none() {
        return Err(PasskeyError::Status(StatusCode::FORBIDDEN));
    }
    let too_many = |again| too_many(&Method::POST, headers, "", Excess::Requests, again);
    take_private_token(app, address).map_err(|again| PasskeyError::TooMany(too_many(again).into()))?;
    webauthn(app, headers).ok_or(PasskeyError::Status(StatusCode::NOT_FOUND))
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
        let (account, registered) = match &session.account {
            Some(account) => (account.parse().map_err(|_| BAD_REQUEST)?, app.store.passkeys(account).await?),
            None => (uuid()?, Vec::new()),
        };
        if registered.len() >= MAX_PASSKEYS {
            return Err(PasskeyError::Status(StatusCode::CONFLICT));
        }
        let parse = |(_, body): &(String, String)| serde_json::from_str::<Passkey>(body).ok();
        let registered =
            registered.iter().filter_map(parse).map(|passkey| passkey.cred_id().clone()).collect();
        let name = guest_of(&app.store, session.identity.guest())
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
    answer: Result<
        Json<ChallengeAnswer<RegisterPublicKeyCredential>>,
        axum::extract::rejection::JsonRejection,
    >,
) -> Response {
    let answer = async {
        let webauthn = check_request(&app, address, &headers)?;
        let Json(answer) = answer.map_err(|_| BAD_REQUEST)?;
        let ceremony = app.ceremonies.take(session.cookie.guest(), &answer.id, Instant::now());
        let Some(Ceremony::Registration(account, state)) = ceremony else { return Err(BAD_REQUEST) };
        let passkey =
            webauthn.finish_passkey_registration(&answer.credential, &state).map_err(log_refusal)?;
        let body = serde_json::to_string(&passkey).map_err(|_| BAD_REQUEST)?;
        let passkey = Some((hex(passkey.cred_id().as_ref()), body));
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
    answer: Result<Json<ChallengeAnswer<PublicKeyCredential>>, axum::extract::rejection::JsonRejection>,
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
        let body = registered.into_iter().find(|(registered, _)| *registered == id).map(|(_, body)| body);
        let Some(mut passkey) = body.and_then(|body| serde_json::from_str::<Passkey>(&body).ok()) else {
            return Err(PasskeyError::Status(StatusCode::NOT_FOUND));
        };
        let result = webauthn
            .finish_discoverable_authentication_v2(&answer.credential, state, &passkey)
            .map_err(log_refusal)?;
        let changed = passkey.update_credential(&result) == Some(true);
        let body = serde_json::to_string(&passkey).map_err(|_| BAD_REQUEST)?;
        // Accounts are never merged: a browser that is signed in to another account leaves that one.
        let guest = session.account.is_none().then_some(session.identity);
        sign_in(&app, &session, &headers, account, guest, changed.then_some((id, body)), true).await
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
    if let Err(error) = app.store.sign_out(session.cookie.guest()).await {
        return PasskeyError::from(error).into_response();
    }
    app.lobby.cancel_seek(session.identity.guest());
    app.revocations.revoke(session.cookie.guest());
    match new_cookie(&app, &headers) {
        Ok((_, cookie)) => ([(SET_COOKIE, cookie)], Redirect::to("/me")).into_response(),
        Err(failed) => failed.into_response(),
    }
}

/// Signs the browser in to the account with a new session cookie and merges its guest into the account.
async fn sign_in(
    app: &AppState,
    session: &Session,
    headers: &HeaderMap,
    account: Uuid,
    guest: Option<Identity>,
    passkey: Option<(String, String)>,
    registered: bool,
) -> Result<Response, PasskeyError> {
    let (new_session, cookie) = new_cookie(app, headers)?;
    let (before, new_session) = (session.cookie.guest(), new_session.guest());
    let (account, at) = (account.to_string(), app.time.now());
    app.revocations.mark_revoked(before, Instant::now());
    app.store
        .sign_in(SignIn { account, guest, before, session: new_session, passkey, known: registered, at })
        .await?;
    // A seek under the old identity would lead to a seat that no cookie can claim any more.
    app.lobby.cancel_seek(before);
    app.lobby.cancel_seek(session.identity.guest());
    app.revocations.revoke(before);
    Ok(([(SET_COOKIE, cookie)], headers::PRIVATE, Json(json!({}))).into_response())
}

fn new_cookie(
    app: &AppState,
    headers: &HeaderMap,
) -> Result<(Identity, axum::http::HeaderValue), PasskeyError> {
    let new = Identity::random().ok();
    let cookie = new.and_then(|new| Some((new, new.set_cookie(is_secure(&app.config, headers))?)));
    cookie.ok_or(PasskeyError::Status(StatusCode::INTERNAL_SERVER_ERROR))
}

/// Sends the challenge and keeps the state that its answer is verified against.
fn send_challenge(
    app: &AppState,
    session: &Session,
    ceremony: Ceremony,
    options: Value,
) -> Result<Response, PasskeyError> {
    let id = app.ceremonies.begin(session.cookie.guest(), ceremony, Instant::now());
    let id = id.ok_or(PasskeyError::Status(StatusCode::TOO_MANY_REQUESTS))?;
    Ok((headers::PRIVATE, Json(json!({ "id": id, "publicKey": options["publicKey"] }))).into_response())
}

/// Logs why a passkey was refused; the browser only learns that it was.
fn log_refusal(error: webauthn_rs::prelude::WebauthnError) -> PasskeyError {
    tracing::info!(?error, "a passkey was refused");
    BAD_REQUEST
}

fn uuid() -> Result<Uuid, PasskeyError> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|_| PasskeyError::Status(StatusCode::INTERNAL_SERVER_ERROR))?;
    Ok(Uuid::from_bytes(bytes))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
