//! What a session can do where the game is played on this device: begin, put away and take up, seat the computer, play on
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
    /// Does something where the game is played on this device; says whether it is.
    fn on_driver(&self, act: impl FnOnce(&dyn OnDevice)) -> bool {
        let driver = self.driver();
        driver.as_ref().and_then(|driver| driver.on_device()).map(act).is_some()
    }

    /// On one device: starts the game that has been agreed on.
    pub fn begin(&self) {
        self.on_driver(|device| device.begin());
    }

    /// Lets time do its part where no server does it: a flag that falls in this page.
    pub fn look(&self) {
        self.on_driver(|device| device.look());
    }

    /// On one device: puts the game away, and lets another one be agreed on.
    pub(super) fn put_away(&self) {
        self.on_driver(|device| device.put_away());
    }

    /// On one device: puts the game away until somebody goes on with it.
    pub(in crate::app::game) fn rest(&self) {
        self.put_away();
        self.change(|shown| shown.paused = true);
    }

    /// On one device: goes on with the game that was put away.
    pub fn take_up(&self) {
        self.change(|shown| shown.paused = false);
        self.on_driver(|device| device.take_up());
    }

    /// On one device: whether a game was put away that can be gone on with.
    pub fn has_put_away(&self) -> bool {
        self.driver().is_some_and(|driver| driver.on_device().is_some_and(OnDevice::has_put_away))
    }

    /// Goes on from the position on the board as another game: of the same players at this device, or of one of them against
    /// the computer.
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

    /// On one device: has the computer stop, or go on.
    pub fn pause(&self) {
        self.change(|shown| shown.paused = !shown.paused);
        self.on_driver(|device| device.consider());
    }

    /// Whether it is known what is played: a game that is kept on this device is known to the browser alone.
    pub fn is_known(&self) -> bool {
        self.shown().room.is_some()
    }

    /// Whether the game is played on this device, with no server.
    pub fn on_device(&self) -> bool {
        self.shown().device.is_some()
    }

    /// The level of the computer that plays in this seat.
    pub fn level_at(&self, seat: Seat) -> Option<Level> {
        // Members of rooms on the server are called by other numbers.
        self.shown().device?;
        self.with(|room| level_at(room, seat))?
    }

    /// Whether the computer plays against itself.
    pub fn is_watched(&self) -> bool {
        Seat::BOTH.into_iter().all(|seat| self.level_at(seat).is_some())
    }
}
