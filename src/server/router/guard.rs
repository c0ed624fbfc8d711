//! Request guard: CSRF (origin) check, body limit and timeout of every request.

use std::future::poll_fn;
use std::pin::Pin;
use std::time::Duration;

use axum::body::{Body, HttpBody};
use axum::extract::{Request, State};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use gametext::import::MAX_BYTES;

use crate::app::Page;
use crate::server::AppState;
use crate::server::http::origin;
use crate::server::pages::share_target;

/// The largest body of a request, in bytes.
const MAX_BODY: usize = 16 * 1024;
/// The largest body that brings a game text, in bytes. A longer one is read up to here, so that a page can say
/// that it was too long.
const MAX_READ: usize = 4 * 1024 * 1024;
/// The largest body of the share target, in bytes: a text of the longest kind, and what a form adds to it.
const MAX_SHARED: usize = MAX_BYTES + MAX_BODY;
/// The largest body of the import page, in bytes: a form encodes a byte as up to three characters.
const MAX_GAME_TEXT: usize = 3 * MAX_BYTES + MAX_BODY;
/// Timeout of a request, its body included.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);

/// Rejects cross-site requests that change something (CSRF), bodies that are too large, and requests that
/// take too long.
pub async fn guard(State(app): State<AppState>, request: Request, next: Next) -> Response {
    // The share target is posted by the browser itself (`Origin: null`), and changes nothing.
    let shared = request.uri().path() == share_target::PATH;
    if !shared && !origin::passes_csrf_check(&app.config, request.method(), request.headers()) {
        return (StatusCode::FORBIDDEN, "This request came from another site.").into_response();
    }
    let answer = async {
        if matches!(*request.method(), Method::GET | Method::HEAD) {
            return next.run(request).await;
        }
        let (parts, body) = request.into_parts();
        let imported = Page::at(parts.uri.path()) == Page::Import;
        let (limit, end) = match (shared, imported) {
            (true, _) => (MAX_SHARED, MAX_READ),
            (_, true) => (MAX_GAME_TEXT, MAX_READ),
            _ => (MAX_BODY, MAX_BODY),
        };
        match read_body(body, limit, end).await {
            Some(body) => next.run(Request::from_parts(parts, Body::from(body))).await,
            None if shared || imported => share_target::too_long(),
            None => (StatusCode::PAYLOAD_TOO_LARGE, "This request is too large.").into_response(),
        }
    };
    let late = || (StatusCode::SERVICE_UNAVAILABLE, "This took too long.").into_response();
    tokio::time::timeout(REQUEST_TIMEOUT, answer).await.unwrap_or_else(|_| late())
}

/// Reads a body of at most `most` bytes. A larger one is read on, and discarded, up to `end`, because a
/// browser shows no answer before it has sent everything.
async fn read_body(mut body: Body, limit: usize, end: usize) -> Option<Vec<u8>> {
    let (mut content, mut length) = (Vec::new(), 0);
    while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        let Ok(data) = frame.ok()?.into_data() else { continue };
        length += data.len();
        if length > end {
            return None;
        }
        if length <= limit {
            content.extend_from_slice(&data);
        }
    }
    (length <= limit).then_some(content)
}
