//! What a session can do where the game is played on this device: begin, put away and take up, seat the computer, play on
//! from a position.

use engine_protocol::Level;
use leptos::prelude::untrack;
use room::Seat;

use super::Session;
use crate::app::game::drivers::{Driver, is_going_on, keep_from, level_at};
use crate::app::text::words;
use crate::app::{Opponent, local_path};
use crate::client;

impl Session {
    /// On one device: starts the game that has been agreed on.
    pub fn begin(&self) {
        if let Some(Driver::Local(local)) = self.driver() {
            local.begin();
        }
    }

    /// Lets time do its part where no server does it: a flag that falls in this page.
    pub fn look(&self) {
        if let Some(Driver::Local(local)) = self.driver() {
            local.look();
        }
    }

    /// On one device: puts the game away, and lets another one be agreed on.
    pub(super) fn put_away(&self) {
        if let Some(Driver::Local(local)) = self.driver() {
            local.put_away();
        }
    }

    /// On one device: puts the game away until somebody goes on with it.
    pub(in crate::app::game) fn rest(&self) {
        self.put_away();
        self.change(|shown| shown.paused = true);
    }

    /// On one device: goes on with the game that was put away.
    pub fn take_up(&self) {
        self.change(|shown| shown.paused = false);
        if let Some(Driver::Local(local)) = self.driver() {
            local.take_up();
        }
    }

    /// On one device: whether a game was put away that can be gone on with.
    pub fn has_put_away(&self) -> bool {
        matches!(self.driver(), Some(Driver::Local(local)) if local.has_put_away())
    }

    /// Goes on from the position on the board as another game: of the same players at this device, or of one of them against
    /// the computer.
    pub fn play_from_here(&self) {
        let Some(shown) = self.peek() else { return };
        let (Some(room), Some(game)) = (&shown.room, shown.seen()) else { return };
        if let Some(Driver::Local(local)) = self.driver() {
            return local.go_on_from(game);
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
        if let Some(Driver::Local(local)) = self.driver() {
            local.seat(seat, level);
        }
    }

    /// On one device: has the computer stop, or go on.
    pub fn pause(&self) {
        self.change(|shown| shown.paused = !shown.paused);
        if let Some(Driver::Local(local)) = self.driver() {
            local.consider();
        }
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
