//! Tokens of bots, as programs send them: `Authorization: Bearer duello_…`. A token is a secret of its own; which bot it stands
//! for, only the store knows.

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;

use super::Identity;

/// What a token begins with, so that scanners of leaked secrets find one.
const PREFIX: &str = "duello_";
/// How a request names its token.
const SCHEME: &str = "Bearer ";

impl Identity {
    /// The token whose secret this is.
    pub fn token(&self) -> String {
        format!("{PREFIX}{}", self.secret())
    }

    /// The secret of a token's text. Anything else is ignored.
    pub fn from_token(text: &str) -> Option<Self> {
        Self::from_secret(text.strip_prefix(PREFIX)?)
    }

    /// The secret of the token that a request sends.
    pub fn from_bearer(headers: &HeaderMap) -> Option<Self> {
        let value = headers.get(AUTHORIZATION)?.to_str().ok()?;
        let (scheme, token) = value.split_at_checked(SCHEME.len())?;
        scheme.eq_ignore_ascii_case(SCHEME).then(|| Self::from_token(token.trim()))?
    }
}

/// Whether a request sends a token, known or not. Behind a proxy, people may send names and passwords in the same header.
pub fn has_bearer(headers: &HeaderMap) -> bool {
    let value = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    value
        .and_then(|value| value.get(..SCHEME.len()))
        .is_some_and(|scheme| scheme.eq_ignore_ascii_case(SCHEME))
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn a_token_is_read_as_it_was_written_and_nothing_else_is_one() {
        let secret = Identity::of_test(7);
        let from = |value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(AUTHORIZATION, HeaderValue::from_str(value).unwrap());
            Identity::from_bearer(&headers)
        };
        let token = secret.token();
        assert_eq!(from(&format!("Bearer {token}")), Some(secret));
        assert_eq!(from(&format!("bearer  {token}")), Some(secret));
        for wrong in [&token, "Bearer", "Bearer duello_", &format!("Basic {token}"), "Bearer duello_+0"] {
            assert_eq!(from(wrong), None, "{wrong}");
        }
        assert_eq!(from(&format!("Bearer {}", secret.secret())), None, "a cookie is no token");
    }
}
