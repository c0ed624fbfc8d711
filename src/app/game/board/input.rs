//! The pointer and keyboard state of a player at a board: hovered square, roving tabindex, held or dragged
//! disc.

use leptos::prelude::*;

use crate::app::game::view::session::Session;
use crate::app::ui::toast::{Toaster, use_toast};

/// The viewer's pointer and keyboard state at a table. A copy is the same state. Squares of a Mapello board
/// are numbered as on the screen, 0 to 99 in reading order.
#[derive(Clone, Copy)]
pub struct BoardInput {
    /// The game that is played.
    pub session: Session,
    /// The hovered square of a Mapello board.
    pub hovered: RwSignal<Option<u8>>,
    /// The square of a Mapello board that Tab reaches (roving tabindex).
    pub focused: RwSignal<u8>,
    /// Whether a disc has been taken from the tray.
    pub held: RwSignal<bool>,
    /// Whether it follows the pointer.
    pub dragging: RwSignal<bool>,
    /// Shows why an action is not possible.
    pub toast: Toaster,
}

/// At first Tab reaches d3, amid the first moves.
const FIRST_FOCUSED: u8 = 34;

impl BoardInput {
    /// The state before any input.
    pub fn new(session: Session) -> Self {
        Self {
            session,
            hovered: RwSignal::new(None),
            focused: RwSignal::new(FIRST_FOCUSED),
            held: RwSignal::new(false),
            dragging: RwSignal::new(false),
            toast: use_toast(),
        }
    }
}
