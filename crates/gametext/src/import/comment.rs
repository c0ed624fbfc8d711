//! Comments up to the end of the line, and the moves that somebody has put into one without meaning it.

use super::frame::{number, result};
use crate::text::plain;

/// Whether the text of a comment is moves that somebody has joined by semicolons, which are not to be lost: it
/// begins with a number, is nothing but moves, or is a list whose every item begins with one.
pub(super) fn are_moves(comment: &str) -> bool {
    let comment: String = comment.chars().filter_map(plain).collect();
    let items: Vec<Vec<&str>> = comment.split(';').map(|item| item.split_whitespace().collect()).collect();
    let mut items = items.iter().filter(|item| !item.is_empty()).peekable();
    let Some(first) = items.peek().and_then(|item| item.first()) else { return false };
    let is_list = comment.contains(';');
    number(first).is_some()
        || items.all(|item| match item.as_slice() {
            [first, ..] if is_list => is_move(first),
            words => words.iter().all(|word| is_move(word)),
        })
}

/// Whether a word is nothing but moves of either game, as `d6`, `c3d3`, `C-F`, `x3`, `--`; or a result.
fn is_move(word: &str) -> bool {
    let word = word.trim_end_matches(['!', '?', ',', '.']);
    let is_turn = |part: &str| match part.as_bytes() {
        [b'a'..=b'i' | b'A'..=b'I'] => true,
        [b'x' | b'X', stones @ ..] => stones.iter().all(u8::is_ascii_digit),
        cells => cells.chunks(2).all(|pair| matches!(pair, [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8'])),
    };
    let is_pass = ["pass", "pa", "ps", "swap"].iter().any(|pass| pass.eq_ignore_ascii_case(word));
    !word.is_empty() && (is_pass || result(word).is_some() || word.split('-').all(is_turn))
}
