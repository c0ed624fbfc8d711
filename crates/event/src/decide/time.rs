//! Decides what time alone brings about: the start of an event, the rounds of a round robin, the end.

use room::Millis;

use super::pairing::round_robin;
use crate::command::Canceller;
use crate::fact::Fact;
use crate::plan::Format;
use crate::state::{Event, GRACE_MS, Phase};

/// An outage that lasts less does not prolong an arena, in milliseconds.
const SHORT_OUTAGE_MS: Millis = 10_000;

/// Decides what is due at `now`. The seed, a random number, draws the order and the rooms of a round robin.
pub fn tick(event: &Event, seed: u64, now: Millis) -> Vec<Fact> {
    if due(event, now).is_none_or(|due| now < due) {
        return Vec::new();
    }
    match event.phase {
        Phase::Announced => start(event, seed),
        Phase::Running(_) => vec![Fact::Finished],
        Phase::Finished(_) | Phase::Cancelled => Vec::new(),
    }
}

fn start(event: &Event, seed: u64) -> Vec<Fact> {
    let rounds = match event.plan.format {
        // An arena starts whoever is there: others may come.
        Format::Arena { .. } => Some(Vec::new()),
        Format::RoundRobin { double } => {
            Some(round_robin(event, double, seed)).filter(|rounds| !rounds.is_empty())
        }
    };
    match rounds {
        Some(rounds) => core::iter::once(Fact::Started).chain(rounds).collect(),
        None => vec![Fact::Cancelled(Canceller::Time)],
    }
}

/// When [`tick`] has something to do, unless something else happens before. It may lie in the past. A start that is missed
/// by more than [`crate::MAX_LATE_MS`] is not due any more: a clock that is far ahead starts nothing.
pub fn due(event: &Event, now: Millis) -> Option<Millis> {
    match (event.phase, event.plan.format) {
        (Phase::Announced, _) => Some(event.plan.starts_at).filter(|_| !event.is_missed(now)),
        // Whoever plays at the end of an arena may end the pairing.
        (Phase::Running(_), Format::Arena { .. }) if event.open > 0 => {
            event.ends_at.map(|end| end.saturating_add(GRACE_MS))
        }
        (Phase::Running(_), Format::Arena { .. }) => event.ends_at,
        (Phase::Running(since), Format::RoundRobin { .. }) => Some(since).filter(|_| event.open == 0),
        (Phase::Finished(_) | Phase::Cancelled, _) => None,
    }
}

/// Decides the fact by which an outage of the server, between these two moments, prolongs a running arena: by as long as it
/// has lasted within the arena, in all by no more than the arena was to last. Short outages do not count.
///
/// Idempotent: of an outage that overlaps with the last one in the log, as another node may have seen it, only what
/// lies behind that one counts.
pub fn interruption(event: &Event, from: Millis, until: Millis) -> Vec<Fact> {
    let (Phase::Running(since), Some(end)) = (event.phase, event.ends_at) else { return Vec::new() };
    let Format::Arena { minutes, .. } = event.plan.format else { return Vec::new() };
    // What lies behind the end counts as well: it was a part of the arena if that had been prolonged in time.
    let from = from.max(since).max(event.interrupted_until.unwrap_or(since));
    let most = (Millis::from(minutes) * 60_000).saturating_sub(event.prolonged);
    let ms = until.saturating_sub(from).min(most);
    if from < end && ms >= SHORT_OUTAGE_MS {
        vec![Fact::Interrupted { from, until: from.saturating_add(ms) }]
    } else {
        Vec::new()
    }
}
