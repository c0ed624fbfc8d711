//! The address under which players reach the server.

use std::fmt;
use std::str::FromStr;

/// The public address of the server: an http or https URL without a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicUrl(String);

impl PublicUrl {
    /// As in a link, without a slash at the end.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether it is an https address.
    pub fn is_https(&self) -> bool {
        self.0.starts_with("https://")
    }
}

impl FromStr for PublicUrl {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let url = text.strip_suffix('/').unwrap_or(text);
        let authority = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
        let plain =
            |a: &str| !a.is_empty() && a.bytes().all(|b| b.is_ascii_alphanumeric() || b".-:[]".contains(&b));
        if authority.is_some_and(plain) {
            Ok(Self(url.to_owned()))
        } else {
            Err("expected something like https://duello.example, without a path")
        }
    }
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_public_url_has_no_path() {
        assert_eq!("https://a.example/".parse::<PublicUrl>().unwrap().to_string(), "https://a.example");
        for bad in ["a.example", "https://", "https://a/b", "ftp://a", "https://a b", "https://a;x"] {
            assert!(bad.parse::<PublicUrl>().is_err(), "{bad}");
        }
    }
}
