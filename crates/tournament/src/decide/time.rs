//! Decides what time alone brings about: the start of a tournament, the rounds of a round robin and of a Swiss tournament, the end.

use room::Millis;

use super::pairing::{round_robin, swiss_round};
use crate::command::Canceller;
use crate::fact::Fact;
use crate::plan::Format;
use crate::state::{GRACE_MS, Phase, Tournament};

/// An outage that lasts less does not prolong an arena or a pause, in milliseconds.
const SHORT_OUTAGE_MS: Millis = 10_000;

/// Decides what is due at `now`. The seed, a random number, draws the order and the rooms of a round robin, and the rooms of
/// a round of a Swiss tournament.
pub fn tick(tournament: &Tournament, seed: u64, now: Millis) -> Vec<Fact> {
    if due(tournament, now).is_none_or(|due| now < due) {
        return Vec::new();
    }
    match tournament.phase {
        Phase::Announced => start(tournament, seed),
        Phase::Running(_) => {
            let next = if is_round_left(tournament) { swiss_round(tournament, seed) } else { None };
            vec![next.unwrap_or(Fact::Finished)]
        }
        Phase::Finished(_) | Phase::Cancelled => Vec::new(),
    }
}

fn start(tournament: &Tournament, seed: u64) -> Vec<Fact> {
    let rounds = match tournament.plan.format {
        // An arena starts whoever is there: others may come.
        Format::Arena { .. } => Some(Vec::new()),
        Format::RoundRobin { double } => {
            Some(round_robin(tournament, double, seed)).filter(|rounds| !rounds.is_empty())
        }
        Format::Swiss { .. } => swiss_round(tournament, seed).map(|round| vec![round]),
    };
    match rounds {
        Some(rounds) => core::iter::once(Fact::Started).chain(rounds).collect(),
        None => vec![Fact::Cancelled(Canceller::Time)],
    }
}

/// When [`tick`] has something to do, unless something else happens before. It may lie in the past. A start that is missed
/// by more than [`crate::MAX_LATE_MS`] is not due any more: a clock that is far ahead starts nothing.
pub fn due(tournament: &Tournament, now: Millis) -> Option<Millis> {
    match (tournament.phase, tournament.plan.format) {
        (Phase::Announced, _) if tournament.is_missed(now) => None,
        (Phase::Announced, _) => Some(pause_end(tournament, now).map_or(tournament.plan.starts_at, |end| {
            // The start lay in an outage. By a clock that was ahead it does not come earlier.
            end.max(tournament.plan.starts_at)
        })),
        // Whoever plays at the end of an arena may end the pairing.
        (Phase::Running(_), Format::Arena { .. }) if tournament.open > 0 => {
            tournament.ends_at.map(|end| end.saturating_add(GRACE_MS))
        }
        (Phase::Running(_), Format::Arena { .. }) => tournament.ends_at,
        (Phase::Running(since), Format::RoundRobin { .. }) => Some(since).filter(|_| tournament.open == 0),
        (Phase::Running(_), Format::Swiss { .. }) if tournament.open > 0 => None,
        (Phase::Running(_), Format::Swiss { .. }) if is_round_left(tournament) => {
            Some(pause_end(tournament, now).unwrap_or(now))
        }
        (Phase::Running(since), Format::Swiss { .. }) => Some(since.min(now)),
        (Phase::Finished(_) | Phase::Cancelled, _) => None,
    }
}

/// When the next round of a Swiss tournament is paired, or is tried to be: `None` while a round is played, after the last one,
/// and in other formats. The first round is paired at the start.
pub fn next_round(tournament: &Tournament, now: Millis) -> Option<Millis> {
    if is_round_left(tournament) { due(tournament, now) } else { None }
}

fn is_round_left(tournament: &Tournament) -> bool {
    matches!(tournament.plan.format, Format::Swiss { rounds, .. } if tournament.rounds < rounds.into())
}

/// When the pause between two rounds is over. If the last result came by a clock that was ahead by more than the pause,
/// there is none: nobody waits until the clock of now has caught up.
fn pause_end(tournament: &Tournament, now: Millis) -> Option<Millis> {
    let Format::Swiss { pause, .. } = tournament.plan.format else { return None };
    let pause = Millis::from(pause) * 1_000;
    let from = tournament.pause_from?;
    Some(if from.saturating_sub(now) > pause { now } else { from.saturating_add(pause) })
}

/// Decides the fact by which an outage of the server, between these two moments, prolongs a tournament. Short outages do not
/// count.
///
/// - A running arena lasts longer by as long as the outage has lasted within the arena, in all by no more than the arena was
///   to last.
/// - A Swiss tournament whose next round, or whose start, was waited for has its pause once more, so that people are back.
///
/// Idempotent: of an outage that overlaps with the last one in the log, as another node may have seen it, only what
/// lies behind that one counts.
pub fn interruption(tournament: &Tournament, from: Millis, until: Millis) -> Vec<Fact> {
    let from = tournament.interrupted_until.map_or(from, |last| from.max(last));
    let (from, until) = match (tournament.phase, tournament.plan.format) {
        (Phase::Running(since), Format::Arena { minutes, .. }) => {
            let Some(end) = tournament.ends_at else { return Vec::new() };
            let from = from.max(since);
            // What lies behind the end counts as well: it was a part of the arena if that had been prolonged in time.
            let most = (Millis::from(minutes) * 60_000).saturating_sub(tournament.prolonged);
            (from, if from < end { until.min(from.saturating_add(most)) } else { from })
        }
        (Phase::Running(since), Format::Swiss { .. })
            if tournament.open == 0 && is_round_left(tournament) =>
        {
            (from.max(since), until)
        }
        (Phase::Announced, Format::Swiss { pause, .. }) => {
            let until_paused = until.saturating_add(Millis::from(pause) * 1_000);
            (from, if (from..until_paused).contains(&tournament.plan.starts_at) { until } else { from })
        }
        _ => return Vec::new(),
    };
    if until.saturating_sub(from) >= SHORT_OUTAGE_MS {
        vec![Fact::Interrupted { from, until }]
    } else {
        Vec::new()
    }
}
