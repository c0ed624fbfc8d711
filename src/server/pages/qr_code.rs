//! The QR code of a room's invitation.

use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use room::RoomCode;

use crate::server::AppState;
use crate::server::http::origin;
use crate::server::play::invite;

/// Browser cache time of an invitation's QR code, in seconds.
const QR_CACHE: &str = "private, max-age=86400";

/// QR code of a room's invitation link.
pub async fn qr_code(State(app): State<AppState>, Path(code): Path<String>, headers: HeaderMap) -> Response {
    let base = origin::base_url(&app.config, &headers);
    let code = code.parse::<RoomCode>().ok();
    match code.and_then(|code| invite::qr(&format!("{base}/r/{code}"))) {
        Some(svg) => ([(CONTENT_TYPE, "image/svg+xml"), (CACHE_CONTROL, QR_CACHE)], svg).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
