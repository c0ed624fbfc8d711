//! Decides what the opponent's absence allows: claiming the game and adjourning it. Also moves a seat to
//! another device.

use super::{MAX_LOG, require_running};
use crate::Millis;
use crate::clock::TimeControl;
use crate::event::Event;
use crate::game::Reason;
use crate::message::Presence;
use crate::rejection::Rejection;
use crate::seat::{MemberId, Seat};
use crate::settings::Company;
use crate::state::Room;

/// Claims the win or a draw for `seat`.
pub(super) fn claim(
    room: &Room,
    seat: Seat,
    win: bool,
    here: &Presence,
    now: Millis,
) -> Result<Vec<Event>, Rejection> {
    let winner = require_running(room)?.side_of(seat);
    require_claimable(seat, here, now)?;
    Ok(vec![Event::Ended { winner: win.then_some(winner), reason: Reason::Abandoned }])
}

pub(super) fn put_away(
    room: &Room,
    seat: Seat,
    here: &Presence,
    now: Millis,
) -> Result<Vec<Event>, Rejection> {
    let game = require_running(room)?;
    if game.clock.control() != TimeControl::None {
        return Err(Rejection::HasClock);
    }
    if game.put_away.is_some() {
        return Ok(Vec::new());
    }
    match game.put_away_asked {
        Some(asking) if asking != seat => return answer_put_away(room, seat, true),
        _ if require_claimable(seat, here, now).is_ok() => {}
        Some(_) => return Err(Rejection::AlreadyRequested),
        None => return Ok(vec![Event::AdjournRequested(seat)]),
    }
    Ok(vec![Event::Adjourned(seat)])
}

pub(super) fn answer_put_away(room: &Room, seat: Seat, agree: bool) -> Result<Vec<Event>, Rejection> {
    if require_running(room)?.put_away_asked != Some(seat.other()) {
        return Err(Rejection::NothingRequested);
    }
    Ok(vec![if agree { Event::Adjourned(seat.other()) } else { Event::AdjournDeclined(seat) }])
}

pub(super) fn take_up(room: &Room, seat: Seat) -> Result<Vec<Event>, Rejection> {
    let away = require_running(room)?.put_away.is_some();
    Ok(if away { vec![Event::Resumed(seat)] } else { Vec::new() })
}

/// Fails unless the opponent of `seat` has been gone for long enough.
fn require_claimable(seat: Seat, here: &Presence, now: Millis) -> Result<(), Rejection> {
    let claim = here.gone[seat.other().index()].and_then(|gone| gone.claim);
    match claim.ok_or(Rejection::OpponentPresent)?.saturating_sub(now) {
        ..=0 => Ok(()),
        wait => Err(Rejection::Wait(wait)),
    }
}

/// Moves the seat of the member `from` to `to`, the same person at another device. `None` if `from` has no
/// seat (any more), if `to` sits already, because nobody plays against themselves, or if [`may_transfer_seat`] forbids
/// it.
pub fn transfer_seat(room: &Room, from: MemberId, to: MemberId) -> Option<Event> {
    let seat = room.seat_of(from)?;
    let may = room.seat_of(to).is_none() && may_transfer_seat(room) && room.seq < MAX_LOG;
    may.then_some(Event::SeatTransferred { seat, member: to })
}

/// Whether seats may move to other devices: not while strangers play a game or a match, because the server could not
/// tell the same person from a stronger player who takes over.
pub fn may_transfer_seat(room: &Room) -> bool {
    room.settings.company == Company::Friends || room.running().is_none() && !room.is_match_break()
}
