//! Zen: nothing but the board and the clocks, for as long as a game runs. Names are those of the sides, moves and chat are out
//! of sight; with the end of the game all is back.

use leptos::prelude::untrack;
use room::Room;

use super::Session;
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

    /// Switches it on or off in a running game; says whether it is on now, and nothing where no game runs.
    pub fn switch_zen(&self) -> Option<bool> {
        untrack(|| self.with(|room| room.running().is_some())).filter(|runs| *runs)?;
        let on = !self.peek()?.zen;
        look::set(NAME, on.then_some("on"));
        self.change(|shown| shown.zen = on);
        Some(on)
    }
}
