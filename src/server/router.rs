//! Which path leads where.

use std::path::Path;

use any_spawner::Executor;
use axum::Router;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use leptos::prelude::provide_context;
use leptos_axum::{handle_server_fns_with_context, render_app_to_stream_with_context};

use super::{AppState, assets, hall, headers, health, identity, language, page_data, ws};
use crate::app::shell::shell;
use crate::app::{Address, Developer};

/// Everything the server answers.
pub fn router(app: AppState) -> Router {
    // Pages are drawn on this runtime. A second router of the same process finds that said already.
    let _ = Executor::init_tokio();
    let functions = {
        let app = app.clone();
        move |request: Request| {
            let state = app.clone();
            let language = language::of(request.headers());
            let context = move || {
                provide_context(state.clone());
                provide_context(language);
            };
            handle_server_fns_with_context(context, request)
        }
    };
    let design = if app.config.design { Router::new().route("/design", get(page)) } else { Router::new() };
    let pages = design
        .route("/", get(page))
        .route("/local", get(page))
        .route("/local/mapello", get(page))
        .route("/computer", get(page))
        .route("/computer/mapello", get(page))
        .route("/boards/edit", get(page))
        .route("/learn/mancala", get(page))
        .route("/learn/mapello", get(page))
        .route("/rules/mancala", get(page))
        .route("/rules/mapello", get(page))
        .route("/find", get(page))
        .route("/find/mapello", get(page))
        .route("/r/{code}", get(page))
        .route("/api/{*function}", post(functions))
        .fallback(file_or_not_found)
        .layer(from_fn_with_state(app.clone(), page_data::layer))
        .layer(from_fn_with_state(app.clone(), identity::layer));
    Router::new()
        .route("/ws", any(ws::handshake))
        .route("/find/ws", any(hall::handshake))
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(health::readyz))
        .route("/pkg/{*path}", get(built_file))
        .route("/thinker.js", get(built_file))
        .route("/stage.js", get(built_file))
        .route("/sound.js", get(built_file))
        .route("/camera.js", get(built_file))
        .route("/find.js", get(built_file))
        .route("/words/{file}", get(built_file))
        .route("/r/{code}/qr.svg", get(page_data::qr))
        .merge(pages)
        .layer(from_fn_with_state(app.clone(), headers::guard))
        .layer(from_fn_with_state(app.clone(), headers::layer))
        .with_state(app)
}

/// Draws the page of the request's path.
async fn page(State(app): State<AppState>, request: Request) -> Response {
    let options = app.leptos.clone();
    let path = request.uri().path().to_owned();
    let language = language::of(request.headers());
    let context = move || {
        provide_context(app.clone());
        provide_context(Address(path.clone()));
        provide_context(language);
        if app.config.design {
            provide_context(Developer);
        }
        headers::protect_page(&app.config);
        language::declare(language);
        page_data::provide();
    };
    render_app_to_stream_with_context(context, move || shell(options.clone()))(request).await.into_response()
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
    let mut page = page(State(app), Request::from_parts(head, body)).await;
    if page.status() == StatusCode::OK {
        *page.status_mut() = StatusCode::NOT_FOUND;
    }
    page
}
