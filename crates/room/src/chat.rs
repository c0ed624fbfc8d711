//! The lines people say in a room, and the limits on them.

use crate::Millis;
use crate::name::clean_line;
use crate::rejection::Rejection;
use crate::seat::Seat;
use crate::state::Room;

/// The longest line, in characters.
pub const MAX_CHARS: usize = 140;
/// How many lines a room keeps.
pub const MAX_LINES: usize = 150;
/// No more than [`BURST`] lines of a seat in this time.
const BURST_MS: Millis = 10_000;
const BURST: usize = 4;

/// One line of chat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Whose seat said it.
    pub seat: Seat,
    /// The speaker's name at that time.
    pub name: String,
    /// When.
    pub at: Millis,
    /// What: one clean line of at most [`MAX_CHARS`] characters.
    pub text: String,
}

/// The line as it will be shown, or why it is not taken: empty, too long, a fifth within 10 s, or the same as one of
/// the speaker's last two.
pub(crate) fn accept(room: &Room, seat: Seat, raw: &str, now: Millis) -> Result<String, Rejection> {
    let text = clean_line(raw);
    if text.is_empty() {
        return Err(Rejection::EmptyLine);
    }
    if text.chars().count() > MAX_CHARS {
        return Err(Rejection::LineTooLong);
    }
    let mine = || room.chat.iter().rev().filter(|line| line.seat == seat);
    if let Some(line) = mine().nth(BURST - 1)
        && let since = now.saturating_sub(line.at).max(0)
        && since < BURST_MS
    {
        return Err(Rejection::Wait(BURST_MS - since));
    }
    if mine().take(2).any(|line| line.text == text) {
        return Err(Rejection::SaidAlready);
    }
    Ok(text)
}
