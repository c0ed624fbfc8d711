//! Entity tags: a cached answer is asked for anew and, as long as it has not changed, not sent again.

use axum::http::header::IF_NONE_MATCH;
use axum::http::{HeaderMap, HeaderValue};
use sha2::{Digest, Sha256};

use crate::server::hex::hex;

/// The tag of a body. It is weak, because the same body is also sent compressed.
pub fn tag_of(body: impl AsRef<[u8]>) -> String {
    format!("W/\"{}\"", hex(&Sha256::digest(body)[..8]))
}

/// Whether the client has the body of this tag.
pub fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    let known = headers.get_all(IF_NONE_MATCH).into_iter().filter_map(|value| value.to_str().ok());
    // Whether a tag is weak does not matter here (RFC 9110, 13.1.2).
    known.flat_map(|list| list.split(',')).any(|one| one.trim().trim_start_matches("W/") == &tag[2..])
}

/// Caches may keep the answer, and have to ask each time whether it has changed.
pub const REVALIDATED: HeaderValue = HeaderValue::from_static("public, max-age=0, must-revalidate");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_found_in_any_list_of_tags_and_changes_with_the_body() {
        let (tag, other) = (tag_of("Ada"), tag_of("?"));
        assert_ne!(tag, other);
        for (sent, known) in [
            (tag.clone(), true),
            (tag[2..].to_owned(), true),
            (format!("{other}, {tag}"), true),
            (other, false),
            (String::new(), false),
        ] {
            let headers = HeaderMap::from_iter([(IF_NONE_MATCH, sent.parse().unwrap())]);
            assert_eq!(is_known(&headers, &tag), known, "{sent}");
        }
    }
}
