//! Pass and play on one device: flips the board to the side to move, if that is set.

use std::time::Duration;

use leptos::prelude::*;
use rules::Side;

use super::view::session::Session;
use crate::app::ui::live::{effect, memo};
use crate::client;
use crate::client::look;

/// The pause between the animation of the last move and the flip, in milliseconds, so that its end is seen.
const PAUSE_MS: u32 = 350;

/// Keeps the board turned to the player to move, on a device that two players share.
pub(super) fn flip_to_mover(session: Session) {
    let turn = memo(move || local_mover(session));
    effect(move || {
        if turn.get().is_none() || look::get("turn").as_deref() != Some("on") {
            return;
        }
        let film = session.peek().and_then(|state| state.film.clone());
        let wait = film.map_or(0, |film| session.film_ms(&film) + PAUSE_MS);
        let turn_around = move || {
            // The page may have gone on meanwhile, and so may the game.
            if session.peek().is_some()
                && untrack(|| local_mover(session).is_some_and(|side| side != session.near_side()))
            {
                session.flip();
            }
        };
        client::after(Duration::from_millis(wait.into()), turn_around);
    });
}

/// The side to move, of two players at this device.
fn local_mover(session: Session) -> Option<Side> {
    if !session.is_pass_and_play() || session.in_replay() {
        return None;
    }
    session.with_room(|room| room.running().map(|game| game.position.to_move()))?
}
