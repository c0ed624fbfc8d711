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
mod state;
#[cfg(feature = "ssr")]
mod still;
mod stones;
#[cfg(test)]
mod tests;

use leptos::prelude::IntoAny;

use super::views::BoardViews;
#[cfg(feature = "ssr")]
pub(crate) use still::{last_film, static_board};

/// The parts of the board: Mancala has no tray.
pub fn views() -> BoardViews {
    BoardViews { board: grid::grid, tray: |_, _| ().into_any(), dragged: |_| ().into_any() }
}
