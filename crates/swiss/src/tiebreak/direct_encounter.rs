//! Direct encounter (C.07, article 6): a table of the games that tied players played among themselves.

use crate::tournament::{Outcome, Tournament};

/// For each player how many of its group stand behind it.
pub fn values(tournament: &Tournament, groups: &[Vec<usize>]) -> Vec<u32> {
    let mut values = vec![0; tournament.players.len()];
    for group in groups {
        let mut behind = group.len() as u32;
        for tied in order(tournament, group) {
            behind -= tied.len() as u32;
            for player in tied {
                values[player] = behind;
            }
        }
    }
    values
}

/// The players of a group in order; those who stay tied stand together.
fn order(tournament: &Tournament, group: &[usize]) -> Vec<Vec<usize>> {
    let table: Vec<(u32, u32)> = group.iter().map(|&player| encounters(tournament, player, group)).collect();
    let others = group.len() as u32 - 1;
    if table.iter().all(|&(_, met)| met == others) {
        let mut points: Vec<u32> = table.iter().map(|&(points, _)| points).collect();
        points.sort_unstable_by(|one, other| other.cmp(one));
        points.dedup();
        if points.len() < 2 {
            return vec![group.to_vec()];
        }
        let tied = |points: u32| -> Vec<usize> {
            group.iter().zip(&table).filter(|(_, row)| row.0 == points).map(|(&player, _)| player).collect()
        };
        return points.into_iter().flat_map(|points| order(tournament, &tied(points))).collect();
    }
    // Not all have met: somebody is first only if the games that are missing could not change it (article 6.3).
    let is_ahead = |at: &usize| {
        let rivals = table.iter().enumerate().filter(|(other, _)| other != at);
        rivals.into_iter().all(|(_, &(points, met))| table[*at].0 > points + 2 * (others - met))
    };
    match (0..group.len()).find(is_ahead) {
        Some(first) => {
            let rest: Vec<usize> = group.iter().copied().filter(|&player| player != group[first]).collect();
            std::iter::once(vec![group[first]]).chain(order(tournament, &rest)).collect()
        }
        None => vec![group.to_vec()],
    }
}

/// A player's half points in games that were played against others of a group, and how many of them it met.
fn encounters(tournament: &Tournament, player: usize, group: &[usize]) -> (u32, u32) {
    let outcomes = &tournament.players[player].outcomes[..tournament.played];
    let games = outcomes.iter().filter(|outcome| match outcome {
        Outcome::Played { opponent, .. } => group.contains(opponent),
        _ => false,
    });
    games.fold((0, 0), |(points, met), outcome| (points + outcome.half_points(), met + 1))
}
