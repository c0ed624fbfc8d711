//! Passkey (WebAuthn) endpoints: registration, login and logout. Each sets a new session cookie and revokes
//! the old one.

use std::time::Instant;

use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Extension, Json};
use serde::Deserialize;
use serde_json::{Value, json};
use webauthn_rs::prelude::{
    Passkey, PublicKeyCredential, RegisterPublicKeyCredential, Url, Uuid, Webauthn, WebauthnBuilder,
};

use super::Who;
use super::ceremony::Ceremony;
use crate::server::identity::Identity;
use crate::server::listen::Address;
use crate::server::lobby::guest_of;
use crate::server::origin::{base_url, is_secure};
use crate::server::profile::{allowed, refused};
use crate::server::store::{SignIn, StoreError};
use crate::server::{AppState, headers};

/// How many passkeys an account may have.
const PASSKEYS_MOST: usize = 20;

/// The browser's answer to a challenge.
#[derive(Deserialize)]
pub struct Answer<C> {
    /// The id of the ceremony.
    id: String,
    credential: C,
}

/// The WebAuthn origin: the public URL, or `localhost`. `None` for a bare IP address, which WebAuthn does not
/// accept.
pub fn origin(app: &AppState, headers: &HeaderMap) -> Option<Url> {
    let url = Url::parse(&base_url(&app.config, headers)).ok()?;
    let known = app.config.public_url.is_some() || url.domain() == Some("localhost");
    (known && url.domain().is_some()).then_some(url)
}

fn passkeys(app: &AppState, headers: &HeaderMap) -> Option<Webauthn> {
    let origin = origin(app, headers)?;
    WebauthnBuilder::new(origin.domain()?, &origin).ok()?.rp_name("Duello").build().ok()
}

/// A refusal, or an error of the store.
enum Failed {
    Status(StatusCode),
    Store(StoreError),
}

impl From<StoreError> for Failed {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl IntoResponse for Failed {
    fn into_response(self) -> Response {
        match self {
            Self::Status(status) => refused(status),
            Self::Store(StoreError::Conflict) => refused(StatusCode::CONFLICT),
            Self::Store(error) => {
                tracing::warn!(%error, "a passkey could not be kept or read");
                refused(StatusCode::SERVICE_UNAVAILABLE)
            }
        }
    }
}

const BAD: Failed = Failed::Status(StatusCode::BAD_REQUEST);

/// Checks common to the endpoints: a cookie is present (403), the rate limit holds (429), and the address can
/// have passkeys (404).
fn begin(
    app: &AppState,
    address: Option<Extension<Address>>,
    headers: &HeaderMap,
) -> Result<Webauthn, Failed> {
    if Identity::from_headers(headers).is_none() {
        return Err(Failed::Status(StatusCode::FORBIDDEN));
    }
    if !allowed(app, address) {
        return Err(Failed::Status(StatusCode::TOO_MANY_REQUESTS));
    }
    passkeys(app, headers).ok_or(Failed::Status(StatusCode::NOT_FOUND))
}

/// Starts a registration: for the account of the visitor, or for a new account that the guest will become.
pub async fn make(
    State(app): State<AppState>,
    address: Option<Extension<Address>>,
    Extension(who): Extension<Who>,
    headers: HeaderMap,
) -> Response {
    let asked = async {
        let passkeys = begin(&app, address, &headers)?;
        let (account, known) = match &who.account {
            Some(account) => (account.parse().map_err(|_| BAD)?, app.store.passkeys(account).await?),
            None => (uuid()?, Vec::new()),
        };
        if known.len() >= PASSKEYS_MOST {
            return Err(Failed::Status(StatusCode::CONFLICT));
        }
        let read = |(_, body): &(String, String)| serde_json::from_str::<Passkey>(body).ok();
        let known = known.iter().filter_map(read).map(|passkey| passkey.cred_id().clone()).collect();
        let name = guest_of(&app, who.identity.guest())
            .await
            .map_err(|_| Failed::Status(StatusCode::SERVICE_UNAVAILABLE))?
            .name;
        let (options, state) =
            passkeys.start_passkey_registration(account, &name, &name, Some(known)).map_err(|_| BAD)?;
        let mut options = serde_json::to_value(options).map_err(|_| BAD)?;
        // A resident (discoverable) key, so that login needs no user name.
        options["publicKey"]["authenticatorSelection"]["residentKey"] = json!("required");
        options["publicKey"]["authenticatorSelection"]["requireResidentKey"] = json!(true);
        challenge(&app, &who, Ceremony::Make(account, state), options)
    };
    asked.await.unwrap_or_else(IntoResponse::into_response)
}

/// Finishes a registration and stores the passkey.
pub async fn made(
    State(app): State<AppState>,
    address: Option<Extension<Address>>,
    Extension(who): Extension<Who>,
    headers: HeaderMap,
    answer: Result<Json<Answer<RegisterPublicKeyCredential>>, axum::extract::rejection::JsonRejection>,
) -> Response {
    let done = async {
        let passkeys = begin(&app, address, &headers)?;
        let Json(answer) = answer.map_err(|_| BAD)?;
        let ceremony = app.ceremonies.end(who.cookie.guest(), &answer.id, Instant::now());
        let Some(Ceremony::Make(account, state)) = ceremony else { return Err(BAD) };
        let passkey = passkeys.finish_passkey_registration(&answer.credential, &state).map_err(told)?;
        let body = serde_json::to_string(&passkey).map_err(|_| BAD)?;
        let passkey = Some((hex(passkey.cred_id().as_ref()), body));
        // A sign-in or sign-out in between has changed the cookie, which ends the ceremony; so the account is
        // still the same.
        let guest = who.account.is_none().then_some(who.identity);
        enter_as(&app, &who, &headers, account, guest, passkey, false).await
    };
    done.await.unwrap_or_else(IntoResponse::into_response)
}

/// Starts a login.
pub async fn ask(
    State(app): State<AppState>,
    address: Option<Extension<Address>>,
    Extension(who): Extension<Who>,
    headers: HeaderMap,
) -> Response {
    let asked = async {
        let passkeys = begin(&app, address, &headers)?;
        let (options, state) = passkeys.start_discoverable_authentication().map_err(|_| BAD)?;
        let options = serde_json::to_value(options).map_err(|_| BAD)?;
        challenge(&app, &who, Ceremony::Enter(state), options)
    };
    asked.await.unwrap_or_else(IntoResponse::into_response)
}

/// Finishes a login.
pub async fn enter(
    State(app): State<AppState>,
    address: Option<Extension<Address>>,
    Extension(who): Extension<Who>,
    headers: HeaderMap,
    answer: Result<Json<Answer<PublicKeyCredential>>, axum::extract::rejection::JsonRejection>,
) -> Response {
    let done = async {
        let passkeys = begin(&app, address, &headers)?;
        let Json(answer) = answer.map_err(|_| BAD)?;
        let ceremony = app.ceremonies.end(who.cookie.guest(), &answer.id, Instant::now());
        let Some(Ceremony::Enter(state)) = ceremony else { return Err(BAD) };
        let (account, credential) =
            passkeys.identify_discoverable_authentication(&answer.credential).map_err(told)?;
        let id = hex(credential);
        let known = app.store.passkeys(&account.to_string()).await?;
        let body = known.into_iter().find(|(known, _)| *known == id).map(|(_, body)| body);
        let Some(mut passkey) = body.and_then(|body| serde_json::from_str::<Passkey>(&body).ok()) else {
            return Err(Failed::Status(StatusCode::NOT_FOUND));
        };
        let result = passkeys
            .finish_discoverable_authentication_v2(&answer.credential, state, &passkey)
            .map_err(told)?;
        let changed = passkey.update_credential(&result) == Some(true);
        let body = serde_json::to_string(&passkey).map_err(|_| BAD)?;
        // Accounts are never merged: a browser that is signed in to another account leaves that one.
        let guest = who.account.is_none().then_some(who.identity);
        enter_as(&app, &who, &headers, account, guest, changed.then_some((id, body)), true).await
    };
    done.await.unwrap_or_else(IntoResponse::into_response)
}

/// Logout: the browser becomes a new guest.
pub async fn leave(
    State(app): State<AppState>,
    Extension(who): Extension<Who>,
    headers: HeaderMap,
) -> Response {
    if who.account.is_none() {
        return Redirect::to("/me").into_response();
    }
    app.farewells.ends(who.cookie.guest(), Instant::now());
    if let Err(error) = app.store.sign_out(who.cookie.guest()).await {
        return Failed::from(error).into_response();
    }
    app.hall.cancel(who.identity.guest());
    app.farewells.bid(who.cookie.guest());
    match new_cookie(&app, &headers) {
        Ok((_, cookie)) => ([(SET_COOKIE, cookie)], Redirect::to("/me")).into_response(),
        Err(failed) => failed.into_response(),
    }
}

/// Signs the browser in to the account with a new session cookie and merges its guest into the account.
async fn enter_as(
    app: &AppState,
    who: &Who,
    headers: &HeaderMap,
    account: Uuid,
    guest: Option<Identity>,
    passkey: Option<(String, String)>,
    known: bool,
) -> Result<Response, Failed> {
    let (session, cookie) = new_cookie(app, headers)?;
    let (before, session) = (who.cookie.guest(), session.guest());
    let (account, at) = (account.to_string(), app.time.now());
    app.farewells.ends(before, Instant::now());
    app.store.sign_in(SignIn { account, guest, before, session, passkey, known, at }).await?;
    // A seek under the old identity would lead to a seat that no cookie can claim any more.
    app.hall.cancel(before);
    app.hall.cancel(who.identity.guest());
    app.farewells.bid(before);
    Ok(([(SET_COOKIE, cookie)], headers::OWN, Json(json!({}))).into_response())
}

fn new_cookie(app: &AppState, headers: &HeaderMap) -> Result<(Identity, axum::http::HeaderValue), Failed> {
    let new = Identity::random().ok();
    let cookie = new.and_then(|new| Some((new, new.set_cookie(is_secure(&app.config, headers))?)));
    cookie.ok_or(Failed::Status(StatusCode::INTERNAL_SERVER_ERROR))
}

/// Sends the challenge and keeps the state that its answer is verified against.
fn challenge(app: &AppState, who: &Who, ceremony: Ceremony, options: Value) -> Result<Response, Failed> {
    let id = app.ceremonies.begin(who.cookie.guest(), ceremony, Instant::now());
    let id = id.ok_or(Failed::Status(StatusCode::TOO_MANY_REQUESTS))?;
    Ok((headers::OWN, Json(json!({ "id": id, "publicKey": options["publicKey"] }))).into_response())
}

/// Logs why a passkey was refused; the browser only learns that it was.
fn told(error: webauthn_rs::prelude::WebauthnError) -> Failed {
    tracing::info!(?error, "a passkey was refused");
    BAD
}

fn uuid() -> Result<Uuid, Failed> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|_| Failed::Status(StatusCode::INTERNAL_SERVER_ERROR))?;
    Ok(Uuid::from_bytes(bytes))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
