//! What the notations of all games share: quoting, numbering, and the frame of a game file.

pub(crate) mod game_file;

/// How many characters of a text an error quotes at most.
const QUOTED: usize = 20;

/// The beginning of a text, for an error.
pub(crate) fn quote(text: &str) -> String {
    text.chars().take(QUOTED).collect()
}

/// The text without the number of a turn before it, as in `12.C-F`.
pub(crate) fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|sign: char| sign.is_ascii_digit());
    if rest.len() < text.len() && rest.starts_with('.') { rest.trim_start_matches('.') } else { text }
}
