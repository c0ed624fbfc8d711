//! Tests of time: starts and ends, outages, clocks that are set back or far ahead.

use tournament::{Command, EntrantId, Fact, GRACE_MS, MAX_LATE_MS, Phase, Rejection, due, interruption};

use crate::common::{HOUR, MINUTE, Run, START, arena_plan, drawn, entry, round_robin_plan, won};

const YEAR: i64 = 365 * 24 * HOUR;

#[test]
fn an_arena_starts_and_ends_by_its_clock() {
    let mut run = Run::open(arena_plan());
    assert_eq!(due(&run.tournament, run.now), Some(START));
    run.now = START - 1;
    run.tick();
    assert_eq!(run.tournament.phase, Phase::Announced);
    run.now = START;
    run.tick();
    assert_eq!(
        (run.tournament.phase, due(&run.tournament, run.now)),
        (Phase::Running(START), Some(START + HOUR))
    );
    run.now = START + HOUR - 1;
    run.tick();
    assert!(run.tournament.is_running());
    run.now += 1;
    run.tick();
    assert_eq!((run.tournament.phase, due(&run.tournament, run.now)), (Phase::Finished(START + HOUR), None));
}

#[test]
fn an_arena_that_starts_late_lasts_as_long_as_announced() {
    let mut run = Run::open(arena_plan());
    run.now = START + 3 * HOUR;
    run.tick();
    assert_eq!(run.tournament.ends_at, Some(START + 4 * HOUR));
}

#[test]
fn a_start_that_is_missed_by_a_day_never_comes() {
    let mut run = Run::open(arena_plan());
    run.now = START + MAX_LATE_MS;
    run.tick();
    assert_eq!(run.tournament.phase, Phase::Running(run.now));
    let mut run = Run::open(arena_plan());
    run.now = START + MAX_LATE_MS + 1;
    run.tick();
    assert_eq!((run.tournament.phase, due(&run.tournament, run.now)), (Phase::Announced, None));
    assert!(run.tournament.is_missed(run.now));
    assert_eq!(run.send(&Command::Enter(entry(0))), Err(Rejection::EntryClosed));
}

#[test]
fn a_clock_that_is_a_year_ahead_neither_starts_nor_cancels_anything() {
    for plan in [arena_plan(), round_robin_plan(false)] {
        let mut run = Run::open(plan);
        (0..3).for_each(|n| run.must(&Command::Enter(entry(n))));
        run.now = START - HOUR + YEAR;
        run.tick();
        run.now = START;
        run.tick();
        assert_eq!(run.tournament.phase, Phase::Running(START), "it starts when the clock is right");
    }
}

#[test]
fn a_clock_that_is_set_back_holds_nothing_up() {
    let mut run = Run::arena(6);
    run.now = START + 10 * MINUTE;
    run.play_round();
    run.now = START - 5 * HOUR;
    let known = run.tournament.pairings.len();
    let command = run.pair_all();
    run.must(&command);
    assert_eq!(run.tournament.pairings.len(), known + 3);
    let ids: Vec<_> = run.tournament.open_pairings().map(|pairing| pairing.paired.id).collect();
    ids.into_iter().for_each(|id| run.report(id, drawn(run.now)));
    run.must(&Command::Enter(entry(9)));
    run.now = START + HOUR;
    run.tick();
    assert_eq!(run.tournament.phase, Phase::Finished(START + HOUR), "the end is where it was");
    assert!(run.log.windows(2).all(|pair| pair[0].seq + 1 == pair[1].seq), "numbers give the order");
}

#[test]
fn a_clock_that_is_a_year_ahead_for_a_moment_loses_no_result() {
    let mut run = Run::arena(2);
    let paired = run.pair()[0];
    run.now = START + YEAR;
    run.must(&Command::Leave(entry(1).member));
    let command = run.pair_all();
    assert!(run.send(&command).is_err());
    run.tick();
    assert_eq!(run.tournament.phase, Phase::Finished(START + YEAR), "the arena is over, by that clock");
    // The clock is right again: the game that was being played ends, and counts.
    run.now = START + 20 * MINUTE;
    let seat = run.pairing(paired.id).seat_of(EntrantId(0)).unwrap();
    run.report(paired.id, won(seat, run.now));
    assert_eq!(run.points(0), 2);
    assert!(run.log.iter().any(|logged| logged.at > run.now), "the log has moments of the wrong clock");
}

#[test]
fn extreme_moments_do_no_harm() {
    for now in [i64::MIN, 0, i64::MAX] {
        for prepare in [Run::arena as fn(u32) -> Run, |_| Run::open(arena_plan())] {
            let mut run = prepare(4);
            run.pair();
            run.now = now;
            let command = run.pair_all();
            let _ = run.send(&command);
            let _ = run.send(&Command::Enter(entry(8)));
            run.append(interruption(&run.tournament, i64::MIN, now));
            run.append(interruption(&run.tournament, now, i64::MAX));
            run.tick();
            run.tick();
        }
    }
}

#[test]
fn an_outage_prolongs_an_arena_by_as_long_as_it_lasted() {
    let mut run = Run::arena(2);
    assert_eq!(outage(&run, 10 * MINUTE, 15 * MINUTE), [interrupted(10 * MINUTE, 15 * MINUTE)]);
    assert_eq!(outage(&run, 10 * MINUTE, 10 * MINUTE + 9_999), [], "a short one does not count");
    assert_eq!(outage(&run, -5 * MINUTE, 5 * MINUTE), [interrupted(0, 5 * MINUTE)]);
    assert_eq!(outage(&run, HOUR, 2 * HOUR), [], "it was over");
    assert_eq!(outage(&run, 0, YEAR), [interrupted(0, HOUR)], "by its own length at most");
    run.append(outage(&run, 10 * MINUTE, 40 * MINUTE));
    assert_eq!(run.tournament.ends_at, Some(START + HOUR + 30 * MINUTE));
    assert_eq!(outage(&run, 50 * MINUTE, 120 * MINUTE), [interrupted(50 * MINUTE, 80 * MINUTE)]);
    assert_eq!(interruption(&Run::open(arena_plan()).tournament, START, START + HOUR), []);
}

fn outage(run: &Run, from: i64, until: i64) -> Vec<Fact> {
    interruption(&run.tournament, START + from, START + until)
}

fn interrupted(from: i64, until: i64) -> Fact {
    Fact::Interrupted { from: START + from, until: START + until }
}

/// Two nodes that come back see one outage, as does a node that crashes again before its next heartbeat.
#[test]
fn an_outage_that_is_seen_twice_prolongs_an_arena_once() {
    let mut run = Run::arena(2);
    run.append(outage(&run, 10 * MINUTE, 15 * MINUTE));
    for (from, until) in [(10 * MINUTE, 15 * MINUTE), (12 * MINUTE, 14 * MINUTE), (0, 15 * MINUTE + 9_999)] {
        assert_eq!(outage(&run, from, until), [], "{from} {until}");
    }
    assert_eq!(outage(&run, 10 * MINUTE, 20 * MINUTE), [interrupted(15 * MINUTE, 20 * MINUTE)], "it went on");
    run.append(outage(&run, 12 * MINUTE, 20 * MINUTE));
    run.append(outage(&run, 30 * MINUTE, 32 * MINUTE));
    assert_eq!(run.tournament.ends_at, Some(START + HOUR + 12 * MINUTE));
}

#[test]
fn what_came_too_late_counts_if_the_arena_is_prolonged_afterwards() {
    let mut run = Run::arena(3);
    let paired = run.pair()[0];
    run.now = START + HOUR + GRACE_MS + MINUTE;
    run.win(paired.id, paired.players[0]);
    assert_eq!(run.points(paired.players[0].0), 0);
    run.append(vec![interrupted(HOUR - 2 * MINUTE, HOUR)]);
    assert_eq!(run.points(paired.players[0].0), 2);
    assert_eq!(run.tournament.entrant(paired.players[0]).unwrap().score.points, 2);
}
