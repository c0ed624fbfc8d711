//! Tests of round robins: Berger tables, byes, the end, tie-breaks.

use std::collections::{BTreeMap, BTreeSet};

use room::{MemberId, Seat};
use tournament::{Command, EntrantId, Outcome, PairingResult, Phase, Rejection, berger_rounds};

use crate::common::{HOUR, Run, START, drawn, entry, round_robin_plan, won};

/// The tables of FIDE's Handbook (C.05, annex 1), players numbered from 1.
#[test]
fn rounds_are_those_of_the_berger_tables() {
    let four = [[[1, 4], [2, 3]], [[4, 3], [1, 2]], [[2, 4], [3, 1]]];
    let six = [
        [[1, 6], [2, 5], [3, 4]],
        [[6, 4], [5, 3], [1, 2]],
        [[2, 6], [3, 1], [4, 5]],
        [[6, 5], [1, 4], [2, 3]],
        [[3, 6], [4, 2], [5, 1]],
    ];
    let eight_first_and_last = [[[1, 8], [2, 7], [3, 6], [4, 5]], [[4, 8], [5, 3], [6, 2], [7, 1]]];
    let ours = |players| -> Vec<Vec<[u32; 2]>> {
        let rounds = berger_rounds(players, false).into_iter();
        rounds.map(|round| round.into_iter().map(|pair| pair.map(|number| number + 1)).collect()).collect()
    };
    assert_eq!(ours(4), four.map(Vec::from).to_vec());
    assert_eq!(ours(6), six.map(Vec::from).to_vec());
    let eight = ours(8);
    assert_eq!(
        [&eight[0], &eight[6]],
        [&eight_first_and_last[0].to_vec(), &eight_first_and_last[1].to_vec()]
    );
}

#[test]
fn everybody_plays_everybody_once_with_one_bye_at_most_and_fair_sides() {
    for players in 2..=16_u32 {
        for double in [false, true] {
            let rounds = berger_rounds(players, double);
            let cycles = if double { 2 } else { 1 };
            let mut met = BTreeMap::<(u32, u32), Vec<bool>>::new();
            let mut byes = BTreeMap::<u32, u32>::new();
            let mut begun = BTreeMap::<u32, i32>::new();
            for round in &rounds {
                let all: BTreeSet<u32> = round.iter().flatten().copied().collect();
                assert_eq!(all.len(), round.len() * 2, "nobody twice in a round");
                for &[first, second] in round {
                    if first.max(second) == players {
                        *byes.entry(first.min(second)).or_default() += 1;
                        continue;
                    }
                    met.entry((first.min(second), first.max(second))).or_default().push(first < second);
                    *begun.entry(first).or_default() += 1;
                    *begun.entry(second).or_default() -= 1;
                }
            }
            assert_eq!(met.len() as u32, players * (players - 1) / 2, "{players}");
            assert!(met.values().all(|sides| sides.len() == cycles && (!double || sides[0] != sides[1])));
            let expected = if players % 2 == 1 { players } else { 0 };
            assert_eq!(byes.len() as u32, expected);
            assert!(byes.values().all(|&count| count as usize == cycles), "one bye each");
            assert!(begun.values().all(|difference| difference.abs() <= 1), "{players} {begun:?}");
        }
    }
    assert!(berger_rounds(0, true).is_empty() && berger_rounds(1, false).is_empty());
}

#[test]
fn all_rounds_are_paired_at_the_start_in_an_order_drawn_by_lot() {
    let run = Run::begun(round_robin_plan(false), 5);
    assert_eq!(run.tournament.pairings.len(), 10);
    let byes: BTreeSet<EntrantId> = run.tournament.byes.iter().map(|(_, entrant)| *entrant).collect();
    assert_eq!((run.tournament.byes.len(), byes.len()), (5, 5), "one bye each");
    let first_pairs: BTreeSet<_> = (0..20)
        .map(|seed| {
            let mut run = Run::open(round_robin_plan(false));
            (0..5).for_each(|n| run.must(&Command::Enter(entry(n))));
            (run.now, run.seed) = (START, seed);
            run.tick();
            run.tournament.pairings[0].paired.players
        })
        .collect();
    assert!(first_pairs.len() > 3, "{first_pairs:?}");
    let command = Command::Pair { seed: 1, present: Vec::new() };
    let mut run = run;
    assert_eq!(run.send(&command), Err(Rejection::PairedAtStart));
}

#[test]
fn who_leaves_before_the_start_is_not_paired_and_one_alone_plays_nobody() {
    let mut run = Run::open(round_robin_plan(true));
    (0..4).for_each(|n| run.must(&Command::Enter(entry(n))));
    run.must(&Command::Leave(MemberId(2)));
    run.now = START;
    run.tick();
    assert_eq!(run.tournament.pairings.len(), 6);
    assert!(run.tournament.pairings.iter().all(|pairing| pairing.seat_of(EntrantId(2)).is_none()));
    assert!(run.standings().iter().all(|row| row.entrant != EntrantId(2)));
    assert_eq!(Run::begun(round_robin_plan(false), 1).tournament.phase, Phase::Cancelled);
}

#[test]
fn it_is_over_with_the_last_result_and_not_by_any_clock() {
    let mut run = Run::begun(round_robin_plan(false), 3);
    let ids: Vec<_> = run.tournament.pairings.iter().map(|pairing| pairing.paired.id).collect();
    for id in &ids {
        run.now += 1_000 * HOUR;
        run.tick();
        assert!(run.tournament.is_running());
        run.report(*id, drawn(run.now));
    }
    run.tick();
    assert!(matches!(run.tournament.phase, Phase::Finished(_)));
    assert!(run.standings().iter().all(|row| row.rank == Some(1) && row.score.points == 2), "all are equal");
}

#[test]
fn who_leaves_a_running_round_robin_stays_in_the_standing() {
    let mut run = Run::begun(round_robin_plan(false), 3);
    run.must(&Command::Leave(MemberId(1)));
    assert_eq!(run.standings().len(), 3);
    let open: Vec<_> = run.tournament.open_pairings().map(|pairing| pairing.paired.id).collect();
    for id in open {
        let pairing = *run.pairing(id);
        // The server gives up the leaver's games, and the rooms report that.
        let loser = pairing.seat_of(EntrantId(1)).unwrap_or(Seat::Top);
        run.report(id, PairingResult { moves: [0; 2], ..won(loser.other(), run.now) });
    }
    assert_eq!(run.points(1), 0);
    assert!(
        !run.tournament.entrants[0].has_left && !run.tournament.entrants[2].has_left,
        "nobody else leaves by that"
    );
}

/// Sets the result of the pairing of two entrants: the first one's points of 2.
fn set(run: &mut Run, one: u32, other: u32, points: u32) {
    let found = |pairing: &&tournament::Pairing| {
        pairing.seat_of(EntrantId(one)).is_some() && pairing.seat_of(EntrantId(other)).is_some()
    };
    let pairing = *run.tournament.open_pairings().find(found).unwrap();
    let seat = pairing.seat_of(EntrantId(one)).unwrap();
    let outcome = [Outcome::Won(seat.other()), Outcome::Drawn, Outcome::Won(seat)][points as usize];
    run.report(pairing.paired.id, PairingResult { outcome, ..drawn(run.now) });
}

#[test]
fn equal_points_are_broken_by_sonneborn_berger() {
    let mut run = Run::begun(round_robin_plan(false), 4);
    // 2 4 2 4 points: who took points from the stronger ones is ahead.
    for (one, other, points) in [(0, 1, 2), (0, 2, 0), (0, 3, 0), (1, 2, 2), (1, 3, 2), (2, 3, 0)] {
        set(&mut run, one, other, points);
    }
    let rows: Vec<_> =
        run.standings().iter().map(|r| (r.entrant.0, r.rank, r.score.points, r.sonneborn_berger)).collect();
    assert_eq!(
        rows,
        [
            // 1 has beaten 2 and 3, who have 2 and 4 points; 3 has beaten 0 and 2.
            (1, Some(1), 4, 2 * 2 + 2 * 4),
            (3, Some(2), 4, 2 * 2 + 2 * 2),
            // 0 has beaten 1, 2 has beaten 0.
            (0, Some(3), 2, 2 * 4),
            (2, Some(4), 2, 2 * 2),
        ]
    );
}

#[test]
fn equal_sonneborn_berger_is_broken_by_the_direct_encounter() {
    let mut run = Run::begun(round_robin_plan(false), 5);
    for (one, other, points) in [
        (0, 1, 2),
        (0, 2, 1),
        (0, 3, 0),
        (0, 4, 1),
        (1, 2, 2),
        (1, 3, 1),
        (1, 4, 1),
        (2, 3, 2),
        (2, 4, 1),
        (3, 4, 1),
    ] {
        set(&mut run, one, other, points);
    }
    let rows = run.standings();
    assert!(rows.iter().all(|row| row.score.points == 4), "all have two of four");
    let keys: Vec<_> =
        rows.iter().map(|row| (row.rank, row.sonneborn_berger, row.direct_encounter)).collect();
    assert!(keys.iter().all(|(_, berger, direct)| *berger == 16 && *direct == 4), "{keys:?}");
    assert!(keys.iter().all(|(rank, ..)| *rank == Some(1)), "whoever is equal in all shares the rank");

    // Two are equal in points and Sonneborn–Berger score: 0 and 1, and 0 has won.
    let mut run = Run::begun(round_robin_plan(false), 6);
    for (one, other, points) in [
        (0, 1, 2),
        (0, 2, 0),
        (0, 3, 2),
        (0, 4, 0),
        (0, 5, 2),
        (1, 2, 2),
        (1, 3, 2),
        (1, 4, 2),
        (1, 5, 0),
        (2, 3, 0),
        (2, 4, 1),
        (2, 5, 2),
        (3, 4, 2),
        (3, 5, 1),
        (4, 5, 2),
    ] {
        set(&mut run, one, other, points);
    }
    let rows = run.standings();
    for pair in rows.windows(2) {
        let key = |row: &tournament::Standing| (row.score.points, row.sonneborn_berger, row.direct_encounter);
        assert!(key(&pair[0]) >= key(&pair[1]));
        assert_eq!(pair[0].rank == pair[1].rank, key(&pair[0]) == key(&pair[1]));
    }
}
