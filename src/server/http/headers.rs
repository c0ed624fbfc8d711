//! Security headers of every answer: Content-Security-Policy, caching, framing; and compression of pages.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, LINK, REFERRER_POLICY,
    STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, HeaderValue, StatusCode, Version};
use axum::middleware::Next;
use axum::response::Response;
use base64ct::{Base64, Encoding};
use leptos::nonce::use_nonce;
use leptos::prelude::use_context;
use leptos_axum::ResponseOptions;
use sha2::{Digest, Sha256};
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::Predicate;

use super::origin;
use crate::app::Page;
use crate::server::config::Config;

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

/// Caching of a page that is of now and the visitor's own: browsers show a page that they may store as it was
/// when one goes back to it, without asking. It is compressed, unlike [`PRIVATE`]: it holds no secret.
const PERSONAL: HeaderValue = HeaderValue::from_static("private, no-store");

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

/// The policy of a page whose style stands in it, and which loads nothing: its forms go where `form_action` says.
pub fn policy_of_style(style: &str, form_action: &str) -> String {
    let hash = Base64::encode_string(&Sha256::digest(style));
    format!(
        "default-src 'none'; style-src 'sha256-{hash}'; frame-ancestors 'none'; base-uri 'none'; form-action {form_action}"
    )
}

/// Adds the common headers to every answer.
pub async fn layer(State(config): State<Arc<Config>>, request: Request, next: Next) -> Response {
    let secure = origin::is_secure(&config, request.headers());
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

/// Sets the Content-Security-Policy of a page. Called while the page's context is built, when its nonce is
/// known.
pub fn set_page_policy(config: &Config, page: &Page) {
    let (Some(nonce), Some(answer), Some(parts)) =
        (use_nonce(), use_context::<ResponseOptions>(), use_context::<Parts>())
    else {
        return;
    };
    if page.spec().is_private {
        PRIVATE
            .into_iter()
            .for_each(|(name, value)| answer.insert_header(name, HeaderValue::from_static(value)));
    } else if page.spec().is_personal {
        answer.insert_header(CACHE_CONTROL, PERSONAL);
    }
    let framed = page.spec().is_embedded;
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
    let (true, Some(answer), Some(parts)) =
        (page.spec().is_canonical, use_context::<ResponseOptions>(), use_context::<Parts>())
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
