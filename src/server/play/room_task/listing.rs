//! What the lobby hears of this room: its running game, for spectators, and how games of strangers begin.

use room::{Audience, Company, Ending, Game, Millis, Reason, Seat};
use rules::Side;

use super::RoomTask;
use crate::model::lobby::PublicGame;
use crate::server::play::services::{Beginning, NoGame};

/// A game with so many moves has begun.
const BEGUN_PLY: u32 = 6;
/// Whoever has waited so long for the opponent's first move may give up, in milliseconds.
const WAITED_MS: Millis = 10_000;

impl RoomTask {
    /// Updates what the lobby was told if it has changed.
    pub(super) fn update_listing(&mut self) {
        self.tell_beginning();
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

    fn tell_beginning(&mut self) {
        let Some(game) = self.room.game.as_ref().filter(|_| self.room.settings.company == Company::Strangers)
        else {
            return;
        };
        let beginning = beginning(game);
        if self.beginning != beginning
            && let Some(beginning) = beginning
        {
            self.host.rooms.listings.game_begun(self.room.code, beginning);
        }
        self.beginning = beginning;
    }

    /// The listing of a public game.
    fn public_game(&self, number: u32) -> Option<PublicGame> {
        let settings = self.room.settings_for(number);
        let name = |seat| self.room.occupant(seat).map(|occupant| occupant.name.clone()).unwrap_or_default();
        (settings.audience == Audience::Public && !self.room.closed).then(|| PublicGame {
            code: self.room.code,
            number,
            is_rated: settings.is_rated(),
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

/// How a game has begun, if that can be said yet.
fn beginning(game: &Game) -> Option<Beginning> {
    if game.own_ply() >= BEGUN_PLY {
        return Some(Beginning::Played);
    }
    let Ending { winner, reason, at } = game.ending?;
    let to_move = game.position.to_move();
    let loser = winner.map(Side::other);
    Some(match (reason, loser) {
        (Reason::CalledOff, _) => Beginning::NoGame(NoGame::FirstMoveMissing(game.seat_of(to_move))),
        (Reason::Resigned | Reason::TimeOut | Reason::Abandoned, Some(loser)) => {
            let (seat, is_in_grace) = (game.seat_of(loser), game.clock.in_grace(loser));
            let has_waited = at - game.running_since() >= WAITED_MS && game.clock.in_grace(to_move);
            Beginning::NoGame(match loser == to_move {
                true if is_in_grace => NoGame::FirstMoveMissing(seat),
                false if has_waited => NoGame::GaveUpWaiting(seat),
                _ => NoGame::Left(seat),
            })
        }
        _ => Beginning::Played,
    })
}
