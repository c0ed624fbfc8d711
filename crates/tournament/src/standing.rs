//! The standing of a tournament: a projection of its state, with everybody's results in order.

use core::cmp::Reverse;
use std::collections::HashMap;

use room::Seat;
use swiss::TieBreak;

use crate::entrant::{Entrant, EntrantId};
use crate::pairing::PairingId;
use crate::plan::Format;
use crate::rounds::rounds_over;
use crate::score::{Score, Scoring, Taken};
use crate::state::Tournament;

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
    /// Whether it was played with half of the own time.
    pub is_berserk: bool,
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
    /// Whether the next win in the arena counts double. Never after its end, and never in another format.
    pub is_on_fire: bool,
    /// The performance: the mean of the opponents' ratings at entry, 500 more for each win, 500 less for each loss. `None`
    /// before the first result.
    pub performance: Option<u32>,
    /// In a Swiss tournament the points of the opponents (Buchholz) without those of the least one; 0 in other formats.
    /// Like all tie-breaks of a Swiss tournament it is that after the last round that is over, with FIDE's rules for what
    /// was not played.
    pub buchholz_cut_1: u32,
    /// In a Swiss tournament the points of the opponents; 0 in other formats.
    pub buchholz: u32,
    /// The Sonneborn–Berger score of a round robin or a Swiss tournament: for each result what was taken from it (2, 1 or
    /// 0) times the points of the opponent. 0 in an arena.
    pub sonneborn_berger: u32,
    /// In a round robin what was taken from those who are equal in points and Sonneborn–Berger score. In a Swiss tournament how
    /// many of those who are equal in everything before stand behind, by their games. 0 in an arena.
    pub direct_encounter: u32,
    /// The results, in the order in which they came.
    pub played: Vec<Played>,
}

/// The rows of all entrants, the best first.
///
/// - In an arena ties are broken by performance, as on lichess.
/// - In a round robin by the Sonneborn–Berger score, then by the direct encounter.
/// - In a Swiss tournament by Buchholz without the least opponent, by Buchholz, by the Sonneborn–Berger score, then by the
///   direct encounter. Points count at once, so while a round is played they may be ahead of the tie-breaks.
/// - Whoever is still equal shares the rank, and stands in the order of entering.
///
/// Whoever has left without having been paired, or having had a bye in a Swiss tournament, is left out.
pub fn standings(tournament: &Tournament) -> Vec<Standing> {
    let is_shown = |entrant: &&Entrant| !entrant.has_left || entrant.has_taken_part();
    let mut rows: Vec<Standing> =
        tournament.entrants.iter().filter(is_shown).map(|entrant| row(tournament, entrant)).collect();
    let format = tournament.plan.format;
    match format {
        Format::Arena { .. } => {}
        Format::RoundRobin { .. } => add_tie_breaks(tournament, &mut rows),
        Format::Swiss { .. } => add_swiss_tie_breaks(tournament, &mut rows),
    }
    let key = |row: &Standing| match format {
        Format::Arena { .. } => [row.score.points, row.performance.unwrap_or_default(), 0, 0, 0],
        Format::RoundRobin { .. } | Format::Swiss { .. } => {
            [row.score.points, row.buchholz_cut_1, row.buchholz, row.sonneborn_berger, row.direct_encounter]
        }
    };
    rows.sort_by_key(|row| (Reverse(key(row)), row.entrant));
    let mut last = None;
    let (mut rank, mut count) = (0, 0);
    for row in &mut rows {
        if tournament.entrant(row.entrant).is_some_and(Entrant::is_house_bot) {
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

fn row(tournament: &Tournament, entrant: &Entrant) -> Standing {
    let scoring = Scoring::of(&tournament.plan);
    let mut score = Score::beginning_with(entrant.points_without_game());
    let played: Vec<Played> = entrant
        .played
        .iter()
        .filter_map(|&id| {
            let pairing = tournament.pairing(id)?;
            let seat = pairing.seat_of(entrant.id)?;
            let points = tournament.add_to(&mut score, scoring, pairing, entrant.id);
            let result = pairing.result?;
            Some(Played {
                pairing: id,
                opponent: pairing.opponent_of(entrant.id)?,
                seat,
                taken: points.and(scoring.taken(result.outcome, seat)),
                points: points.unwrap_or_default(),
                is_berserk: result.berserk[seat.index()],
            })
        })
        .collect();
    let is_live = tournament.is_running() && matches!(tournament.plan.format, Format::Arena { .. });
    Standing {
        rank: None,
        entrant: entrant.id,
        is_on_fire: is_live && score.is_on_fire(),
        score,
        performance: performance(tournament, &played),
        buchholz_cut_1: 0,
        buchholz: 0,
        sonneborn_berger: 0,
        direct_encounter: 0,
        played,
    }
}

fn performance(tournament: &Tournament, played: &[Played]) -> Option<u32> {
    let counted = played.iter().filter_map(|played| Some((played.opponent, played.taken?)));
    let (mut sum, mut count) = (0, 0);
    for (opponent, taken) in counted {
        let bonus = match taken {
            Taken::Win => PERFORMANCE_SPAN,
            Taken::Draw => 0,
            Taken::Loss => -PERFORMANCE_SPAN,
        };
        sum += tournament.entrant(opponent).map_or(0, |opponent| i64::from(opponent.rating())) + bonus;
        count += 1;
    }
    (count > 0).then(|| (sum / count).max(0) as u32)
}

/// What was taken from opponents, each weighed by a number.
fn weigh(row: &Standing, weight: impl Fn(EntrantId) -> u32) -> u32 {
    let taken = row.played.iter().filter_map(|played| Some((played.opponent, played.taken?)));
    taken.map(|(opponent, taken)| taken.points() * weight(opponent)).sum()
}

fn add_tie_breaks(tournament: &Tournament, rows: &mut [Standing]) {
    let points = |id| tournament.entrant(id).map_or(0, |entrant| entrant.score.points);
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

fn add_swiss_tie_breaks(tournament: &Tournament, rows: &mut [Standing]) {
    let by =
        [TieBreak::BuchholzCut1, TieBreak::Buchholz, TieBreak::SonnebornBerger, TieBreak::DirectEncounter];
    let Some(field) = rounds_over(tournament) else { return };
    // The fold keeps rounds that fit, so there is a table.
    let Ok(table) = swiss::standings(&field.swiss, &by) else { return };
    let mut places: HashMap<EntrantId, &mut Standing> =
        rows.iter_mut().map(|row| (row.entrant, row)).collect();
    for line in &table {
        let id = field.entrants.get(line.player);
        let Some(row) = id.and_then(|id| places.get_mut(id)) else { continue };
        if let [buchholz_cut_1, buchholz, sonneborn_berger, direct_encounter] = line.values[..] {
            row.buchholz_cut_1 = buchholz_cut_1;
            row.buchholz = buchholz;
            row.sonneborn_berger = sonneborn_berger;
            row.direct_encounter = direct_encounter;
        }
    }
}
