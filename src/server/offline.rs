//! What goes on without a network. Browsers keep a worker (`public/sw.js`), and it keeps the page's files and some pages,
//! drawn for nobody: what is one visitor's own never gets into a browser's cache.

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
use worker::Kept;

/// The pages that are there without a network. Each is the same for everybody and on every day: it is drawn once and kept.
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
/// What is shown instead of a page that needs the network.
pub const OTHERWISE: &str = "/offline";

/// The worker may load nothing but what is ours.
const WORKER_POLICY: HeaderValue = HeaderValue::from_static("default-src 'self'");

/// A page is drawn for nobody, to be kept.
#[derive(Clone, Copy, Debug)]
pub struct ForNobody;

/// What the worker is told of this build; found out when it is first asked for.
#[derive(Default, Debug)]
pub struct Offline(OnceCell<Kept>);

impl Offline {
    async fn kept(&self, app: &AppState) -> anyhow::Result<&Kept> {
        self.0.get_or_try_init(|| worker::find(app)).await
    }
}

/// The worker that keeps the page in a language: `/sw.js?de`.
pub async fn script(State(app): State<AppState>, RawQuery(tag): RawQuery) -> Response {
    // Its files change under a server for development with every build, and none would be what the worker was told.
    if std::env::var_os("LEPTOS_WATCH").is_some() {
        return StatusCode::NOT_FOUND.into_response();
    }
    let language = tag.and_then(|tag| spoken(&tag)).unwrap_or_default();
    match app.offline.kept(&app).await {
        Ok(kept) => {
            let headers = [
                (CONTENT_TYPE, HeaderValue::from_static("text/javascript; charset=utf-8")),
                (CACHE_CONTROL, HeaderValue::from_static("no-cache")),
                (CONTENT_SECURITY_POLICY, WORKER_POLICY),
            ];
            (headers, kept.script(language)).into_response()
        }
        Err(error) => {
            tracing::warn!(error = format!("{error:#}"), "there is no worker for pages without a network");
            StatusCode::NOT_FOUND.into_response()
        }
    }
}

/// Home as [`page`] has it.
pub async fn home(State(app): State<AppState>, Path(tag): Path<String>, request: Request) -> Response {
    page(State(app), Path((tag, String::new())), request).await
}

/// A page as the worker keeps it, `/offline/de/local?BUILD`: drawn for nobody, in the language of the tag, and only by the
/// build that the worker belongs to.
pub async fn page(
    State(app): State<AppState>,
    Path((tag, path)): Path<(String, String)>,
    request: Request,
) -> Response {
    let path = PAGES.into_iter().find(|page| page.strip_prefix('/') == Some(&path));
    let (Some(language), Some(path), Ok(kept)) = (spoken(&tag), path, app.offline.kept(&app).await) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    if request.uri().query() != Some(kept.build()) {
        return (StatusCode::CONFLICT, "This server is of another build.").into_response();
    }
    let host = request.into_parts().0;
    drawn(app.clone(), path, language, host).await
}

/// Draws a page for nobody; of who asks it takes only the host.
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
