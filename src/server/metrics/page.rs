//! The page of the metrics, in Prometheus' text (OpenMetrics 1.0), on an address of its own: nobody has it until it is set,
//! and no proxy for players leads to it.

use std::net::SocketAddr;

use axum::Router;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use axum::routing::get;
use prometheus_client::encoding::text::encode;
use tokio::net::TcpListener;

use super::Metrics;
use crate::server::AppState;
use crate::server::error::StartError;
use crate::server::health;

/// What the text is, https://prometheus.io/docs/specs/om/open_metrics_spec/#overall-structure
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Answers at the address that is set for it, if one is, until the server stops; where that is.
pub async fn listen(app: &AppState) -> Result<Option<SocketAddr>, StartError> {
    let Some(addr) = app.config.metrics else { return Ok(None) };
    let busy = |source| StartError::Listen { addr, source };
    let listener = TcpListener::bind(addr).await.map_err(busy)?;
    let bound = listener.local_addr().map_err(busy)?;
    let router = Router::new()
        .route("/metrics", get(metrics))
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(health::readyz))
        .with_state(app.clone());
    let stop = app.stop.clone();
    // Whoever asks here was let in by whoever set the address: no limits, and no patience at the end.
    tokio::spawn(async move {
        let serve = axum::serve(listener, router).into_future();
        tokio::select! {
            () = stop.cancelled() => {}
            ended = serve => {
                if let Err(error) = ended {
                    tracing::error!(%error, "the metrics are not served any more");
                }
            }
        }
    });
    tracing::info!(%bound, "metrics are served");
    Ok(Some(bound))
}

async fn metrics(State(app): State<AppState>) -> impl IntoResponse {
    ([(CONTENT_TYPE, OPEN_METRICS)], text(&app.metrics))
}

/// Everything that is counted.
pub(super) fn text(metrics: &Metrics) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = encode(&mut text, &metrics.0.registry);
    text
}
