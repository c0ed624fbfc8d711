//! The ids of a board's elements, by which animations and the focus find them.

use rules::Side;
use rules::mancala::{Hole, Pit};

use crate::app::text::mancala::pit_letter;

/// The document id of a hole.
pub(super) fn hole_id(hole: Hole) -> String {
    match hole {
        Hole::Pit(pit) => pit_id(pit),
        Hole::Store(side) => store_id(side).to_owned(),
    }
}

/// The document id of a side's store.
pub(super) fn store_id(side: Side) -> &'static str {
    if side == Side::First { "south-store" } else { "north-store" }
}

/// The document id of a pit's button.
pub(super) fn pit_id(pit: Pit) -> String {
    let row = if pit.side == Side::First { "south" } else { "north" };
    format!("{row}-{}", pit_letter(pit))
}
