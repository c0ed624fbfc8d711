//! The files of the built page: compressed beforehand by the build, and kept by browsers for ever if their name changes
//! with their content.

use std::path::Path;

use axum::extract::Request;
use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderValue, VARY};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use tower::ServiceExt;
use tower_http::services::ServeDir;

use crate::app::text::words::VERSION;

const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const ASK_FIRST: HeaderValue = HeaderValue::from_static("no-cache");
/// The worker in which the computer thinks.
const THINKER: &str = "/thinker.js";
/// What pages ask for with the name of their program behind it.
const NAMED: [&str; 8] = [
    THINKER,
    "/stage.js",
    "/sound.js",
    "/camera.js",
    "/notify.js",
    "/kept.js",
    "/favicon.svg",
    "/favicon-turn.svg",
];
/// The worker that shows what the server tells a guest who is away.
const SERVICE: &str = "/sw.js";
/// What that may load: nothing but what is ours.
const SERVICE_POLICY: HeaderValue = HeaderValue::from_static("default-src 'self'");
/// What the worker may load: the page's own program, and nothing else.
const THINKER_POLICY: HeaderValue =
    HeaderValue::from_static("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'");

/// The file that a request asks for; `None` if there is none, or it is not a request for a file.
pub async fn file(site: &Path, head: &Parts) -> Option<Response> {
    if !matches!(head.method, Method::GET | Method::HEAD) {
        return None;
    }
    let copy = Request::from_parts(head.clone(), axum::body::Body::empty());
    let files = ServeDir::new(site).append_index_html_on_directories(false);
    let Ok(found) = files.precompressed_br().precompressed_gzip().oneshot(copy).await;
    let mut response = found.into_response();
    if response.status() == StatusCode::NOT_FOUND {
        return None;
    }
    let there =
        matches!(response.status(), StatusCode::OK | StatusCode::NOT_MODIFIED | StatusCode::PARTIAL_CONTENT);
    let path = head.uri.path();
    let with_program = NAMED.contains(&path);
    let named = is_hashed(path)
        || head.uri.query().is_some_and(|query| query == VERSION || with_program && is_hashed(query));
    let keep = if there && named { FOR_EVER } else { ASK_FIRST };
    let policies = [(THINKER, THINKER_POLICY), (SERVICE, SERVICE_POLICY)];
    if let Some((_, policy)) = policies.into_iter().find(|(worker, _)| *worker == path) {
        response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
    }
    response.headers_mut().insert(CACHE_CONTROL, keep);
    response.headers_mut().insert(VARY, HeaderValue::from(ACCEPT_ENCODING));
    Some(response)
}

/// Whether a path is a built file's whose name carries its hash: `/pkg/duello.Ab3dE9xY….wasm`.
fn is_hashed(path: &str) -> bool {
    let Some(name) = path.strip_prefix("/pkg/") else { return false };
    let mut parts = name.rsplit('.');
    let (Some(_extension), Some(hash), Some(_name)) = (parts.next(), parts.next(), parts.next()) else {
        return false;
    };
    hash.len() >= 12 && hash.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
}

#[cfg(test)]
mod tests {
    use super::is_hashed;

    #[test]
    fn only_names_with_a_hash_are_kept_for_ever() {
        assert!(is_hashed("/pkg/duello.Jk2-dE9xY_abcdEFGH1234.wasm"));
        for path in
            ["/pkg/duello.wasm", "/pkg/duello.min.js", "/favicon.svg", "/x/duello.Jk2dE9xYabcdEFGH1234.js"]
        {
            assert!(!is_hashed(path), "{path}");
        }
    }
}
