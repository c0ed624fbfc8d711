//! Tie-breaks and the final order (FIDE C.07, in force from 1 March 2026), with its rules on unplayed rounds (article 16).

mod direct_encounter;

use std::cmp::Reverse;

use crate::tournament::{Bye, Outcome, Tournament, TournamentError};

/// A way to order players with equal points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TieBreak {
    /// The sum of the opponents' points (article 8.1). In half points.
    Buchholz,
    /// Buchholz without the least significant opponent (article 14.1). In half points.
    BuchholzCut1,
    /// The sum of the opponents' points, each times the points won against that opponent (article 9.1). In quarter points.
    SonnebornBerger,
    /// The games between the tied players (article 6). The value is how many of them stand behind the player.
    DirectEncounter,
    /// The rounds with a whole point, with or without playing (article 7.1).
    Wins,
}

/// A line of the final table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Index in `Tournament::players`.
    pub player: usize,
    /// From 1; players whom no tie-break separates share it.
    pub rank: usize,
    /// Points in halves.
    pub half_points: u32,
    /// The value of each tie-break asked for, in its unit; the higher the better.
    pub values: Vec<u32>,
}

/// The table after the rounds that are over: by points, then by the tie-breaks in the order given. Those who share a rank
/// stand in the order of their pairing numbers.
pub fn standings(tournament: &Tournament, tie_breaks: &[TieBreak]) -> Result<Vec<Standing>, TournamentError> {
    tournament.check()?;
    let mut groups = vec![(0..tournament.players.len()).collect::<Vec<_>>()];
    groups = split(groups, |player| tournament.half_points(player));
    let mut values = vec![Vec::new(); tournament.players.len()];
    for tie_break in tie_breaks {
        let value: Vec<u32> = match tie_break {
            TieBreak::DirectEncounter => direct_encounter::values(tournament, &groups),
            _ => (0..values.len()).map(|player| single_value(tournament, player, *tie_break)).collect(),
        };
        for (values, value) in values.iter_mut().zip(&value) {
            values.push(*value);
        }
        groups = split(groups, |player| value[player]);
    }
    let mut table = Vec::new();
    for mut group in groups {
        let rank = table.len() + 1;
        group.sort_by_key(|&player| tournament.players[player].number);
        table.extend(group.into_iter().map(|player| Standing {
            player,
            rank,
            half_points: tournament.half_points(player),
            values: std::mem::take(&mut values[player]),
        }));
    }
    Ok(table)
}

/// Splits each group into those with equal values, the highest first.
fn split(groups: Vec<Vec<usize>>, value: impl Fn(usize) -> u32) -> Vec<Vec<usize>> {
    let mut finer = Vec::new();
    for mut group in groups {
        group.sort_by_key(|&player| Reverse(value(player)));
        finer.extend(group.chunk_by(|&one, &other| value(one) == value(other)).map(<[usize]>::to_vec));
    }
    finer
}

/// What a round adds to the Buchholz of a player.
struct Contribution {
    /// The points of the opponent, or of the dummy that stands for one (article 16.4), in halves.
    score: u32,
    /// The points that the player won, in halves.
    won: u32,
    /// Whether the player chose not to play, or did not appear (a voluntary unplayed round, article 16.1.2).
    voluntary: bool,
}

fn single_value(tournament: &Tournament, player: usize, tie_break: TieBreak) -> u32 {
    let rounds = contributions(tournament, player);
    let buchholz: u32 = rounds.iter().map(|round| round.score).sum();
    match tie_break {
        TieBreak::Buchholz => buchholz,
        TieBreak::BuchholzCut1 => {
            // A round that was not played by choice goes first, even if another one adds less (article 16.5).
            let least = |voluntary: bool| {
                rounds.iter().filter(|round| round.voluntary || !voluntary).map(|round| round.score).min()
            };
            buchholz - least(true).or_else(|| least(false)).unwrap_or(0)
        }
        TieBreak::SonnebornBerger => rounds.iter().map(|round| round.score * round.won).sum(),
        TieBreak::Wins => rounds.iter().filter(|round| round.won == 2).count() as u32,
        TieBreak::DirectEncounter => 0,
    }
}

fn contributions(tournament: &Tournament, player: usize) -> Vec<Contribution> {
    let own = tournament.half_points(player);
    let outcomes = &tournament.players[player].outcomes[..tournament.played];
    let contribution = |&outcome: &Outcome| Contribution {
        score: match outcome {
            Outcome::Played { opponent, .. } => adjusted_score(tournament, opponent),
            // The dummy has the player's own points, but no more than the opponent who was due.
            Outcome::Forfeit { opponent, .. } => own.min(adjusted_score(tournament, opponent)),
            // Nor more than a draw in every round.
            Outcome::Bye(_) => own.min(tournament.played as u32),
        },
        won: outcome.half_points(),
        voluntary: is_voluntary(outcome),
    };
    outcomes.iter().map(contribution).collect()
}

/// A player's points as opponents see them: byes that were asked for count as draws if the player did not come back after
/// them (article 16.3). In halves.
fn adjusted_score(tournament: &Tournament, player: usize) -> u32 {
    let outcomes = &tournament.players[player].outcomes[..tournament.played];
    let stayed = outcomes.iter().rposition(|&outcome| !is_voluntary(outcome)).map_or(0, |last| last + 1);
    let (before, after) = outcomes.split_at(stayed);
    let asked_for = |outcome: &Outcome| matches!(outcome, Outcome::Bye(_));
    let points: u32 = before.iter().map(|outcome| outcome.half_points()).sum();
    points + after.iter().filter(|outcome| asked_for(outcome)).count() as u32
}

fn is_voluntary(outcome: Outcome) -> bool {
    matches!(outcome, Outcome::Bye(Bye::Half | Bye::Zero) | Outcome::Forfeit { won: false, .. })
}
