//! Tests of time in Swiss tournaments: the pause between two rounds, outages, clocks that are wrong, logs that break off.

use room::Seat;
use tournament::{
    Command, Fact, Format, MAX_LATE_MS, PairingResult, Phase, Plan, due, fold, interruption, next_round, tick,
};

use crate::common::{HOUR, MINUTE, Run, START, entry, round_robin_plan, swiss_plan, won};
use crate::swiss_rounds::{end_round, open, pair_next, swiss};

const YEAR: i64 = 365 * 24 * HOUR;

#[test]
fn the_next_round_is_paired_a_pause_after_the_last_result() {
    let mut run = swiss(6, 3);
    assert_eq!((due(&run.tournament, run.now), next_round(&run.tournament, run.now)), (None, None));
    run.now += 7 * MINUTE;
    end_round(&mut run);
    let next = run.now + MINUTE;
    assert_eq!(
        (due(&run.tournament, run.now), next_round(&run.tournament, run.now)),
        (Some(next), Some(next))
    );
    run.now = next - 1;
    run.tick();
    assert_eq!(run.tournament.rounds_paired(), 1);
    run.now = next;
    run.tick();
    assert_eq!((run.tournament.rounds_paired(), next_round(&run.tournament, run.now)), (2, None));
}

#[test]
fn after_its_last_round_it_is_over_without_a_pause() {
    let mut run = swiss(6, 3);
    for _ in 0..2 {
        end_round(&mut run);
        pair_next(&mut run);
    }
    end_round(&mut run);
    assert_eq!(next_round(&run.tournament, run.now), None);
    assert_eq!(
        interruption(&run.tournament, run.now, run.now + HOUR),
        [],
        "nor does anybody wait for a round"
    );
    run.tick();
    assert_eq!(run.tournament.phase, Phase::Finished(run.now));
    assert_eq!(due(&run.tournament, run.now), None);
}

#[test]
fn the_start_is_the_first_round() {
    let run = Run::open(swiss_plan(3));
    assert_eq!(next_round(&run.tournament, run.now), Some(START));
    assert_eq!(next_round(&run.tournament, START + MAX_LATE_MS + 1), None);
    assert_eq!(next_round(&Run::arena(4).tournament, START), None);
    assert_eq!(next_round(&Run::begun(round_robin_plan(false), 4).tournament, START), None);
}

#[test]
fn a_round_whose_moves_take_days_waits_for_its_last_game() {
    let mut run = Run::begun(Plan { terms: round_robin_plan(false).terms, ..swiss_plan(3) }, 4);
    let [first, second] = open(&run.tournament)[..] else { panic!("two pairings") };
    run.win(first.id, first.players[0]);
    run.now += 200 * 24 * HOUR;
    run.tick();
    assert_eq!(run.tournament.rounds_paired(), 1);
    run.win(second.id, second.players[0]);
    assert_eq!(pair_next(&mut run).len(), 2);
}

#[test]
fn a_clock_that_is_wrong_for_a_moment_holds_nobody_up() {
    let mut run = swiss(6, 5);
    run.now = START + YEAR;
    end_round(&mut run);
    run.now = START + 5 * MINUTE;
    assert_eq!(due(&run.tournament, run.now), Some(run.now), "the last result is far ahead: no pause");
    run.tick();
    assert_eq!(run.tournament.rounds_paired(), 2);
    end_round(&mut run);
    run.now -= 40_000;
    let next = due(&run.tournament, run.now);
    assert_eq!(next, Some(START + 6 * MINUTE), "set back by less than the pause, it is kept");
    run.now = START - 9 * HOUR;
    assert_eq!(pair_next(&mut run).len(), 3);
    let mut run = Run::open(swiss_plan(3));
    (0..6).for_each(|n| run.must(&Command::Enter(entry(n))));
    run.now = START + 9 * HOUR;
    run.tick();
    for _ in 0..3 {
        run.now = START + YEAR;
        end_round(&mut run);
        run.now = START;
        run.tick();
    }
    assert_eq!(run.tournament.phase, Phase::Finished(START));
}

#[test]
fn after_an_outage_the_pause_is_kept_once_more() {
    let mut run = swiss(6, 3);
    assert_eq!(
        interruption(&run.tournament, START + MINUTE, START + HOUR),
        [],
        "a round is played: the rooms give time"
    );
    run.now += 10 * MINUTE;
    end_round(&mut run);
    let back = run.now + HOUR;
    let facts = interruption(&run.tournament, run.now + 10_000, back);
    assert_eq!(facts, [Fact::Interrupted { from: run.now + 10_000, until: back }]);
    assert_eq!(interruption(&run.tournament, run.now, run.now + 9_999), [], "a short one does not count");
    run.now = back;
    run.append(facts);
    assert_eq!(interruption(&run.tournament, START, back + 9_999), [], "it is in the log already");
    run.tick();
    assert_eq!((run.tournament.rounds_paired(), due(&run.tournament, run.now)), (1, Some(back + MINUTE)));
    assert_eq!(pair_next(&mut run).len(), 3);
}

#[test]
fn a_start_that_lies_in_an_outage_comes_a_pause_after_it() {
    let mut run = Run::open(swiss_plan(3));
    (0..4).for_each(|n| run.must(&Command::Enter(entry(n))));
    for (from, until) in [(-3 * HOUR, -MINUTE), (1, HOUR)] {
        assert_eq!(
            interruption(&run.tournament, START + from, START + until),
            [],
            "it was there at the start"
        );
    }
    let until = START + 5 * MINUTE;
    run.now = until;
    run.append(interruption(&run.tournament, START - HOUR, until));
    run.tick();
    assert_eq!(
        (run.tournament.phase, due(&run.tournament, run.now)),
        (Phase::Announced, Some(until + MINUTE))
    );
    assert_eq!(pair_next(&mut run).len(), 2);

    let mut run = Run::open(swiss_plan(3));
    run.append(interruption(&run.tournament, START - HOUR, START + MINUTE));
    assert_eq!(
        due(&run.tournament, START - HOUR),
        Some(START),
        "by a clock that was ahead it does not come earlier"
    );

    let mut run = Run::open(swiss_plan(3));
    run.append(interruption(&run.tournament, START - HOUR, START - 1_000));
    assert_eq!(
        due(&run.tournament, START),
        Some(START - 1_000 + MINUTE),
        "so does one that is over just before it"
    );
    assert_eq!(interruption(&Run::open(round_robin_plan(false)).tournament, START - HOUR, until), []);
}

/// The process is killed between the facts of one decision, where the store keeps only some of them.
#[test]
fn a_log_that_breaks_off_anywhere_goes_on() {
    let mut run = swiss(7, 4);
    run.must(&Command::Enter(entry(9)));
    let absent = open(&run.tournament)[1];
    run.report(absent.id, PairingResult { moves: [0; 2], ..won(Seat::Top, run.now) });
    end_round(&mut run);
    pair_next(&mut run);
    end_round(&mut run);
    pair_next(&mut run);
    for length in 1..=run.log.len() {
        let log = run.log[..length].to_vec();
        let mut other = Run { tournament: fold(&log).unwrap(), log, now: run.now, seed: 77 };
        if other.tournament.entrants.len() < 2 {
            continue;
        }
        for _ in 0..30 {
            if let Some(due) = due(&other.tournament, other.now) {
                other.now = other.now.max(due);
                other.tick();
            }
            end_round(&mut other);
        }
        assert!(
            matches!(other.tournament.phase, Phase::Finished(_)),
            "{length} {:?}",
            other.tournament.phase
        );
        let Format::Swiss { rounds, .. } = other.tournament.plan.format else { panic!("Swiss") };
        assert!(
            other.tournament.entrants.len() < 5 || other.tournament.rounds_paired() == u32::from(rounds),
            "{length}"
        );
    }
}

#[test]
fn extreme_moments_do_no_harm() {
    for now in [i64::MIN, 0, i64::MAX] {
        for is_over in [false, true] {
            let mut run = swiss(4, 3);
            run.now = now;
            if is_over {
                end_round(&mut run);
            }
            run.append(interruption(&run.tournament, i64::MIN, now));
            run.append(interruption(&run.tournament, now, i64::MAX));
            run.append(tick(&run.tournament, 1, now));
            run.tick();
            let mut run = Run::open(swiss_plan(3));
            run.append(interruption(&run.tournament, i64::MIN, i64::MAX));
            run.append(tick(&run.tournament, 1, now));
        }
    }
}
