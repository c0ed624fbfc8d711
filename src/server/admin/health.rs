//! Health checks for monitoring and load balancers. `/healthz` (liveness): the process answers. `/readyz`
//! (readiness): the store reads and writes, so players may be routed here.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;

use crate::server::AppState;

/// Liveness: the process answers.
pub async fn healthz() -> &'static str {
    "ok"
}

/// Readiness: the store reads and writes, and the server is neither shutting down nor isolated from live
/// nodes.
pub async fn readyz(State(app): State<AppState>) -> impl IntoResponse {
    if app.stop.is_cancelled() {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping");
    }
    if *app.isolated.borrow() {
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
