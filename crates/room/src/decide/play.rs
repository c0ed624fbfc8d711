//! Decides moves, berserk and resignation.

use rules::Move;

use super::{require_running, winner};
use crate::Millis;
use crate::event::Event;
use crate::game::Reason;
use crate::rejection::Rejection;
use crate::seat::Seat;
use crate::state::Room;

pub(super) fn play(
    room: &Room,
    seat: Seat,
    number: u32,
    ply: u32,
    mv: Move,
    now: Millis,
) -> Result<Vec<Event>, Rejection> {
    let game = require_running(room)?;
    if game.number != number || game.ply() != ply {
        return Err(Rejection::Stale);
    }
    let side = game.side_of(seat);
    if game.position.to_move() != side {
        return Err(Rejection::NotYourTurn);
    }
    if game.deadline().is_some_and(|deadline| now >= deadline) {
        return Err(Rejection::Stale);
    }
    let played = game.position.play(mv).map_err(Rejection::Illegal)?;
    let mut events = vec![Event::Moved { side, mv }];
    if let Some(outcome) = played.position.outcome() {
        events.push(Event::Ended { winner: winner(outcome), reason: Reason::Played });
    }
    Ok(events)
}

pub(super) fn go_berserk(room: &Room, seat: Seat) -> Result<Vec<Event>, Rejection> {
    room.check_berserk(seat)?;
    Ok(vec![Event::WentBerserk(seat)])
}

pub(super) fn resign(room: &Room, seat: Seat) -> Result<Vec<Event>, Rejection> {
    let game = require_running(room)?;
    Ok(vec![Event::Ended { winner: Some(game.side_of(seat.other())), reason: Reason::Resigned }])
}
