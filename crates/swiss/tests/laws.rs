//! What holds for every pairing, whatever happened before: the absolute criteria of the Dutch system.

mod common;

use proptest::prelude::*;
use swiss::{Bye, Colour, Outcome, Player, Round, Tournament, pair};

/// The colours of the games that a player played.
fn colours(player: &Player) -> Vec<Colour> {
    let colour = |outcome: &Outcome| match outcome {
        Outcome::Played { colour, .. } => Some(*colour),
        _ => None,
    };
    player.outcomes.iter().filter_map(colour).collect()
}

/// Whether a player has more than half of the points that could be won, and the coming round is the last one.
fn is_topscorer(tournament: &Tournament, player: usize) -> bool {
    tournament.played + 1 == tournament.rounds && tournament.half_points(player) as usize > tournament.played
}

/// Whether a colour would come a third time in a row, or a difference of three.
fn is_too_much(player: &Player, colour: Colour) -> bool {
    let before = colours(player);
    let same = before.iter().filter(|&&other| other == colour).count();
    let third = before.len() > 1 && before[before.len() - 2..].iter().all(|&other| other == colour);
    third || 2 * same + 1 > before.len() + 2
}

fn check(tournament: &Tournament, round: &Round) {
    let players = &tournament.players;
    let mut paired: Vec<usize> = round.pairs.iter().flat_map(|pair| [pair.white, pair.black]).collect();
    paired.extend(round.bye);
    paired.sort_unstable();
    let present = |&index: &usize| players[index].outcomes.len() == tournament.played;
    assert_eq!(paired, (0..players.len()).filter(present).collect::<Vec<_>>(), "all who are present");
    assert_eq!(round.bye.is_some(), paired.len() % 2 == 1, "a bye if the number is odd");
    for pair in &round.pairs {
        let met = |outcome: &Outcome| matches!(outcome, Outcome::Played { opponent, .. } if *opponent == pair.black);
        assert!(!players[pair.white].outcomes.iter().any(met), "nobody meets twice");
        let tops = is_topscorer(tournament, pair.white) || is_topscorer(tournament, pair.black);
        assert!(tops || !is_too_much(&players[pair.white], Colour::White), "White too often");
        assert!(tops || !is_too_much(&players[pair.black], Colour::Black), "Black too often");
    }
    if let Some(bye) = round.bye {
        let excludes = |outcome: &Outcome| match outcome {
            Outcome::Bye(bye) => matches!(bye, Bye::Pairing | Bye::Full),
            Outcome::Forfeit { won, .. } => *won,
            Outcome::Played { .. } => false,
        };
        assert!(!players[bye].outcomes.iter().any(excludes), "nobody gets a point twice without a game");
    }
    let key = |player: usize| (std::cmp::Reverse(tournament.half_points(player)), players[player].number);
    let boards: Vec<_> = round.pairs.iter().map(|pair| key(pair.white).min(key(pair.black)).0).collect();
    assert!(boards.is_sorted(), "boards stand in the order of points");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn absolute_criteria_hold_in_every_round(seed in any::<u64>(), size in 3usize..40) {
        common::play(seed, size, |tournament| {
            let round = pair(tournament).ok()?;
            check(tournament, &round);
            Some(round)
        });
    }

    #[test]
    fn the_order_of_the_list_of_players_changes_nothing(seed in any::<u64>(), size in 4usize..20) {
        common::play(seed, size, |tournament| {
            let found = pair(tournament);
            let last = tournament.players.len() - 1;
            let turned = |outcome: Outcome| match outcome {
                Outcome::Played { opponent, colour, result } => {
                    Outcome::Played { opponent: last - opponent, colour, result }
                }
                Outcome::Forfeit { opponent, colour, won } => {
                    Outcome::Forfeit { opponent: last - opponent, colour, won }
                }
                Outcome::Bye(bye) => Outcome::Bye(bye),
            };
            let mut reversed = tournament.clone();
            reversed.players.reverse();
            for player in &mut reversed.players {
                player.outcomes = player.outcomes.iter().map(|&outcome| turned(outcome)).collect();
            }
            let again = pair(&reversed).map(|mut round| {
                for pair in &mut round.pairs {
                    (pair.white, pair.black) = (last - pair.white, last - pair.black);
                }
                round.bye = round.bye.map(|bye| last - bye);
                round
            });
            assert_eq!(found, again);
            found.ok()
        });
    }
}
