//! Language negotiation: the language that the visitor has chosen (a cookie), or else the best match of
//! `Accept-Language`.

use axum::http::header::{ACCEPT_LANGUAGE, CONTENT_LANGUAGE, COOKIE, SET_COOKIE, VARY};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue};
use leptos::prelude::use_context;
use leptos_axum::ResponseOptions;

use super::api_error::answer_with_error;
use super::origin::is_secure;
use crate::app::api::ApiError;
use crate::app::text::language::Language;
use crate::server::AppState;

/// Cookie with the tag of the chosen language.
const COOKIE_PREFIX: &str = "duello_language=";
/// A year, in seconds.
const MAX_AGE: u32 = 365 * 24 * 3600;

/// The language for a request with these headers; English if nothing else fits.
pub fn of_request(headers: &HeaderMap) -> Language {
    from_cookie(headers).or_else(|| from_accept_language(headers)).unwrap_or_default()
}

/// Sets the cookie of the chosen language.
///
/// # Errors
/// The tag is of no supported language.
pub fn set_cookie(tag: &str) -> Result<(), ApiError> {
    let language = Language::ALL.into_iter().find(|language| language.tag() == tag);
    let language = language.ok_or(ApiError::NotUnderstood).or_else(answer_with_error)?;
    let (Some(app), Some(parts), Some(answer)) =
        (use_context::<AppState>(), use_context::<Parts>(), use_context::<ResponseOptions>())
    else {
        return Err(ApiError::Unavailable);
    };
    let secure = if is_secure(&app.config, &parts.headers) { "; Secure" } else { "" };
    let cookie = format!(
        "{COOKIE_PREFIX}{}; Path=/; Max-Age={MAX_AGE}; HttpOnly; SameSite=Lax{secure}",
        language.tag()
    );
    let cookie = HeaderValue::from_str(&cookie).map_err(|_| ApiError::Unavailable)?;
    answer.append_header(SET_COOKIE, cookie);
    Ok(())
}

/// Sets `Content-Language` and `Vary` of a page. Called while the page's context is built.
pub fn set_headers(language: Language) {
    if let Some(answer) = use_context::<ResponseOptions>() {
        answer.insert_header(CONTENT_LANGUAGE, HeaderValue::from_static(language.locale()));
        answer.insert_header(VARY, HeaderValue::from_static("Accept-Language, Cookie"));
    }
}

fn from_cookie(headers: &HeaderMap) -> Option<Language> {
    let cookies = headers.get_all(COOKIE).iter().filter_map(|header| header.to_str().ok());
    cookies
        .flat_map(|header| header.split(';'))
        .find_map(|cookie| Language::of_tag(cookie.trim().strip_prefix(COOKIE_PREFIX)?))
}

/// `de-CH,de;q=0.9,en;q=0.8`: languages with weights from 0 to 1, in any order; 0 means not at all.
fn from_accept_language(headers: &HeaderMap) -> Option<Language> {
    let ranges = headers.get(ACCEPT_LANGUAGE)?.to_str().ok()?;
    let weighted = ranges.split(',').filter_map(|range| {
        let (tag, weight) = range.split_once(";q=").unwrap_or((range, "1"));
        let weight = weight.trim().parse::<f32>().ok().filter(|weight| *weight > 0.0)?;
        Some((Language::of_tag(tag)?, weight))
    });
    // The first of those with the highest weight.
    weighted.reduce(|best, next| if next.1 > best.1 { next } else { best }).map(|(language, _)| language)
}

#[cfg(test)]
mod tests {
    use super::{ACCEPT_LANGUAGE, COOKIE, HeaderMap, Language, of_request};

    fn negotiated(accept: &str, cookie: &str) -> Language {
        let mut headers = HeaderMap::new();
        for (name, value) in [(ACCEPT_LANGUAGE, accept), (COOKIE, cookie)] {
            if let Ok(value) = value.parse() {
                headers.insert(name, value);
            }
        }
        of_request(&headers)
    }

    #[test]
    fn the_first_supported_language_of_the_browser_is_used() {
        for (accept, language) in [
            ("de-CH,de;q=0.9,en;q=0.8", Language::German),
            ("ja, pt-BR;q=0.7, en;q=0.3", Language::Portuguese),
            ("fr-CA, en;q=0.7", Language::French),
            ("es-419", Language::Spanish),
            ("ar-EG,en;q=0.5", Language::Arabic),
            ("en;q=0.2, de;q=0.9", Language::German),
            ("de;q=0, en", Language::English),
            ("ja,ko", Language::English),
            ("de;q=many,,;;q", Language::English),
            ("", Language::English),
        ] {
            assert_eq!(negotiated(accept, ""), language, "{accept}");
        }
    }

    #[test]
    fn a_chosen_language_overrides_the_browsers() {
        assert_eq!(negotiated("de", "a=b; duello_language=pt; c=d"), Language::Portuguese);
        assert_eq!(negotiated("de", "duello_language=<script>"), Language::German);
    }
}
