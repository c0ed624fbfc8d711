//! Decides on results. The log of the room is the truth: it is reported once, and corrected if it says something else.

use room::Millis;

use crate::fact::{Departure, Fact};
use crate::pairing::{Pairing, PairingId};
use crate::plan::Format;
use crate::rejection::Rejection;
use crate::result::PairingResult;
use crate::state::Tournament;

/// A result may come late, when its tournament is over: whether it counts is decided by when the pairing ended. A repeated
/// report does nothing.
pub(super) fn report(
    tournament: &Tournament,
    id: PairingId,
    result: PairingResult,
    now: Millis,
) -> Result<Vec<Fact>, Rejection> {
    let pairing = tournament.pairing(id).ok_or(Rejection::UnknownPairing)?;
    let result = not_in_the_future(result, now);
    match &pairing.result {
        Some(known) if says_the_same(tournament, known, &result) => return Ok(Vec::new()),
        Some(_) => return Err(Rejection::ReportedOtherwise),
        None => require_not_final(tournament, now)?,
    }
    let mut facts = vec![Fact::ResultReported { pairing: id, result }];
    facts.extend(departure(tournament, pairing, &result));
    Ok(facts)
}

/// A corrected result stands in the place of the reported one. Pairings that were made by the standing of before stay.
pub(super) fn correct(
    tournament: &Tournament,
    id: PairingId,
    result: PairingResult,
    now: Millis,
) -> Result<Vec<Fact>, Rejection> {
    let pairing = tournament.pairing(id).ok_or(Rejection::UnknownPairing)?;
    let known = pairing.result.as_ref().ok_or(Rejection::NothingToCorrect)?;
    let result = not_in_the_future(result, now);
    if says_the_same(tournament, known, &result) {
        return Ok(Vec::new());
    }
    require_not_final(tournament, now)?;
    Ok(vec![Fact::ResultCorrected { pairing: id, result }])
}

/// Whoever was not there leaves an arena or a Swiss tournament, and is not paired again and again. One press brings the entrant
/// back.
fn departure(tournament: &Tournament, pairing: &Pairing, result: &PairingResult) -> Option<Fact> {
    let absent = pairing.paired.players[result.absent()?.index()];
    let entrant = tournament.entrant(absent)?;
    let leaves = !matches!(tournament.plan.format, Format::RoundRobin { .. }) && tournament.is_running();
    let is_out = entrant.has_left || entrant.is_house_bot();
    (leaves && !is_out).then_some(Fact::Left { entrant: absent, why: Departure::Absent })
}

fn require_not_final(tournament: &Tournament, now: Millis) -> Result<(), Rejection> {
    if tournament.final_at().is_some_and(|end| now > end) { Err(Rejection::Final) } else { Ok(()) }
}

/// Two nodes that report the same pairing may have read different clocks: when it ended matters only if the result
/// counts by the one moment and not by the other.
fn says_the_same(tournament: &Tournament, known: &PairingResult, result: &PairingResult) -> bool {
    *known == PairingResult { ended: known.ended, ..*result }
        && tournament.counts(known) == tournament.counts(result)
}

/// The clock of the room's node may be ahead: what is reported has happened.
fn not_in_the_future(result: PairingResult, now: Millis) -> PairingResult {
    PairingResult { ended: result.ended.min(now), ..result }
}
