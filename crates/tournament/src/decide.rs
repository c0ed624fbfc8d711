//! The decider of tournament sourcing: `decide` turns a tournament, a command and the time into facts or a rejection, `tick` what
//! time alone brings about. The time only ever is compared with moments of the plan: a clock that is set back or forth
//! cannot stop the log, whose order is that of its numbers.

mod pairing;
mod results;
mod time;

use room::{MemberId, Millis};

pub use self::time::{due, interruption, next_round, tick};
use crate::command::{Canceller, Command};
use crate::entrant::{Entrant, EntrantKind, Entry};
use crate::fact::{Departure, Fact, Logged, stamp};
use crate::plan::{Format, Plan};
use crate::rejection::Rejection;
use crate::state::{MAX_LOG, MAX_RETURNS, Phase, Tournament};

/// The log of a new tournament. Its maker does not enter by that.
///
/// # Errors
/// Those of [`Plan::checked`].
pub fn opened_log(plan: Plan, now: Millis) -> Result<Vec<Logged>, Rejection> {
    Ok(stamp(vec![Fact::Opened(plan.checked(now)?)], 0, now))
}

/// Decides the facts when a command comes at `now`. An empty list means that the tournament already is as asked. Whoever runs
/// a tournament calls [`tick`] before and after it.
///
/// # Errors
/// The reason, if the tournament does not allow it; the tournament is unchanged.
pub fn decide(tournament: &Tournament, command: &Command, now: Millis) -> Result<Vec<Fact>, Rejection> {
    match command {
        Command::Enter(entry) => enter(tournament, entry, now),
        Command::Leave(member) => leave(tournament, *member),
        Command::Cancel(by) => cancel(tournament, *by),
        Command::Pair { seed, present } => pairing::pair_free(tournament, *seed, present, now),
        Command::Report { pairing, result } => results::report(tournament, *pairing, *result, now),
        Command::Correct { pairing, result } => results::correct(tournament, *pairing, *result, now),
    }
}

/// Somebody who is in it already is one entrant, whatever the second entry says.
fn enter(tournament: &Tournament, entry: &Entry, now: Millis) -> Result<Vec<Fact>, Rejection> {
    let known = tournament.entrant_of(entry.member);
    require_entry_open(tournament, known, now)?;
    if known.is_some_and(|entrant| !entrant.has_left) {
        return Ok(Vec::new());
    }
    // Whoever has left may come back where it is full: nobody loses points by being disconnected.
    let is_full = match tournament.plan.format {
        Format::Arena { .. } | Format::Swiss { .. } => {
            known.is_none() && tournament.entrants.len() >= tournament.capacity()
        }
        Format::RoundRobin { .. } => tournament.active().count() >= tournament.capacity(),
    };
    if is_full || tournament.seq >= MAX_LOG || tournament.entrants.len() >= u16::MAX.into() {
        return Err(Rejection::Full);
    }
    let is_admitted = match entry.kind {
        EntrantKind::Guest | EntrantKind::Account => true,
        EntrantKind::Bot => tournament.plan.open_to_bots,
        EntrantKind::HouseBot => tournament.plan.house_bots,
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

fn require_entry_open(
    tournament: &Tournament,
    known: Option<&Entrant>,
    now: Millis,
) -> Result<(), Rejection> {
    let is_open = match (tournament.phase, tournament.plan.format) {
        (Phase::Announced, _) => !tournament.is_missed(now),
        (Phase::Running(_), Format::Arena { .. }) => tournament.ends_at.is_some_and(|end| now < end),
        (Phase::Running(_), Format::Swiss { rounds, .. }) => {
            let was_in = known.is_some_and(Entrant::has_taken_part);
            2 * tournament.rounds <= rounds.into() || was_in && tournament.rounds < rounds.into()
        }
        (Phase::Running(_), Format::RoundRobin { .. }) | (Phase::Finished(_) | Phase::Cancelled, _) => false,
    };
    if is_open { Ok(()) } else { Err(Rejection::EntryClosed) }
}

/// What the entrant is playing goes on: the room decides it.
fn leave(tournament: &Tournament, member: MemberId) -> Result<Vec<Fact>, Rejection> {
    let entrant = tournament.entrant_of(member).ok_or(Rejection::NotEntered)?;
    if matches!(tournament.phase, Phase::Finished(_) | Phase::Cancelled) || entrant.has_left {
        return Ok(Vec::new());
    }
    Ok(vec![Fact::Left { entrant: entrant.id, why: Departure::Asked }])
}

/// Only a tournament that has not begun can be cancelled: what was played stays.
fn cancel(tournament: &Tournament, by: Canceller) -> Result<Vec<Fact>, Rejection> {
    if let Canceller::Maker(member) = by
        && tournament.plan.maker != Some(member)
    {
        return Err(Rejection::NotMaker);
    }
    match tournament.phase {
        Phase::Announced => Ok(vec![Fact::Cancelled(by)]),
        Phase::Cancelled => Ok(Vec::new()),
        Phase::Running(_) | Phase::Finished(_) => Err(Rejection::Started),
    }
}
