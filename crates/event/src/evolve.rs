//! The fold of event sourcing: `evolve` applies one fact to the state of an event. It trusts the log, because `decide` has
//! checked every fact.

use room::Millis;

use crate::entrant::{Entrant, EntrantId};
use crate::fact::{Fact, Logged};
use crate::pairing::{Paired, Pairing, PairingId};
use crate::plan::Format;
use crate::result::PairingResult;
use crate::score::Scoring;
use crate::state::{Event, Phase};

/// Folds a whole log into an event; `None` unless it begins with [`Fact::Opened`].
pub fn fold<'a>(log: impl IntoIterator<Item = &'a Logged>) -> Option<Event> {
    let mut log = log.into_iter();
    let first = log.next()?;
    let Fact::Opened(plan) = &first.fact else { return None };
    let mut event = Event::new(plan.clone());
    event.seq = first.seq;
    log.for_each(|logged| evolve(&mut event, logged));
    Some(event)
}

/// Applies one fact. A fact that does not fit (a repeated one, an unknown entrant, a player who is playing already)
/// changes nothing but the number; it never panics.
pub fn evolve(event: &mut Event, logged: &Logged) {
    if logged.seq <= event.seq {
        return;
    }
    event.seq = logged.seq;
    let now = logged.at;
    match &logged.fact {
        Fact::Opened(_) => {}
        Fact::Entered(entry) => {
            let id = EntrantId(event.entrants.len() as u32);
            if let std::collections::hash_map::Entry::Vacant(place) = event.by_member.entry(entry.member) {
                place.insert(id);
                event.entrants.push(Entrant::new(id, entry.clone(), now));
            }
        }
        Fact::Left { entrant, .. } => {
            if let Some(entrant) = event.entrants.get_mut(entrant.index()) {
                entrant.has_left = true;
            }
        }
        Fact::Returned(entrant) => {
            if let Some(entrant) = event.entrants.get_mut(entrant.index()).filter(|e| e.has_left) {
                entrant.has_left = false;
                entrant.returns = entrant.returns.saturating_add(1);
                entrant.free_since = now;
            }
        }
        Fact::Started => {
            if event.phase == Phase::Announced {
                event.phase = Phase::Running(now);
                if let Format::Arena { minutes, .. } = event.plan.format {
                    event.ends_at = Some(now.saturating_add(Millis::from(minutes) * 60_000));
                }
            }
        }
        Fact::Paired { round, pairings, bye } => {
            event.rounds = event.rounds.max(*round);
            event.paired_at = Some(now);
            event.byes.extend(bye.map(|entrant| (*round, entrant)));
            pairings.iter().for_each(|paired| add_pairing(event, *round, *paired, now));
        }
        Fact::ResultReported { pairing, result } => report(event, *pairing, *result, now),
        Fact::ResultCorrected { pairing, result } => correct(event, *pairing, *result),
        Fact::Interrupted { from, until } => {
            let ms = until.saturating_sub(*from).max(0);
            event.prolonged = event.prolonged.saturating_add(ms);
            event.ends_at = event.ends_at.map(|end| end.saturating_add(ms));
            event.interrupted_until = Some(*until);
            // What came too late before may count now.
            (0..event.entrants.len() as u32).for_each(|id| event.recount(EntrantId(id)));
        }
        Fact::Finished => event.phase = Phase::Finished(now),
        Fact::Cancelled(_) => event.phase = Phase::Cancelled,
    }
}

fn add_pairing(event: &mut Event, round: u32, paired: Paired, now: Millis) {
    let [first, second] = paired.players;
    let is_arena = matches!(event.plan.format, Format::Arena { .. });
    let is_free = |id| event.entrant(id).is_some_and(|e| e.playing.is_none());
    let is_next = paired.id.index() == Some(event.pairings.len());
    if first == second || !is_next || !is_free(first) || !is_free(second) {
        return;
    }
    event.pairings.push(Pairing { paired, round, at: now, result: None });
    event.open += 1;
    for (id, opponent, begins) in [(first, second, true), (second, first, false)] {
        if let Some(entrant) = event.entrants.get_mut(id.index()) {
            entrant.playing = Some(paired.id).filter(|_| is_arena);
            entrant.last_opponent = Some(opponent);
            entrant.first_moves += if begins { 1 } else { -1 };
            entrant.began_last = begins;
        }
    }
}

fn report(event: &mut Event, id: PairingId, result: PairingResult, now: Millis) {
    let Some(pairing) = id.index().and_then(|index| event.pairings.get_mut(index)) else { return };
    if pairing.result.is_some() {
        return;
    }
    pairing.result = Some(result);
    let pairing = *pairing;
    event.open = event.open.saturating_sub(1);
    let scoring = Scoring::of(&event.plan);
    for player in pairing.paired.players {
        let Some(mut score) = event.entrant(player).map(|entrant| entrant.score) else { continue };
        event.add_to(&mut score, scoring, &pairing, player);
        if let Some(entrant) = event.entrants.get_mut(player.index()) {
            entrant.score = score;
            entrant.played.push(id);
            entrant.free_since = now;
            entrant.playing = None;
        }
    }
}

fn correct(event: &mut Event, id: PairingId, result: PairingResult) {
    let Some(pairing) = id.index().and_then(|index| event.pairings.get_mut(index)) else { return };
    if pairing.result.is_none() {
        return;
    }
    pairing.result = Some(result);
    // A streak that the wrong result has begun or broken counts otherwise from there on.
    let players = pairing.paired.players;
    players.into_iter().for_each(|player| event.recount(player));
}
