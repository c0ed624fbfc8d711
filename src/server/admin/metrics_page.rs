//! Endpoint of the metrics in OpenMetrics 1.0 text (Prometheus), on an address of its own: off by default,
//! and out of reach of the reverse proxy for players. It also answers the health checks.

use std::net::SocketAddr;

use axum::Router;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use axum::routing::get;
use tokio::net::TcpListener;

use crate::server::AppState;
use crate::server::admin::health;
use crate::server::database::Location;
use crate::server::database::files::with_suffix;
use crate::server::error::StartError;

/// Content type, see https://prometheus.io/docs/specs/om/open_metrics_spec/#overall-structure
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Serves the metrics until the server stops, if an address is configured; gives the bound address.
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
    // Only the operator's network reaches this address, so there are no limits and no graceful shutdown.
    tokio::spawn(async move {
        let serve = axum::serve(listener, router).into_future();
        tokio::select! {
            () = stop.cancelled() => {}
            ended = serve => {
                if let Err(error) = ended {
                    tracing::error!(%error, "the metrics endpoint has stopped");
                }
            }
        }
    });
    tracing::info!(%bound, "metrics are served");
    Ok(Some(bound))
}

async fn metrics(State(app): State<AppState>) -> impl IntoResponse {
    if let Location::File(path) = app.config.database() {
        app.metrics.wal(with_suffix(&path, "-wal").metadata().map_or(0, |wal| wal.len()));
    }
    app.metrics.ready(health::readiness(&app).await.is_ok());
    ([(CONTENT_TYPE, OPEN_METRICS)], app.metrics.text())
}
