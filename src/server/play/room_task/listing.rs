//! The lobby's listing of this room's running game, for spectators.

use room::{Audience, Seat};

use super::RoomTask;
use crate::model::lobby::PublicGame;

impl RoomTask {
    /// Updates the lobby's listing if it has changed.
    pub(super) fn update_listing(&mut self) {
        let playing = self.room.running().map(|game| self.public_game(game.number));
        if playing == self.listed {
            return;
        }
        match playing.clone() {
            Some(game) => self.host.rooms.listings.set_game(self.room.code, game),
            None => self.host.rooms.listings.remove_game(self.room.code),
        }
        self.listed = playing;
    }

    /// The listing of a public game.
    fn public_game(&self, number: u32) -> Option<PublicGame> {
        let settings = self.room.settings_for(number);
        let name = |seat| self.room.occupant(seat).map(|occupant| occupant.name.clone()).unwrap_or_default();
        (settings.audience == Audience::Public).then(|| PublicGame {
            code: self.room.code,
            names: Seat::BOTH.map(name),
            game: settings.game,
            clock: settings.clock,
            watching: self.host.members.presence(&self.room).watching,
        })
    }

    /// Removes the listing.
    pub(super) fn remove_listing(&mut self) {
        self.listed = None;
        self.host.rooms.listings.remove_game(self.room.code);
    }
}
