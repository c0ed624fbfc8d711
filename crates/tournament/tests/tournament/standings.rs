//! Tests of standings: ranks, ties, performance, bots of the server.

use tournament::{Command, EntrantId, Entry, Outcome, PairingResult, Plan};

use crate::common::{HOUR, Run, START, arena_plan, bot, drawn, entry};

#[test]
fn an_arena_is_led_by_points_and_then_by_performance() {
    let mut run = Run::arena(4);
    for paired in run.pair() {
        run.win(paired.id, *paired.players.iter().min().unwrap());
    }
    // 0 has beaten 1 (1999), 2 has beaten 3 (1997).
    let order: Vec<_> =
        run.standings().iter().map(|row| (row.entrant.0, row.rank, row.performance)).collect();
    assert_eq!(
        order,
        [
            (0, Some(1), Some(1999 + 500)),
            (2, Some(2), Some(1997 + 500)),
            (1, Some(3), Some(2000 - 500)),
            (3, Some(4), Some(1998 - 500)),
        ]
    );
}

#[test]
fn who_is_equal_in_all_shares_the_rank() {
    let mut run = Run::open(arena_plan());
    for n in 0..6 {
        run.must(&Command::Enter(Entry { rating: None, ..entry(n) }));
    }
    run.now = START;
    run.tick();
    for paired in run.pair().into_iter().take(2) {
        run.report(paired.id, drawn(run.now));
    }
    let ranks: Vec<_> = run.standings().iter().map(|row| (row.rank, row.performance)).collect();
    let drawn = (Some(1), Some(1500));
    assert_eq!(ranks, [drawn, drawn, drawn, drawn, (Some(5), None), (Some(5), None)]);
}

#[test]
fn a_bot_of_the_server_has_no_rank_and_takes_none() {
    let mut run = Run::open(Plan { house_bots: true, ..arena_plan() });
    run.must(&Command::Enter(entry(0)));
    run.must(&Command::Enter(bot(1, 1990)));
    run.must(&Command::Enter(entry(2)));
    run.now = START;
    run.tick();
    run.must(&Command::Leave(entry(2).member));
    let paired = run.pair();
    assert_eq!(paired.len(), 1);
    run.win(paired[0].id, EntrantId(1));
    let rows: Vec<_> =
        run.standings().iter().map(|row| (row.entrant.0, row.rank, row.score.points)).collect();
    assert_eq!(rows, [(1, None, 2), (0, Some(1), 0)]);
}

/// Of two people the one is next to the other in the standing, however many bots there are between them.
#[test]
fn bots_of_the_server_do_not_keep_people_apart() {
    let mut run = Run::open(Plan { house_bots: true, ..arena_plan() });
    run.must(&Command::Enter(entry(0)));
    run.must(&Command::Enter(entry(999)));
    (1..=30).for_each(|n| run.must(&Command::Enter(bot(n, 1500))));
    run.now = START;
    run.tick();
    let command = run.pair_all();
    run.must(&command);
    let [pairing] = run.tournament.pairings[..] else { panic!("one pairing") };
    assert!(pairing.paired.players.iter().all(|player| player.0 < 2), "{pairing:?}");
}

#[test]
fn the_row_lists_results_in_the_order_in_which_they_came() {
    let mut run = Run::arena(8);
    for _ in 0..5 {
        run.play_round();
    }
    for row in run.standings() {
        let entrant = run.tournament.entrant(row.entrant).unwrap();
        assert_eq!(row.played.iter().map(|played| played.pairing).collect::<Vec<_>>(), entrant.played);
        for played in &row.played {
            let pairing = run.pairing(played.pairing);
            assert_eq!(pairing.paired.players[played.seat.index()], row.entrant);
            assert_eq!(pairing.paired.players[played.seat.other().index()], played.opponent);
        }
    }
}

#[test]
fn fire_goes_out_with_the_end() {
    let mut run = Run::arena(6);
    for _ in 0..3 {
        run.play_round();
    }
    assert!(run.row(0).is_on_fire);
    run.now = START + HOUR;
    run.tick();
    assert!(!run.row(0).is_on_fire);
    assert_eq!(run.row(0).score.wins_in_a_row, 3);
}

/// A performance is never below 0, however low the opponents' ratings are.
#[test]
fn a_performance_is_no_negative_number() {
    let mut run = Run::open(arena_plan());
    for n in 0..2 {
        run.must(&Command::Enter(Entry { rating: Some(10), ..entry(n) }));
    }
    run.now = START;
    run.tick();
    let id = run.pair()[0].id;
    let result = PairingResult { outcome: Outcome::Won(room::Seat::Top), ..drawn(run.now) };
    run.report(id, result);
    let performances: Vec<_> = run.standings().iter().map(|row| row.performance).collect();
    assert_eq!(performances, [Some(510), Some(0)]);
}
