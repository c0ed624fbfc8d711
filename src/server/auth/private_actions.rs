//! What the private endpoints share (passkeys, export, deletion, seat transfer): their rate limit and their refusals.

use std::time::Instant;

use axum::Extension;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use crate::server::AppState;
use crate::server::http::listen::Address;

/// Takes a token of the rate limit for costly private actions.
pub(in crate::server) fn take_private_token(app: &AppState, address: Option<Extension<Address>>) -> bool {
    address.is_none_or(|Extension(Address(address))| app.private_limit.take(address, Instant::now()))
}

/// A refusal with a text for its status.
pub(in crate::server) fn refusal(status: StatusCode) -> Response {
    let why = match status {
        StatusCode::BAD_REQUEST => "That is no answer to what was asked.",
        StatusCode::NOT_FOUND => "There is no such passkey here.",
        StatusCode::CONFLICT => "That is there already, or there are too many.",
        StatusCode::FORBIDDEN => "Nobody is known by your cookie.",
        StatusCode::TOO_MANY_REQUESTS => "That was asked very often. Please try again in a while.",
        _ => "Something went wrong on our side. Please try again.",
    };
    (status, why).into_response()
}
