//! `/.well-known/security.txt` (RFC 9116): where a flaw can be reported, if the operator has said so.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use room::{Millis, day};

use crate::app::text::language::Language;
use crate::server::config::Config;
use crate::server::time::system_time;

/// How long what is said holds; the RFC wants less than a year.
const VALID_FOR: Millis = 180 * 24 * 3600 * 1000;

/// The file; 404 without a contact.
pub async fn security_txt(State(config): State<Arc<Config>>) -> Response {
    let Some(contact) = &config.security_contact else { return StatusCode::NOT_FOUND.into_response() };
    let own = config.public_url.as_ref().map(|url| format!("{url}/.well-known/security.txt"));
    ([(CONTENT_TYPE, "text/plain; charset=utf-8")], text(contact, own.as_deref(), system_time()))
        .into_response()
}

fn text(contact: &str, own: Option<&str>, now: Millis) -> String {
    let until = day(now + VALID_FOR);
    let canonical = own.map(|own| format!("Canonical: {own}\n")).unwrap_or_default();
    let languages = Language::ALL.map(Language::tag).join(", ");
    format!("Contact: {contact}\nExpires: {until}T00:00:00Z\nPreferred-Languages: {languages}\n{canonical}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_has_what_rfc_9116_asks_for() {
        let said =
            text("mailto:a@b.example", Some("https://b.example/.well-known/security.txt"), 1_790_000_000_000);
        let lines: Vec<&str> = said.lines().collect();
        assert_eq!(lines[0], "Contact: mailto:a@b.example");
        assert_eq!(lines[1], "Expires: 2027-03-20T00:00:00Z");
        assert_eq!(lines[3], "Canonical: https://b.example/.well-known/security.txt");
        assert_eq!(text("https://b.example", None, 0).lines().count(), 3);
    }
}
