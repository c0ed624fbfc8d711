//! The secret of whoever runs the server, for the pages at `/operator`.

use std::fmt;
use std::str::FromStr;

/// How long it may be. A shorter one could be guessed.
const LENGTH: std::ops::RangeInclusive<usize> = 32..=256;

/// See the module.
#[derive(Clone, PartialEq, Eq)]
pub struct OperatorToken(String);

impl OperatorToken {
    /// Its characters.
    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl FromStr for OperatorToken {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if LENGTH.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic()) {
            Ok(Self(text.to_owned()))
        } else {
            Err("expected 32 to 256 letters, digits and signs, as `openssl rand -hex 32` makes them")
        }
    }
}

/// No secret is logged.
impl fmt::Debug for OperatorToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OperatorToken")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_that_could_be_guessed_is_refused() {
        assert!("0123456789abcdef0123456789abcdef".parse::<OperatorToken>().is_ok());
        for bad in [String::new(), "secret".to_owned(), "x".repeat(257), "a b".repeat(20)] {
            assert!(bad.parse::<OperatorToken>().is_err(), "{bad}");
        }
    }
}
