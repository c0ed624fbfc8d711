//! What the notations of all games share: quoting in errors, turn numbers, and the frame of a game file.

pub(crate) mod game_file;

/// Crockford's base 32 digits, of which codes are made: no I, L, O, U.
pub(crate) const BASE32: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// How many characters of a text an error quotes at most.
const QUOTED: usize = 20;

/// The beginning of a text, quoted in an error.
pub(crate) fn quote(text: &str) -> String {
    text.chars().take(QUOTED).collect()
}

/// Skips the number of a turn, as in `12.C-F`.
pub(crate) fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|sign: char| sign.is_ascii_digit());
    if rest.len() < text.len() && rest.starts_with('.') { rest.trim_start_matches('.') } else { text }
}
