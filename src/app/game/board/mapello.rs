//! The Mapello board: one element a square, which shows it, takes clicks and focus, and has its accessible
//! name. It renders a session and sends back moves; it decides no rules.

pub(crate) mod cells;
pub(crate) mod mini;

mod grid;
mod keys;
mod last_move;
mod model;
mod motion;
mod state;
#[cfg(feature = "ssr")]
mod still;
#[cfg(test)]
mod tests;
mod tray;

use self::state::Board;
use super::views::BoardViews;
pub(crate) use model::border_attributes;
#[cfg(feature = "ssr")]
pub(crate) use still::{last_film, static_board};

/// The parts of the board, with the trays beside it.
pub fn views() -> BoardViews {
    BoardViews {
        board: |input| grid::grid(Board(input)),
        tray: |input, place| tray::tray(Board(input), place),
        dragged: |input| tray::dragged_disc(Board(input)),
    }
}
