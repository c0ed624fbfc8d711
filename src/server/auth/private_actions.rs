//! What the private endpoints share (passkeys, export, deletion, seat transfer): their rate limit and their refusals.

use std::time::Instant;

use axum::Extension;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use crate::server::AppState;
use crate::server::http::limits::TryAgain;
use crate::server::http::listen::Address;

/// Takes a token of the rate limit for costly private actions.
pub(in crate::server) fn take_private_token(
    app: &AppState,
    address: Option<Extension<Address>>,
) -> Result<(), TryAgain> {
    address.map_or(Ok(()), |Extension(Address(address))| app.limits.private.take(address, Instant::now()))
}

/// A refusal with a text for its status.
pub(in crate::server) fn refusal(status: StatusCode) -> Response {
    let why = match status {
        StatusCode::BAD_REQUEST => "That is no answer to what was asked.",
        StatusCode::NOT_FOUND => "There is no such passkey here.",
        StatusCode::UNAUTHORIZED => "Show your passkey first.",
        StatusCode::CONFLICT => "That is there already, or there are too many.",
        StatusCode::FORBIDDEN => "Nobody is known by your cookie.",
        _ => "Something went wrong on our side. Please try again.",
    };
    (status, why).into_response()
}
