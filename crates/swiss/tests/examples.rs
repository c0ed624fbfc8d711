//! Single rules of the pairing by small examples.

#![allow(clippy::unwrap_used, reason = "what cannot be read is a mistake of the test")]

use swiss::{Bye, Colour, GameResult, Outcome, PairingError, Player, Tournament, TournamentError, pair};

/// A tournament in which each player's rounds are written like `3w1` (opponent, colour, result) or as the letter of a bye,
/// in the order of pairing numbers. Whoever has more rounds than number 1 is not to be paired.
fn tournament(rounds: usize, players: &[&str]) -> Tournament {
    let player = |(number, past): (u32, &&str)| {
        let outcomes: Vec<Outcome> = past.split_whitespace().map(outcome).collect();
        Player { number, name: String::new(), rating: 0, outcomes }
    };
    let players: Vec<Player> = (1..).zip(players).map(player).collect();
    let played = players.iter().map(|player| player.outcomes.len()).min().unwrap_or(0);
    Tournament { rounds, played, first_colour: Colour::White, players }
}

fn outcome(text: &str) -> Outcome {
    let colour = if text.contains('w') { Colour::White } else { Colour::Black };
    let Some((opponent, result)) = text.split_once(['w', 'b']) else {
        return Outcome::Bye(match text {
            "U" => Bye::Pairing,
            "F" => Bye::Full,
            "H" => Bye::Half,
            _ => Bye::Zero,
        });
    };
    let opponent = opponent.parse::<usize>().unwrap() - 1;
    match result {
        "1" => Outcome::Played { opponent, colour, result: GameResult::Win },
        "=" => Outcome::Played { opponent, colour, result: GameResult::Draw },
        "0" => Outcome::Played { opponent, colour, result: GameResult::Loss },
        _ => Outcome::Forfeit { opponent, colour, won: result == "+" },
    }
}

/// The pairs by number, White first, and the bye as a pair with 0.
fn paired(rounds: usize, players: &[&str]) -> Result<Vec<(u32, u32)>, PairingError> {
    let tournament = tournament(rounds, players);
    let round = pair(&tournament)?;
    let number = |player: usize| tournament.players[player].number;
    let pairs = round.pairs.iter().map(|pair| (number(pair.white), number(pair.black)));
    Ok(pairs.chain(round.bye.map(|bye| (number(bye), 0))).collect())
}

#[test]
fn in_the_first_round_the_upper_half_meets_the_lower_one() {
    assert_eq!(paired(5, &[""; 8]), Ok(vec![(1, 5), (6, 2), (3, 7), (8, 4)]));
}

#[test]
fn the_last_of_an_odd_number_gets_the_bye() {
    assert_eq!(paired(5, &[""; 5]), Ok(vec![(1, 3), (4, 2), (5, 0)]));
}

#[test]
fn winners_meet_winners() {
    let players = ["5w1", "6b1", "7w0", "8b=", "1b0", "2w0", "3b1", "4w="];
    assert_eq!(paired(5, &players), Ok(vec![(2, 1), (7, 8), (4, 3), (5, 6)]));
}

#[test]
fn the_bye_goes_to_the_fewest_points_even_if_more_players_float() {
    // The best two could meet, but then somebody with half a point would have to get the bye (criterion C5).
    let players = ["3w1", "4b=", "1b0", "2w=", "U"];
    assert_eq!(paired(5, &players), Ok(vec![(2, 1), (5, 4), (3, 0)]));
}

#[test]
fn the_bye_goes_to_whoever_played_more() {
    // Of the three without a point number 5 was absent, and would have played no game yet (criterion C9).
    let players = ["3w1", "4b1", "1b0", "2w0", "Z"];
    assert_eq!(paired(5, &players), Ok(vec![(2, 1), (3, 5), (4, 0)]));
}

#[test]
fn who_got_a_point_without_a_game_gets_no_bye() {
    for point in ["U", "F"] {
        let players = ["2w=", "1b=", point];
        assert_eq!(paired(5, &players).map(|round| round.last().copied()), Ok(Some((2, 0))), "{point}");
    }
    assert_eq!(paired(5, &["2w+", "1b-", "U"]), Ok(vec![(1, 3), (2, 0)]));
}

#[test]
fn a_forfeited_pairing_may_be_played_again() {
    assert_eq!(paired(5, &["2w+", "1b-"]), Ok(vec![(1, 2)]));
    assert_eq!(paired(5, &["2w-", "1b-"]), Ok(vec![(1, 2)]));
    assert_eq!(paired(5, &["2w1", "1b0"]), Err(PairingError::NoLegalPairing));
}

#[test]
fn who_asked_for_a_bye_is_not_paired() {
    assert_eq!(paired(5, &["", "H", "", "Z", ""]), Ok(vec![(1, 3), (5, 0)]));
    assert_eq!(
        paired(5, &["2w1 H", "1b0 H", "U"]),
        Err(PairingError::NoLegalPairing),
        "nobody but who had a bye"
    );
}

#[test]
fn late_entries_count_for_colours_once_they_are_there() {
    // Number 1 has never been paired, so number 2 begins as the first one.
    assert_eq!(paired(5, &["Z", "", ""]), Ok(vec![(2, 3)]));
}

#[test]
fn leaders_may_get_a_colour_too_often_in_the_last_round_only() {
    // Both have won twice with White, and the others have gone.
    let players = ["3w1 4w1", "4w1 3w1", "1b0 2b0 Z", "2b0 1b0 Z"];
    assert_eq!(paired(4, &players), Err(PairingError::NoLegalPairing));
    assert_eq!(paired(3, &players), Ok(vec![(2, 1)]));
}

#[test]
fn what_is_no_tournament_is_refused() {
    let good = tournament(3, &["2w1", "1b0", "U"]);
    assert_eq!(pair(&Tournament { rounds: 1, ..good.clone() }), Err(PairingError::Over));
    let mut twice = good.clone();
    twice.players[2].number = 1;
    assert_eq!(pair(&twice), Err(TournamentError::SameNumber(1).into()));
    let mut short = good.clone();
    short.played = 1;
    short.players[1].outcomes.clear();
    assert_eq!(pair(&short), Err(TournamentError::Outcomes(0).into()));
    let mut alone = good.clone();
    alone.players[2].outcomes[0] = Outcome::Forfeit { opponent: 7, colour: Colour::White, won: true };
    assert_eq!(pair(&alone), Err(TournamentError::Outcomes(2).into()));
    let mut long = good;
    let game = long.players[0].outcomes[0];
    long.players[0].outcomes.push(game);
    assert_eq!(pair(&long), Err(TournamentError::Outcomes(0).into()));
}
