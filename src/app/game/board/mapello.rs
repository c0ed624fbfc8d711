//! The Mapello board: one element a square, which shows it, takes clicks and focus, and has its accessible
//! name. It renders a session and sends back moves; it decides no rules.

pub(crate) mod cells;
pub(crate) mod mini;

mod grid;
mod keys;
mod last_move;
mod model;
mod motion;
mod points;
mod state;
#[cfg(feature = "ssr")]
mod still;
#[cfg(test)]
mod tests;
pub(in crate::app::game) mod timing;
mod tray;

use self::state::Board;
use super::views::BoardViews;
use crate::app::game::animation::timeline::plate_id;
pub(crate) use model::border_attributes;

/// The parts of the board, with the trays beside it.
pub fn views() -> BoardViews {
    BoardViews {
        board: |input| grid::grid(Board(input)),
        tray: |input, place| tray::tray(Board(input), place),
        dragged: |input| tray::dragged_disc(Board(input)),
        style: |_| None,
        points: points::points,
        shows_points: false,
        shortcuts: keys::shortcuts,
        result: points::result,
        fountain: |_, near| plate_id(near),
        #[cfg(feature = "ssr")]
        static_board: still::static_board,
        #[cfg(feature = "ssr")]
        last_film: still::last_film,
    }
}
