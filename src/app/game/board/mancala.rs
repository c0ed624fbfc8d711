//! The Mancala board: one element a pit, which shows it, takes clicks and focus, and has its accessible name.
//! It renders a session and sends back moves; it decides no rules.

mod cells;
mod grid;
mod heaps;
mod ids;
mod keys;
mod last_move;
mod layout;
mod motion;
mod points;
mod state;
#[cfg(feature = "ssr")]
mod still;
mod stones;
#[cfg(test)]
mod tests;
pub(in crate::app::game) mod timing;

use leptos::prelude::IntoAny;

use super::views::BoardViews;

/// The parts of the board: Mancala has no tray.
pub fn views() -> BoardViews {
    BoardViews {
        board: grid::grid,
        tray: |_, _| ().into_any(),
        dragged: |_| ().into_any(),
        style: layout::style,
        points: points::points,
        // In its stores.
        shows_points: true,
        shortcuts: keys::shortcuts,
        result: points::result,
        fountain: |winner, _| ids::store_id(winner),
        #[cfg(feature = "ssr")]
        static_board: still::static_board,
        #[cfg(feature = "ssr")]
        last_film: still::last_film,
    }
}
