//! What somebody's hand is doing at a board.

use leptos::prelude::*;

use super::session::Session;
use crate::app::ui::toast::{Say, use_toast};

/// What somebody at a table points at, and holds. A copy is the same hand. Places of a board of Mapello are those on the screen, 0 to
/// 99 in reading order.
#[derive(Clone, Copy)]
pub struct Hand {
    /// The game that is played.
    pub session: Session,
    /// The place of a board of Mapello that is being pointed at.
    pub over: RwSignal<Option<u8>>,
    /// The one place there that Tab reaches.
    pub focus: RwSignal<u8>,
    /// A disc has been taken from the tray.
    pub held: RwSignal<bool>,
    /// … and follows the pointer.
    pub dragging: RwSignal<bool>,
    /// Says what cannot be done.
    pub toast: Say,
}

/// Whoever begins finds the Tab key on d3, amid the first moves.
const FIRST_FOCUS: u8 = 34;

impl Hand {
    /// A hand that does nothing yet.
    pub fn new(session: Session) -> Self {
        Self {
            session,
            over: RwSignal::new(None),
            focus: RwSignal::new(FIRST_FOCUS),
            held: RwSignal::new(false),
            dragging: RwSignal::new(false),
            toast: use_toast(),
        }
    }
}
