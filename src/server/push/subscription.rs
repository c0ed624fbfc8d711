//! Push subscription endpoints: `GET /push/key`, then `POST /push` with the browser's subscription.

use std::time::Instant;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use base64ct::{Base64UrlUnpadded, Encoding};
use serde::Deserialize;
use web_push_native::p256::PublicKey;

use super::{Push, PushServices, Subscription};
use crate::server::AppState;
use crate::server::auth::account::resolve_session;
use crate::server::http::language;
use crate::server::http::listen::Address;
use crate::server::http::too_many::{Excess, too_many};

/// A browser's subscription and the wanted kinds; with both `false` it unsubscribes.
#[derive(Deserialize)]
pub struct SubscriptionRequest {
    endpoint: String,
    p256dh: String,
    auth: String,
    turn: bool,
    arrival: bool,
}

/// The VAPID public key: an uncompressed point on P-256 in base64url.
pub async fn public_key(State(push): State<Push>) -> String {
    push.vapid.public.clone()
}

/// Subscribes or unsubscribes a browser. 204; 401 without a guest, 400 for an invalid subscription or an
/// unknown push service, 429 over the rate limit.
pub async fn update_subscription(
    State(app): State<AppState>,
    headers: HeaderMap,
    address: Option<Extension<Address>>,
    request: Result<Json<SubscriptionRequest>, JsonRejection>,
) -> Response {
    update(app, &headers, address, request).await.into_response()
}

async fn update(
    app: AppState,
    headers: &HeaderMap,
    address: Option<Extension<Address>>,
    request: Result<Json<SubscriptionRequest>, JsonRejection>,
) -> Result<StatusCode, Response> {
    let session = match resolve_session(&app, headers).await {
        Ok(Some(session)) => session,
        Ok(None) => return Ok(StatusCode::UNAUTHORIZED),
        Err(error) => {
            tracing::warn!(%error, "a session could not be resolved");
            return Ok(StatusCode::SERVICE_UNAVAILABLE);
        }
    };
    if let Some(Extension(Address(address))) = address {
        let too_many = |again| too_many(&Method::POST, headers, "", Excess::Requests, again);
        app.limits.push.take(address, Instant::now()).map_err(too_many)?;
    }
    let Ok(Json(request)) = request else { return Ok(StatusCode::BAD_REQUEST) };
    let SubscriptionRequest { endpoint, p256dh, auth, turn, arrival } = request;
    let guest = session.identity.guest();
    let result = if turn || arrival {
        let services = PushServices::new(&app.config.push_service);
        if services.parse_admitted(&endpoint).is_none()
            || !is_public_key(&p256dh)
            || decode_base64url(&auth, 16).is_none()
        {
            return Ok(StatusCode::BAD_REQUEST);
        }
        let language = language::of_request(headers);
        let subscription = Subscription { endpoint, p256dh, auth, wants: [turn, arrival], language };
        app.store.subscribe(guest, session.cookie.guest(), subscription, app.time.now()).await
    } else {
        app.store.unsubscribe(endpoint, Some(guest)).await
    };
    Ok(match result {
        Ok(()) => StatusCode::NO_CONTENT,
        Err(error) => {
            tracing::warn!(%error, "a push subscription could not be stored");
            StatusCode::SERVICE_UNAVAILABLE
        }
    })
}

fn is_public_key(text: &str) -> bool {
    decode_base64url(text, 65).is_some_and(|point| PublicKey::from_sec1_bytes(&point).is_ok())
}

/// Decodes exactly `count` bytes of base64url.
pub(super) fn decode_base64url(text: &str, count: usize) -> Option<Vec<u8>> {
    // Checked before decoding, because the client decides its length.
    (text.len() <= count * 2)
        .then(|| Base64UrlUnpadded::decode_vec(text).ok())?
        .filter(|bytes| bytes.len() == count)
}
