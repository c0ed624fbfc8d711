//! Decides who is paired: in an arena whoever is free, in a round robin everybody when it starts, in a Swiss tournament everybody
//! round by round.

use room::{Millis, RoomCode};
use rules::hash;
use swiss::Colour;

use crate::arena::{Candidate, pair};
use crate::command::Present;
use crate::entrant::{Entrant, EntrantId};
use crate::fact::Fact;
use crate::pairing::{Paired, PairingId};
use crate::plan::Format;
use crate::rejection::Rejection;
use crate::round_robin::berger_rounds;
use crate::rounds::before_next_round;
use crate::state::{MAX_LOG, PAIRING_INTERVAL_MS, Tournament};

/// Draws a number: each purpose gives another one for the same seed.
fn draw(seed: u64, purpose: u64, of: u64) -> u64 {
    hash::fold([seed, purpose, of])
}

const ROOM: u64 = 1;
const START: u64 = 2;
const ORDER: u64 = 3;
const COLOUR: u64 = 4;

/// A pairing in a new room. That a code is taken already is nearly impossible: whoever appends the facts looks before,
/// and decides again with another seed if it is.
fn paired(seed: u64, id: PairingId, players: [EntrantId; 2]) -> Paired {
    let number = u64::from(id.0);
    let room = RoomCode::from_seed(draw(seed, ROOM, number));
    // The upper half of the bits.
    let start = (draw(seed, START, number) >> 32) as u32;
    Paired { id, players, room, start }
}

/// Two nodes may decide on the same round: the number of the fact lets one of them append it, and the other one, deciding
/// again, finds those entrants playing.
pub(super) fn pair_free(
    tournament: &Tournament,
    seed: u64,
    present: &[Present],
    now: Millis,
) -> Result<Vec<Fact>, Rejection> {
    let Format::Arena { .. } = tournament.plan.format else { return Err(Rejection::PairedAtStart) };
    let is_over = tournament.ends_at.is_none_or(|end| now >= end);
    if !tournament.is_running() || is_over {
        return Err(Rejection::NotRunning);
    }
    if tournament.seq >= MAX_LOG {
        return Err(Rejection::Full);
    }
    if let Some(last) = tournament.paired_at {
        let since = now.saturating_sub(last);
        // A clock that was set back does not hold up the arena.
        if (0..PAIRING_INTERVAL_MS).contains(&since) {
            return Err(Rejection::Wait(PAIRING_INTERVAL_MS - since));
        }
    }
    let (free, field) = candidates(tournament, present);
    let first = tournament.pairings.len() as u32 + 1;
    let pairs = pair(&free, field, now, seed);
    if pairs.is_empty() {
        return Err(Rejection::NobodyToPair);
    }
    let pairings = (first..).zip(pairs).map(|(id, players)| paired(seed, PairingId(id), players)).collect();
    Ok(vec![Fact::Paired { round: tournament.rounds.saturating_add(1), pairings, bye: None }])
}

/// Whoever is free and present, and how many entrants there are. Bots of the server are in no rank and do not count.
fn candidates(tournament: &Tournament, present: &[Present]) -> (Vec<Candidate>, u32) {
    let mut since = vec![None; tournament.entrants.len()];
    for present in present {
        if let Some(place) = since.get_mut(present.entrant.index()) {
            *place = Some(present.since);
        }
    }
    let mut by_standing: Vec<&Entrant> = tournament.active().collect();
    let key = |entrant: &Entrant| (entrant.score.points, entrant.rating());
    by_standing.sort_by_key(|entrant| core::cmp::Reverse(key(entrant)));
    let mut free = Vec::new();
    let mut last = None;
    let mut rank = 0;
    let mut field = 0;
    for entrant in by_standing {
        if !entrant.is_house_bot() {
            // Equal ones share a rank: chance decides between them.
            if last.replace(key(entrant)) != Some(key(entrant)) {
                rank = field;
            }
            field += 1;
        }
        let Some(since) = since[entrant.id.index()].filter(|_| entrant.playing.is_none()) else { continue };
        free.push(Candidate {
            entrant: entrant.id,
            rank,
            rating: entrant.rating(),
            free_since: entrant.free_since.max(since),
            last_opponent: entrant.last_opponent,
            first_moves: entrant.first_moves,
            began_last: entrant.began_last,
            is_house_bot: entrant.is_house_bot(),
        });
    }
    (free, field)
}

/// All rounds of a round robin, in an order that is drawn by lot.
pub(super) fn round_robin(tournament: &Tournament, double: bool, seed: u64) -> Vec<Fact> {
    let mut order: Vec<EntrantId> = tournament.active().map(|entrant| entrant.id).collect();
    order.sort_by_key(|id| (draw(seed, ORDER, u64::from(id.0)), *id));
    let entrant = |number: u32| order.get(number as usize).copied();
    let mut ids = (tournament.pairings.len() as u32 + 1..).map(PairingId);
    let mut facts = Vec::new();
    for (round, numbers) in (1..).zip(berger_rounds(order.len() as u32, double)) {
        let mut pairings = Vec::new();
        let mut bye = None;
        for [first, second] in numbers {
            match (entrant(first), entrant(second)) {
                (Some(first), Some(second)) => {
                    pairings.extend(ids.next().map(|id| paired(seed, id, [first, second])));
                }
                (one, other) => bye = one.or(other),
            }
        }
        facts.push(Fact::Paired { round, pairings, bye });
    }
    facts
}

/// The next round of a Swiss tournament, by the Dutch system; `None` if no two are left who may be paired. The seed draws who
/// begins in the first round; in the others only the rooms and starts are drawn.
pub(super) fn swiss_round(tournament: &Tournament, seed: u64) -> Option<Fact> {
    let mut field = before_next_round(tournament)?;
    if field.swiss.played == 0 {
        let is_white = draw(seed, COLOUR, 0).is_multiple_of(2);
        field.swiss.first_colour = if is_white { Colour::White } else { Colour::Black };
    }
    let round = swiss::pair(&field.swiss).ok().filter(|round| !round.pairs.is_empty())?;
    let entrant = |player: usize| field.entrants.get(player).copied();
    let ids = (tournament.pairings.len() as u32 + 1..).map(PairingId);
    let pairings = ids.zip(&round.pairs).filter_map(|(id, pair)| {
        // White begins.
        Some(paired(seed, id, [entrant(pair.white)?, entrant(pair.black)?]))
    });
    Some(Fact::Paired {
        round: tournament.rounds.saturating_add(1),
        pairings: pairings.collect(),
        bye: round.bye.and_then(entrant),
    })
}
