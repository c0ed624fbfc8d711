//! What a board gives to a table. The boards are lazily loaded parts of the program, so a table knows them as
//! functions only.

use leptos::prelude::AnyView;

use super::input::BoardInput;
use crate::app::game::view::place::Place;

/// The functions that render the board of a game and what belongs to it. Each game's board is a lazily loaded
/// part of the program.
#[derive(Clone, Copy)]
pub struct BoardViews {
    /// The board.
    pub board: fn(BoardInput) -> AnyView,
    /// The tray between a plate and the board.
    pub tray: fn(BoardInput, Place) -> AnyView,
    /// The piece that is being dragged.
    pub dragged: fn(BoardInput) -> AnyView,
}
