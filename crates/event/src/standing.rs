//! The standing of an event: a projection of its state, with everybody's results in order.

use core::cmp::Reverse;

use room::Seat;

use crate::entrant::{Entrant, EntrantId};
use crate::pairing::PairingId;
use crate::plan::Format;
use crate::score::{Score, Scoring, Taken};
use crate::state::Event;

/// By how much a performance rating lies above the opponents' mean if everything is won, and below it if all is lost.
const PERFORMANCE_SPAN: i64 = 500;

/// One result of an entrant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// The pairing.
    pub pairing: PairingId,
    /// The opponent.
    pub opponent: EntrantId,
    /// The own seat: whoever sits at the bottom has begun.
    pub seat: Seat,
    /// What was taken; `None` if it does not count, because it is void or came too late.
    pub taken: Option<Taken>,
    /// The points for it.
    pub points: u32,
}

/// The row of an entrant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// The rank, from 1; equal ones share it. `None` for a bot of the server, which fills up.
    pub rank: Option<u32>,
    /// Who.
    pub entrant: EntrantId,
    /// The points, and how they came about.
    pub score: Score,
    /// Whether the next win in the arena counts double. Never after its end, and never in a round robin.
    pub is_on_fire: bool,
    /// The performance: the mean of the opponents' ratings at entry, 500 more for each win, 500 less for each loss. `None`
    /// before the first result.
    pub performance: Option<u32>,
    /// The Sonneborn–Berger score of a round robin: for each result what was taken from it (2, 1 or 0) times the points of
    /// the opponent. 0 in an arena.
    pub sonneborn_berger: u32,
    /// In a round robin what was taken from those who are equal in points and Sonneborn–Berger score. 0 in an arena.
    pub direct_encounter: u32,
    /// The results, in the order in which they came.
    pub played: Vec<Played>,
}

/// The rows of all entrants, the best first.
///
/// - In an arena ties are broken by performance, as on lichess.
/// - In a round robin by the Sonneborn–Berger score, then by the direct encounter.
/// - Whoever is still equal shares the rank, and stands in the order of entering.
///
/// Whoever has left without having been paired is left out.
pub fn standings(event: &Event) -> Vec<Standing> {
    let is_shown = |entrant: &&Entrant| !entrant.has_left || entrant.last_opponent.is_some();
    let mut rows: Vec<Standing> =
        event.entrants.iter().filter(is_shown).map(|entrant| row(event, entrant)).collect();
    let format = event.plan.format;
    match format {
        Format::Arena { .. } => {}
        Format::RoundRobin { .. } => add_tie_breaks(event, &mut rows),
    }
    let key = |row: &Standing| match format {
        Format::Arena { .. } => (row.score.points, row.performance.unwrap_or_default(), 0),
        Format::RoundRobin { .. } => (row.score.points, row.sonneborn_berger, row.direct_encounter),
    };
    rows.sort_by_key(|row| (Reverse(key(row)), row.entrant));
    let mut last = None;
    let (mut rank, mut count) = (0, 0);
    for row in &mut rows {
        if event.entrant(row.entrant).is_some_and(Entrant::is_house_bot) {
            continue;
        }
        count += 1;
        if last.replace(key(row)) != Some(key(row)) {
            rank = count;
        }
        row.rank = Some(rank);
    }
    rows
}

fn row(event: &Event, entrant: &Entrant) -> Standing {
    let scoring = Scoring::of(&event.plan);
    let mut score = Score::default();
    let played: Vec<Played> = entrant
        .played
        .iter()
        .filter_map(|&id| {
            let pairing = event.pairing(id)?;
            let seat = pairing.seat_of(entrant.id)?;
            let points = event.add_to(&mut score, scoring, pairing, entrant.id);
            let result = pairing.result?;
            Some(Played {
                pairing: id,
                opponent: pairing.opponent_of(entrant.id)?,
                seat,
                taken: points.and(Taken::of(result.outcome, seat)),
                points: points.unwrap_or_default(),
            })
        })
        .collect();
    let is_live = event.is_running() && matches!(event.plan.format, Format::Arena { .. });
    Standing {
        rank: None,
        entrant: entrant.id,
        is_on_fire: is_live && score.is_on_fire(),
        score,
        performance: performance(event, &played),
        sonneborn_berger: 0,
        direct_encounter: 0,
        played,
    }
}

fn performance(event: &Event, played: &[Played]) -> Option<u32> {
    let counted = played.iter().filter_map(|played| Some((played.opponent, played.taken?)));
    let (mut sum, mut count) = (0, 0);
    for (opponent, taken) in counted {
        let bonus = match taken {
            Taken::Win => PERFORMANCE_SPAN,
            Taken::Draw => 0,
            Taken::Loss => -PERFORMANCE_SPAN,
        };
        sum += event.entrant(opponent).map_or(0, |opponent| i64::from(opponent.rating())) + bonus;
        count += 1;
    }
    (count > 0).then(|| (sum / count).max(0) as u32)
}

/// What was taken from opponents, each weighed by a number.
fn weigh(row: &Standing, weight: impl Fn(EntrantId) -> u32) -> u32 {
    let taken = row.played.iter().filter_map(|played| Some((played.opponent, played.taken?)));
    taken.map(|(opponent, taken)| taken.points() * weight(opponent)).sum()
}

fn add_tie_breaks(event: &Event, rows: &mut [Standing]) {
    let points = |id| event.entrant(id).map_or(0, |entrant| entrant.score.points);
    for row in rows.iter_mut() {
        row.sonneborn_berger = weigh(row, points);
    }
    let equal: Vec<(EntrantId, (u32, u32))> =
        rows.iter().map(|row| (row.entrant, (row.score.points, row.sonneborn_berger))).collect();
    for row in rows.iter_mut() {
        let own = (row.score.points, row.sonneborn_berger);
        row.direct_encounter = weigh(row, |opponent| u32::from(equal.contains(&(opponent, own))));
    }
}
