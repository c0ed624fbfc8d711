//! The answer over a rate limit: status 429 with `Retry-After`, in the visitor's language. A page tries again by
//! itself; programs and scripts get the kind of answer that they read. It is small, and needs no database.

use std::sync::LazyLock;

use axum::http::header::{
    ACCEPT, CACHE_CONTROL, CONTENT_LANGUAGE, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, RETRY_AFTER,
    VARY,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use leptos::prelude::{provide_context, use_context};
use leptos_axum::ResponseOptions;

use super::headers::policy_of_style;
use super::language;
use super::limits::TryAgain;
use crate::app::api::ApiError;
use crate::app::text::language::Language;
use crate::app::text::refusal::in_seconds;
use crate::app::text::words;

/// The page's style, which is all that its policy allows.
const STYLE: &str = "html{color-scheme:light dark;background:light-dark(#f6ede0,#16130e);color:light-dark(#2a1f14,#efe6d8)}\
                     body{margin:0;min-height:100vh;display:grid;place-items:center;font:1.125rem/1.5 system-ui,sans-serif}\
                     main{max-width:32rem;padding:1.5rem}h1{font-family:Georgia,serif}";

/// The page's policy; what it says besides is as for other answers that load nothing.
static POLICY: LazyLock<String> = LazyLock::new(|| policy_of_style(STYLE, "'none'"));

/// Not standardised, but every browser reloads a page by it.
const REFRESH: HeaderName = HeaderName::from_static("refresh");

/// What was too much.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Excess {
    /// Requests.
    Requests,
    /// Codes and links that lead nowhere.
    Misses,
}

/// The answer to a request over a limit.
pub fn too_many(method: &Method, headers: &HeaderMap, path: &str, what: Excess, again: TryAgain) -> Response {
    let language = language::of_request(headers);
    let seconds = again.seconds();
    let reads = matches!(*method, Method::GET | Method::HEAD);
    let text = language.during(|| sentence(what, reads, again));
    let common =
        [(RETRY_AFTER, HeaderValue::from(seconds)), (CACHE_CONTROL, HeaderValue::from_static("no-store"))];
    let mut answer = if is_navigation(headers) {
        page(language, &language.during(words::limited_title), &text)
    } else if path.starts_with("/api/bot/") {
        ([(CONTENT_TYPE, "application/json")], r#"{"error":"too_many"}"#).into_response()
    } else if path.starts_with("/api/") {
        let json = serde_json::to_string(&ApiError::TooMany).unwrap_or_default();
        ([(CONTENT_TYPE, "application/json")], json).into_response()
    } else {
        text.into_response()
    };
    *answer.status_mut() = StatusCode::TOO_MANY_REQUESTS;
    answer.headers_mut().extend(common);
    // A form that was posted must not be fetched as a page.
    if is_navigation(headers) && reads {
        answer.headers_mut().insert(REFRESH, HeaderValue::from(seconds));
    }
    answer
}

/// Adds `Retry-After` to the answer of a server function. If that leads back to a page, the page says the time.
pub fn set_retry_after(again: TryAgain) {
    provide_context(again);
    if let Some(answer) = use_context::<ResponseOptions>() {
        answer.insert_header(RETRY_AFTER, HeaderValue::from(again.seconds()));
    }
}

/// Whether the answer is shown as a page.
pub(super) fn is_navigation(headers: &HeaderMap) -> bool {
    match headers.get("sec-fetch-mode") {
        Some(mode) => mode == "navigate",
        None => headers
            .get(ACCEPT)
            .is_some_and(|accept| accept.as_bytes().windows(9).any(|part| part == b"text/html")),
    }
}

fn sentence(what: Excess, reads: bool, again: TryAgain) -> String {
    let when = when(again);
    match what {
        _ if !reads => words::limited_form(&when),
        Excess::Requests => words::limited_requests(&when),
        Excess::Misses => words::limited_misses(&when),
    }
}

/// When something may be tried again, as part of a sentence in the present language.
pub fn when(again: TryAgain) -> String {
    in_seconds(again.seconds())
}

/// A page with a title and a sentence, of which no part needs the database or another file.
pub(super) fn page(language: Language, title: &str, text: &str) -> Response {
    let html = format!(
        "<!DOCTYPE html><html lang=\"{}\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>{title} · Duello</title><style>{STYLE}</style><main><h1>{title}</h1><p>{text}</p></main></html>",
        language.locale()
    );
    let policy = HeaderValue::from_str(&POLICY).ok();
    let mut answer = (
        [
            (CONTENT_TYPE, "text/html; charset=utf-8"),
            (CONTENT_LANGUAGE, language.locale()),
            (VARY, "Accept-Language, Cookie"),
        ],
        html,
    )
        .into_response();
    answer.headers_mut().extend(policy.map(|policy| (CONTENT_SECURITY_POLICY, policy)));
    answer
}
