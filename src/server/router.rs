//! Which path leads where.

use std::path::Path;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use leptos::prelude::provide_context;
use leptos_axum::{LeptosRoutes, generate_route_list, render_app_to_stream_with_context};

use super::{AppState, assets, headers, health, identity, page_data, ws};
use crate::app::App;
use crate::app::shell::shell;

/// Everything the server answers.
pub fn router(app: AppState) -> Router {
    let options = app.leptos.clone();
    let pages = Router::new()
        .leptos_routes_with_context(&app, generate_route_list(App), page_context(&app), move || {
            shell(options.clone())
        })
        .fallback(file_or_not_found)
        .layer(from_fn_with_state(app.clone(), page_data::layer))
        .layer(from_fn_with_state(app.clone(), identity::layer));
    Router::new()
        .route("/ws", any(ws::handshake))
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(health::readyz))
        .route("/pkg/{*path}", get(built_file))
        .route("/r/{code}/qr.svg", get(page_data::qr))
        .merge(pages)
        .layer(from_fn_with_state(app.clone(), headers::guard))
        .layer(from_fn_with_state(app.clone(), headers::layer))
        .with_state(app)
}

/// What every page and server function finds in its context besides the state.
fn page_context(app: &AppState) -> impl Fn() + Clone + Send + Sync + 'static {
    let app = app.clone();
    move || {
        headers::protect_page(&app.config);
        page_data::provide();
    }
}

async fn built_file(State(app): State<AppState>, request: Request) -> Response {
    let (head, _) = request.into_parts();
    let found = assets::file(Path::new(&*app.leptos.site_root), &head).await;
    found.unwrap_or_else(|| StatusCode::NOT_FOUND.into_response())
}

/// A file of the site's root, or else the page that says that there is nothing.
async fn file_or_not_found(State(app): State<AppState>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    if let Some(file) = assets::file(Path::new(&*app.leptos.site_root), &head).await {
        return file;
    }
    let request = Request::from_parts(head, body);
    let options = app.leptos.clone();
    let context = page_context(&app);
    let state = app.clone();
    let render = render_app_to_stream_with_context(
        move || {
            provide_context(state.clone());
            context();
        },
        move || shell(options.clone()),
    );
    let mut page = render(request).await.into_response();
    if page.status() == StatusCode::OK {
        *page.status_mut() = StatusCode::NOT_FOUND;
    }
    page
}
