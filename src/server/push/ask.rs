//! Push subscription endpoints: `GET /push/key`, then `POST /push` with the browser's subscription.

use std::net::IpAddr;
use std::time::Instant;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, StatusCode};
use base64ct::{Base64UrlUnpadded, Encoding};
use serde::Deserialize;
use web_push_native::p256::PublicKey;

use super::{Services, Subscription};
use crate::server::account::who;
use crate::server::listen::Address;
use crate::server::{AppState, language};

/// A browser's subscription and the wanted kinds; with both `false` it unsubscribes.
#[derive(Deserialize)]
pub struct Asked {
    endpoint: String,
    p256dh: String,
    auth: String,
    turn: bool,
    arrival: bool,
}

/// The VAPID public key: an uncompressed point on P-256 in base64url.
pub async fn key(State(app): State<AppState>) -> String {
    app.push.vapid.public.clone()
}

/// Subscribes or unsubscribes a browser. 204; 401 without a guest, 400 for an invalid subscription or an
/// unknown push service, 429 over the rate limit.
pub async fn ask(
    State(app): State<AppState>,
    headers: HeaderMap,
    address: Option<Extension<Address>>,
    asked: Result<Json<Asked>, JsonRejection>,
) -> StatusCode {
    let who = match who(&app, &headers).await {
        Ok(Some(who)) => who,
        Ok(None) => return StatusCode::UNAUTHORIZED,
        Err(error) => {
            tracing::warn!(%error, "a cookie could not be looked up");
            return StatusCode::SERVICE_UNAVAILABLE;
        }
    };
    let address: Option<IpAddr> = address.map(|Extension(Address(address))| address);
    if address.is_some_and(|address| !app.push_limit.take(address, Instant::now())) {
        return StatusCode::TOO_MANY_REQUESTS;
    }
    let Ok(Json(asked)) = asked else { return StatusCode::BAD_REQUEST };
    let Asked { endpoint, p256dh, auth, turn, arrival } = asked;
    let guest = who.identity.guest();
    let done = if turn || arrival {
        let services = Services::new(&app.config.push_service);
        if services.admit(&endpoint).is_none() || !is_key(&p256dh) || bytes(&auth, 16).is_none() {
            return StatusCode::BAD_REQUEST;
        }
        let language = language::of(&headers);
        let subscription = Subscription { endpoint, p256dh, auth, wants: [turn, arrival], language };
        app.store.subscribe(guest, subscription, app.time.now()).await
    } else {
        app.store.unsubscribe(endpoint, Some(guest)).await
    };
    match done {
        Ok(()) => StatusCode::NO_CONTENT,
        Err(error) => {
            tracing::warn!(%error, "a browser that asks to be told could not be written down");
            StatusCode::SERVICE_UNAVAILABLE
        }
    }
}

fn is_key(text: &str) -> bool {
    bytes(text, 65).is_some_and(|point| PublicKey::from_sec1_bytes(&point).is_ok())
}

/// Decodes exactly `count` bytes of base64url.
pub(super) fn bytes(text: &str, count: usize) -> Option<Vec<u8>> {
    // Checked before decoding, because the client decides its length.
    (text.len() <= count * 2)
        .then(|| Base64UrlUnpadded::decode_vec(text).ok())?
        .filter(|bytes| bytes.len() == count)
}
