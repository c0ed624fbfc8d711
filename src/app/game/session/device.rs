//! The session's actions for a game on this device: start, put away and resume, seat the computer, play on
//! from a position.

use engine_protocol::Level;
use leptos::prelude::untrack;
use room::Seat;

use super::Session;
use crate::app::game::drivers::{OnDevice, is_going_on, keep_from, level_at};
use crate::app::text::words;
use crate::app::{Opponent, local_path};
use crate::client;

impl Session {
    /// Calls the device's driver; returns whether there is one.
    fn on_driver(&self, act: impl FnOnce(&dyn OnDevice)) -> bool {
        let driver = self.driver();
        driver.as_ref().and_then(|driver| driver.on_device()).map(act).is_some()
    }

    /// On one device: starts the game with the agreed settings.
    pub fn begin(&self) {
        self.on_driver(|device| device.begin());
    }

    /// Polls the clock, as no server does it: a flag may fall in this page.
    pub fn look(&self) {
        self.on_driver(|device| device.look());
    }

    /// On one device: puts the game away, and lets the players set up another one.
    pub(super) fn put_away(&self) {
        self.on_driver(|device| device.put_away());
    }

    /// On one device: adjourns the game until it is resumed.
    pub(in crate::app::game) fn rest(&self) {
        self.put_away();
        self.change(|shown| shown.paused = true);
    }

    /// On one device: resumes the game that was put away.
    pub fn take_up(&self) {
        self.change(|shown| shown.paused = false);
        self.on_driver(|device| device.take_up());
    }

    /// On one device: whether a game was put away that can be resumed.
    pub fn has_put_away(&self) -> bool {
        self.driver().is_some_and(|driver| driver.on_device().is_some_and(OnDevice::has_put_away))
    }

    /// Starts another game from the position on the board: of the same players at this device, or of one of
    /// them against the computer.
    pub fn play_from_here(&self) {
        let Some(shown) = self.peek() else { return };
        let (Some(room), Some(game)) = (&shown.room, shown.seen()) else { return };
        if self.on_driver(|device| device.go_on_from(game)) {
            return;
        }
        let own = untrack(|| self.own_side()).unwrap_or(game.position.to_move());
        let kind = game.setup.game();
        if !is_going_on(Opponent::Computer, kind) || client::is_agreed(&words::lose_going_game()) {
            keep_from(room, game, own);
            client::go(local_path(Opponent::Computer, kind));
        }
    }

    /// On one device: gives a seat to a level of the computer, or to a person.
    pub fn seat_computer(&self, seat: Seat, level: Option<Level>) {
        self.on_driver(|device| device.seat(seat, level));
    }

    /// On one device: pauses the computer, or lets it go on.
    pub fn pause(&self) {
        self.change(|shown| shown.paused = !shown.paused);
        self.on_driver(|device| device.consider());
    }

    /// Whether the game is known: a game stored on this device is known to the browser alone.
    pub fn is_known(&self) -> bool {
        self.shown().room.is_some()
    }

    /// Whether the game is played on this device, without a server.
    pub fn on_device(&self) -> bool {
        self.shown().device.is_some()
    }

    /// The computer's level on this seat.
    pub fn level_at(&self, seat: Seat) -> Option<Level> {
        // The member ids of rooms on the server have another meaning.
        self.shown().device?;
        self.with(|room| level_at(room, seat))?
    }

    /// Whether the computer plays against itself.
    pub fn is_watched(&self) -> bool {
        Seat::BOTH.into_iter().all(|seat| self.level_at(seat).is_some())
    }
}
