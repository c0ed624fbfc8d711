//! Examples of Swiss tournaments: points with and without a game, tie-breaks, corrections.

use room::{MemberId, Redaction, Redactions, Seat};
use tournament::{
    Command, Departure, EntrantId, Entry, Fact, InRound, Outcome, PairingResult, Phase, fold, redact,
    standings, tick,
};

use crate::common::{MINUTE, Run, drawn, entry, swiss_plan, won};
use crate::swiss_rounds::{end_round, no_show, numbers, open, pair_next, rounds, swiss};

#[test]
fn with_an_odd_number_one_has_a_bye_of_two_points_and_nobody_twice() {
    let mut run = swiss(5, 5);
    assert_eq!(run.tournament.byes, [(1, EntrantId(4))]);
    assert_eq!((run.points(4), rounds(&run, 4)), (2, &[InRound::Bye][..]));
    let mut left = swiss(5, 5);
    left.must(&Command::Leave(MemberId(4)));
    assert_eq!(left.points(4), 2, "who leaves after the bye stays in the standing");
    for _ in 1..4 {
        end_round(&mut run);
        pair_next(&mut run);
    }
    let mut byes: Vec<u32> = run.tournament.byes.iter().map(|(_, entrant)| entrant.0).collect();
    byes.sort_unstable();
    byes.dedup();
    assert_eq!((run.tournament.byes.len(), byes.len()), (4, 4));
}

#[test]
fn who_comes_late_has_a_point_for_the_first_round_and_none_for_others() {
    let mut run = swiss(6, 5);
    run.must(&Command::Enter(entry(6)));
    assert_eq!((run.points(6), rounds(&run, 6)), (1, &[InRound::Late][..]));
    end_round(&mut run);
    pair_next(&mut run);
    run.must(&Command::Enter(entry(7)));
    assert_eq!((run.points(7), rounds(&run, 7)), (1, &[InRound::Late, InRound::Absent][..]));
    assert_eq!(run.tournament.byes.len(), 1, "seven were to be paired");
    end_round(&mut run);
    let paired = pair_next(&mut run);
    assert_eq!(paired.len(), 4, "all eight");
}

#[test]
fn who_makes_no_move_has_lost_by_forfeit_and_is_not_paired_until_back() {
    let mut run = swiss(4, 3);
    let [first, second] = open(&run.tournament)[..] else { panic!("two pairings") };
    no_show(&mut run, first, Seat::Top);
    let absent = first.players[1];
    let left = Fact::Left { entrant: absent, why: Departure::Absent };
    assert_eq!(run.log.last().unwrap().fact, left);
    assert_eq!((run.points(first.players[0].0), run.points(absent.0)), (2, 0));
    run.report(second.id, drawn(run.now));
    assert_eq!(pair_next(&mut run).len(), 1, "three are left, one of them with a bye");
    run.must(&Command::Enter(entry(absent.0)));
    end_round(&mut run);
    assert_eq!(pair_next(&mut run).len(), 2);
}

#[test]
fn a_pairing_that_is_void_counts_as_drawn() {
    let mut run = swiss(4, 3);
    let [first, second] = open(&run.tournament)[..] else { panic!("two pairings") };
    run.report(first.id, PairingResult::void(run.now));
    run.report(second.id, drawn(run.now));
    assert!((0..4).all(|entrant| run.points(entrant) == 1 && run.row(entrant).score.draws == 1));
    assert!(run.tournament.active().count() == 4, "nobody is taken for away");
}

#[test]
fn a_correction_changes_the_standing_and_no_pairing() {
    let mut run = swiss(8, 5);
    let first = open(&run.tournament)[0];
    end_round(&mut run);
    pair_next(&mut run);
    let pairings = run.tournament.pairings.clone();
    let loser = pairings[0].seat_of(EntrantId(0)).unwrap().other();
    run.must(&Command::Correct { pairing: first.id, result: won(loser, run.now) });
    assert_eq!((run.points(0), run.points(4)), (0, 2));
    let paired = |pairing: &tournament::Pairing| pairing.paired;
    assert!(run.tournament.pairings.iter().map(paired).eq(pairings.iter().map(paired)));
    end_round(&mut run);
    let top = run.standings()[0].score.points;
    let leader = pair_next(&mut run)[0].players.map(|player| run.points(player.0)).into_iter().max();
    assert_eq!(leader, Some(top), "the next round knows it");
}

/// Three rounds of four: the points are 2, 1½, 1½ and 1 of FIDE's, and the tie in the middle is broken by hand.
#[test]
fn equal_points_are_broken_by_buchholz_and_so_on() {
    let mut run = swiss(4, 3);
    for _ in 0..3 {
        for paired in open(&run.tournament) {
            let pair = numbers(&[paired])[0].map(EntrantId);
            match pair.map(|id| id.0) {
                [0, 2] | [0, 3] => run.win(paired.id, pair[0]),
                [0, 1] | [2, 3] => run.win(paired.id, pair[1]),
                _ => run.report(paired.id, drawn(run.now)),
            }
        }
        if run.tournament.rounds_paired() < 3 {
            pair_next(&mut run);
        }
    }
    run.tick();
    assert_eq!(run.tournament.phase, Phase::Finished(run.now));
    let rows: Vec<_> = run
        .standings()
        .iter()
        .map(|row| (row.entrant.0, row.rank, row.score.points, row.buchholz, row.sonneborn_berger))
        .collect();
    // 1 has beaten 0 and drawn with 2 and 3; 0 has beaten 2 and 3; 3 has beaten 2 and drawn with 1; 2 has drawn with 1.
    assert_eq!(
        rows,
        [
            (1, Some(1), 4, 4 + 1 + 3, 2 * 4 + 1 + 3),
            (0, Some(2), 4, 4 + 1 + 3, 2 + 2 * 3),
            (3, Some(3), 3, 4 + 4 + 1, 2 + 4),
            (2, Some(4), 1, 4 + 4 + 3, 4),
        ]
    );
    let cut: Vec<u32> = run.standings().iter().map(|row| row.buchholz_cut_1).collect();
    assert_eq!(cut, [4 + 3, 4 + 3, 4 + 4, 4 + 4]);
}

#[test]
fn points_count_at_once_and_tie_breaks_when_the_round_is_over() {
    let mut run = swiss(4, 3);
    let [first, second] = open(&run.tournament)[..] else { panic!("two pairings") };
    run.win(first.id, EntrantId(0));
    assert_eq!((run.points(0), run.row(0).buchholz), (2, 0));
    run.win(second.id, EntrantId(1));
    end_round(&mut run);
    pair_next(&mut run);
    let before = run.row(3).buchholz;
    assert_eq!(before, 2);
    run.win(open(&run.tournament)[0].id, EntrantId(0));
    assert_eq!((run.points(0), run.row(3).buchholz), (4, before));
}

#[test]
fn hidden_names_change_neither_pairings_nor_standing() {
    let mut run = Run::open(swiss_plan(5));
    for n in 0..7 {
        run.must(&Command::Enter(Entry { rating: None, name: format!("Player {}", 9 - n), ..entry(n) }));
    }
    run.now = run.tournament.plan.starts_at;
    run.tick();
    end_round(&mut run);
    let hidden: Redactions = [Redaction::Member(MemberId(2)), Redaction::Event(1)].into_iter().collect();
    let mut log = run.log.clone();
    log.iter_mut().for_each(|logged| _ = redact(logged, &hidden));
    let tournament = fold(&log).unwrap();
    assert_eq!(standings(&tournament), run.standings());
    let later = run.now + MINUTE;
    let next = tick(&run.tournament, 5, later);
    assert!(matches!(next[..], [Fact::Paired { round: 2, .. }]));
    assert_eq!(tick(&tournament, 5, later), next);
}

#[test]
fn a_result_of_a_finished_tournament_is_corrected_and_ranks_follow() {
    let mut run = swiss(4, 3);
    for _ in 0..2 {
        end_round(&mut run);
        pair_next(&mut run);
    }
    let last = open(&run.tournament)[0];
    end_round(&mut run);
    run.tick();
    assert_eq!((run.tournament.phase, run.row(0).rank), (Phase::Finished(run.now), Some(1)));
    run.now += MINUTE;
    let result = PairingResult { outcome: Outcome::Drawn, ..drawn(run.now) };
    run.must(&Command::Correct { pairing: last.id, result });
    assert_eq!(run.row(last.players[0].0).score.draws, 1);
}
