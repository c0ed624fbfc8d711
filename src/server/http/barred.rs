//! The answer to visitors whom the operator does not let in: status 403, why, and when that ends, in the visitor's
//! language. It needs no database.

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use room::message::Fault;
use room::{Millis, day};

use super::language;
use super::too_many::{is_navigation, page};
use crate::app::api::ApiError;
use crate::app::text::language::Language;
use crate::app::text::names::date_text;
use crate::app::text::refusal::in_seconds;
use crate::app::text::words;

/// The answer to a request of a visitor who is not let in for so many milliseconds more.
pub fn barred(headers: &HeaderMap, path: &str, why: Fault, left: Millis, now: Millis) -> Response {
    let language = language::of_request(headers);
    let mut answer = if is_navigation(headers) {
        let (title, text) = sentence(language, why, left, now);
        page(language, &title, &text)
    } else if path.starts_with("/api/") {
        let json = serde_json::to_string(&ApiError::Barred).unwrap_or_default();
        ([(CONTENT_TYPE, "application/json")], json).into_response()
    } else {
        barred_text(language, why, left, now).into_response()
    };
    *answer.status_mut() = StatusCode::FORBIDDEN;
    answer.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    answer
}

/// Why, and until when, as plain text.
pub fn barred_text(language: Language, why: Fault, left: Millis, now: Millis) -> String {
    let when = || when(left, now);
    language.during(|| match why {
        Fault::Suspended => words::suspended(&when()),
        _ => words::blocked(&when()),
    })
}

/// The title and the sentence of a page. That for suspended guests leads to their data.
fn sentence(language: Language, why: Fault, left: Millis, now: Millis) -> (String, String) {
    let text = barred_text(language, why, left, now);
    language.during(|| match why {
        Fault::Suspended => {
            (words::suspended_title(), format!("{text} <a href=\"/me\">{}</a>", words::profile()))
        }
        _ => (words::no_entry(), text),
    })
}

/// "in 3 hours (26 Nov 2026 06:30 UTC)".
fn when(left: Millis, now: Millis) -> String {
    let (seconds, minutes) = ((left / 1_000).max(1), (now + left).div_euclid(60_000).rem_euclid(24 * 60));
    let day = date_text(&day(now + left));
    let exact = format!("{day} {:02}:{:02} UTC", minutes / 60, minutes % 60);
    format!("{} ({exact})", in_seconds(u32::try_from(seconds).unwrap_or(u32::MAX)))
}
