//! The operator's pages at `/operator`: whom to look at, reports, sanctions, the audit log, tournaments, and what is known of a
//! guest (ADR 0096). They exist only if the server was started with a token, and are shown to whoever has it. They show and
//! change nothing: what is done is done by the commands of the desk, which note it in the audit log, and the pages say which.
//! In English, as the commands are.

mod audit;
mod document;
mod guest;
mod overview;
mod reports;
mod sanctions;
mod screenings;
mod session;
mod tournaments;

use axum::Router;
use axum::extract::State;
use axum::response::Response;
use axum::routing::{get, post};

use self::document::failed;
use self::session::Operator;
use super::AppState;
use crate::server::store::StoreError;

/// The routes. A server without a token has none of them.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route("/operator", get(overview))
        .route("/operator/players", get(players))
        .route("/operator/reports", get(reports))
        .route("/operator/sanctions", get(sanctions))
        .route("/operator/audit", get(audit))
        .route("/operator/tournaments", get(tournaments))
        .route("/operator/guests/{id}", get(guest::page))
        .route("/operator/sign-in", get(session::ask).post(session::sign_in))
        .route("/operator/sign-out", post(session::sign_out))
}

async fn overview(_: Operator, State(app): State<AppState>) -> Response {
    shown(overview::page(&app).await)
}

async fn players(_: Operator, State(app): State<AppState>) -> Response {
    shown(screenings::page(&app).await)
}

async fn reports(_: Operator, State(app): State<AppState>) -> Response {
    shown(reports::page(&app).await)
}

async fn sanctions(_: Operator, State(app): State<AppState>) -> Response {
    shown(sanctions::page(&app).await)
}

async fn audit(_: Operator, State(app): State<AppState>) -> Response {
    shown(audit::page(&app).await)
}

async fn tournaments(_: Operator, State(app): State<AppState>) -> Response {
    shown(tournaments::page(&app).await)
}

/// The page, or what is said if the store does not answer.
fn shown(page: Result<Response, StoreError>) -> Response {
    page.unwrap_or_else(|error| failed(&error))
}
