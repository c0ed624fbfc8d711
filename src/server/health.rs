//! Whether the server is well, for whoever watches it. `/healthz`: the process answers. `/readyz`: it can also read and
//! write, so players may be sent to it.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;

use super::AppState;

/// The process answers.
pub async fn healthz() -> &'static str {
    "ok"
}

/// The store reads and writes, and the server is neither about to stop nor cut off from others that are not.
pub async fn readyz(State(app): State<AppState>) -> impl IntoResponse {
    if app.stop.is_cancelled() {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping");
    }
    if *app.cut_off.borrow() {
        return (StatusCode::SERVICE_UNAVAILABLE, "cut off from the other nodes");
    }
    match app.store.check().await {
        Ok(()) => (StatusCode::OK, "ready"),
        Err(error) => {
            tracing::error!(%error, "not ready");
            (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer")
        }
    }
}
