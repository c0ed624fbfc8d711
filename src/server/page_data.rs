//! What a page needs to know before it is drawn: the visitor and the visitor's games for the home page, whether a room
//! exists for a room's page. Looked up here, so that drawing itself never waits.

use axum::extract::{Path, Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use leptos::prelude::{provide_context, use_context};
use room::RoomCode;

use super::identity::Identity;
use super::{AppState, invite, lobby, origin};
use crate::app::api::{ApiError, HomeData};

/// Looks up what the page of this path will ask for.
pub async fn layer(State(app): State<AppState>, mut request: Request, next: Next) -> Response {
    let path = request.uri().path();
    if path == "/" {
        let identity = request.extensions().get::<Identity>().copied();
        if let Some(identity) = identity {
            // A store that does not answer costs the list of games, not the page.
            let mut home = lobby::home(&app, identity).await.unwrap_or_default();
            home.problem = problem(request.uri().query().unwrap_or_default());
            request.extensions_mut().insert(home);
        }
        return next.run(request).await;
    }
    let unknown = match path.strip_prefix("/r/") {
        Some(asked) => !room_exists(&app, asked).await,
        None => false,
    };
    let mut page = next.run(request).await;
    if unknown && page.status() == StatusCode::OK {
        *page.status_mut() = StatusCode::NOT_FOUND;
    }
    page
}

/// The reason for which a form was refused, in words. Only reasons that we know are told.
fn problem(query: &str) -> Option<String> {
    let reason = query.split('&').find_map(|pair| pair.strip_prefix("problem="))?;
    let error: ApiError = serde_json::from_str(&format!("\"{reason}\"")).ok()?;
    Some(error.to_string())
}

/// Hands what was looked up to the components, while their context is made.
pub fn provide() {
    let parts = use_context::<axum::http::request::Parts>();
    if let Some(home) = parts.and_then(|parts| parts.extensions.get::<HomeData>().cloned()) {
        provide_context(home);
    }
}

async fn room_exists(app: &AppState, asked: &str) -> bool {
    match asked.parse::<RoomCode>() {
        // A store that does not answer makes no room vanish: the socket will tell.
        Ok(code) => app.store.room_exists(code).await.unwrap_or(true),
        Err(_) => false,
    }
}

/// The invitation to a room as a picture.
pub async fn qr(State(app): State<AppState>, Path(code): Path<String>, headers: HeaderMap) -> Response {
    let base = origin::base_url(&app.config, &headers);
    let code = code.parse::<RoomCode>().ok();
    match code.and_then(|code| invite::qr(&format!("{base}/r/{code}"))) {
        Some(svg) => ([(CONTENT_TYPE, "image/svg+xml")], svg).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
