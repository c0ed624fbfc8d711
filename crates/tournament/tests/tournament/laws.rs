//! Property tests: invariants of tournaments after random commands, points against a plain recount of the facts, and proof that
//! the runs reach every fact and refusal.

use std::collections::{BTreeMap, BTreeSet};

use proptest::collection::vec;
use proptest::prelude::*;
use tournament::{
    Entrant, EntrantId, Fact, Format, GRACE_MS, Logged, Outcome, PairingId, PairingResult, Taken, Tournament,
    evolve, fold, standings, tick,
};

use crate::acts::{Act, opponents, run};
use crate::common::Run;

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn points_are_what_a_plain_recount_of_the_facts_gives(number: u64, acts in vec(any::<Act>(), 1..400)) {
        let (run, _) = run(number, &acts);
        let points = recount(&run.log);
        for entrant in &run.tournament.entrants {
            prop_assert_eq!(entrant.score.points, points[entrant.id.0 as usize], "state of {}", entrant.id.0);
        }
        for row in standings(&run.tournament) {
            prop_assert_eq!(row.score.points, points[row.entrant.0 as usize], "row of {}", row.entrant.0);
            prop_assert_eq!(row.score, run.tournament.entrant(row.entrant).unwrap().score);
            let without_game = run.tournament.entrant(row.entrant).unwrap().rounds.iter().map(|round| round.points());
            let points = row.played.iter().map(|played| played.points).chain(without_game).sum::<u32>();
            prop_assert_eq!(points, row.score.points);
        }
    }

    #[test]
    fn nobody_meets_twice_in_a_row_or_plays_two_at_once(number: u64, acts in vec(any::<Act>(), 1..400)) {
        let (run, _) = run(number, &acts);
        check_pairings(&run)?;
    }

    #[test]
    fn a_log_folds_to_the_same_tournament_whole_in_parts_and_from_json(
        number: u64, acts in vec(any::<Act>(), 1..300), split: prop::sample::Index,
    ) {
        let (run, _) = run(number, &acts);
        let folded = fold(&run.log).unwrap();
        prop_assert_eq!(&folded, &run.tournament);
        let (prefix, rest) = run.log.split_at(1 + split.index(run.log.len()));
        let mut tournament = fold(prefix).unwrap();
        for logged in rest {
            let read: Logged = serde_json::from_str(&serde_json::to_string(logged).unwrap()).unwrap();
            evolve(&mut tournament, &read);
        }
        prop_assert_eq!(&tournament, &run.tournament);
        run.log.iter().for_each(|logged| evolve(&mut tournament, logged));
        prop_assert_eq!(&tournament, &run.tournament, "an old log over a new event changes nothing");
    }

    #[test]
    fn ranks_follow_the_points_and_everybody_has_one_row(number: u64, acts in vec(any::<Act>(), 1..300)) {
        let (run, _) = run(number, &acts);
        let rows = standings(&run.tournament);
        let shown: BTreeSet<EntrantId> = rows.iter().map(|row| row.entrant).collect();
        prop_assert_eq!(shown.len(), rows.len());
        prop_assert!(run.tournament.active().all(|entrant| shown.contains(&entrant.id)));
        prop_assert!(rows.windows(2).all(|pair| pair[0].score.points >= pair[1].score.points));
        let ranked: Vec<u32> = rows.iter().filter_map(|row| row.rank).collect();
        prop_assert!(ranked.first().is_none_or(|first| *first == 1));
        for (place, pair) in (2..).zip(ranked.windows(2)) {
            prop_assert!(pair[1] == pair[0] || pair[1] == place, "{:?}", ranked);
        }
        let is_bot = |id| run.tournament.entrant(id).is_some_and(Entrant::is_house_bot);
        prop_assert!(rows.iter().all(|row| row.rank.is_none() == is_bot(row.entrant)));
    }

    #[test]
    fn facts_in_any_order_never_panic(
        number: u64, acts in vec(any::<Act>(), 1..200), order in vec(any::<prop::sample::Index>(), 1..300),
    ) {
        let (run, _) = run(number, &acts);
        let mut tournament = fold(&run.log[..1]).unwrap();
        for (seq, index) in (2..).zip(order) {
            let logged = Logged { seq, ..index.get(&run.log).clone() };
            evolve(&mut tournament, &logged);
        }
        standings(&tournament);
        tick(&tournament, 1, i64::MAX);
    }
}

fn check_pairings(run: &Run) -> Result<(), TestCaseError> {
    let tournament = &run.tournament;
    prop_assert!(
        tick(tournament, 1, run.now).is_empty()
            || tournament::due(tournament, run.now).is_some_and(|due| due <= run.now)
    );
    let open = tournament.open_pairings().count();
    if let Format::Arena { .. } | Format::Swiss { .. } = tournament.plan.format {
        let is_arena = matches!(tournament.plan.format, Format::Arena { .. });
        for (id, opponents) in (0..).zip(opponents(tournament)).filter(|_| is_arena) {
            prop_assert!(opponents.windows(2).all(|pair| pair[0] != pair[1]), "{id} {opponents:?}");
        }
        let playing = tournament.entrants.iter().filter(|entrant| entrant.playing.is_some()).count();
        prop_assert_eq!(playing, 2 * open, "nobody plays two pairings at once");
    } else {
        for opponents in opponents(tournament) {
            let once: BTreeSet<EntrantId> = opponents.iter().copied().collect();
            prop_assert!(opponents.len() == once.len() || opponents.len() == 2 * once.len());
        }
        let byes: BTreeSet<EntrantId> = tournament.byes.iter().map(|(_, entrant)| *entrant).collect();
        let cycles = if tournament.plan.format == (Format::RoundRobin { double: true }) { 2 } else { 1 };
        prop_assert_eq!(tournament.byes.len(), cycles * byes.len());
    }
    let rooms: BTreeSet<_> = tournament.pairings.iter().map(|pairing| pairing.paired.room).collect();
    prop_assert_eq!(rooms.len(), tournament.pairings.len());
    Ok(())
}

/// The points of all entrants, read from the facts alone: a second program for the same rules, as plain as can be.
fn recount(log: &[Logged]) -> Vec<u32> {
    let Some(Logged { fact: Fact::Opened(plan), .. }) = log.first() else {
        panic!("a log begins with its plan")
    };
    let mut players = BTreeMap::new();
    let mut results = BTreeMap::<PairingId, PairingResult>::new();
    let mut order = Vec::new();
    let (mut byes, mut in_first) = (Vec::<EntrantId>::new(), None);
    let (mut entrants, mut end) = (0, i64::MAX);
    for logged in log {
        match &logged.fact {
            Fact::Entered(_) => entrants += 1,
            Fact::Started => {
                if let Format::Arena { minutes, .. } = plan.format {
                    end = logged.at + i64::from(minutes) * 60_000;
                }
            }
            Fact::Interrupted { from, until } => end = end.saturating_add(until - from),
            Fact::Paired { pairings, bye, .. } => {
                let paired = pairings.iter().flat_map(|paired| paired.players);
                in_first.get_or_insert_with(|| paired.chain(*bye).collect::<Vec<_>>());
                players.extend(pairings.iter().map(|paired| (paired.id, paired.players)));
                byes.extend(bye);
            }
            Fact::ResultReported { pairing, result } => {
                order.push(*pairing);
                results.insert(*pairing, *result);
            }
            Fact::ResultCorrected { pairing, result } => drop(results.insert(*pairing, *result)),
            Fact::Opened(_) | Fact::Left { .. } | Fact::Returned(_) | Fact::Finished | Fact::Cancelled(_) => {
            }
        }
    }
    let is_swiss = matches!(plan.format, Format::Swiss { .. });
    (0..entrants)
        .map(|id| {
            // Of a Swiss tournament: 2 points for a bye, and 1 for the first round of whoever was not in it.
            let was_late = in_first.as_ref().is_some_and(|first| !first.contains(&EntrantId(id)));
            let byes = byes.iter().filter(|bye| **bye == EntrantId(id)).count() as u32;
            let without_game = if is_swiss { 2 * byes + u32::from(was_late) } else { 0 };
            let of_entrant = order.iter().filter_map(|pairing| {
                let seat = players[pairing].iter().position(|player| *player == EntrantId(id))?;
                Some((seat, results[pairing]))
            });
            let counted: Vec<_> = of_entrant
                .filter(|(_, result)| result.ended <= end.saturating_add(GRACE_MS))
                .filter(|(_, result)| is_swiss || result.outcome != Outcome::Void)
                .collect();
            without_game + (0..counted.len()).map(|at| worth(&counted[..=at], plan)).sum::<u32>()
        })
        .collect()
}

/// What the last one of an entrant's results is worth behind the others.
fn worth(results: &[(usize, PairingResult)], plan: &tournament::Plan) -> u32 {
    let taken = |(seat, result): &(usize, PairingResult)| match result.outcome {
        Outcome::Drawn => 1,
        Outcome::Won(winner) => 2 * u32::from(winner.index() == *seat),
        // Only in a Swiss tournament does it get here.
        Outcome::Void => 1,
    };
    let Some(((seat, last), before)) = results.split_last() else { return 0 };
    let base = taken(&(*seat, *last));
    let Format::Arena { berserk, .. } = plan.format else { return base };
    let fire = before.len() >= 2 && before.iter().rev().take(2).all(|result| taken(result) == 2);
    let since_win = before.iter().rev().take_while(|result| taken(result) != 2);
    let has_drawn = since_win.into_iter().any(|result| taken(result) == 1);
    let shortest = *last.moves.iter().min().unwrap();
    // The games of random runs are matches of two, but for round robins.
    if base == 1 && has_drawn && shortest < 14 {
        return 0;
    }
    let further = base == 2 && berserk && last.berserk[*seat] && last.moves[*seat] >= 7;
    base * if fire { 2 } else { 1 } + u32::from(further)
}

fn name_of(thing: &impl std::fmt::Debug) -> String {
    format!("{thing:?}").chars().take_while(char::is_ascii_alphanumeric).collect()
}

#[test]
fn random_runs_produce_every_fact_and_refusal() {
    let mut seen = BTreeMap::<String, u32>::new();
    let mut count = |name: String| *seen.entry(name).or_default() += 1;
    for number in 0..160 {
        let word = |of| rules::hash::fold([number, of]);
        let act = |n: u64| (word(4 * n) as u8, word(4 * n + 1) as u8, word(4 * n + 2), word(4 * n + 3));
        let acts: Vec<Act> = (0..400).map(act).collect();
        let (run, refused) = run(number, &acts);
        run.log.iter().for_each(|logged| count(name_of(&logged.fact)));
        refused.iter().for_each(|refusal| count(name_of(refusal)));
        for row in standings(&run.tournament) {
            row.played.iter().for_each(|played| match played.taken {
                None => count("NotCounted".into()),
                Some(Taken::Draw) if played.points == 0 => count("IdleDraw".into()),
                Some(taken) => count(format!("{taken:?}{}", played.points)),
            });
        }
        if run
            .tournament
            .entrants
            .iter()
            .any(|entrant| entrant.is_house_bot() && entrant.last_opponent.is_some())
        {
            count("BotPlayed".into());
        }
        let _: &Tournament = &run.tournament;
    }
    for (name, least) in [
        ("Opened", 160),
        ("Entered", 1_000),
        ("Left", 300),
        ("Returned", 100),
        ("Started", 100),
        ("Paired", 1_000),
        ("ResultReported", 2_000),
        ("ResultCorrected", 200),
        ("Interrupted", 30),
        ("Finished", 60),
        ("Cancelled", 3),
        ("BadName", 20),
        ("BadRating", 20),
        ("NoBots", 20),
        ("EntryClosed", 50),
        ("NotEntered", 50),
        ("NotMaker", 1),
        ("NotRunning", 50),
        ("PairedAtStart", 50),
        ("Wait", 20),
        ("NobodyToPair", 50),
        ("UnknownPairing", 50),
        ("ReportedOtherwise", 50),
        ("NothingToCorrect", 20),
        ("Final", 5),
        ("NotCounted", 30),
        ("IdleDraw", 5),
        ("Win4", 20),
        ("Win3", 20),
        ("Draw2", 5),
        ("BotPlayed", 3),
    ] {
        assert!(
            seen.get(name).is_some_and(|&count| count >= least),
            "{name} fewer than {least} times: {seen:?}"
        );
    }
}
