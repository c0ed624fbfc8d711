//! What the passkey (WebAuthn) endpoints share: the relying party, the checks of a request, challenges and their
//! answers, refusals.

use std::time::Instant;

use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde::Deserialize;
use serde_json::{Value, json};
use webauthn_rs::prelude::{Url, Webauthn, WebauthnBuilder};

use super::account::Session;
use super::ceremony::Ceremony;
use super::private_actions::{refusal, take_private_token};
use crate::server::AppState;
use crate::server::http::headers;
use crate::server::http::listen::Address;
use crate::server::http::origin::base_url;
use crate::server::http::too_many::{Excess, too_many};
use crate::server::identity::Identity;
use crate::server::store::StoreError;

/// The browser's answer to a challenge.
#[derive(Deserialize)]
pub struct ChallengeAnswer<C> {
    /// The id of the ceremony.
    pub(super) id: String,
    pub(super) credential: C,
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
pub(super) enum PasskeyError {
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

pub(super) const BAD_REQUEST: PasskeyError = PasskeyError::Status(StatusCode::BAD_REQUEST);

/// Checks common to the endpoints: a cookie is present (403), the rate limit holds (429), and the address can
/// have passkeys (404).
pub(super) fn check_request(
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

/// Sends the challenge and keeps the state that its answer is verified against.
pub(super) fn send_challenge(
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
pub(super) fn log_refusal(error: webauthn_rs::prelude::WebauthnError) -> PasskeyError {
    tracing::info!(?error, "a passkey was refused");
    BAD_REQUEST
}
