//! What the hall is told of the game that is played here.

use room::{Audience, Seat};

use super::RoomTask;
use crate::app::pages::find::PublicGame;

impl RoomTask {
    /// Tells the hall what is being played here, if that is something else than before.
    pub(super) fn show(&mut self) {
        let playing = self.room.running().map(|game| self.public_game(game.number));
        if playing == self.shown {
            return;
        }
        match playing.clone() {
            Some(game) => self.rooms.hall.plays(self.room.code, game),
            None => self.rooms.hall.plays_no_more(self.room.code),
        }
        self.shown = playing;
    }

    /// What may be shown to everybody.
    fn public_game(&self, number: u32) -> Option<PublicGame> {
        let settings = self.room.settings_for(number);
        let name = |seat| self.room.occupant(seat).map(|occupant| occupant.name.clone()).unwrap_or_default();
        (settings.audience == Audience::Public).then(|| PublicGame {
            code: self.room.code,
            names: Seat::BOTH.map(name),
            game: settings.game,
            clock: settings.clock,
            watching: self.members.presence(&self.room).watching,
        })
    }

    /// Takes back what the hall was told.
    pub(super) fn hide(&mut self) {
        self.shown = None;
        self.rooms.hall.plays_no_more(self.room.code);
    }
}
