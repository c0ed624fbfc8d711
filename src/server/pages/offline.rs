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

use super::render;
use crate::app::PAGES;
use crate::app::text::language::Language;
use crate::server::AppState;
use worker::OfflineBuild;

/// The paths of the pages available offline.
pub fn cached_paths() -> impl Iterator<Item = &'static str> {
    PAGES.iter().filter(|spec| spec.offline).flat_map(|spec| spec.paths.iter().copied())
}

/// The paths of the pages that are cached once they were opened. Those with a placeholder have the same document.
pub fn paths_cached_later() -> impl Iterator<Item = &'static str> {
    let later = PAGES.iter().filter(|spec| spec.offline_once_opened);
    later.flat_map(|spec| spec.paths.iter().copied()).filter(|path| !path.contains('{'))
}

/// Content-Security-Policy of the service worker: only the server's own files.
const WORKER_POLICY: HeaderValue = HeaderValue::from_static("default-src 'self'");

/// Request extension: the page is rendered for the cache, without a visitor.
#[derive(Clone, Copy, Debug)]
pub struct ForAnonymous;

/// File list of this build for the worker, computed on first use.
#[derive(Default, Debug)]
pub struct Offline(OnceCell<OfflineBuild>);

impl Offline {
    async fn build(&self, app: &AppState) -> anyhow::Result<&OfflineBuild> {
        self.0.get_or_try_init(|| worker::collect_files(app)).await
    }
}

/// The service worker for one language: `/sw.js?de`.
pub async fn script(State(app): State<AppState>, RawQuery(tag): RawQuery) -> Response {
    // Under `cargo leptos watch` files change with every build and would not match their hashes.
    if std::env::var_os("LEPTOS_WATCH").is_some() {
        return StatusCode::NOT_FOUND.into_response();
    }
    let language = tag.and_then(|tag| language_of_tag(&tag)).unwrap_or_default();
    match app.offline.build(&app).await {
        Ok(build) => {
            let headers = [
                (CONTENT_TYPE, HeaderValue::from_static("text/javascript; charset=utf-8")),
                (CACHE_CONTROL, HeaderValue::from_static("no-cache")),
                (CONTENT_SECURITY_POLICY, WORKER_POLICY),
            ];
            (headers, build.script(language)).into_response()
        }
        Err(error) => {
            tracing::warn!(error = format!("{error:#}"), "the service worker is not available");
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
    let path = cached_paths().chain(paths_cached_later()).find(|page| page.strip_prefix('/') == Some(&path));
    let (Some(language), Some(path), Ok(build)) =
        (language_of_tag(&tag), path, app.offline.build(&app).await)
    else {
        return StatusCode::NOT_FOUND.into_response();
    };
    if request.uri().query() != Some(build.id()) {
        return (StatusCode::CONFLICT, "This server is of another build.").into_response();
    }
    let host = request.into_parts().0;
    render_for_cache(app.clone(), path, language, host).await
}

/// Renders a page for nobody; of the request it uses only the host.
async fn render_for_cache(
    app: AppState,
    path: &'static str,
    language: Language,
    mut head: axum::http::request::Parts,
) -> Response {
    head.uri = Uri::from_static(path);
    head.headers.remove(COOKIE);
    head.headers.insert(ACCEPT_LANGUAGE, HeaderValue::from_static(language.tag()));
    head.extensions.insert(ForAnonymous);
    let mut page =
        render::page(State(app), Request::from_parts(head, axum::body::Body::empty())).await.into_response();
    let headers = page.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex"));
    page
}

fn language_of_tag(tag: &str) -> Option<Language> {
    Language::ALL.into_iter().find(|language| language.tag() == tag)
}
