//! The fold of tournament sourcing: `evolve` applies one fact to the state of a tournament. It trusts the log, because `decide` has
//! checked every fact.

use room::Millis;

use crate::entrant::{Entrant, EntrantId};
use crate::fact::{Fact, Logged};
use crate::pairing::{Paired, Pairing, PairingId};
use crate::plan::Format;
use crate::result::PairingResult;
use crate::rounds::InRound;
use crate::score::Scoring;
use crate::state::{Phase, Tournament};

/// Folds a whole log into a tournament; `None` unless it begins with [`Fact::Opened`].
pub fn fold<'a>(log: impl IntoIterator<Item = &'a Logged>) -> Option<Tournament> {
    let mut log = log.into_iter();
    let first = log.next()?;
    let Fact::Opened(plan) = &first.fact else { return None };
    let mut tournament = Tournament::new(plan.clone());
    tournament.seq = first.seq;
    log.for_each(|logged| evolve(&mut tournament, logged));
    Some(tournament)
}

/// Applies one fact. A fact that does not fit (a repeated one, an unknown entrant, a player who is playing already)
/// changes nothing but the number; it never panics.
pub fn evolve(tournament: &mut Tournament, logged: &Logged) {
    if logged.seq <= tournament.seq {
        return;
    }
    tournament.seq = logged.seq;
    let now = logged.at;
    match &logged.fact {
        Fact::Opened(_) => {}
        Fact::Entered(entry) => {
            let id = EntrantId(tournament.entrants.len() as u32);
            if let std::collections::hash_map::Entry::Vacant(place) = tournament.by_member.entry(entry.member)
            {
                place.insert(id);
                let mut entrant = Entrant::new(id, entry.clone(), now);
                if tournament.is_swiss() {
                    entrant.rounds = (1..=tournament.rounds).map(InRound::missed).collect();
                }
                tournament.entrants.push(entrant);
                tournament.recount(id);
            }
        }
        Fact::Left { entrant, .. } => {
            if let Some(entrant) = tournament.entrants.get_mut(entrant.index()) {
                entrant.has_left = true;
            }
        }
        Fact::Returned(entrant) => {
            if let Some(entrant) = tournament.entrants.get_mut(entrant.index()).filter(|e| e.has_left) {
                entrant.has_left = false;
                entrant.returns = entrant.returns.saturating_add(1);
                entrant.free_since = now;
            }
        }
        Fact::Started => {
            if tournament.phase == Phase::Announced {
                tournament.phase = Phase::Running(now);
                if let Format::Arena { minutes, .. } = tournament.plan.format {
                    tournament.ends_at = Some(now.saturating_add(Millis::from(minutes) * 60_000));
                }
            }
        }
        Fact::Paired { round, pairings, bye } if tournament.is_swiss() => {
            add_swiss_round(tournament, *round, pairings, *bye, now);
        }
        Fact::Paired { round, pairings, bye } => {
            tournament.rounds = tournament.rounds.max(*round);
            tournament.paired_at = Some(now);
            tournament.byes.extend(bye.map(|entrant| (*round, entrant)));
            pairings.iter().for_each(|paired| _ = add_pairing(tournament, *round, *paired, now));
        }
        Fact::ResultReported { pairing, result } => report(tournament, *pairing, *result, now),
        Fact::ResultCorrected { pairing, result } => correct(tournament, *pairing, *result),
        Fact::Interrupted { from, until } => {
            let ms = until.saturating_sub(*from).max(0);
            tournament.prolonged = tournament.prolonged.saturating_add(ms);
            tournament.ends_at = tournament.ends_at.map(|end| end.saturating_add(ms));
            tournament.interrupted_until = Some(*until);
            if tournament.is_swiss() {
                tournament.pause_from = Some(*until);
            }
            // What came too late before may count now.
            (0..tournament.entrants.len() as u32).for_each(|id| tournament.recount(EntrantId(id)));
        }
        Fact::Finished => tournament.phase = Phase::Finished(now),
        Fact::Cancelled(_) => tournament.phase = Phase::Cancelled,
    }
}

/// A round that is not the next one, or that is paired while another is played, does not fit.
fn add_swiss_round(
    tournament: &mut Tournament,
    round: u32,
    pairings: &[Paired],
    bye: Option<EntrantId>,
    now: Millis,
) {
    if Some(round) != tournament.rounds.checked_add(1) || tournament.open > 0 {
        return;
    }
    tournament.rounds = round;
    tournament.paired_at = Some(now);
    tournament.entrants.iter_mut().for_each(|entrant| entrant.rounds.push(InRound::missed(round)));
    for paired in pairings {
        if add_pairing(tournament, round, *paired, now) {
            paired
                .players
                .iter()
                .for_each(|&player| set_round(tournament, player, InRound::Paired(paired.id)));
        }
    }
    if let Some(entrant) = bye.filter(|&id| tournament.entrant(id).is_some_and(|e| e.playing.is_none())) {
        tournament.byes.push((round, entrant));
        set_round(tournament, entrant, InRound::Bye);
    }
    (0..tournament.entrants.len() as u32).for_each(|id| tournament.recount(EntrantId(id)));
}

fn set_round(tournament: &mut Tournament, id: EntrantId, now: InRound) {
    if let Some(round) = tournament.entrants.get_mut(id.index()).and_then(|entrant| entrant.rounds.last_mut())
    {
        *round = now;
    }
}

/// Whether it fits.
fn add_pairing(tournament: &mut Tournament, round: u32, paired: Paired, now: Millis) -> bool {
    let [first, second] = paired.players;
    let is_one_at_a_time = !matches!(tournament.plan.format, Format::RoundRobin { .. });
    let is_free = |id| tournament.entrant(id).is_some_and(|e| e.playing.is_none());
    let is_next = paired.id.index() == Some(tournament.pairings.len());
    if first == second || !is_next || !is_free(first) || !is_free(second) {
        return false;
    }
    tournament.pairings.push(Pairing { paired, round, at: now, result: None });
    tournament.open += 1;
    for (id, opponent, begins) in [(first, second, true), (second, first, false)] {
        if let Some(entrant) = tournament.entrants.get_mut(id.index()) {
            entrant.playing = Some(paired.id).filter(|_| is_one_at_a_time);
            entrant.last_opponent = Some(opponent);
            entrant.first_moves += if begins { 1 } else { -1 };
            entrant.began_last = begins;
        }
    }
    true
}

fn report(tournament: &mut Tournament, id: PairingId, result: PairingResult, now: Millis) {
    let Some(pairing) = id.index().and_then(|index| tournament.pairings.get_mut(index)) else { return };
    if pairing.result.is_some() {
        return;
    }
    pairing.result = Some(result);
    let pairing = *pairing;
    tournament.open = tournament.open.saturating_sub(1);
    if tournament.is_swiss() {
        tournament.pause_from = Some(now);
    }
    let scoring = Scoring::of(&tournament.plan);
    for player in pairing.paired.players {
        let Some(mut score) = tournament.entrant(player).map(|entrant| entrant.score) else { continue };
        tournament.add_to(&mut score, scoring, &pairing, player);
        if let Some(entrant) = tournament.entrants.get_mut(player.index()) {
            entrant.score = score;
            entrant.played.push(id);
            entrant.free_since = now;
            entrant.playing = None;
        }
    }
}

fn correct(tournament: &mut Tournament, id: PairingId, result: PairingResult) {
    let Some(pairing) = id.index().and_then(|index| tournament.pairings.get_mut(index)) else { return };
    if pairing.result.is_none() {
        return;
    }
    pairing.result = Some(result);
    // A streak that the wrong result has begun or broken counts otherwise from there on.
    let players = pairing.paired.players;
    players.into_iter().for_each(|player| tournament.recount(player));
}
