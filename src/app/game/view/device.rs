//! The session's actions for a game on this device: start, put away and resume, seat the computer, play on
//! from a position.

use engine_protocol::Level;
use leptos::prelude::untrack;
use room::{Room, Seat, clean_name};

use super::driver::DeviceActions;
use super::session::Session;
use crate::app::Opponent;
use crate::app::game::saved_games::log::keep_from;
use crate::app::game::saved_games::members::level_at;
use crate::app::game::saved_games::offered::settings_offering;
use crate::app::game::saved_games::slot::address;
use crate::client;

impl Session {
    /// Calls the device's driver; returns whether there is one.
    fn with_device(&self, act: impl FnOnce(&dyn DeviceActions)) -> bool {
        let driver = self.driver();
        driver.as_ref().and_then(|driver| driver.device_actions()).map(act).is_some()
    }

    /// On one device: starts the game with the agreed settings.
    pub fn start_game(&self) {
        self.with_device(|device| device.start_game());
    }

    /// Polls the clock, as no server does it: a flag may fall in this page.
    pub fn poll_clock(&self) {
        self.with_device(|device| device.poll_clock());
    }

    /// On one device: puts the game away, and lets the players set up another one.
    pub(super) fn adjourn(&self) {
        self.with_device(|device| device.adjourn());
    }

    /// On one device: adjourns the game until it is resumed.
    pub(in crate::app::game) fn adjourn_and_pause(&self) {
        self.adjourn();
        self.change(|state| state.paused = true);
    }

    /// On one device: resumes the game that was put away.
    pub fn resume_adjourned(&self) {
        self.change(|state| state.paused = false);
        self.with_device(|device| device.resume_adjourned());
    }

    /// On one device: whether a game was put away that can be resumed.
    pub fn has_adjourned_game(&self) -> bool {
        self.driver()
            .is_some_and(|driver| driver.device_actions().is_some_and(DeviceActions::has_adjourned_game))
    }

    /// Starts another game from the position on the board: of the same players at this device, or of one of
    /// them against the computer.
    pub fn play_from_here(&self) {
        let Some(state) = self.peek() else { return };
        let (Some(room), Some(game)) = (&state.room, state.displayed_game()) else { return };
        if self.with_device(|device| device.continue_from(game)) {
            return;
        }
        let own = untrack(|| self.own_side()).unwrap_or(game.position.to_move());
        let kind = game.setup.game();
        if let Some(id) = keep_from(room, game, own) {
            client::navigate(&address(Opponent::Computer, kind, &id));
        }
    }

    /// On one device: gives a seat to a level of the computer, or to a person.
    pub fn seat_computer(&self, seat: Seat, level: Option<Level>) {
        self.with_device(|device| device.seat_player(seat, level));
    }

    /// On one device: names the person on a seat, or takes the name away if it is empty; `false` if the name is none.
    pub fn rename_on_device(&self, seat: Seat, name: &str) -> bool {
        let name = if name.trim().is_empty() { Some(String::new()) } else { clean_name(name) };
        name.is_some_and(|name| self.with_device(|device| device.rename(seat, &name)))
    }

    /// On one device: pauses the computer, or lets it go on.
    pub fn toggle_pause(&self) {
        self.change(|state| state.paused = !state.paused);
        self.with_device(|device| device.let_computer_move());
    }

    /// On one device: begins another game, with this level of the computer on the seat.
    pub fn play_level(&self, seat: Seat, level: Level) {
        self.adjourn();
        self.seat_computer(seat, Some(level));
        self.start_game();
    }

    /// Whether the game is known: a game stored on this device is known to the browser alone.
    pub fn has_room(&self) -> bool {
        self.state().room.is_some()
    }

    /// Whether the game is played on this device, without a server.
    pub fn on_device(&self) -> bool {
        self.state().local_opponent.is_some()
    }

    /// The computer's level on this seat.
    pub fn level_at(&self, seat: Seat) -> Option<Level> {
        // The member ids of rooms on the server have another meaning.
        self.state().local_opponent?;
        self.with_room(|room| level_at(room, seat))?
    }

    /// Whether the level Perfect is offered in games with the current settings.
    pub fn is_perfect_offered(&self) -> bool {
        let is_offered =
            |room: &Room| settings_offering(Level::Perfect, room.next_settings().game, 0).is_some();
        self.with_room(is_offered).unwrap_or(false)
    }

    /// Whether the computer plays against itself.
    pub fn is_computer_only(&self) -> bool {
        Seat::BOTH.into_iter().all(|seat| self.level_at(seat).is_some())
    }
}
