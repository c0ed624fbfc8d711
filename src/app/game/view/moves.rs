//! What a viewer does in a game: playing, and offering a draw.

use std::time::Duration;

use leptos::prelude::*;
use room::{Command, Millis, Room};
use rules::Move;

use super::plan::Played;
use super::session::{Notice, Session, seat_of};
use crate::client;

/// A second press of the same move within this time is the other half of a double click.
pub(super) const DOUBLE_CLICK_MS: Millis = 500;
/// How long a draw waits for the second press.
const DRAW_ASKS: Duration = Duration::from_secs(5);

impl Session {
    /// Plays a move in the running game. A double click plays it once.
    pub fn play(&self, mv: Move) {
        let Some(state) = self.peek() else { return };
        let Some(running) = state.room.as_deref().and_then(Room::running) else { return };
        if self.is_second_click(mv) {
            return;
        }
        let (game, ply) = (running.number, running.ply());
        self.last_played.set_value(Some(Played { mv, game, ply, at: client::input_time() }));
        self.send(Command::Play { game, ply, mv });
    }

    /// Whether this move was played a moment ago, and nothing since. The same move is another one after a takeback,
    /// after an answer, and in the next step of a lesson.
    pub(super) fn is_second_click(&self, mv: Move) -> bool {
        let Some(state) = self.peek() else { return false };
        let Some(running) = state.room.as_deref().and_then(Room::running) else { return false };
        let (now, game, ply) = (client::input_time(), running.number, running.ply());
        let is_it = |last: Played| {
            last.mv == mv && last.game == game && last.ply + 1 == ply && now - last.at < DOUBLE_CLICK_MS
        };
        self.last_played.try_get_value().flatten().is_some_and(is_it)
    }

    /// Offers a draw when it is asked for twice within a few seconds, or claims one if the opponent has been
    /// gone for long enough.
    pub fn offer_or_claim_draw(&self) {
        let Some(state) = self.peek() else { return };
        let claim = state.room.as_deref().and_then(|room| {
            let across = seat_of(state.viewer, room)?.other();
            state.presence.gone[across.index()]?.claim
        });
        if claim.is_some_and(|at| at <= self.now()) {
            return self.send(Command::ClaimDraw);
        }
        let now = client::input_time();
        if let Some(asked) = state.draw_asked {
            if now - asked >= DOUBLE_CLICK_MS {
                self.change(|state| state.draw_asked = None);
                self.notify(Notice::DrawOffered);
                self.send(Command::OfferDraw);
            }
            return;
        }
        self.change(|state| state.draw_asked = Some(now));
        self.notify(Notice::DrawOnceMore);
        let session = *self;
        client::after(DRAW_ASKS, move || {
            if session.peek().is_some_and(|state| state.draw_asked == Some(now)) {
                session.change(|state| state.draw_asked = None);
            }
        });
    }
}
