//! Security headers and request guards: Content-Security-Policy, caching and framing of every answer; CSRF
//! (origin) check, body limit and timeout of every request.

use std::future::poll_fn;
use std::pin::Pin;
use std::time::Duration;

use axum::body::{Body, HttpBody};
use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, LINK, REFERRER_POLICY,
    STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, HeaderValue, Method, StatusCode, Version};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use leptos::nonce::use_nonce;
use leptos::prelude::use_context;
use leptos_axum::ResponseOptions;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::Predicate;

use super::origin;
use crate::app::Page;
use crate::server::AppState;
use crate::server::config::Config;
use crate::server::pages::share_target;

/// The largest body of a request, in bytes.
const MAX_BODY: usize = 16 * 1024;
/// The largest body of the share target, in bytes. It is read to the end so that a page can say that it was
/// too long.
const MAX_SHARED: usize = 4 * 1024 * 1024;
/// The largest game as text, in bytes: the log of a long game, in which a form encodes each quote as three
/// characters.
const MAX_GAME_TEXT: usize = 128 * 1024;
/// Timeout of a request, its body included.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);

const PERMISSIONS: &str = "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), \
                           magnetometer=(), microphone=(), midi=(), payment=(), usb=()";

const CROSS_ORIGIN_RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// The headers that are the same on every answer, unless it has its own.
const COMMON_HEADERS: [(HeaderName, &str); 4] = [
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (CROSS_ORIGIN_RESOURCE_POLICY, "same-origin"),
    (CACHE_CONTROL, "private, no-cache"),
    // Content-Security-Policy of answers that are not pages: they load nothing. Pages have their own policy
    // with a nonce.
    (
        CONTENT_SECURITY_POLICY,
        "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    ),
];

/// Headers that only documents need: a first visit loads a dozen files, which would be 3 kB heavier for
/// nothing.
const PAGE_HEADERS: [(HeaderName, &str); 3] = [
    (REFERRER_POLICY, "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), PERMISSIONS),
];

/// Headers of private answers: not to be stored, not to be indexed.
pub const PRIVATE: [(HeaderName, &str); 2] =
    [(CACHE_CONTROL, "no-store"), (HeaderName::from_static("x-robots-tag"), "noindex")];

/// Compresses pages and manifests with gzip to a third of their size; static files are compressed by the
/// build. Private pages stay uncompressed: the compressed length would reveal how alike a secret and an
/// attacker's text beside it are (BREACH).
pub fn compression() -> CompressionLayer<impl Predicate> {
    CompressionLayer::new().compress_when(|_: StatusCode, _: Version, headers: &HeaderMap, _: &Extensions| {
        let begins = |name, value: &str| {
            headers
                .get(name)
                .is_some_and(|found: &HeaderValue| found.as_bytes().starts_with(value.as_bytes()))
        };
        let is_text = begins(CONTENT_TYPE, "text/html") || begins(CONTENT_TYPE, "application/manifest+json");
        is_text && !begins(CACHE_CONTROL, "no-store")
    })
}

/// Adds the common headers to every answer.
pub async fn layer(State(app): State<AppState>, request: Request, next: Next) -> Response {
    let secure = origin::is_secure(&app.config, request.headers());
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let page = headers.get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    for (name, value) in COMMON_HEADERS.into_iter().chain(PAGE_HEADERS.into_iter().filter(|_| page)) {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    if secure {
        headers.insert(STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000"));
    }
    response
}

/// Rejects cross-site requests that change something (CSRF), bodies that are too large, and requests that
/// take too long.
pub async fn guard(State(app): State<AppState>, request: Request, next: Next) -> Response {
    // The share target is posted by the browser itself (`Origin: null`), and changes nothing.
    let shared = request.uri().path() == share_target::PATH;
    if !shared && !origin::passes_csrf_check(&app.config, request.method(), request.headers()) {
        return (StatusCode::FORBIDDEN, "This request came from another site.").into_response();
    }
    let answer = async {
        if matches!(*request.method(), Method::GET | Method::HEAD) {
            return next.run(request).await;
        }
        let (parts, body) = request.into_parts();
        let limit = if Page::at(parts.uri.path()) == Page::Import { MAX_GAME_TEXT } else { MAX_BODY };
        match read_body(body, limit, if shared { MAX_SHARED } else { limit }).await {
            Some(body) => next.run(Request::from_parts(parts, Body::from(body))).await,
            None if shared => share_target::too_long(),
            None => (StatusCode::PAYLOAD_TOO_LARGE, "This request is too large.").into_response(),
        }
    };
    let late = || (StatusCode::SERVICE_UNAVAILABLE, "This took too long.").into_response();
    tokio::time::timeout(REQUEST_TIMEOUT, answer).await.unwrap_or_else(|_| late())
}

/// Reads a body of at most `most` bytes. A larger one is read on, and discarded, up to `end`, because a
/// browser shows no answer before it has sent everything.
async fn read_body(mut body: Body, limit: usize, end: usize) -> Option<Vec<u8>> {
    let (mut content, mut length) = (Vec::new(), 0);
    while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        let Ok(data) = frame.ok()?.into_data() else { continue };
        length += data.len();
        if length > end {
            return None;
        }
        if length <= limit {
            content.extend_from_slice(&data);
        }
    }
    (length <= limit).then_some(content)
}

/// Sets the Content-Security-Policy of a page. Called while the page's context is built, when its nonce is
/// known.
pub fn set_page_policy(config: &Config, page: &Page) {
    let (Some(nonce), Some(answer), Some(parts)) =
        (use_nonce(), use_context::<ResponseOptions>(), use_context::<Parts>())
    else {
        return;
    };
    if matches!(page, Page::Me | Page::HeadToHead(_)) {
        PRIVATE
            .into_iter()
            .for_each(|(name, value)| answer.insert_header(name, HeaderValue::from_static(value)));
    }
    let framed = matches!(page, Page::FinishedGame(address) if address.embedded);
    if let Ok(policy) = HeaderValue::from_str(&page_policy(config, &nonce, &parts.headers, framed)) {
        answer.insert_header(CONTENT_SECURITY_POLICY, policy);
    }
    if framed {
        answer.insert_header(CROSS_ORIGIN_RESOURCE_POLICY, HeaderValue::from_static("cross-origin"));
    }
}

/// Sets the canonical link of a page that is the same for everybody: its address without a query. Called
/// while the page's context is built.
pub fn set_canonical_link(config: &Config, page: &Page) {
    let same = matches!(
        page,
        Page::Home | Page::Local(..) | Page::Editor | Page::Learn(_) | Page::Rules(_) | Page::Find(_)
    );
    let (true, Some(answer), Some(parts)) = (same, use_context::<ResponseOptions>(), use_context::<Parts>())
    else {
        return;
    };
    let base = origin::base_url(config, &parts.headers);
    if let Ok(link) = HeaderValue::from_str(&format!("<{base}{}>; rel=\"canonical\"", parts.uri.path())) {
        answer.insert_header(LINK, link);
    }
}

fn page_policy(config: &Config, nonce: &str, headers: &HeaderMap, framed: bool) -> String {
    // 'self' does not cover sockets in older browsers, so the host is named.
    let host = origin::host(headers).unwrap_or("localhost");
    let socket = if origin::is_secure(config, headers) { "wss" } else { "ws" };
    // `cargo leptos watch` tells the page over a socket of its own when to reload.
    let watch =
        if std::env::var_os("LEPTOS_WATCH").is_some() { " ws://127.0.0.1:* ws://localhost:*" } else { "" };
    // One page is made for being embedded: it has nothing on it that a click could be stolen for
    // (clickjacking).
    let frames = if framed { "*" } else { "'none'" };
    format!(
        "default-src 'self'; script-src 'nonce-{nonce}' 'strict-dynamic' 'wasm-unsafe-eval'; worker-src 'self'; \
         style-src 'self' 'nonce-{nonce}'; style-src-attr 'unsafe-inline'; img-src 'self' data:; \
         connect-src 'self' {socket}://{host}{watch}; object-src 'none'; base-uri 'none'; form-action 'self'; \
         frame-ancestors {frames}"
    )
}
