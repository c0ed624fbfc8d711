//! Tests of reports and corrections of results.

use room::Seat;
use tournament::{
    Command, EntrantId, FINAL_AFTER_MS, GRACE_MS, Outcome, PairingId, PairingResult, Phase, Rejection,
    interruption,
};

use crate::common::{HOUR, MINUTE, Run, START, drawn, won};

fn report(pairing: PairingId, result: PairingResult) -> Command {
    Command::Report { pairing, result }
}

fn correct(pairing: PairingId, result: PairingResult) -> Command {
    Command::Correct { pairing, result }
}

#[test]
fn a_repeated_report_changes_nothing_and_a_different_one_is_rejected() {
    let mut run = Run::arena(2);
    let id = run.pair()[0].id;
    let result = won(Seat::Top, run.now);
    assert_eq!(run.send(&report(id, result)), Ok(1));
    run.now += 10;
    assert_eq!(
        run.send(&report(id, PairingResult { ended: run.now, ..result })),
        Ok(0),
        "another node's clock"
    );
    assert_eq!(run.send(&report(id, drawn(run.now))), Err(Rejection::ReportedOtherwise));
    for unknown in [0, 2, u32::MAX] {
        assert_eq!(run.send(&report(PairingId(unknown), result)), Err(Rejection::UnknownPairing));
        assert_eq!(run.send(&correct(PairingId(unknown), result)), Err(Rejection::UnknownPairing));
    }
}

#[test]
fn a_correction_counts_in_the_place_of_the_report() {
    let mut run = Run::arena(6);
    let me = EntrantId(0);
    let mut ids = Vec::new();
    for _ in 0..4 {
        for paired in run.pair() {
            if paired.players.contains(&me) {
                ids.push(paired.id);
                run.win(paired.id, me);
            } else {
                run.report(paired.id, drawn(run.now));
            }
        }
    }
    assert_eq!(run.points(0), 2 + 2 + 4 + 4);
    let opponent = run.pairing(ids[1]).opponent_of(me).unwrap();
    let before = run.points(opponent.0);
    // The second one was lost: there is no streak from it on, and the last two are a new one.
    let seat = run.pairing(ids[1]).seat_of(opponent).unwrap();
    assert_eq!(run.send(&correct(ids[1], won(seat, run.now))), Ok(1));
    let points: Vec<u32> = run.row(0).played.iter().map(|played| played.points).collect();
    assert_eq!(points, [2, 0, 2, 2]);
    assert!(run.points(opponent.0) >= before + 2);
    assert_eq!(run.tournament.entrants[0].score.points, 6, "the state counts as the standing does");
    assert_eq!(run.send(&correct(ids[1], won(seat, run.now))), Ok(0), "twice is once");
}

#[test]
fn what_has_no_result_cannot_be_corrected() {
    let mut run = Run::arena(2);
    let id = run.pair()[0].id;
    assert_eq!(run.send(&correct(id, drawn(run.now))), Err(Rejection::NothingToCorrect));
}

#[test]
fn results_are_corrected_until_a_day_after_the_end() {
    let mut run = Run::arena(2);
    let id = run.pair()[0].id;
    run.report(id, drawn(run.now));
    run.now = START + HOUR;
    run.tick();
    assert!(matches!(run.tournament.phase, Phase::Finished(_)));
    let ended = START + MINUTE;
    run.now = START + HOUR + FINAL_AFTER_MS;
    assert_eq!(run.send(&correct(id, won(Seat::Top, ended))), Ok(1));
    run.now += 1;
    assert_eq!(run.send(&correct(id, drawn(ended))), Err(Rejection::Final));
    let winner = run.pairing(id).paired.players[1];
    assert_eq!(run.points(winner.0), 2);
}

#[test]
fn an_arena_waits_for_running_games_and_counts_what_ends_in_time() {
    for (late, counts) in [(GRACE_MS, true), (GRACE_MS + 1, false)] {
        let mut run = Run::arena(2);
        run.now = START + HOUR - MINUTE - 1;
        let paired = run.pair()[0];
        run.now = START + HOUR;
        run.tick();
        assert!(run.tournament.is_running(), "a game is being played");
        run.now = START + HOUR + late;
        run.win(paired.id, EntrantId(0));
        run.tick();
        assert!(matches!(run.tournament.phase, Phase::Finished(_)));
        assert_eq!(run.points(0), if counts { 2 } else { 0 });
        assert_eq!(run.row(0).played.len(), 1, "it is shown in any case");
    }
}

/// A node may be down when a room ends: what matters is when the room has ended.
#[test]
fn a_result_that_is_reported_late_counts_if_it_came_about_in_time() {
    let mut run = Run::arena(2);
    let paired = run.pair()[0];
    let in_time = won(run.pairing(paired.id).seat_of(EntrantId(0)).unwrap(), START + 59 * MINUTE);
    run.now = START + HOUR + GRACE_MS;
    run.tick();
    assert!(matches!(run.tournament.phase, Phase::Finished(_)));
    run.now += 3 * HOUR;
    run.report(paired.id, in_time);
    assert_eq!(run.points(0), 2);
}

#[test]
fn nobody_leaves_what_is_over() {
    let mut run = Run::arena(2);
    let id = run.pair()[0].id;
    run.now = START + HOUR + GRACE_MS;
    run.tick();
    let absent = PairingResult { moves: [0; 2], ..won(Seat::Top, run.now) };
    assert_eq!(run.send(&report(id, absent)), Ok(1), "the result alone");
}

#[test]
fn a_room_whose_clock_is_ahead_does_not_lose_its_result() {
    let mut run = Run::arena(2);
    let paired = run.pair()[0];
    let seat = run.pairing(paired.id).seat_of(EntrantId(1)).unwrap();
    run.report(paired.id, won(seat, i64::MAX));
    assert_eq!(run.points(1), 2);
    assert_eq!(run.send(&report(paired.id, won(seat, i64::MAX))), Ok(0), "nor does it report another one");
}

/// The clocks of both nodes may have been ahead when the pairing ended: by the wrong moment it came too late.
#[test]
fn a_wrong_moment_of_the_end_is_corrected_if_it_decides_what_counts() {
    let mut run = Run::arena(2);
    let id = run.pair()[0].id;
    run.now = START + HOUR + GRACE_MS + 1;
    let [late, in_time] = [run.now, run.now - 1].map(|ended| won(Seat::Top, ended));
    run.report(id, late);
    let winner = run.pairing(id).paired.players[1].0;
    assert_eq!(run.points(winner), 0);
    assert_eq!(run.send(&report(id, in_time)), Err(Rejection::ReportedOtherwise));
    assert_eq!(run.send(&correct(id, in_time)), Ok(1));
    assert_eq!(run.points(winner), 2);
    let earlier = PairingResult { ended: START + MINUTE, ..in_time };
    assert_eq!(run.send(&correct(id, earlier)), Ok(0), "by both it counts");
}

/// By the time that the server is back, the end lies far back. Before anything else the outage is appended and time does
/// its part.
#[test]
fn a_result_is_reported_after_an_outage_of_two_days() {
    for reported_after in [0, FINAL_AFTER_MS] {
        let mut run = Run::arena(2);
        let id = run.pair()[0].id;
        let result = won(Seat::Bottom, run.now);
        run.now = START + 48 * HOUR;
        run.append(interruption(&run.tournament, START + 2 * MINUTE, run.now));
        run.tick();
        assert_eq!(run.tournament.phase, Phase::Finished(run.now));
        run.now += reported_after;
        assert_eq!(run.send(&report(id, result)), Ok(1));
        run.now += FINAL_AFTER_MS + 1;
        assert_eq!(run.send(&correct(id, drawn(result.ended))), Err(Rejection::Final));
    }
}

#[test]
fn a_pairing_without_a_result_can_be_dropped_once_the_standing_is_final() {
    let mut run = Run::arena(2);
    let id = run.pair()[0].id;
    run.now = START + HOUR + GRACE_MS;
    run.tick();
    run.now = run.tournament.final_at().unwrap() + 1;
    assert_eq!(run.send(&report(id, drawn(START + MINUTE))), Err(Rejection::Final));
}

#[test]
fn a_lost_room_counts_for_nobody() {
    let mut run = Run::arena(2);
    let paired = run.pair()[0];
    run.report(paired.id, PairingResult::void(run.now));
    assert_eq!((run.points(0), run.points(1)), (0, 0));
    assert_eq!(run.row(0).played[0].taken, None);
    assert_eq!(run.row(0).performance, None);
    assert!(run.tournament.entrants.iter().all(|entrant| entrant.playing.is_none() && !entrant.has_left));
    let corrected = PairingResult { outcome: Outcome::Drawn, moves: [20; 2], ..PairingResult::void(run.now) };
    run.must(&correct(paired.id, corrected));
    assert_eq!((run.points(0), run.points(1)), (1, 1), "found again, it does");
}
