//! Identity of a visitor: a secret in the session cookie, and the public ids derived from it. The secret is
//! never logged or sent to anybody but its owner.

use std::fmt;
use std::time::Instant;

use axum::extract::{Request, State};
use axum::http::header::{CONTENT_TYPE, COOKIE, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use room::{MemberId, RoomCode};
use sha2::{Digest, Sha256};

use super::account::{Session, resolve_session};
use crate::server::AppState;
use crate::server::http::origin::is_secure;

const COOKIE_NAME: &str = "duello_guest";
/// 400 days, in seconds: the longest that browsers keep a cookie.
const MAX_AGE: u32 = 400 * 24 * 3600;

/// A guest's secret: 128 random bits. Whoever has it is the guest.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Identity([u8; 16]);

/// A guest's id in the database: a hash of the secret.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GuestKey([u8; 16]);

impl Identity {
    /// A new guest.
    ///
    /// # Errors
    /// The system has no randomness to give.
    pub fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)?;
        Ok(Self(bytes))
    }

    /// The `n`th guest of a test.
    #[cfg(test)]
    pub fn of_test(n: u8) -> Self {
        Self([n; 16])
    }

    /// The guest of a request's cookie. Anything but 32 hexadecimal digits is ignored.
    pub fn from_headers(headers: &HeaderMap) -> Option<Self> {
        headers
            .get_all(COOKIE)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|line| line.split(';'))
            .filter_map(|pair| pair.trim().split_once('='))
            .find(|(name, _)| *name == COOKIE_NAME)
            .and_then(|(_, value)| parse(value))
    }

    /// The secret as text. An account keeps it, because a guest's ids are derived from it even when no
    /// browser has the cookie any more: see [`super::account`].
    pub fn secret(&self) -> String {
        format!("{:032x}", u128::from_be_bytes(self.0))
    }

    /// The guest of a stored secret.
    pub fn from_secret(text: &str) -> Option<Self> {
        parse(text)
    }

    /// The guest's public id in a room. It differs from room to room, so it cannot be linked.
    pub fn member(&self, code: RoomCode) -> MemberId {
        let hash = self.hash(b"duello member", code.to_string().as_bytes());
        MemberId(hash.iter().take(8).fold(0, |id, &byte| id << 8 | u64::from(byte)))
    }

    /// The guest's key in the database.
    pub fn guest(&self) -> GuestKey {
        let hash = self.hash(b"duello guest", b"");
        let mut key = [0; 16];
        key.copy_from_slice(&hash[..16]);
        GuestKey(key)
    }

    fn hash(&self, purpose: &[u8], subject: &[u8]) -> [u8; 32] {
        Sha256::new().chain_update(purpose).chain_update(self.0).chain_update(subject).finalize().into()
    }

    /// The `Set-Cookie` header of this identity.
    pub fn set_cookie(&self, secure: bool) -> Option<HeaderValue> {
        let secure = if secure { "; Secure" } else { "" };
        let text = format!(
            "{COOKIE_NAME}={}; Path=/; Max-Age={MAX_AGE}; HttpOnly; SameSite=Lax{secure}",
            self.secret()
        );
        HeaderValue::from_str(&text).ok()
    }
}

impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Identity(…)")
    }
}

impl GuestKey {
    /// Parses a key.
    pub fn from_text(text: &str) -> Option<Self> {
        parse(text).map(|Identity(bytes)| Self(bytes))
    }

    /// A stable number of the guest, for the generated name and colour.
    pub fn number(&self) -> u64 {
        self.0.iter().take(8).fold(0, |number, &byte| number << 8 | u64::from(byte))
    }
}

impl fmt::Display for GuestKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

fn parse(value: &str) -> Option<Identity> {
    let hex = value.len() == 32 && value.bytes().all(|b| b.is_ascii_hexdigit());
    let number = u128::from_str_radix(value, 16).ok().filter(|_| hex)?;
    Some(Identity(number.to_be_bytes()))
}

/// Middleware that gives every visitor of a page or a server function an identity, and renews the cookie. A
/// cookie that was revoked while the page was rendered is not set: this answer may arrive after the one with
/// the new cookie, and would bring the old one back.
pub async fn layer(State(app): State<AppState>, mut request: Request, next: Next) -> Response {
    let resolved = resolve_session(&app, request.headers()).await;
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
    let had_session = session.is_some();
    let Some(session) = session.or_else(new_guest) else {
        tracing::error!("the system has no randomness to give");
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let (cookie, cookie_before) = (session.cookie, Identity::from_headers(request.headers()));
    let secure = is_secure(&app.config, request.headers());
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
        && let Some(cookie) = cookie.set_cookie(secure)
    {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    response
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use axum::Router;
    use axum::body::Body;
    use axum::http::header::HOST;
    use axum::middleware::from_fn_with_state;
    use axum::response::Html;
    use axum::routing::get;
    use tokio::sync::Notify;
    use tower::ServiceExt;

    use super::*;
    use crate::server::config::Config;

    fn from_cookie(text: &str) -> Option<Identity> {
        let mut headers = HeaderMap::new();
        headers.insert(COOKIE, HeaderValue::from_str(text).unwrap());
        Identity::from_headers(&headers)
    }

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
                let cookie = format!("{COOKIE_NAME}={}", anna.secret());
                let request = Request::builder().method(method).uri(path);
                request.header(HOST, "localhost").header(COOKIE, cookie).body(Body::empty()).unwrap()
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

    #[test]
    fn a_guest_cookie_round_trips() {
        let identity = Identity::random().unwrap();
        let set = identity.set_cookie(true).unwrap();
        let pair = set.to_str().unwrap().split(';').next().unwrap();
        assert_eq!(from_cookie(&format!("theme=dark; {pair}; x=y")), Some(identity));
        assert!(set.to_str().unwrap().ends_with("HttpOnly; SameSite=Lax; Secure"));
    }

    #[test]
    fn s8_a_million_secrets_are_unique_with_random_bits() {
        const MANY: usize = 1_000_000;
        let mut seen = std::collections::HashSet::with_capacity(MANY);
        let mut ones = [0_usize; 128];
        for _ in 0..MANY {
            let secret = u128::from_be_bytes(Identity::random().unwrap().0);
            assert!(seen.insert(secret), "two are alike");
            for (bit, count) in ones.iter_mut().enumerate() {
                *count += (secret >> bit & 1) as usize;
            }
        }
        // Half of them; ten standard deviations are 5,000.
        assert!(ones.iter().all(|count| count.abs_diff(MANY / 2) < 5_000), "{ones:?}");
    }

    #[test]
    fn a_guest_cookie_is_exactly_32_hex_digits() {
        for value in ["", "abc", "+0000000000000000000000000000001", &"g".repeat(32), &"a".repeat(33)] {
            assert_eq!(from_cookie(&format!("{COOKIE_NAME}={value}")), None, "{value}");
        }
    }

    #[test]
    fn a_member_id_differs_per_room_and_never_shows_the_secret() {
        let identity = Identity([7; 16]);
        let member = |seed| identity.member(RoomCode::from_seed(seed));
        assert_eq!(member(1), member(1));
        assert_ne!(member(1), member(2));
        assert_eq!(format!("{identity:?}"), "Identity(…)");
    }
}
