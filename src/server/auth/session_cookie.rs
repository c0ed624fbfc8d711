//! Middleware of the session cookie: gives every visitor of a page or a server function an identity.

use std::time::Instant;

use axum::extract::{Request, State};
use axum::http::header::{CONTENT_TYPE, SET_COOKIE};
use axum::http::{HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{AppendHeaders, IntoResponse, Response};

use super::account::{Session, resolve_session};
use super::aside::{Return, return_to_aside};
use crate::server::AppState;
use crate::server::config::Config;
use crate::server::http::origin::is_secure;
use crate::server::identity::{CookieKey, Identity};
use crate::server::store::{Store, StoreError};

/// The key with which cookies are signed: of the flag, or of the database, where the first start draws it.
///
/// # Errors
/// The store does not answer, what it has is no key, or the system has no randomness to give.
pub async fn cookie_key(config: &Config, store: &Store) -> Result<CookieKey, StoreError> {
    if let Some(key) = &config.cookie_key {
        return Ok(key.clone());
    }
    let unavailable = |error: &str| StoreError::Unavailable(format!("the key of cookies: {error}"));
    store.key("cookies").await?.parse().map_err(unavailable)
}

/// An answer that gives the browser these cookies.
pub fn with_cookies(cookies: [HeaderValue; 2], answer: impl IntoResponse) -> Response {
    (AppendHeaders(cookies.map(|cookie| (SET_COOKIE, cookie))), answer).into_response()
}

/// Middleware that gives every visitor of a page or a server function an identity, and renews the cookie. A
/// cookie that was revoked while the page was rendered is not set: this answer may arrive after the one with
/// the new cookie, and would bring the old one back.
pub async fn layer(State(app): State<AppState>, mut request: Request, next: Next) -> Response {
    let mut resolved = resolve_session(&app, request.headers()).await;
    let mut returns = None;
    if let Ok(session) = &resolved {
        match return_to_aside(&app, session.as_ref(), request.headers()).await {
            Ok(what) => returns = what,
            Err(error) => resolved = Err(error),
        }
    }
    if let Some(Return::Become(guest)) = returns {
        resolved = Ok(Some(Session::guest(guest)));
    }
    let new_guest = || Identity::random().ok().map(Session::guest);
    let (session, may_set_cookie) = match resolved {
        Ok(session) => (session, true),
        // The store cannot resolve the cookie: pages are rendered for a throw-away guest, and nothing may be
        // changed.
        Err(error) if request.method() == Method::GET => {
            tracing::warn!(%error, "a session could not be resolved");
            (None, false)
        }
        Err(error) => {
            tracing::warn!(%error, "a session could not be resolved");
            return StatusCode::SERVICE_UNAVAILABLE.into_response();
        }
    };
    // The answer would overwrite the visitor's own cookie, and with it the guest would be lost. Over https the new
    // one has a name of its own.
    let secure = is_secure(&app.config, request.headers());
    let may_set_cookie = may_set_cookie && (secure || !Identity::is_ambiguous(request.headers()));
    let had_session = session.is_some();
    let Some(session) = session.or_else(new_guest) else {
        tracing::error!("the system has no randomness to give");
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let (cookie, cookie_before) = (session.cookie, Identity::from_headers(request.headers()));
    let old_name = if secure { Identity::end_old_name(request.headers()) } else { None };
    let is_api = request.uri().path().starts_with("/api/");
    request.extensions_mut().insert(session.identity);
    request.extensions_mut().insert(session);
    let mut response = next.run(request).await;
    let is_page =
        response.headers().get(CONTENT_TYPE).is_some_and(|value| value.as_bytes().starts_with(b"text/html"));
    let is_revoked = |cookie: Identity| app.revocations.was_just_revoked(cookie.guest(), Instant::now());
    if may_set_cookie
        && !cookie_before.is_some_and(is_revoked)
        && (is_page || is_api && !had_session)
        && let Some([secret, code]) = cookie.set_cookies(&app.cookie_key, secure)
    {
        let aside = returns.and_then(|_| Identity::end_aside(secure));
        for set in [Some(secret), Some(code), aside, old_name].into_iter().flatten() {
            response.headers_mut().append(SET_COOKIE, set);
        }
    }
    response
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use axum::Router;
    use axum::body::Body;
    use axum::http::header::{COOKIE, HOST};
    use axum::middleware::from_fn_with_state;
    use axum::response::Html;
    use axum::routing::get;
    use tokio::sync::Notify;
    use tower::ServiceExt;

    use super::*;
    use crate::server::identity::COOKIE_NAME;

    #[tokio::test]
    async fn a_cookie_revoked_during_rendering_is_not_set_again() {
        let folder = tempfile::tempdir().unwrap();
        let flags = ["--addr=127.0.0.1:0", "--data", folder.path().to_str().unwrap()];
        let running = crate::server::start(Config::for_tests(&flags)).await.unwrap();
        let app = &running.app;
        let (drawing, go_on) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
        let page = {
            let told = (Arc::clone(&drawing), Arc::clone(&go_on));
            move || {
                let (drawing, go_on) = told.clone();
                async move {
                    drawing.notify_one();
                    go_on.notified().await;
                    Html("drawn")
                }
            }
        };
        let slow = Router::new().route("/", get(page)).layer(from_fn_with_state(app.clone(), layer));
        for (n, ends) in [(1, false), (2, true)] {
            let anna = Identity::of_test(n);
            let ask = |method, path| {
                let form = Body::from(format!("guest={}", anna.guest()));
                let cookie =
                    format!("{COOKIE_NAME}={}; duello_code={}", anna.secret(), app.cookie_key.sign(&anna));
                let request = Request::builder().method(method).uri(path);
                let request = request.header(CONTENT_TYPE, "application/x-www-form-urlencoded");
                request.header(HOST, "localhost").header(COOKIE, cookie).body(form).unwrap()
            };
            let drawn = tokio::spawn(slow.clone().oneshot(ask(Method::GET, "/")));
            drawing.notified().await;
            if ends {
                let all = crate::server::router::router(app.clone());
                let forgotten = all.oneshot(ask(Method::POST, "/me/forget")).await.unwrap();
                assert_eq!(forgotten.status(), StatusCode::SEE_OTHER);
                let new_guest = forgotten.headers()[SET_COOKIE].to_str().unwrap();
                assert!(!new_guest.contains(&anna.secret()));
            }
            go_on.notify_one();
            let drawn = drawn.await.unwrap().unwrap();
            let set = drawn.headers().get(SET_COOKIE).map(|set| set.to_str().unwrap());
            assert_eq!(set.is_some_and(|set| set.contains(&anna.secret())), !ends, "{set:?}");
        }
        running.stop().await;
    }
}
