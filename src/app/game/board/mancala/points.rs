//! What is said of the points in Mancala: the stones in a side's store.

use room::Game;
use rules::{Position, Side};

use crate::app::game::players::points::Points;
use crate::app::text::words;

/// What the plate of a side tells.
pub(super) fn points(_: &Position, _: Side) -> Points {
    Points { unit: words::in_store(), parts: None, disc: None }
}

/// The line of the result card: how many moves were played.
pub(super) fn result(game: &Game, _: Side) -> Vec<(String, String)> {
    vec![(words::moves(), game.ply().to_string())]
}
