//! The code of a room as people read it: in two groups, which a screen reader says letter by letter.

use room::RoomCode;

use super::el::{El, el};

/// An element with the code of a room.
pub fn room_code(tag: &'static str, class: &'static str, code: RoomCode) -> El {
    el(tag).class(class).role("img").aria_label(code.spoken()).child(code.grouped())
}
