//! Which names can be claimed: words of one script, so that a name can be typed, stands in an address, and imitates no other one.

use engine_protocol::Level;
use room::without_claim_mark;
use unicode_security::{GeneralSecurityProfile, RestrictionLevel, RestrictionLevelDetection};

use crate::server::profanity::mask_profanity;
use crate::server::store::look_alike::look_keys;

/// The shortest and the longest name, in characters; with its mark the longest is as long as names can be.
const LENGTH: std::ops::RangeInclusive<usize> = 3..=19;
/// What may stand between letters and digits.
const SEPARATORS: [char; 3] = ['-', '_', '.'];
/// Names that say who somebody is on this server, which only its operator could be.
const RESERVED: [&str; 16] = [
    "admin",
    "administrator",
    "anonymous",
    "bot",
    "computer",
    "duello",
    "guest",
    "mod",
    "moderator",
    "nobody",
    "official",
    "operator",
    "server",
    "staff",
    "support",
    "system",
];

/// The name that is asked for, without its mark; `None` if it cannot be claimed.
pub(super) fn claimable(raw: &str) -> Option<String> {
    let name = without_claim_mark(raw).trim_end();
    let is_word =
        |part: &str| !part.is_empty() && part.chars().all(|c| c.is_alphanumeric() && c.identifier_allowed());
    let fits = LENGTH.contains(&name.chars().count())
        && name.split(SEPARATORS).all(is_word)
        && name.chars().any(char::is_alphabetic)
        && name.detect_restriction_level() <= RestrictionLevel::SingleScript
        && mask_profanity(name) == name
        && !is_reserved(name);
    fits.then(|| name.to_owned())
}

fn is_reserved(name: &str) -> bool {
    let keys = look_keys(name);
    let mut reserved = RESERVED.into_iter().chain(Level::ALL.map(|level| level.name()));
    reserved.any(|word| look_keys(word).iter().any(|key| keys.contains(key)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_one_script_can_be_claimed() {
        for name in ["Ada", "ada_lovelace", "J.R-R", "Zoë", "Анна", "محمد", "さくら99", "x1y2z3"]
        {
            assert_eq!(claimable(name).as_deref(), Some(name));
        }
        assert_eq!(claimable(" @Ada ").as_deref(), Some("Ada"), "as it is seen");
    }

    #[test]
    fn what_imitates_or_cannot_be_typed_is_refused() {
        for name in [
            "",
            "@",
            "ab",
            "12345",
            "two words",
            "-ada",
            "ada-",
            "a--b",
            "ada/b",
            "ada?",
            "a@da",
            "<b>ada",
            "ada\u{202E}",
            "\u{200B}ada",
            "A\u{434}a",
            "\u{1D400}da",
            "ad\u{301}a",
            "\u{2764}\u{FE0F}ada",
            "aaaaaaaaaaaaaaaaaaaa",
            "admin",
            "Adm\u{131}n",
            "admln",
            "\u{412}\u{41e}\u{422}",
            "Ada\u{3055}\u{304f}",
            "M0derator",
            "\u{410}dmin",
            "BOT",
            "Duello",
            "Master",
            "hitler",
        ] {
            assert_eq!(claimable(name), None, "{name}");
        }
    }
}
