//! Zen mode: only the board and the clocks while a game runs. Players are named by their sides, moves and
//! chat are hidden; when the game ends everything returns.

use leptos::prelude::untrack;
use room::Room;

use super::session::{Notice, Session};
use crate::client::look;

/// The name of its setting in local storage (`client::look`).
const SETTING: &str = "zen";

impl Session {
    /// Restores the setting of this device.
    pub fn restore_zen(&self) {
        if look::get(SETTING).is_some() {
            self.change(|state| state.zen = true);
        }
    }

    /// Whether zen mode is on and a game runs.
    pub fn is_zen(&self) -> bool {
        let state = self.state();
        state.zen && state.room.as_deref().and_then(Room::running).is_some()
    }

    /// Switches zen mode on or off in a running game.
    pub fn toggle_zen(&self) {
        if untrack(|| self.with_room(|room| room.running().is_some())) != Some(true) {
            return;
        }
        self.change(|state| {
            state.zen = !state.zen;
            look::set(SETTING, state.zen.then_some("on"));
            state.notify(Notice::ZenToggled(state.zen));
        });
    }
}
