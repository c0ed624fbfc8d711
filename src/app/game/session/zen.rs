//! Zen mode: only the board and the clocks while a game runs. Players are named by their sides, moves and
//! chat are hidden; when the game ends everything returns.

use leptos::prelude::untrack;
use room::Room;

use super::{Notice, Session};
use crate::client::look;

/// The name of its setting in local storage (`client::look`).
const NAME: &str = "zen";

impl Session {
    /// Restores the setting of this device.
    pub fn recall_zen(&self) {
        if look::get(NAME).is_some() {
            self.change(|shown| shown.zen = true);
        }
    }

    /// Whether zen mode is on and a game runs.
    pub fn is_zen(&self) -> bool {
        let shown = self.shown();
        shown.zen && shown.room.as_deref().and_then(Room::running).is_some()
    }

    /// Switches zen mode on or off in a running game.
    pub fn switch_zen(&self) {
        if untrack(|| self.with(|room| room.running().is_some())) != Some(true) {
            return;
        }
        self.change(|shown| {
            shown.zen = !shown.zen;
            look::set(NAME, shown.zen.then_some("on"));
            shown.tell(Notice::Zen(shown.zen));
        });
    }
}
