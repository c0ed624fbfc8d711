//! Identity of a visitor: a secret in the session cookie, and the public ids derived from it. The secret is
//! never logged or sent to anybody but its owner.

mod bearer;
mod cookie_key;
#[cfg(test)]
mod tests;

use std::fmt;

use axum::http::header::COOKIE;
use axum::http::{HeaderMap, HeaderValue};
use room::{MemberId, RoomCode};
use sha2::{Digest, Sha256};

pub use self::bearer::has_bearer;
use self::cookie_key::CookieCode;
pub use self::cookie_key::CookieKey;

/// The name of the session cookie over plain http. It is still read over https, where it was set until there was
/// a prefix.
pub(super) const COOKIE_NAME: &str = "duello_guest";
/// Its name over https: by the prefix `__Host-` a browser takes it from this host alone, and for all paths, so no
/// other host of the domain can plant one.
const HOST_COOKIE_NAME: &str = "__Host-duello_guest";
/// The names of the cookie of the guest who is put aside while the browser is signed in to an account.
const ASIDE_NAME: &str = "duello_aside";
const HOST_ASIDE_NAME: &str = "__Host-duello_aside";
/// The names of the cookie with the code of the guest's secret.
const CODE_NAME: &str = "duello_code";
const HOST_CODE_NAME: &str = "__Host-duello_code";
/// How many codes are looked at: another host of the domain may have planted some.
const MAX_CODES: usize = 4;
/// The cookie with a token that was made a moment ago, until the page has shown it.
const TOKEN_NAME: &str = "duello_token";
const HOST_TOKEN_NAME: &str = "__Host-duello_token";
/// For how many seconds a page shows it.
const TOKEN_SHOWN: u32 = 60;
/// 400 days, in seconds: the longest that browsers keep a cookie.
pub(super) const MAX_AGE: u32 = 400 * 24 * 3600;

/// A guest's secret: 128 random bits. Whoever has it is the guest.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Identity([u8; 16]);

/// The cookie of a request that says who the visitor is.
#[derive(Clone, Debug)]
pub struct GuestCookie {
    /// Whom it stands for.
    pub identity: Identity,
    codes: Vec<CookieCode>,
}

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

    /// The guest of a request's cookie, whether or not it is signed: who has a guest's secret is the guest.
    pub fn from_headers(headers: &HeaderMap) -> Option<Self> {
        GuestCookie::from_headers(headers).map(|cookie| cookie.identity)
    }

    /// The guest whom the browser has put aside.
    pub fn aside(headers: &HeaderMap, secure: bool) -> Option<Self> {
        GuestCookie::aside(headers, secure).map(|cookie| cookie.identity)
    }

    /// Whether a request has cookies of different guests, of whom it is none: one of them was planted.
    pub fn is_ambiguous(headers: &HeaderMap) -> bool {
        Self::from_headers(headers).is_none() && cookies(headers, COOKIE_NAME).count() > 1
    }

    /// The secret as text. An account keeps it, because a guest's ids are derived from it even when no
    /// browser has the cookie any more: see [`super::auth::account`].
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
        member_of(&hash)
    }

    /// Every public id under which the guest may be in a room: that of [`Identity::member`], and that of an entrant
    /// ([`GuestKey::entrant`]).
    pub fn members(&self, code: RoomCode) -> [MemberId; 2] {
        [self.member(code), self.guest().entrant(code)]
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

    /// The `Set-Cookie` headers of this identity: its secret, and the code of that.
    pub fn set_cookies(&self, key: &CookieKey, secure: bool) -> Option<[HeaderValue; 2]> {
        let [name, code] = if secure { [HOST_COOKIE_NAME, HOST_CODE_NAME] } else { [COOKIE_NAME, CODE_NAME] };
        let secret = set_cookie(name, &self.secret(), MAX_AGE, secure)?;
        Some([secret, set_cookie(code, &key.sign(self), MAX_AGE, secure)?])
    }

    /// The `Set-Cookie` header that puts this guest aside.
    pub fn put_aside(&self, secure: bool) -> Option<HeaderValue> {
        let name = if secure { HOST_ASIDE_NAME } else { ASIDE_NAME };
        set_cookie(name, &self.secret(), MAX_AGE, secure)
    }

    /// The `Set-Cookie` header after which nobody is put aside.
    pub fn end_aside(secure: bool) -> Option<HeaderValue> {
        set_cookie(if secure { HOST_ASIDE_NAME } else { ASIDE_NAME }, "", 0, secure)
    }

    /// The `Set-Cookie` header that has the next page show this token, on whatever node; it lasts for a minute.
    pub fn show_token(&self, secure: bool) -> Option<HeaderValue> {
        set_cookie(if secure { HOST_TOKEN_NAME } else { TOKEN_NAME }, &self.token(), TOKEN_SHOWN, secure)
    }

    /// The token that a page is to show.
    pub fn shown_token(headers: &HeaderMap, secure: bool) -> Option<Self> {
        let name = if secure { HOST_TOKEN_NAME } else { TOKEN_NAME };
        cookies(headers, name).next().and_then(Self::from_token)
    }

    /// The `Set-Cookie` header after which no page shows the token again.
    pub fn end_shown_token(secure: bool) -> Option<HeaderValue> {
        set_cookie(if secure { HOST_TOKEN_NAME } else { TOKEN_NAME }, "", 0, secure)
    }

    /// The `Set-Cookie` header that ends a cookie of the name without a prefix, if a request has one.
    pub fn end_old_name(headers: &HeaderMap) -> Option<HeaderValue> {
        cookies(headers, COOKIE_NAME).next()?;
        set_cookie(COOKIE_NAME, "", 0, true)
    }
}

impl GuestCookie {
    /// The guest's cookie of a request. Anything but 32 hexadecimal digits is ignored.
    pub fn from_headers(headers: &HeaderMap) -> Option<Self> {
        Self::named(headers, HOST_COOKIE_NAME).or_else(|| Self::named(headers, COOKIE_NAME))
    }

    /// The cookie of the guest whom the browser has put aside. Over TLS it always had the name that no other host of the
    /// domain can set.
    pub fn aside(headers: &HeaderMap, secure: bool) -> Option<Self> {
        Self::named(headers, if secure { HOST_ASIDE_NAME } else { ASIDE_NAME })
    }

    /// Whether this server gave it out.
    pub fn is_signed(&self, key: &CookieKey) -> bool {
        self.codes.iter().any(|code| key.verify(&self.identity, *code))
    }

    /// Of several cookies of a name none counts, unless all are alike: which was planted cannot be told.
    fn named(headers: &HeaderMap, name: &str) -> Option<Self> {
        let mut values = cookies(headers, name);
        let first = values.next()?;
        if !values.all(|value| value == first) {
            return None;
        }
        let codes = [HOST_CODE_NAME, CODE_NAME].into_iter().flat_map(|name| cookies(headers, name));
        let codes = codes.take(MAX_CODES).filter_map(CookieCode::from_text).collect();
        Some(Self { identity: parse(first)?, codes })
    }
}

/// The member id that a hash begins with.
fn member_of(hash: &[u8]) -> MemberId {
    MemberId(hash.iter().take(8).fold(0, |id, &byte| id << 8 | u64::from(byte)))
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

    /// The guest's public id in an event, and in a room in which the server seats the guest for one: nobody who knows the
    /// secret has to be there for it.
    pub fn entrant(&self, code: RoomCode) -> MemberId {
        let hash = Sha256::new().chain_update(b"duello entrant").chain_update(self.0);
        member_of(&hash.chain_update(code.to_string().as_bytes()).finalize())
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

/// The values of the cookies of this name.
pub(in crate::server) fn cookies<'h>(headers: &'h HeaderMap, name: &'h str) -> impl Iterator<Item = &'h str> {
    let lines = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.filter(move |(of, _)| *of == name).map(|(_, value)| value)
}

fn set_cookie(name: &str, value: &str, max_age: u32, secure: bool) -> Option<HeaderValue> {
    let secure = if secure { "; Secure" } else { "" };
    let text = format!("{name}={value}; Path=/; Max-Age={max_age}; HttpOnly; SameSite=Lax{secure}");
    HeaderValue::from_str(&text).ok()
}

fn parse(value: &str) -> Option<Identity> {
    let hex = value.len() == 32 && value.bytes().all(|b| b.is_ascii_hexdigit());
    let number = u128::from_str_radix(value, 16).ok().filter(|_| hex)?;
    Some(Identity(number.to_be_bytes()))
}
