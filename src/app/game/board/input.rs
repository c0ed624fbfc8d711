//! The pointer and keyboard state of a player at a board: hovered place, roving tabindex, held or dragged
//! piece. The board and the trays beside it share it.

use leptos::prelude::*;

use crate::app::game::view::session::Session;
use crate::app::ui::toast::{Toaster, use_toast};

/// The viewer's pointer and keyboard state at a table. A copy is the same state. Places of a board are
/// numbered as on the screen, from 0 in reading order.
#[derive(Clone, Copy)]
pub struct BoardInput {
    /// The game that is played.
    pub session: Session,
    /// The hovered place.
    pub hovered: RwSignal<Option<u8>>,
    /// The place that Tab reaches (roving tabindex); `None` is the board's first choice.
    pub focused: RwSignal<Option<u8>>,
    /// Whether a piece has been taken from the tray.
    pub held: RwSignal<bool>,
    /// Whether it follows the pointer.
    pub dragging: RwSignal<bool>,
    /// Shows why an action is not possible.
    pub toast: Toaster,
}

impl BoardInput {
    /// The state before any input.
    pub fn new(session: Session) -> Self {
        Self {
            session,
            hovered: RwSignal::new(None),
            focused: RwSignal::new(None),
            held: RwSignal::new(false),
            dragging: RwSignal::new(false),
            toast: use_toast(),
        }
    }
}
