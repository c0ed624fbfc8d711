//! What the board of a game gives to the pages that show it. A table knows the boards as functions only: which
//! games there are is known to `board::of` alone.

use leptos::prelude::AnyView;
use room::Game;
use rules::{Position, Side};

use super::input::BoardInput;
use crate::app::game::players::points::Points;
use crate::app::game::shortcut_help::Shortcut;
use crate::app::game::view::place::Place;

/// Knows the board of a game: `board::of`, for code that is not in the table's part.
pub type BoardOf = fn(rules::Game) -> BoardViews;

/// The functions that render the board of a game and what belongs to it.
#[derive(Clone, Copy)]
pub struct BoardViews {
    /// The board.
    pub board: fn(BoardInput) -> AnyView,
    /// The tray between a plate and the board.
    pub tray: fn(BoardInput, Place) -> AnyView,
    /// The piece that is being dragged.
    pub dragged: fn(BoardInput) -> AnyView,
    /// The custom properties by which the style sheet knows the board's shape, as a style: `--pits:6`.
    pub style: fn(&Position) -> Option<String>,
    /// The points of a side, as its plate tells them.
    pub points: fn(&Position, Side) -> Points,
    /// Whether the board itself shows the points of both sides.
    pub shows_points: bool,
    /// The keys of the board.
    pub shortcuts: fn() -> Vec<Shortcut>,
    /// What the result card says of a game, seen from this side: pairs of a name and a value.
    pub result: fn(&Game, Side) -> Vec<(String, String)>,
    /// The id of the element from which the winner's fountain rises. The flag says whether the winner sits near.
    pub fountain: fn(Side, bool) -> &'static str,
    /// The motionless board of a game, for pages without a session. The seed determines where pieces lie that have
    /// no exact place.
    #[cfg(feature = "ssr")]
    pub static_board: fn(&Game, u64) -> AnyView,
    /// The animation of a game's last move on its motionless board, with the same seed, as `public/stage.js` reads
    /// it.
    #[cfg(feature = "ssr")]
    pub last_film: fn(&Game, u64) -> Option<String>,
}
