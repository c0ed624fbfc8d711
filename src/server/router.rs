//! Router: maps paths to handlers, with the middleware for identity, page data, compression, headers and
//! metrics.

mod guard;
mod limit;

use std::path::Path;

use any_spawner::Executor;
use axum::Router;
use axum::extract::{DefaultBodyLimit, Path as At, Request, State};
use axum::http::header::LOCATION;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use leptos::prelude::provide_context;
use leptos_axum::handle_server_fns_with_context;

use super::admin::health;
use super::auth::lookup::Lookup;
use super::auth::{aside, barring, passkeys, security, session_cookie, step_up};
use super::http::assets::{self, ENGINE_WORKER, STATIC_FILES};
use super::http::security_txt::security_txt;
use super::http::{headers, language};
use super::pages::manifest::manifest;
use super::pages::render::page;
use super::pages::{offline, page_data, qr_code, share_target, table_ratings};
use super::play::{archive, ws};
use super::profile;
use super::{AppState, bots, lobby, metrics, operator, players, push, tournaments};
use crate::app::PAGES;
use crate::app::text::language::Language;
use crate::app::text::words;

/// The complete router.
pub fn router(app: AppState) -> Router {
    // Leptos renders on the tokio runtime. A second router in one process fails harmlessly here.
    let _ = Executor::init_tokio();
    let server_functions = {
        let app = app.clone();
        move |request: Request| {
            let state = app.clone();
            let language = language::of_request(request.headers());
            let context = move || {
                provide_context(state.clone());
                provide_context(language);
            };
            async move {
                let mut answer = handle_server_fns_with_context(context, request).await.into_response();
                // The functions set the status of their own errors; what is left is a body that could not be
                // parsed.
                if answer.status() == StatusCode::INTERNAL_SERVER_ERROR {
                    *answer.status_mut() = StatusCode::BAD_REQUEST;
                }
                strip_empty_query(answer.headers_mut());
                answer
            }
        }
    };
    let with_visitor = pages(&app, true)
        .route("/me/passkey/make", post(passkeys::start_registration))
        .route("/me/passkey/made", post(passkeys::finish_registration))
        .route("/me/passkey/ask", post(passkeys::start_login))
        .route("/me/passkey/enter", post(passkeys::finish_login))
        .route("/me/passkey/leave", post(passkeys::logout))
        .route("/me/passkey/confirm", post(step_up::start_step_up))
        .route("/me/passkey/confirmed", post(step_up::finish_step_up))
        .route("/me/adopt", post(aside::answer))
        .route("/me/adopt/undo", post(aside::take_back))
        .route("/security/passkey", post(security::remove_passkey))
        .route("/security/session", post(security::end_session))
        .route("/security/sessions", post(security::end_other_sessions))
        .route("/security/bot", post(profile::bot_tokens::make_bot))
        .route("/security/bot/remove", post(profile::bot_tokens::remove_bot))
        .route("/security/token", post(profile::bot_tokens::make_token))
        .route("/security/token/revoke", post(profile::bot_tokens::revoke_token))
        .route("/security/read", post(security::dismiss_notices))
        .route("/me/name", post(players::names::claim))
        .route("/me/name/release", post(players::names::release))
        .route("/me/name/list", post(players::names::list))
        .route("/me/relation", post(players::relations::change))
        .route("/me/challenge", post(players::rooms::challenge))
        .route("/me/decline", post(players::rooms::decline))
        .route("/e/{code}/enter", post(tournaments::enter))
        .route("/e/{code}/leave", post(tournaments::leave))
        .route("/e/{code}/cancel", post(tournaments::cancel))
        .route("/e/{code}/report.trf", get(tournaments::report))
        .route("/me/unmute", post(push::unmute_room))
        .route("/me/data.json", get(profile::export::export))
        .route("/me/forget", post(profile::forget::delete_my_data))
        .route("/api/{*function}", post(server_functions))
        .fallback(file_or_not_found)
        .layer(from_fn_with_state(app.clone(), page_data::layer))
        .layer(from_fn_with_state(app.clone(), barring::refuse_suspended))
        .layer(from_fn_with_state(app.clone(), session_cookie::layer))
        .layer(headers::compression());
    // Finished games, the manifests and the share target need no identity, so they set no cookie.
    let manifests = Language::ALL.map(|language| format!("/{}.webmanifest", language.tag()));
    let without_visitor = manifests
        .iter()
        .fold(pages(&app, false), |router, path| router.route(path, get(manifest)))
        .route("/share", get(share_target::empty_share).post(share_target::share_target))
        .route("/r/{code}/g/{number}", get(finished_game_of_room))
        .layer(from_fn_with_state(app.clone(), page_data::layer))
        .layer(headers::compression());
    let offline_pages = Router::new()
        .route("/offline/{tag}/", get(offline::home))
        .route("/offline/{tag}/{*path}", get(offline::page))
        .layer(headers::compression());
    let files = STATIC_FILES.into_iter().chain([ENGINE_WORKER]);
    let files = files.fold(Router::new(), |router, path| router.route(path, get(built_file)));
    let operator = if app.config.operator_token.is_some() { operator::routes() } else { Router::new() };
    files
        .merge(operator)
        .merge(without_visitor)
        .merge(offline_pages)
        .route("/ws/{code}", any(ws::handshake))
        // For pages of earlier versions, and programs.
        .route("/ws", any(ws::handshake))
        .route("/find/ws", any(lobby::handshake))
        .route("/healthz", get(health::healthz))
        .route("/.well-known/security.txt", get(security_txt))
        .route("/readyz", get(health::readyz))
        .route("/pkg/{*path}", get(built_file))
        .route("/style/{*path}", get(source_style))
        .route("/sw.js", get(offline::script))
        .route("/icons/{file}", get(built_file))
        .route("/screens/{file}", get(built_file))
        .route("/push", post(push::update_subscription))
        .route("/push/key", get(push::public_key))
        .route("/push/mute", post(push::mute_room))
        .route("/words/{file}", get(words_file))
        .route("/r/{code}/qr.svg", get(qr_code::qr_code))
        .route("/r/{code}/picture.png", get(archive::room_picture))
        .route("/games/import/picture.png", get(archive::text_picture))
        .route("/boards/picture.png", get(archive::board_picture))
        .route("/r/{code}/ratings", get(table_ratings::table_ratings))
        .route("/api/bot/tournaments/{code}/enter", post(tournaments::enter_bot))
        .route("/api/bot/tournaments/{code}/leave", post(tournaments::leave_bot))
        .merge(with_visitor)
        .merge(bots::routes())
        // The guard bounds every body; game texts are longer than axum's own limit.
        .layer(DefaultBodyLimit::disable())
        .layer(from_fn_with_state(app.clone(), guard::guard))
        .layer(from_fn_with_state(app.clone(), barring::refuse_blocked))
        .layer(from_fn_with_state(app.clone(), limit::layer))
        .layer(from_fn_with_state(app.clone(), headers::layer))
        .layer(from_fn_with_state(app.clone(), metrics::layer))
        .with_state(app)
}

/// Strips the `?` without a query with which server functions lead back to the page of a form. That would be
/// another address, whose earlier copy browsers show on the way back.
fn strip_empty_query(headers: &mut HeaderMap) {
    let bare = |value: &HeaderValue| value.to_str().ok()?.strip_suffix('?').map(str::to_owned);
    let location = headers.get(LOCATION).and_then(bare).and_then(|path| HeaderValue::from_str(&path).ok());
    if let Some(location) = location {
        headers.insert(LOCATION, location);
    }
}

/// The path of a finished game, and of its files.
const FINISHED_GAME: &str = "/g/{id}";

/// The pages of the table, those with or those without a visitor.
fn pages(app: &AppState, with_visitor: bool) -> Router<AppState> {
    let served = PAGES.iter().filter(|spec| spec.has_visitor == with_visitor);
    let served = served.filter(|spec| app.config.design || !spec.for_developers);
    let routes = served.flat_map(|spec| spec.paths.iter().map(move |path| (*path, spec.takes_form)));
    routes.fold(Router::new(), |router, (path, takes_form)| {
        let methods = match path {
            FINISHED_GAME => get(finished_game_or_file),
            _ if takes_form => get(page).post(page),
            _ => get(page),
        };
        router.route(path, methods)
    })
}

/// The page of a finished game, or one of its files.
async fn finished_game_or_file(
    State(app): State<AppState>,
    At(name): At<String>,
    request: Request,
) -> Response {
    let lookup = Lookup::of_request(&app, &request);
    match archive::game_file(&app, &lookup, request.headers(), &name).await {
        Some(file) => file,
        None => page(State(app), request).await,
    }
}

/// Redirects from a room to the page of its finished game.
async fn finished_game_of_room(
    State(app): State<AppState>,
    At((code, number)): At<(String, String)>,
    request: Request,
) -> Response {
    let lookup = Lookup::of_request(&app, &request);
    match archive::redirect_from_room(&app, &lookup, &code, &number).await {
        Some(redirect) => redirect,
        None => not_found(app, request).await,
    }
}

async fn not_found(app: AppState, request: Request) -> Response {
    let mut page = page(State(app), request).await;
    if page.status() == StatusCode::OK {
        *page.status_mut() = StatusCode::NOT_FOUND;
    }
    page
}

async fn built_file(State(app): State<AppState>, request: Request) -> Response {
    let (head, _) = request.into_parts();
    let file = assets::serve_file(Path::new(&*app.leptos.site_root), &app.edition, &head).await;
    file.unwrap_or_else(|| StatusCode::NOT_FOUND.into_response())
}

/// The words of a language; in development as the build would leave them.
async fn words_file(app: State<AppState>, At(file): At<String>, request: Request) -> Response {
    let watched = std::env::var_os("LEPTOS_WATCH").is_some();
    match file.strip_suffix(".txt").and_then(Language::of_tag).filter(|_| watched) {
        Some(language) => words::file(language).into_response(),
        None => built_file(app, request).await,
    }
}

/// A style sheet from its source, in development only: the build bundles them.
async fn source_style(State(app): State<AppState>, request: Request) -> Response {
    let (head, _) = request.into_parts();
    let watched = std::env::var_os("LEPTOS_WATCH").is_some();
    let file = if watched { assets::serve_file(Path::new("."), &app.edition, &head).await } else { None };
    file.unwrap_or_else(|| StatusCode::NOT_FOUND.into_response())
}

/// A static file of the site's root, or the 404 page.
async fn file_or_not_found(State(app): State<AppState>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    if let Some(file) = assets::serve_file(Path::new(&*app.leptos.site_root), &app.edition, &head).await {
        return file;
    }
    not_found(app, Request::from_parts(head, body)).await
}
