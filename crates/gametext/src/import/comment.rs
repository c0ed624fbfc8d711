//! Comments up to the end of the line, and the moves that somebody has put into one without meaning it.

use super::frame::{number, result};
use crate::text::plain;

/// Whether the text of a comment is moves that somebody has joined by semicolons, which are not to be lost: it
/// begins with a number, is nothing but moves and what belongs to them, goes on with numbered moves after one, or
/// is a list whose every item begins with one.
pub(super) fn are_moves(comment: &str) -> bool {
    let comment: String = comment.chars().filter_map(plain).collect();
    let items: Vec<Vec<&str>> = comment.split(';').map(|item| item.split_whitespace().collect()).collect();
    let mut items = items.iter().filter(|item| !item.is_empty()).peekable();
    let Some(first) = items.peek().and_then(|item| item.first()) else { return false };
    let is_list = comment.contains(';');
    let goes_on = || is_move(first) && comment.split_whitespace().any(|word| number(word).is_some());
    number(first).is_some()
        || comment.split([';', ' ', '\n']).filter(|word| !word.is_empty()).all(is_move)
        || goes_on()
        || is_list && items.all(|item| item.first().is_some_and(|first| is_move(first)))
}

/// Whether a word is nothing but moves of either game, as `d6`, `c3d3`, `C-F`, `3-7`, `x3`, `--`; or a number, a
/// result or a score.
fn is_move(word: &str) -> bool {
    let length = number(word).map_or(0, |(_, length)| length);
    let word = word[length..].trim_end_matches(['!', '?', ',', '.']);
    if word.is_empty() {
        return length > 0;
    }
    let is_turn = |part: &str| match part.as_bytes() {
        [b'a'..=b'i' | b'A'..=b'I'] => true,
        [b'x' | b'X', stones @ ..] => stones.iter().all(u8::is_ascii_digit),
        cells => {
            matches!(cells.len(), 1..=3) && cells.iter().all(u8::is_ascii_digit)
                || cells.chunks(2).all(|pair| matches!(pair, [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8']))
        }
    };
    let is_pass = ["pass", "pa", "ps", "swap"].iter().any(|pass| pass.eq_ignore_ascii_case(word));
    is_pass || result(word).is_some() || word.split('-').all(is_turn)
}
