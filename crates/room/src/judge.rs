//! What is to be done with a command as it comes in from somebody who may be behind, and may have sent it before.

use crate::Millis;
use crate::command::Command;
use crate::decide::decide_among;
use crate::event::{Event, Origin};
use crate::message::Presence;
use crate::rejection::Rejection;
use crate::state::{REMEMBERED, Room};

/// A command as it came in.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'c> {
    /// Who asks, and the number he has given it.
    pub origin: Origin,
    /// The number of the last event that he had.
    pub after: u64,
    /// What he asks for.
    pub command: &'c Command,
}

/// What is to be done with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Judged {
    /// Nothing: it was carried out before.
    Known,
    /// This, if nothing has happened meanwhile; else it is to be judged anew.
    Append(Vec<Event>),
    /// Nothing in the room.
    Nothing,
    /// It may not be.
    Refused(Rejection),
}

/// Judges a command by all that has happened in the room; `here` is who is there.
pub fn judge(room: &Room, asked: Asked<'_>, here: &Presence, now: Millis) -> Judged {
    let Asked { origin, after, command } = asked;
    if room.has_answered(origin) {
        return Judged::Known;
    }
    if room.seq.saturating_sub(after) > REMEMBERED as u64 {
        // So much has happened since this was sent that it may have happened before: nobody remembers.
        return Judged::Refused(Rejection::Stale);
    }
    let seat = room.seat_of(origin.member);
    if agrees(command) && seat.is_some_and(|seat| !room.knows_terms(seat, after)) {
        // The settings or the board changed while this was on its way: nobody agrees to what they have not seen.
        return Judged::Refused(Rejection::Stale);
    }
    match decide_among(room, origin.member, command, here, now) {
        Ok(events) if events.is_empty() => Judged::Nothing,
        Ok(events) => Judged::Append(events),
        Err(reason) => Judged::Refused(reason),
    }
}

/// Whether a command agrees to the settings, or to the board that somebody has built, as they are.
fn agrees(command: &Command) -> bool {
    matches!(command, Command::Ready(true) | Command::Pick(_) | Command::Again | Command::SameBoard)
}
