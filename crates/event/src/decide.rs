//! The decider of event sourcing: `decide` turns an event, a command and the time into facts or a rejection, `tick` what
//! time alone brings about. The time only ever is compared with moments of the plan: a clock that is set back or forth
//! cannot stop the log, whose order is that of its numbers.

mod pairing;
mod results;
mod time;

use room::{MemberId, Millis};

pub use self::time::{due, interruption, tick};
use crate::command::{Canceller, Command};
use crate::entrant::{EntrantKind, Entry};
use crate::fact::{Departure, Fact, Logged, stamp};
use crate::plan::{Format, Plan};
use crate::rejection::Rejection;
use crate::state::{Event, MAX_LOG, MAX_RETURNS, Phase};

/// The log of a new event. Its maker does not enter by that.
///
/// # Errors
/// Those of [`Plan::checked`].
pub fn opened_log(plan: Plan, now: Millis) -> Result<Vec<Logged>, Rejection> {
    Ok(stamp(vec![Fact::Opened(plan.checked(now)?)], 0, now))
}

/// Decides the facts when a command comes at `now`. An empty list means that the event already is as asked. Whoever runs
/// an event calls [`tick`] before and after it.
///
/// # Errors
/// The reason, if the event does not allow it; the event is unchanged.
pub fn decide(event: &Event, command: &Command, now: Millis) -> Result<Vec<Fact>, Rejection> {
    match command {
        Command::Enter(entry) => enter(event, entry, now),
        Command::Leave(member) => leave(event, *member),
        Command::Cancel(by) => cancel(event, *by),
        Command::Pair { seed, present } => pairing::pair_free(event, *seed, present, now),
        Command::Report { pairing, result } => results::report(event, *pairing, *result, now),
        Command::Correct { pairing, result } => results::correct(event, *pairing, *result, now),
    }
}

/// Somebody who is in it already is one entrant, whatever the second entry says.
fn enter(event: &Event, entry: &Entry, now: Millis) -> Result<Vec<Fact>, Rejection> {
    require_entry_open(event, now)?;
    let known = event.entrant_of(entry.member);
    if known.is_some_and(|entrant| !entrant.has_left) {
        return Ok(Vec::new());
    }
    // Whoever has left may come back into a full arena: nobody loses points by being disconnected.
    let is_full = match event.plan.format {
        Format::Arena { .. } => known.is_none() && event.entrants.len() >= event.capacity(),
        Format::RoundRobin { .. } => event.active().count() >= event.capacity(),
    };
    if is_full || event.seq >= MAX_LOG || event.entrants.len() >= u16::MAX.into() {
        return Err(Rejection::Full);
    }
    let is_admitted = match entry.kind {
        EntrantKind::Guest | EntrantKind::Account => true,
        EntrantKind::Bot => event.plan.open_to_bots,
        EntrantKind::HouseBot => event.plan.house_bots,
    };
    if !is_admitted {
        return Err(Rejection::NoBots);
    }
    match known {
        Some(entrant) if entrant.returns >= MAX_RETURNS => Err(Rejection::TooOften),
        Some(entrant) => Ok(vec![Fact::Returned(entrant.id)]),
        None => Ok(vec![Fact::Entered(entry.checked()?)]),
    }
}

fn require_entry_open(event: &Event, now: Millis) -> Result<(), Rejection> {
    let is_open = match (event.phase, event.plan.format) {
        (Phase::Announced, _) => !event.is_missed(now),
        (Phase::Running(_), Format::Arena { .. }) => event.ends_at.is_some_and(|end| now < end),
        (Phase::Running(_), Format::RoundRobin { .. }) | (Phase::Finished(_) | Phase::Cancelled, _) => false,
    };
    if is_open { Ok(()) } else { Err(Rejection::EntryClosed) }
}

/// What the entrant is playing goes on: the room decides it.
fn leave(event: &Event, member: MemberId) -> Result<Vec<Fact>, Rejection> {
    let entrant = event.entrant_of(member).ok_or(Rejection::NotEntered)?;
    if matches!(event.phase, Phase::Finished(_) | Phase::Cancelled) || entrant.has_left {
        return Ok(Vec::new());
    }
    Ok(vec![Fact::Left { entrant: entrant.id, why: Departure::Asked }])
}

/// Only an event that has not begun can be cancelled: what was played stays.
fn cancel(event: &Event, by: Canceller) -> Result<Vec<Fact>, Rejection> {
    if let Canceller::Maker(member) = by
        && event.plan.maker != Some(member)
    {
        return Err(Rejection::NotMaker);
    }
    match event.phase {
        Phase::Announced => Ok(vec![Fact::Cancelled(by)]),
        Phase::Cancelled => Ok(Vec::new()),
        Phase::Running(_) | Phase::Finished(_) => Err(Rejection::Started),
    }
}
