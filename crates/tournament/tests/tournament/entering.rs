//! Tests of entering, leaving and coming back.

use room::{MemberId, Seat};
use tournament::{
    Command, EntrantKind, Entry, Fact, MAX_ARENA, MAX_RETURNS, Outcome, PairingResult, Phase, Plan,
    Rejection, decide, stamp,
};

use crate::common::{MAKER, MINUTE, Run, START, arena_plan, bot, entry, round_robin_plan};

#[test]
fn who_enters_twice_is_one_entrant_under_the_first_name() {
    let mut run = Run::open(arena_plan());
    assert_eq!(run.send(&Command::Enter(entry(1))), Ok(1));
    let again = Entry { name: "Somebody else".into(), rating: None, ..entry(1) };
    assert_eq!(run.send(&Command::Enter(again)), Ok(0));
    assert_eq!(run.tournament.entrants.len(), 1);
    assert_eq!(run.tournament.entrants[0].entry, entry(1));
}

/// Two nodes may decide on the same entry; the log takes one, and a replica that is shown both counts one.
#[test]
fn an_entry_that_stands_in_the_log_twice_is_one_entrant() {
    let mut run = Run::open(arena_plan());
    run.append(vec![Fact::Entered(entry(1)), Fact::Entered(entry(1))]);
    assert_eq!(run.tournament.entrants.len(), 1);
}

#[test]
fn a_name_is_cleaned_and_bears_only_its_own_marks() {
    let mut run = Run::open(Plan { open_to_bots: true, house_bots: true, ..arena_plan() });
    let named = |n, name: &str, kind| Command::Enter(Entry { name: name.into(), kind, ..entry(n) });
    for (name, kind) in [
        ("", EntrantKind::Guest),
        ("x", EntrantKind::Account),
        ("@Ada", EntrantKind::Guest),
        ("BOT Ada", EntrantKind::Guest),
        ("BOT Ada", EntrantKind::Account),
        ("Ada", EntrantKind::Bot),
        ("Ada", EntrantKind::HouseBot),
    ] {
        assert_eq!(run.send(&named(1, name, kind)), Err(Rejection::BadName), "{name} {kind:?}");
    }
    run.must(&named(1, " Ada\u{202E}  L. ", EntrantKind::Guest));
    run.must(&named(2, "@Ada", EntrantKind::Account));
    run.must(&named(3, "BOT Ada", EntrantKind::Bot));
    run.must(&named(4, &"y".repeat(500), EntrantKind::Guest));
    let names: Vec<usize> = run.tournament.entrants.iter().map(|e| e.entry.name.chars().count()).collect();
    assert_eq!(run.tournament.entrants[0].entry.name, "Ada L.");
    assert_eq!(names, [6, 4, 7, 20]);
    let high = Command::Enter(Entry { rating: Some(4001), ..entry(5) });
    assert_eq!(run.send(&high), Err(Rejection::BadRating));
}

#[test]
fn bots_enter_only_what_is_open_to_them() {
    let own = Entry { kind: EntrantKind::Bot, ..bot(1, 1500) };
    for (open_to_bots, house_bots) in [(false, false), (true, false), (false, true)] {
        let mut run = Run::open(Plan { open_to_bots, house_bots, ..arena_plan() });
        let expected = |is_open| if is_open { Ok(1) } else { Err(Rejection::NoBots) };
        assert_eq!(run.send(&Command::Enter(own.clone())), expected(open_to_bots));
        assert_eq!(run.send(&Command::Enter(bot(2, 1500))), expected(house_bots));
    }
}

#[test]
fn an_entrant_who_comes_back_keeps_number_and_points() {
    let mut run = Run::arena(4);
    run.play_round();
    let before = run.points(0);
    assert_eq!(before, 2);
    run.must(&Command::Leave(MemberId(0)));
    assert_eq!(run.send(&Command::Leave(MemberId(0))), Ok(0), "twice is once");
    let paired = run.pair();
    assert!(paired.iter().all(|paired| paired.players.iter().all(|player| player.0 != 0)));
    run.must(&Command::Enter(entry(0)));
    assert_eq!((run.points(0), run.tournament.entrants.len()), (before, 4));
    assert_eq!(run.send(&Command::Leave(MAKER)), Err(Rejection::NotEntered));
}

#[test]
fn who_leaves_in_the_middle_of_a_game_may_end_it() {
    let mut run = Run::arena(2);
    let paired = run.pair()[0];
    run.must(&Command::Leave(MemberId(0)));
    run.win(paired.id, run.tournament.entrants[0].id);
    assert_eq!(run.points(0), 2, "the game counts");
    run.now += 10 * MINUTE;
    assert!(run.tournament.entrants[0].has_left, "and brings nobody back");
}

#[test]
fn who_loses_without_a_move_leaves_and_comes_back_with_one_press() {
    let mut run = Run::arena(2);
    let paired = run.pair()[0];
    let seat = run.pairing(paired.id).seat_of(run.tournament.entrants[0].id).unwrap();
    let mut result = crate::common::won(seat, run.now);
    result.moves[seat.other().index()] = 0;
    run.report(paired.id, result);
    let absent = &run.tournament.entrants[1];
    assert!(absent.has_left && !run.tournament.entrants[0].has_left);
    run.must(&Command::Enter(entry(1)));
    assert!(!run.tournament.entrants[1].has_left);
}

#[test]
fn a_bot_of_the_server_never_leaves_and_who_has_left_does_not_leave_again() {
    let mut run = Run::open(Plan { house_bots: true, ..arena_plan() });
    run.must(&Command::Enter(entry(0)));
    run.must(&Command::Enter(bot(1, 1500)));
    run.now = START;
    run.tick();
    let id = run.pair()[0].id;
    run.must(&Command::Leave(MemberId(0)));
    let result = PairingResult { moves: [0; 2], ..crate::common::won(Seat::Top, run.now) };
    let lost = |seat| Command::Report {
        pairing: id,
        result: PairingResult { outcome: Outcome::Won(seat), ..result },
    };
    for seat in Seat::BOTH {
        let facts = decide(&run.tournament, &lost(seat), run.now).unwrap();
        assert_eq!(facts.len(), 1, "the result alone: {facts:?}");
    }
}

#[test]
fn nobody_fills_the_log_by_leaving_and_coming_back() {
    let mut run = Run::open(arena_plan());
    run.must(&Command::Enter(entry(0)));
    for _ in 0..MAX_RETURNS {
        run.must(&Command::Leave(MemberId(0)));
        run.must(&Command::Enter(entry(0)));
    }
    run.must(&Command::Leave(MemberId(0)));
    assert_eq!(run.send(&Command::Enter(entry(0))), Err(Rejection::TooOften));
}

#[test]
fn a_thousand_enter_in_the_same_second_and_are_all_paired() {
    let mut run = Run::arena(1_000);
    assert_eq!(run.tournament.entrants.len(), 1_000);
    let started = run.now;
    let command = run.pair_all();
    run.must(&command);
    assert_eq!((run.tournament.pairings.len(), run.now), (500, started));
    let longest = run.log.iter().map(|logged| serde_json::to_string(logged).unwrap().len()).max();
    assert!(longest.unwrap() < 40_000, "a round is one fact of {longest:?} bytes");
}

#[test]
fn an_arena_is_full_but_not_for_who_comes_back() {
    let mut run = Run::arena(MAX_ARENA as u32);
    assert_eq!(run.send(&Command::Enter(entry(50_000))), Err(Rejection::Full));
    run.must(&Command::Leave(MemberId(7)));
    run.must(&Command::Enter(entry(7)));
}

#[test]
fn a_place_in_a_round_robin_is_free_again_when_somebody_leaves() {
    for (double, capacity) in [(false, 16), (true, 8)] {
        let mut run = Run::open(round_robin_plan(double));
        (0..capacity).for_each(|n| run.must(&Command::Enter(entry(n))));
        assert_eq!(run.send(&Command::Enter(entry(100))), Err(Rejection::Full));
        run.must(&Command::Leave(MemberId(3)));
        run.must(&Command::Enter(entry(100)));
        assert_eq!(run.send(&Command::Enter(entry(3))), Err(Rejection::Full));
    }
}

#[test]
fn nobody_enters_what_is_over_or_paired_already() {
    let mut run = Run::arena(2);
    run.now = START + 60 * MINUTE - 1;
    run.must(&Command::Enter(entry(2)));
    run.now += 1;
    assert_eq!(run.send(&Command::Enter(entry(3))), Err(Rejection::EntryClosed));
    run.tick();
    assert!(matches!(run.tournament.phase, Phase::Finished(_)));
    assert_eq!(run.send(&Command::Enter(entry(3))), Err(Rejection::EntryClosed));
    assert_eq!(run.send(&Command::Leave(MemberId(0))), Ok(0));
    let mut run = Run::begun(round_robin_plan(false), 3);
    assert_eq!(run.send(&Command::Enter(entry(3))), Err(Rejection::EntryClosed));
}

/// The maker enters as everybody does; a tournament does not ask for its maker.
#[test]
fn a_tournament_runs_on_without_its_maker() {
    let mut run = Run::open(arena_plan());
    run.must(&Command::Enter(Entry { member: MAKER, ..entry(0) }));
    (1..5).for_each(|n| run.must(&Command::Enter(entry(n))));
    run.must(&Command::Leave(MAKER));
    run.now = START;
    run.tick();
    assert_eq!(run.pair().len(), 2);
    run.play_round();
    run.now = START + 80 * MINUTE;
    run.tick();
    assert!(matches!(run.tournament.phase, Phase::Finished(_)));
}

#[test]
fn a_full_log_takes_results_and_nobody_new() {
    let mut run = Run::arena(4);
    let paired = run.pair();
    // What fills a log does not matter here, only its number.
    let mut filler = stamp(vec![Fact::Started], tournament::MAX_LOG, run.now);
    tournament::evolve(&mut run.tournament, &filler.remove(0));
    assert_eq!(run.send(&Command::Enter(entry(9))), Err(Rejection::Full));
    run.win(paired[0].id, paired[0].players[0]);
    run.win(paired[1].id, paired[1].players[0]);
    run.now += MINUTE;
    let command = run.pair_all();
    assert_eq!(decide(&run.tournament, &command, run.now), Err(Rejection::Full));
    run.now = START + 60 * MINUTE;
    run.tick();
    assert!(matches!(run.tournament.phase, Phase::Finished(_)));
}
