//! Signed cookies: beside a guest's secret a code that only this server can compute, so that a secret which somebody
//! made up is told from one that was given out. The code is a cookie of its own: servers of an earlier version, which
//! know nothing of it, go on reading the secret. The nodes of a database share the key.

use std::fmt;
use std::str::FromStr;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::{Identity, parse};

use crate::server::hex::hex;

/// Bytes of the key.
const LENGTH: usize = 32;

/// The key with which cookies are signed.
#[derive(Clone, PartialEq, Eq)]
pub struct CookieKey([u8; LENGTH]);

/// The code beside a secret: the first half of an HMAC with SHA-256.
#[derive(Clone, Copy, Debug)]
pub(super) struct CookieCode([u8; 16]);

impl CookieKey {
    /// The code of a guest, as 32 hexadecimal digits.
    pub fn sign(&self, identity: &Identity) -> String {
        let code: [u8; 32] = self.code(identity).finalize().into_bytes().into();
        hex(&code[..16])
    }

    /// Whether a code is that of this guest. It takes the same time wherever they differ.
    pub(super) fn verify(&self, identity: &Identity, CookieCode(code): CookieCode) -> bool {
        self.code(identity).verify_truncated_left(&code).is_ok()
    }

    fn code(&self, identity: &Identity) -> Hmac<Sha256> {
        // The whole key is used: it is shorter than a block of the hash.
        let mut key = [0; 64];
        key[..LENGTH].copy_from_slice(&self.0);
        let hmac = <Hmac<Sha256> as KeyInit>::new(&key.into());
        hmac.chain_update(b"duello cookie").chain_update(identity.0)
    }
}

impl FromStr for CookieKey {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let halves = text.is_ascii().then(|| text.split_at_checked(LENGTH)).flatten();
        let parsed = halves.and_then(|(a, b)| Some((parse(a)?, parse(b)?)));
        let (Identity(a), Identity(b)) = parsed.ok_or("expected 64 hexadecimal digits")?;
        let mut key = [0; LENGTH];
        key[..16].copy_from_slice(&a);
        key[16..].copy_from_slice(&b);
        Ok(Self(key))
    }
}

impl fmt::Debug for CookieKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CookieKey(…)")
    }
}

impl CookieCode {
    pub(super) fn from_text(text: &str) -> Option<Self> {
        parse(text).map(|Identity(bytes)| Self(bytes))
    }
}

#[cfg(test)]
mod tests {
    use axum::http::header::COOKIE;
    use axum::http::{HeaderMap, HeaderValue};

    use super::*;
    use crate::server::identity::GuestCookie;

    fn is_signed(secret: &str, code: &str, key: &CookieKey) -> Option<bool> {
        let value = HeaderValue::from_str(&format!("duello_guest={secret}; duello_code={code}")).unwrap();
        let cookie = GuestCookie::from_headers(&HeaderMap::from_iter([(COOKIE, value)]))?;
        assert_eq!(cookie.identity, Identity::of_test(1));
        Some(cookie.is_signed(key))
    }

    #[test]
    fn only_the_code_of_this_key_and_guest_is_a_signature() {
        let [key, other] = ["1a", "2b"].map(|pair| pair.repeat(LENGTH).parse::<CookieKey>().unwrap());
        let [one, two] = [1, 2].map(Identity::of_test);
        let (secret, code) = (one.secret(), key.sign(&one));
        assert_eq!(is_signed(&secret, &code, &key), Some(true));
        assert_eq!(is_signed(&secret, &code, &other), Some(false));
        for code in [String::new(), key.sign(&two), format!("{code}0"), code[..31].to_owned()] {
            assert_eq!(is_signed(&secret, &code, &key), Some(false), "{code}");
        }
        // Of several codes the right one counts: a planted one locks nobody out.
        let both = format!("{}; duello_code={code}", key.sign(&two));
        assert_eq!(is_signed(&secret, &both, &key), Some(true));
    }

    #[test]
    fn a_key_is_64_hexadecimal_digits() {
        assert!(CookieKey::from_str(&"0f".repeat(32)).is_ok());
        for text in ["", "0f", &"0f".repeat(31), &"0g".repeat(32), &"é".repeat(32), &"0f".repeat(33)] {
            assert!(CookieKey::from_str(text).is_err(), "{text}");
        }
    }
}
