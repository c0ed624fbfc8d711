//! Whole tournaments, played with pairings on which bbpPairings 6.0.0 agrees, and with it caissify-pairings 0.5.0 but where a
//! test says otherwise, and tables on which FIDE's TieBreakServer agrees (ADR 0090): each round is paired again from what was
//! known before it.

#![allow(clippy::expect_used, reason = "a test that finds nothing has failed")]

use std::{collections::BTreeSet, fs, path::Path};

use swiss::{Bye, Colour, Outcome, TieBreak, Tournament, pair, standings, trf};

fn read(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The tournament as it was before a round (0 for the first).
fn before(tournament: &Tournament, round: usize) -> Tournament {
    let mut earlier = tournament.clone();
    earlier.played = round;
    for player in &mut earlier.players {
        let is_absent = matches!(player.outcomes[round], Outcome::Bye(Bye::Full | Bye::Half | Bye::Zero));
        player.outcomes.truncate(if is_absent { round + 1 } else { round });
    }
    earlier
}

/// The pairs of a round, White first, and the bye as a pair with nobody.
fn recorded(tournament: &Tournament, round: usize) -> BTreeSet<(usize, Option<usize>)> {
    let pair = |(index, player): (usize, &swiss::Player)| match player.outcomes[round] {
        Outcome::Played { opponent, colour: Colour::White, .. }
        | Outcome::Forfeit { opponent, colour: Colour::White, .. } => Some((index, Some(opponent))),
        Outcome::Bye(Bye::Pairing) => Some((index, None)),
        _ => None,
    };
    tournament.players.iter().enumerate().filter_map(pair).collect()
}

fn check(name: &str) {
    let tournament = trf::read(&read(&format!("{name}.trf"))).expect("a report").tournament;
    for round in 0..tournament.rounds {
        let found = pair(&before(&tournament, round)).expect("a round");
        let mut pairs: BTreeSet<_> = found.pairs.iter().map(|pair| (pair.white, Some(pair.black))).collect();
        pairs.extend(found.bye.map(|bye| (bye, None)));
        assert_eq!(pairs, recorded(&tournament, round), "{name}, round {}", round + 1);
    }
    let tie_breaks = [
        TieBreak::DirectEncounter,
        TieBreak::Buchholz,
        TieBreak::BuchholzCut1,
        TieBreak::SonnebornBerger,
        TieBreak::Wins,
    ];
    let table = standings(&tournament, &tie_breaks).expect("a table");
    let expected = read(&format!("{name}.table"));
    for (standing, line) in table.iter().zip(expected.lines()) {
        let values: Vec<f64> = line.split(' ').map(|value| value.parse().expect("a number")).collect();
        let number = f64::from(tournament.players[standing.player].number);
        let mut found = vec![number, f64::from(standing.half_points) / 2.0];
        let units = [1.0, 2.0, 2.0, 4.0, 1.0];
        found.extend(standing.values.iter().zip(units).map(|(&value, unit)| f64::from(value) / unit));
        assert_eq!(found, values, "{name}");
    }
    assert_eq!(table.len(), expected.lines().count());
}

#[test]
fn eight_players() {
    check("seed-14");
}

#[test]
fn eight_players_with_forfeits() {
    check("seed-63");
}

#[test]
fn fifteen_players_with_byes_and_forfeits() {
    check("seed-12");
}

#[test]
fn fifteen_players_in_eleven_rounds() {
    check("seed-33");
}

#[test]
fn thirty_one_players_with_late_entries_and_withdrawals() {
    check("seed-71");
}

/// Tournaments in which nearly everybody has met. In one round of each caissify-pairings has other pairs, and FIDE's
/// TieBreakServer ours.
#[test]
fn few_players_in_many_rounds() {
    for name in ["seed-448", "seed-511", "seed-581", "seed-987"] {
        check(name);
    }
}

/// Compared with bbpPairings alone.
#[test]
fn fifty_seven_players_in_eleven_rounds() {
    check("seed-478");
}
