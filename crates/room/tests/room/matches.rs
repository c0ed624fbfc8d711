//! Tests of a match of two games: its break, what may not be done in it, who forfeits, and what it counts.

use room::message::Presence;
use room::{
    Command, Company, Event, GameSettings, Gone, MATCH_BREAK_MS, MancalaSettings, MatchGame, Reason,
    Rejection, Seat, Settings, TimeControl, audit, downtime_event, fold, transfer_seat,
};
use rules::Side;
use rules::mancala::{FirstMove, Variant, notation::write_start_code};

use crate::common::{
    ANNA, BERT, BLITZ, CARL, Table, mancala, mapello, of_two, say, sit, strangers, timed, tiny,
};

/// A match of Kalah from a fair start, without a clock; the first game has just begun, and Anna is South.
fn playing() -> Table {
    Table::playing(of_two(fair()))
}

fn fair() -> Settings {
    let game = MancalaSettings::fair(Variant::default(), 3).unwrap();
    Settings { game: GameSettings::Mancala(game), ..Settings::default() }
}

/// In the break: Anna has resigned the first game before any move.
fn in_the_break() -> Table {
    let mut table = playing();
    table.must(ANNA, Command::Resign);
    table
}

/// The second game has just begun, and Bert is South.
fn in_the_second(settings: Settings) -> Table {
    let mut table = Table::playing(of_two(settings));
    table.play_on();
    table.must(ANNA, Command::Resign);
    table.wait(MATCH_BREAK_MS);
    assert_eq!(table.game().match_game, Some(MatchGame::Second));
    table
}

fn stones(table: &Table) -> [u16; 2] {
    let report = audit(table.room.code, &table.log).unwrap();
    assert_eq!(report.room, table.room);
    table.room.current_match.unwrap().stones()
}

#[test]
fn the_second_game_starts_by_itself_with_sides_swapped() {
    let mut table = playing();
    let setup = table.game().setup;
    assert_eq!((table.game().match_game, table.room.current_match), (Some(MatchGame::First), None));
    let until = table.now + 15_000;
    let resigned = Event::Ended { winner: Some(Side::Second), reason: Reason::Resigned };
    assert_eq!(table.must(ANNA, Command::Resign), [resigned, Event::CountingDown(until)]);
    assert!(table.room.is_match_break());
    assert_eq!((table.room.due(), stones(&table)), (Some(until), [0, 48]));
    assert_eq!(table.room.next_match_game(), Some(MatchGame::Second));
    assert_eq!(table.wait(14_999), []);
    assert_eq!(table.wait(1), [Event::started(2, setup, Seat::Top)]);
    assert!(!table.room.is_match_break());
    assert_eq!((table.room.due(), table.game().match_game), (None, Some(MatchGame::Second)));
}

#[test]
fn the_break_is_shorter_once_both_are_ready_and_never_longer() {
    let mut table = in_the_break();
    assert_eq!(table.must(ANNA, Command::Ready(true)).len(), 1, "the break goes on");
    assert_eq!(table.room.due(), Some(table.now + 15_000));
    let until = table.now + 3_000;
    let ready = Event::Readied { seat: Seat::Top, ready: true };
    assert_eq!(table.must(BERT, Command::Ready(true)), [ready, Event::CountingDown(until)]);
    assert_eq!(table.refused(BERT, Command::Ready(false)), Rejection::MatchRunning);
    assert_eq!(table.wait(2_999), []);
    assert!(matches!(table.wait(1)[..], [Event::Started { number: 2, .. }]));

    let mut table = in_the_break();
    let end = table.room.due();
    table.must(ANNA, Command::Ready(true));
    table.wait(14_000);
    table.must(BERT, Command::Ready(true));
    assert_eq!(table.room.due(), end);
}

#[test]
fn nothing_else_is_begun_or_agreed_on_in_the_break_of_a_match() {
    let mut table = in_the_break();
    let other = Settings { game: GameSettings::default(), ..fair() };
    for command in [Command::Rematch, Command::Configure(other), Command::Configure(of_two(fair()))] {
        assert_eq!(table.refused(BERT, command), Rejection::MatchRunning);
    }
    assert_eq!(table.refused(BERT, Command::SameBoardRematch), Rejection::MatchRunning);
    assert_eq!(table.refused(BERT, Command::Resign), Rejection::NoGame);
    assert_eq!(table.refused(CARL, sit("Carl")), Rejection::Full);
    table.must(BERT, say("Well played"));
    table.wait(MATCH_BREAK_MS);
    table.must(BERT, Command::Resign);
    table.must(BERT, Command::Configure(other));
    table.must(ANNA, Command::Rematch);
}

#[test]
fn leaving_in_the_break_forfeits_the_second_game() {
    let mut table = playing();
    table.must(BERT, Command::Resign);
    let setup = table.game().setup;
    let resigned = Event::Ended { winner: Some(Side::First), reason: Reason::Resigned };
    let events = [Event::started(2, setup, Seat::Top), resigned, Event::Left(Seat::Bottom)];
    assert_eq!(table.must(ANNA, Command::Leave), events);
    assert_eq!((stones(&table), table.room.series.wins, table.room.series.draws), ([48, 48], [0, 0], 1));
    assert_eq!((table.room.is_match_break(), table.room.due()), (false, None));
    assert_eq!(fold(table.room.code, &table.log), table.room);

    let mut table = in_the_break();
    table.must(ANNA, Command::Leave);
    assert_eq!((stones(&table), table.room.series.wins), ([0, 96], [0, 1]));
    table.must(BERT, Command::Leave);
}

#[test]
fn a_late_first_move_loses_the_second_game_and_calls_the_first_off() {
    for settings in [strangers(timed(BLITZ)), timed(TimeControl::DaysPerMove { days: 1 })] {
        let mut table = Table::playing(of_two(settings));
        let due = |table: &Table| table.room.due().unwrap() - table.now;
        let ended = |winner, reason| vec![Event::Ended { winner, reason }];
        let wait = due(&table);
        assert_eq!(table.wait(wait), ended(None, Reason::CalledOff));
        assert_eq!(
            (table.room.current_match, table.room.is_match_break()),
            (None, false),
            "no match is left"
        );

        // The side to move, then the other one, whose opponent has moved.
        for plies in [0, 1] {
            let mut table = in_the_second(settings);
            (0..plies).for_each(|_| drop(table.play_on()));
            let late = table.game().position.to_move();
            let wait = due(&table);
            assert_eq!(table.wait(wait), ended(Some(late.other()), Reason::TimeOut), "{settings:?}");
            assert!(table.room.current_match.unwrap().is_over());
            assert_eq!(stones(&table).iter().sum::<u16>(), 96);
        }
    }
}

#[test]
fn between_friends_with_a_live_clock_the_second_game_can_be_claimed() {
    let mut table = in_the_second(timed(BLITZ));
    assert_eq!(table.room.due(), None, "friends wait for one another");
    let gone = Some(Gone { since: 0, left: false, claim: Some(table.now) });
    let here = Presence { gone: [gone, None], ..Presence::default() };
    let events = table.ask_among(BERT, &Command::ClaimWin, &here).unwrap();
    assert_eq!(events, [Event::Ended { winner: Some(Side::First), reason: Reason::Abandoned }]);
    assert_eq!(stones(&table), [0, 96]);
}

#[test]
fn a_game_that_is_not_played_out_gives_its_stones_by_how_it_ended() {
    let mut table = in_the_second(Settings::default());
    // The last of Bert's stones falls into his store.
    table.sow(BERT, 2);
    table.must(BERT, Command::Resign);
    let over = table.room.current_match.unwrap();
    assert_eq!(over.second_stones, Some([47, 1]), "the loser keeps the own store");
    assert_eq!(over.leader(), Some(Seat::Top));

    let mut table = in_the_second(Settings::default());
    table.sow(BERT, 2);
    table.must(ANNA, Command::OfferDraw);
    table.must(BERT, Command::OfferDraw);
    assert_eq!(table.room.current_match.unwrap().second_stones, Some([24, 24]));

    let mut table = in_the_second(Settings::default());
    table.sow(BERT, 2);
    let gone = Some(Gone { since: 0, left: false, claim: Some(table.now) });
    let here = Presence { gone: [gone, None], ..Presence::default() };
    table.ask_among(BERT, &Command::ClaimDraw, &here).unwrap();
    assert_eq!(table.room.current_match.unwrap().second_stones, Some([24, 24]));

    let mut table = in_the_second(tiny());
    table.play_to_the_end();
    let score = table.game().position.score();
    assert_eq!(table.room.current_match.unwrap().second_stones, Some([score[1], score[0]]));
}

#[test]
fn a_series_counts_a_match_once_with_the_stones_of_both_games() {
    let mut table = playing();
    table.must(BERT, Command::Resign);
    assert_eq!(table.room.series.games(), 0, "the match is not over");
    table.wait(MATCH_BREAK_MS);
    table.sow(BERT, 2);
    let kept = table.game().position.score()[0];
    table.must(BERT, Command::Resign);
    assert_eq!((table.room.series.wins, table.room.series.draws), ([1, 0], 0));
    assert_eq!(table.room.series.points, [96 - u32::from(kept), u32::from(kept)]);
    table.must(ANNA, Command::Configure(tiny()));
    table.get_ready();
    assert_eq!((table.game().match_game, table.room.current_match), (None, None), "a single game");
    table.must(BERT, Command::Resign);
    assert_eq!(table.room.series.wins, [2, 0]);
}

#[test]
fn a_called_off_game_shifts_no_start_within_a_match() {
    let start = |table: &Table| {
        let GameSettings::Mancala(game) = table.room.settings_for(table.game().number).game else { panic!() };
        let rules::Setup::Mancala(setup) = table.game().setup else { panic!() };
        assert_eq!(setup.start, game.start, "the settings of a game tell its start");
        write_start_code(&setup.start.unwrap())
    };
    let mut table = Table::playing(of_two(strangers(Settings { clock: BLITZ, ..fair() })));
    table.wait(30_000);
    let mut starts = Vec::new();
    for _ in 0..3 {
        table.must(ANNA, Command::Rematch);
        table.must(BERT, Command::Rematch);
        starts.push(start(&table));
        table.must(ANNA, Command::Resign);
        table.wait(MATCH_BREAK_MS);
        assert_eq!(Some(&start(&table)), starts.last());
        table.must(ANNA, Command::Resign);
    }
    starts.dedup();
    assert_eq!(starts.len(), 3, "{starts:?}");
}

#[test]
fn each_player_has_the_first_move_once_also_where_it_alternates() {
    for first_move in [FirstMove::South, FirstMove::North, FirstMove::Alternate] {
        let mut table = Table::playing(of_two(mancala(Variant { first_move, ..Variant::default() })));
        let mut begins = Vec::new();
        for _ in 0..2 {
            let game = table.game();
            begins.push(game.seat_of(game.position.to_move()));
            table.must(ANNA, Command::Resign);
            table.wait(MATCH_BREAK_MS);
        }
        assert_eq!(begins[0], begins[1].other(), "{first_move:?}");
        assert!(audit(table.room.code, &table.log).is_ok());
    }
}

#[test]
fn a_full_log_lets_a_match_come_to_its_end() {
    let mut table = playing();
    for n in 0.. {
        if table.room.seq >= 4_000 {
            break;
        }
        table.must(ANNA, Command::Rename { name: format!("Anna {n}") });
    }
    table.must(ANNA, Command::Resign);
    assert!(matches!(table.wait(MATCH_BREAK_MS)[..], [Event::Started { .. }]));
    table.play_to_the_end();
    assert!(table.room.current_match.unwrap().is_over());
    assert_eq!(table.refused(ANNA, Command::Rematch), Rejection::RoomFull);
    assert_eq!(table.wait(MATCH_BREAK_MS), []);
}

#[test]
fn a_stranger_keeps_the_seat_until_the_match_is_over() {
    let seat = |company| {
        let mut table = Table::playing(of_two(Settings { company, clock: BLITZ, ..fair() }));
        table.must(ANNA, Command::Resign);
        transfer_seat(&table.room, ANNA, CARL)
    };
    assert_eq!(seat(Company::Strangers), None, "a stronger player could take the second game over");
    assert!(seat(Company::Friends).is_some());
}

#[test]
fn the_break_of_a_match_begins_anew_after_an_outage() {
    let mut table = in_the_break();
    let (from, until) = (table.now + 5_000, table.now + 60_000);
    let anew = vec![Event::CountingDown(until + MATCH_BREAK_MS)];
    assert_eq!(downtime_event(&table.room, from, until), anew);
    assert_eq!(downtime_event(&table.room, table.now + 15_000, until), [], "it was over before");
    table.now = until;
    table.commit(anew, None);
    assert_eq!(downtime_event(&table.room, from, until), [], "once is enough");
    assert_eq!(table.wait(14_999), []);
    assert!(matches!(table.wait(1)[..], [Event::Started { number: 2, .. }]));
}

#[test]
fn a_match_is_of_mancala_and_a_single_game_is_written_as_before() {
    let mut table = Table::seated(Settings::default());
    let board = of_two(mapello(room::BoardChoice::Default));
    assert_eq!(table.refused(ANNA, Command::Configure(board)), Rejection::BadSettings);
    table.must(ANNA, Command::Configure(of_two(Settings::default())));
    let json = |settings: Settings| serde_json::to_string(&settings).unwrap();
    assert!(json(of_two(tiny())).ends_with(",\"match_length\":\"two\"}"));
    assert_eq!(json(of_two(tiny())).replace(",\"match_length\":\"two\"", ""), json(tiny()));
    let hostile = json(of_two(tiny())).replace("\"two\"", "\"three\"");
    assert!(serde_json::from_str::<Settings>(&hostile).is_err());
}
