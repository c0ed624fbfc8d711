//! Claimed names: an account may claim a name that nobody else has, and plays under it with a mark before it, as in `@Ada`. What
//! everybody chooses freely cannot begin with the mark, so a name with it is always its owner's.

/// What a claimed name begins with wherever it is seen.
pub const CLAIMED_MARK: char = '@';

/// Characters that look like the mark.
const MARKS: [char; 3] = [CLAIMED_MARK, '\u{FE6B}', '\u{FF20}'];

/// The claimed name that somebody is seen under, without its mark; `None` for a name that anybody may choose.
pub fn claimed_name(shown: &str) -> Option<&str> {
    shown.strip_prefix(CLAIMED_MARK)
}

/// A name without any mark of claimed names before it, or what looks like one.
pub fn without_claim_mark(name: &str) -> &str {
    name.trim_start_matches(|c: char| MARKS.contains(&c) || c.is_whitespace())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claimed_name_is_told_by_its_mark() {
        assert_eq!(claimed_name("@Ada"), Some("Ada"));
        assert_eq!([claimed_name("Ada"), claimed_name("Ada@home"), claimed_name("")], [None, None, None]);
        assert_eq!(without_claim_mark(" @\u{FF20}@ Ada@home"), "Ada@home");
    }
}
