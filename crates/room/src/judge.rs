//! Makes commands idempotent by command ids: judges a command whose sender may lag behind or resend it. The verdict
//! rests on the whole log, and a command id that was answered before is not carried out twice.

use crate::Millis;
use crate::command::Command;
use crate::decide::decide_among;
use crate::event::{Event, Origin};
use crate::message::Presence;
use crate::rejection::Rejection;
use crate::state::{REMEMBERED, Room};

/// A command as it came in.
#[derive(Clone, Copy, Debug)]
pub struct IncomingCommand<'c> {
    /// The sender and the command's id.
    pub origin: Origin,
    /// The number of the last event that the sender had.
    pub after: u64,
    /// The command.
    pub command: &'c Command,
}

/// The verdict on a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// A repetition: it was carried out before.
    AlreadyDone,
    /// Append these events if the log has not grown meanwhile; else judge the command anew.
    Append(Vec<Event>),
    /// The room already is as asked: nothing to append.
    Nothing,
    /// The command is refused.
    Refused(Rejection),
}

/// Judges a command against the whole room; `here` is the presence.
pub fn judge(room: &Room, incoming: IncomingCommand<'_>, here: &Presence, now: Millis) -> Verdict {
    let IncomingCommand { origin, after, command } = incoming;
    if room.has_answered(origin) {
        return Verdict::AlreadyDone;
    }
    if room.seq.saturating_sub(after) > REMEMBERED as u64 {
        // More events have happened than command ids are remembered: the command may have been carried out
        // already.
        return Verdict::Refused(Rejection::Stale);
    }
    let seat = room.seat_of(origin.member);
    if accepts_terms(command) && seat.is_some_and(|seat| !room.knows_terms(seat, after)) {
        // The settings or the board changed while the command was on its way: no player agrees to terms they
        // have not seen.
        return Verdict::Refused(Rejection::Stale);
    }
    match decide_among(room, origin.member, command, here, now) {
        Ok(events) if events.is_empty() => Verdict::Nothing,
        Ok(events) => Verdict::Append(events),
        Err(reason) => Verdict::Refused(reason),
    }
}

/// Whether a command accepts the current settings, or the board that the opponent has built.
fn accepts_terms(command: &Command) -> bool {
    matches!(command, Command::Ready(true) | Command::Pick(_) | Command::Rematch | Command::SameBoardRematch)
}
