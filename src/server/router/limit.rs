//! The rate limit of requests, which each pays by what it costs.

use std::sync::Arc;
use std::time::Instant;

use axum::body::HttpBody;
use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::Response;

use crate::server::http::limits::AddressLimits;
use crate::server::http::listen::Address;
use crate::server::http::request_points::{body_points, points};
use crate::server::http::too_many::{Excess, too_many};
use crate::server::identity::Identity;

/// Refuses requests of an address or a token that has no points left, before anything else is done for them.
pub async fn layer(State(limits): State<Arc<AddressLimits>>, request: Request, next: Next) -> Response {
    let route = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str);
    let (method, path) = (request.method(), request.uri().path());
    let length = request.body().size_hint().exact();
    let points = points(route, method, path).saturating_add(body_points(route, method, length));
    let now = Instant::now();
    // Elsewhere a bot is a visitor like any other.
    let is_for_bots = path.starts_with("/api/bot/") || path == "/ws" || path.starts_with("/ws/");
    let token = Identity::from_bearer(request.headers()).filter(|_| is_for_bots);
    let by_token = token.and_then(|token| limits.tokens.take(token.guest(), points, now));
    let taken = by_token.unwrap_or_else(|| match request.extensions().get() {
        Some(Address(address)) => limits.requests.take_many(*address, points, now),
        None => Ok(()),
    });
    if let Err(again) = taken {
        return too_many(method, request.headers(), path, Excess::Requests, again);
    }
    next.run(request).await
}
