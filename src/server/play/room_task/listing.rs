//! What the lobby hears of this room: its running game, for spectators, and the first moves of strangers.

use room::{Audience, Company, Ending, Game, Reason, Seat};

use super::RoomTask;
use crate::model::lobby::PublicGame;

impl RoomTask {
    /// Updates what the lobby was told if it has changed.
    pub(super) fn update_listing(&mut self) {
        self.tell_first_moves();
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

    fn tell_first_moves(&mut self) {
        if self.room.settings.company != Company::Strangers {
            return;
        }
        let Some(game) = &self.room.game else { return };
        let begun = (Seat::BOTH.map(|seat| !game.clock.in_grace(game.side_of(seat))), late_seat(game));
        if self.first_moves != Some(begun) {
            self.first_moves = Some(begun);
            self.host.rooms.listings.first_moves(self.room.code, begun.0, begun.1);
        }
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

/// The seat that has let the game end without its first move: by its time, or by giving up.
fn late_seat(game: &Game) -> Option<Seat> {
    let Ending { winner, reason, .. } = game.ending?;
    let side = match (reason, winner) {
        (Reason::CalledOff, _) => game.position.to_move(),
        (_, Some(winner)) => winner.other(),
        (_, None) => return None,
    };
    game.clock.in_grace(side).then(|| game.seat_of(side))
}
