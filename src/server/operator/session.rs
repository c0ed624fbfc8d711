//! Who may see the operator's pages: whoever shows the token once has a cookie for twelve hours. The cookie is signed with the
//! token itself, so nothing is stored, every server with the same token takes it, and a new token ends all of them.

use axum::extract::{Extension, Form, FromRequestParts, Query, State};
use axum::http::header::SET_COOKIE;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{AppendHeaders, IntoResponse, Redirect, Response};
use hmac::{Hmac, KeyInit, Mac};
use room::Millis;
use serde::Deserialize;
use sha2::Sha256;

use super::document::sign_in_page;
use crate::server::AppState;
use crate::server::auth::private_actions::take_private_token;
use crate::server::config::operator_token::OperatorToken;
use crate::server::hex::hex;
use crate::server::http::listen::Address;
use crate::server::http::origin::is_secure;
use crate::server::identity::cookies;

/// The cookie.
const NAME: &str = "duello_operator";
/// How long it is valid.
const LASTS: Millis = 12 * 3_600_000;
/// By how much the clock of the server that signed it may be ahead.
const SLACK: Millis = 600_000;
/// Where a sign-in leads without a page that was asked for.
const START: &str = "/operator";

/// A request with a valid cookie.
pub(super) struct Operator;

impl FromRequestParts<AppState> for Operator {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, Response> {
        let now = app.time.now();
        let token = app.config.operator_token.as_ref();
        // A planted cookie beside the right one locks nobody out.
        let is_known =
            token.is_some_and(|token| cookies(&parts.headers, NAME).any(|it| is_valid(token, it, now)));
        if is_known {
            return Ok(Self);
        }
        let path = parts.uri.path();
        Err(Redirect::to(&format!("/operator/sign-in?next={path}")).into_response())
    }
}

/// The form with the token, and the page that was asked for.
#[derive(Deserialize)]
pub(super) struct SignInForm {
    token: String,
    #[serde(default)]
    next: String,
}

/// The page that was asked for.
#[derive(Deserialize)]
pub(super) struct Next {
    #[serde(default)]
    next: String,
}

/// The address of an operator's page, which leads nowhere else.
fn own_page(next: &str) -> &str {
    let is_plain = next.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'-'));
    let is_own = next.strip_prefix(START).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    if is_plain && is_own && !next.contains("/sign-") { next } else { START }
}

/// Asks for the token.
pub(super) async fn ask(operator: Result<Operator, Response>, Query(Next { next }): Query<Next>) -> Response {
    let next = own_page(&next);
    // A link from elsewhere comes without the cookie; the form that it leads to does not.
    if operator.is_ok() {
        Redirect::to(next).into_response()
    } else {
        sign_in_page(StatusCode::OK, None, next)
    }
}

/// Takes the token for a cookie.
pub(super) async fn sign_in(
    State(app): State<AppState>,
    address: Option<Extension<Address>>,
    headers: HeaderMap,
    Form(SignInForm { token: shown, next }): Form<SignInForm>,
) -> Response {
    let next = own_page(&next);
    let refused = |status, why: &str| sign_in_page(status, Some(why), next);
    if let Err(again) = take_private_token(&app, address) {
        let why = format!("Too many attempts. Try again in {} seconds.", again.seconds());
        return refused(StatusCode::TOO_MANY_REQUESTS, &why);
    }
    let token = app.config.operator_token.as_ref();
    let Some(token) = token.filter(|token| is_same(token.as_bytes(), shown.trim().as_bytes())) else {
        tracing::warn!("somebody has shown a wrong token at /operator");
        return refused(StatusCode::FORBIDDEN, "This is not the token of this server.");
    };
    let Some(value) = signed(token, app.time.now() + LASTS) else {
        return refused(StatusCode::INTERNAL_SERVER_ERROR, "The token cannot be used as a key.");
    };
    tracing::info!("the operator has signed in at /operator");
    (AppendHeaders([(SET_COOKIE, cookie(&app, &headers, &value, LASTS / 1_000))]), Redirect::to(next))
        .into_response()
}

/// Ends the cookie of this browser.
pub(super) async fn sign_out(State(app): State<AppState>, headers: HeaderMap) -> Response {
    (AppendHeaders([(SET_COOKIE, cookie(&app, &headers, "", 0))]), Redirect::to(START)).into_response()
}

fn cookie(app: &AppState, headers: &HeaderMap, value: &str, seconds: Millis) -> String {
    let secure = if is_secure(&app.config, headers) { "; Secure" } else { "" };
    format!("{NAME}={value}; Path=/operator; HttpOnly; SameSite=Strict; Max-Age={seconds}{secure}")
}

fn code(token: &[u8], about: &str) -> Option<Hmac<Sha256>> {
    let hmac = <Hmac<Sha256> as KeyInit>::new_from_slice(token).ok()?;
    Some(hmac.chain_update(b"duello operator").chain_update(about))
}

/// Whether two secrets are the same, in a time that says nothing of the place where they differ.
fn is_same(own: &[u8], shown: &[u8]) -> bool {
    let codes = code(own, "").zip(code(shown, ""));
    codes.is_some_and(|(own, shown)| own.verify_slice(&shown.finalize().into_bytes()).is_ok())
}

/// The value of a cookie that is valid until then.
fn signed(token: &OperatorToken, until: Millis) -> Option<String> {
    let code = code(token.as_bytes(), &until.to_string())?;
    Some(format!("{until}.{}", hex(&code.finalize().into_bytes())))
}

fn is_valid(token: &OperatorToken, value: &str, now: Millis) -> bool {
    let until = value.split_once('.').and_then(|(until, _)| until.parse::<Millis>().ok());
    let until = until.filter(|until| *until > now && *until - now <= LASTS + SLACK);
    let expected = until.and_then(|until| signed(token, until));
    expected.is_some_and(|expected| is_same(expected.as_bytes(), value.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_is_valid_for_its_token_and_its_time_only() {
        let token: OperatorToken = "0123456789abcdef0123456789abcdef".parse().unwrap();
        let other: OperatorToken = "1123456789abcdef0123456789abcdef".parse().unwrap();
        let value = signed(&token, 1_000 + LASTS).unwrap();
        assert!(is_valid(&token, &value, 1_000));
        assert!(is_valid(&token, &value, 999 + LASTS));
        assert!(!is_valid(&token, &value, 1_000 + LASTS), "it has ended");
        assert!(is_valid(&token, &value, 1_000 - SLACK), "this server's clock is behind");
        assert!(!is_valid(&token, &value, 999 - SLACK), "no cookie lasts longer");
        assert!(!is_valid(&other, &value, 1_000), "a new token ends it");
        let longer = value.replacen(&(1_000 + LASTS).to_string(), &(999 + LASTS).to_string(), 1);
        assert!(!is_valid(&token, &longer, 1_000), "its end is signed");
        for bad in ["", ".", "5", "5.", &value[..value.len() - 2], &format!("{value}00"), "é.é"] {
            assert!(!is_valid(&token, bad, 1_000), "{bad}");
        }
    }

    #[test]
    fn a_sign_in_leads_to_an_operators_page_only() {
        for page in ["/operator", "/operator/guests/0a", "/operator/audit"] {
            assert_eq!(own_page(page), page);
        }
        for bad in
            ["", "/", "//evil.example", "/operators", "/operator/sign-out", "https://evil.example/operator"]
        {
            assert_eq!(own_page(bad), START, "{bad}");
        }
        assert_eq!(own_page("/operator/\r\nset-cookie: x"), START);
    }

    #[test]
    fn only_the_whole_token_is_the_same() {
        assert!(is_same(b"secret", b"secret"));
        for bad in [&b""[..], b"secre", b"secret ", b"Secret"] {
            assert!(!is_same(b"secret", bad));
        }
    }
}
