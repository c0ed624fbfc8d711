//! The ids of holes and squares, by which the page's document and its timelines name them
//! (`src/app/game/board/mancala/ids.rs`, `src/app/game/board/mapello/cells.rs`).

use super::{Mancala, Side};
use crate::plan::{Hole, Row};

/// The hole that an id names on this board, as it is seen.
pub fn hole_of_id(board: &Mancala, id: &str) -> Option<Hole> {
    let (row, rest) = id.split_once('-')?;
    let side = match row {
        "south" => Side::First,
        "north" => Side::Second,
        _ => return None,
    };
    let row = if side == board.near { Row::Near } else { Row::Far };
    if rest == "store" {
        return Some(Hole::Store(row));
    }
    let &[letter @ b'a'..=b'z'] = rest.as_bytes() else { return None };
    let index = letter - b'a';
    // Letters run from each owner's left.
    let seen = if row == Row::Near { index } else { board.pits.checked_sub(index + 1)? };
    (index < board.pits).then_some(Hole::Pit(row, seen))
}

/// The id of a hole of this board.
pub fn hole_id(board: &Mancala, hole: Hole) -> String {
    let owner = |row: Row| if (row == Row::Near) == (board.near == Side::First) { "south" } else { "north" };
    match hole {
        Hole::Pit(row, _) => format!("{}-{}", owner(row), letter(board, hole).unwrap_or('a')),
        Hole::Store(row) => format!("{}-store", owner(row)),
    }
}

/// The letter of a pit.
pub(crate) fn letter(board: &Mancala, hole: Hole) -> Option<char> {
    let Hole::Pit(row, at) = hole else { return None };
    let index = if row == Row::Near { at } else { board.pits.checked_sub(at + 1)? };
    Some(char::from(b'a' + index.min(25)))
}

/// The place of the square that an id names.
pub fn square_of_id(id: &str) -> Option<u8> {
    id.strip_prefix("sq-")?.parse().ok().filter(|place| *place < 100)
}

/// The id of the square at a place.
pub fn square_id(place: u8) -> String {
    format!("sq-{place}")
}
