//! The QR code of a room's invitation.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use room::RoomCode;

use crate::server::config::Config;
use crate::server::http::origin;
use crate::server::play::invite;

/// Browser cache time of an invitation's QR code, in seconds.
const QR_CACHE: &str = "private, max-age=86400";

/// QR code of a room's invitation link.
pub async fn qr_code(
    State(config): State<Arc<Config>>,
    Path(code): Path<String>,
    headers: HeaderMap,
) -> Response {
    let base = origin::base_url(&config, &headers);
    let code = code.parse::<RoomCode>().ok();
    match code.and_then(|code| invite::qr(&format!("{base}/r/{code}"))) {
        Some(svg) => ([(CONTENT_TYPE, "image/svg+xml"), (CACHE_CONTROL, QR_CACHE)], svg).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
