//! Zen: nothing but the board and the clocks, for as long as a game runs. Names are those of the sides, moves and chat are out
//! of sight; with the end of the game all is back.

use leptos::prelude::untrack;
use room::Room;

use super::{Notice, Session};
use crate::client::look;

/// What of the look on this device says so.
const NAME: &str = "zen";

impl Session {
    /// As it was left on this device.
    pub fn recall_zen(&self) {
        if look::get(NAME).is_some() {
            self.change(|shown| shown.zen = true);
        }
    }

    /// Whether it is on, and a game runs.
    pub fn is_zen(&self) -> bool {
        let shown = self.shown();
        shown.zen && shown.room.as_deref().and_then(Room::running).is_some()
    }

    /// Switches it on or off in a running game.
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
