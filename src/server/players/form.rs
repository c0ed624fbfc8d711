//! Who sends a form of these pages: a guest with a cookie, within the rate limit of what is costly.

use axum::Extension;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{Method, StatusCode};
use axum::response::Response;

use crate::server::AppState;
use crate::server::auth::account::Session;
use crate::server::auth::private_actions::{refusal, take_private_token};
use crate::server::http::listen::Address;
use crate::server::http::too_many::{Excess, too_many};
use crate::server::identity::Identity;
use crate::server::store::StoreError;

/// The session of a person who sends a form. A program, which has no cookie, has the refusal instead.
pub struct Sender(pub(super) Session);

impl FromRequestParts<AppState> for Sender {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, Response> {
        let address = parts.extensions.get::<Address>().copied().map(Extension);
        let too_many = |again| too_many(&Method::POST, &parts.headers, "", Excess::Requests, again);
        take_private_token(app, address).map_err(too_many)?;
        let session = parts.extensions.get::<Session>().filter(|session| session.bot.is_none());
        let session = session.filter(|_| Identity::from_headers(&parts.headers).is_some());
        session.cloned().map(Self).ok_or_else(|| refusal(StatusCode::FORBIDDEN))
    }
}

/// The answer to a form that could not be stored.
pub(super) fn unavailable(error: StoreError) -> Response {
    tracing::warn!(%error, "a form of a player could not be stored");
    refusal(StatusCode::SERVICE_UNAVAILABLE)
}
