//! Laws of random Swiss tournaments, with late entries, withdrawals, forfeits, voids and corrections: who is paired in each round,
//! against a second reading of the facts and the crate `swiss` itself.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use room::{MemberId, Seat};
use swiss::{Bye, Colour, TieBreak};
use tournament::{
    Command, EntrantId, Entry, Fact, Format, InRound, Logged, Outcome, PairingId, PairingResult, Phase,
    Tournament, due, fold, standings, tick,
};

use crate::common::{MINUTE, Run, START, entry, swiss_plan, won};
use crate::swiss_history::History;

/// Numbers that look random: the same seed gives the same ones everywhere.
struct Lots(u64);

impl Lots {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = rules::hash::fold([self.0, 1]);
        (self.0 >> 16) % end
    }
}

/// Plays a random tournament of 2 to 25 entrants and 3 to 9 rounds to its end.
pub fn play(seed: u64) -> Run {
    let mut lots = Lots(seed);
    let rounds = 3 + lots.below(7) as u8;
    let mut run = Run::open(swiss_plan(rounds));
    run.seed = seed;
    let entrants = 2 + lots.below(24) as u32;
    for n in 0..entrants {
        let rating = Some(1_000 + lots.below(12) as u16 * 100).filter(|_| !n.is_multiple_of(7));
        run.must(&Command::Enter(Entry { rating, ..entry(n) }));
    }
    // Some leave before it begins. In every third tournament everybody else plays every round.
    for _ in 0..lots.below(4) {
        _ = run.send(&Command::Leave(MemberId(lots.below(30))));
    }
    let calm = seed.is_multiple_of(3);
    run.now = START;
    while !matches!(run.tournament.phase, Phase::Finished(_) | Phase::Cancelled) {
        run.tick();
        if !calm {
            disturb(&mut run, &mut lots);
        }
        let open: Vec<PairingId> = run.tournament.open_pairings().map(|pairing| pairing.paired.id).collect();
        run.now += lots.below(5 * MINUTE as u64) as i64;
        let Some(&id) = open.get(lots.below(open.len().max(1) as u64) as usize) else {
            run.now = due(&run.tournament, run.now).map_or(run.now, |due| run.now.max(due));
            continue;
        };
        let mut result = result(&mut lots, run.now);
        if calm {
            result.moves = [9; 2];
        }
        run.report(id, result);
    }
    run
}

/// Somebody enters, leaves or comes back, or a result was wrong.
fn disturb(run: &mut Run, lots: &mut Lots) {
    let who = lots.below(30);
    match lots.below(24) {
        0 => _ = run.send(&Command::Leave(MemberId(who))),
        1..4 => _ = run.send(&Command::Enter(entry(who as u32))),
        4 => {
            let pairing = PairingId(1 + lots.below(run.tournament.pairings.len() as u64 + 1) as u32);
            let result = result(lots, run.now);
            _ = run.send(&Command::Correct { pairing, result });
        }
        _ => {}
    }
}

fn result(lots: &mut Lots, now: i64) -> PairingResult {
    let seat = Seat::BOTH[lots.below(2) as usize];
    match lots.below(20) {
        0 => PairingResult::void(now),
        1..3 => PairingResult { moves: [0; 2], ..won(seat, now) },
        3 => PairingResult { moves: [1, 0], ..won(Seat::Bottom, now) },
        4..8 => PairingResult { outcome: Outcome::Drawn, ..won(seat, now) },
        _ => won(seat, now),
    }
}

fn rounds_of(tournament: &Tournament) -> u8 {
    let Format::Swiss { rounds, .. } = tournament.plan.format else { panic!("no Swiss event") };
    rounds
}

/// Reads a log, and calls back before every round and before the end.
fn replay(log: &[Logged], mut check: impl FnMut(&History, &Fact)) -> History {
    let mut history = History::default();
    for logged in log {
        if matches!(logged.fact, Fact::Paired { .. } | Fact::Finished | Fact::Cancelled(_)) {
            check(&history, &logged.fact);
        }
        history.read(&logged.fact);
    }
    history
}

/// The round that the crate `swiss` makes of the history; `None` if there is none.
fn expected(history: &History, rounds: u8, first: Colour) -> Option<(Vec<[u32; 2]>, Option<u32>)> {
    let field = history.field();
    let mut swiss = history.swiss(rounds, history.rounds.len(), first);
    for (player, &id) in swiss.players.iter_mut().zip(&field) {
        if history.is_away[id as usize] {
            player.outcomes.push(swiss::Outcome::Bye(Bye::Zero));
        }
    }
    let round = swiss::pair(&swiss).ok().filter(|round| !round.pairs.is_empty())?;
    let pairs = round.pairs.iter().map(|pair| [field[pair.white], field[pair.black]]).collect();
    Some((pairs, round.bye.map(|bye| field[bye])))
}

fn check_rounds(run: &Run) {
    let rounds = rounds_of(&run.tournament);
    let mut first = None;
    replay(&run.log, |history, fact| match fact {
        Fact::Paired { pairings, bye, round } => {
            assert_eq!(*round as usize, history.rounds.len() + 1);
            let first = *first.get_or_insert_with(|| history.first_colour(&(pairings.clone(), *bye)));
            let pairs = pairings.iter().map(|paired| paired.players.map(|player| player.0)).collect();
            assert_eq!(Some((pairs, bye.map(|bye| bye.0))), expected(history, rounds, first));
        }
        _ if history.rounds.len() == usize::from(rounds) => {}
        _ => assert_eq!(expected(history, rounds, first.unwrap_or(Colour::White)), None, "it ends early"),
    });
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_round_is_that_of_the_dutch_system_on_the_same_history(seed: u64) {
        check_rounds(&play(seed));
    }

    #[test]
    fn all_who_are_there_are_paired_and_nobody_meets_twice_or_has_two_byes(seed: u64) {
        let run = play(seed);
        replay(&run.log, |history, fact| {
            let Fact::Paired { pairings, bye, .. } = fact else { return };
            let mut players: Vec<u32> =
                pairings.iter().flat_map(|paired| paired.players).chain(*bye).map(|player| player.0).collect();
            players.sort_unstable();
            let here = (0..history.entries.len() as u32).filter(|id| !history.is_away[*id as usize]);
            assert_eq!(players, here.collect::<Vec<_>>());
            assert!(history.rounds.iter().all(|(_, before)| bye.is_none() || before != bye), "two byes");
            // A pairing that was forfeited is no meeting. What the results say now may differ from what they said then.
            let met: BTreeSet<[EntrantId; 2]> = (history.rounds.iter().flat_map(|(before, _)| before))
                .filter(|before| history.results[&before.id].absent().is_none())
                .map(|before| before.players)
                .collect();
            for [one, other] in pairings.iter().map(|paired| paired.players) {
                assert!(!met.contains(&[one, other]) && !met.contains(&[other, one]), "{one:?} {other:?}");
            }
        });
    }

    #[test]
    fn the_table_is_that_of_fide_after_every_round(seed: u64) {
        let run = play(seed);
        let mut checked = 0;
        for (at, logged) in run.log.iter().enumerate() {
            if !matches!(logged.fact, Fact::Paired { .. } | Fact::Finished) {
                continue;
            }
            let log = &run.log[..at];
            let history = replay(log, |_, _| ());
            let Some(round) = history.rounds.first() else { continue };
            let played = history.rounds.len();
            let swiss = history.swiss(rounds_of(&run.tournament), played, history.first_colour(round));
            let by = [TieBreak::BuchholzCut1, TieBreak::Buchholz, TieBreak::SonnebornBerger, TieBreak::DirectEncounter];
            let mut table = BTreeMap::new();
            for line in swiss::standings(&swiss, &by).unwrap() {
                table.insert(history.field()[line.player], (line.rank as u32, line.half_points, line.values));
            }
            for row in standings(&fold(log).unwrap()) {
                let values = vec![row.buchholz_cut_1, row.buchholz, row.sonneborn_berger, row.direct_encounter];
                let own = (row.rank.unwrap(), row.score.points, values);
                assert_eq!(table.remove(&row.entrant.0), Some(own), "{}", row.entrant.0);
            }
            assert!(table.is_empty(), "everybody has a row");
            checked += 1;
        }
        prop_assert!(checked > 0 || run.tournament.rounds_paired() == 0);
    }

    #[test]
    fn a_log_folds_to_the_same_tournament_whole_and_in_parts(seed: u64, split: prop::sample::Index) {
        let run = play(seed);
        prop_assert_eq!(&fold(&run.log).unwrap(), &run.tournament);
        let (prefix, rest) = run.log.split_at(1 + split.index(run.log.len()));
        let mut tournament = fold(prefix).unwrap();
        rest.iter().for_each(|logged| tournament::evolve(&mut tournament, logged));
        prop_assert_eq!(&tournament, &run.tournament);
    }

    /// A node that has crashed decides as it would have, with another seed but for rooms, starts and the first colour.
    #[test]
    fn the_same_round_is_paired_by_any_node_and_seed(seed: u64, other: u64) {
        let run = play(seed);
        let players = |facts: &[Fact]| -> Vec<[EntrantId; 2]> {
            let Some(Fact::Paired { pairings, .. }) = facts.last() else { return Vec::new() };
            pairings.iter().map(|paired| paired.players).collect()
        };
        for (at, logged) in run.log.iter().enumerate() {
            let Fact::Paired { round: 2.., .. } = logged.fact else { continue };
            let tournament = fold(&run.log[..at]).unwrap();
            prop_assert_eq!(players(&tick(&tournament, other, logged.at)), players(std::slice::from_ref(&logged.fact)));
        }
    }
}

#[test]
fn random_tournaments_have_everything_in_them() {
    let mut seen = BTreeMap::<&str, u32>::new();
    for seed in 0..150 {
        let run = play(seed);
        let mut count = |what, is_there: bool| *seen.entry(what).or_default() += u32::from(is_there);
        for entrant in &run.tournament.entrants {
            count("late", entrant.rounds.first() == Some(&InRound::Late) && entrant.rounds.len() > 1);
            count("absent", entrant.rounds.contains(&InRound::Absent) && !entrant.has_left);
            count("bye", entrant.rounds.contains(&InRound::Bye));
        }
        for pairing in &run.tournament.pairings {
            count("void", pairing.result.is_some_and(|result| result.outcome == Outcome::Void));
            count("forfeit", pairing.result.is_some_and(|result| result.absent().is_some()));
        }
        let fact = |is: fn(&Fact) -> bool| run.log.iter().any(|logged| is(&logged.fact));
        count("returned", fact(|fact| matches!(fact, Fact::Returned(_))));
        count("corrected", fact(|fact| matches!(fact, Fact::ResultCorrected { .. })));
        let is_whole = run.tournament.rounds_paired() == u32::from(rounds_of(&run.tournament));
        count("early end", !is_whole);
        count("whole", is_whole);
    }
    for what in ["late", "absent", "bye", "void", "forfeit", "returned", "corrected", "early end", "whole"] {
        assert!(seen.get(what).is_some_and(|&count| count >= 10), "{what}: {seen:?}");
    }
}
