//! Offline use: the service worker (`public/sw.js`) and the pages that it caches. They are rendered for
//! nobody, so that no private data gets into a browser's cache.

mod worker;

use axum::extract::{Path, RawQuery, Request, State};
use axum::http::header::{
    ACCEPT_LANGUAGE, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, COOKIE, HeaderValue,
};
use axum::http::{HeaderName, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use tokio::sync::OnceCell;

use super::{AppState, router};
use crate::app::text::language::Language;
use worker::OfflineCache;

/// Pages available offline. Each is the same for everybody and on every day, so that one rendering can be
/// cached.
pub const PAGES: [&str; 12] = [
    "/",
    "/local",
    "/local/mapello",
    "/computer",
    "/computer/mapello",
    "/boards/edit",
    "/learn/mancala",
    "/learn/mapello",
    "/rules/mancala",
    "/rules/mapello",
    "/games",
    OTHERWISE,
];
/// The offline fallback page.
pub const OTHERWISE: &str = "/offline";

/// Content-Security-Policy of the service worker: only the server's own files.
const WORKER_POLICY: HeaderValue = HeaderValue::from_static("default-src 'self'");

/// Request extension: the page is rendered for the cache, without a visitor.
#[derive(Clone, Copy, Debug)]
pub struct ForNobody;

/// File list of this build for the worker, computed on first use.
#[derive(Default, Debug)]
pub struct Offline(OnceCell<OfflineCache>);

impl Offline {
    async fn cache(&self, app: &AppState) -> anyhow::Result<&OfflineCache> {
        self.0.get_or_try_init(|| worker::find(app)).await
    }
}

/// The service worker for one language: `/sw.js?de`.
pub async fn script(State(app): State<AppState>, RawQuery(tag): RawQuery) -> Response {
    // Under `cargo leptos watch` files change with every build and would not match their hashes.
    if std::env::var_os("LEPTOS_WATCH").is_some() {
        return StatusCode::NOT_FOUND.into_response();
    }
    let language = tag.and_then(|tag| spoken(&tag)).unwrap_or_default();
    match app.offline.cache(&app).await {
        Ok(cache) => {
            let headers = [
                (CONTENT_TYPE, HeaderValue::from_static("text/javascript; charset=utf-8")),
                (CACHE_CONTROL, HeaderValue::from_static("no-cache")),
                (CONTENT_SECURITY_POLICY, WORKER_POLICY),
            ];
            (headers, cache.script(language)).into_response()
        }
        Err(error) => {
            tracing::warn!(error = format!("{error:#}"), "there is no worker for pages without a network");
            StatusCode::NOT_FOUND.into_response()
        }
    }
}

/// The home page in the form of [`page`].
pub async fn home(State(app): State<AppState>, Path(tag): Path<String>, request: Request) -> Response {
    page(State(app), Path((tag, String::new())), request).await
}

/// A page for the worker's cache, `/offline/de/local?BUILD`: rendered for nobody in the language of the tag,
/// and only for the worker's own build (409 otherwise).
pub async fn page(
    State(app): State<AppState>,
    Path((tag, path)): Path<(String, String)>,
    request: Request,
) -> Response {
    let path = PAGES.into_iter().find(|page| page.strip_prefix('/') == Some(&path));
    let (Some(language), Some(path), Ok(cache)) = (spoken(&tag), path, app.offline.cache(&app).await) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    if request.uri().query() != Some(cache.build()) {
        return (StatusCode::CONFLICT, "This server is of another build.").into_response();
    }
    let host = request.into_parts().0;
    drawn(app.clone(), path, language, host).await
}

/// Renders a page for nobody; of the request it uses only the host.
async fn drawn(
    app: AppState,
    path: &'static str,
    language: Language,
    mut head: axum::http::request::Parts,
) -> Response {
    head.uri = Uri::from_static(path);
    head.headers.remove(COOKIE);
    head.headers.insert(ACCEPT_LANGUAGE, HeaderValue::from_static(language.tag()));
    head.extensions.insert(ForNobody);
    let mut page =
        router::page(State(app), Request::from_parts(head, axum::body::Body::empty())).await.into_response();
    let headers = page.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex"));
    page
}

fn spoken(tag: &str) -> Option<Language> {
    Language::ALL.into_iter().find(|language| language.tag() == tag)
}
