//! Tests of lag compensation, of server outages that are not charged, and of gifts of time.

use room::{
    Command, DOWNTIME_BONUS_MS, Event, FIRST_MOVE_MS, GIVEN_MS, Reason, Rejection, Seat, Settings,
    TimeControl, downtime_event,
};
use rules::{Game, Side};

use crate::common::{ANNA, BERT, BLITZ, Table, opened, strangers, timed};

const DAYS: TimeControl = TimeControl::DaysPerMove { days: 3 };
const DAY_MS: i64 = 86_400_000;

fn log_lag(table: &mut Table, side: Side, ms: i64) {
    table.commit(vec![Event::Lag { side, ms }], None);
}

#[test]
fn lag_compensation_grows_with_the_time_control_up_to_one_second() {
    let increment = |base, increment| TimeControl::Increment { base, increment }.lag_ms();
    assert_eq!(increment(15, 0), 210, "15 s: 6 + 15 hundredths of a second");
    assert_eq!(increment(60, 0), 390, "a minute: 24 + 15");
    assert_eq!(increment(30, 1), 430, "30 s + 40 times 1 s: 28 + 15");
    assert_eq!(increment(212, 0), 998);
    assert_eq!([increment(213, 0), increment(180, 2), increment(10_800, 180)], [1_000; 3]);
    assert_eq!(TimeControl::PerMove { seconds: 5 }.lag_ms(), 950, "40 moves of 5 s: 80 + 15");
    assert_eq!([TimeControl::None.lag_ms(), DAYS.lag_ms()], [0; 2]);
}

#[test]
fn a_move_is_charged_its_time_minus_lag_compensation() {
    let mut table = opened(BLITZ);
    log_lag(&mut table, Side::First, 400);
    assert_eq!(table.game().clock.free(Side::First), 0, "it counts from the next turn on");
    table.wait(10_000);
    table.sow(ANNA, 3);
    assert_eq!(table.left(Seat::Bottom), 174_000);
    table.wait(5_000);
    table.sow(BERT, 3);
    assert_eq!((table.game().clock.free(Side::First), table.game().clock.lag(Side::First)), (400, 400));
    assert_eq!(table.room.due(), Some(table.now + 174_400));
    table.wait(400);
    assert_eq!(table.left(Seat::Bottom), 174_000, "the way there and back is free");
    table.wait(2_600);
    assert_eq!(table.left(Seat::Bottom), 171_400);
    table.sow(ANNA, 5);
    assert_eq!(table.left(Seat::Bottom), 173_400);
    assert_eq!(table.left(Seat::Top), 179_000, "nothing was measured of Bert");
}

#[test]
fn a_move_faster_than_the_lag_costs_nothing() {
    let mut table = opened(BLITZ);
    log_lag(&mut table, Side::First, 400);
    table.sow(ANNA, 3);
    table.sow(BERT, 3);
    table.wait(150);
    table.sow(ANNA, 5);
    assert_eq!(table.left(Seat::Bottom), 186_000, "two increments, and nothing more than that");
}

#[test]
fn the_lag_quota_starts_at_three_moves_and_grows_to_seven() {
    // Both have a quota of four seconds: three at the start, and one for the first turn.
    let mut table = opened(BLITZ);
    log_lag(&mut table, Side::First, 60_000);
    table.sow(ANNA, 3);
    table.sow(BERT, 3);
    assert_eq!([Side::First, Side::Second].map(|side| table.game().clock.free(side)), [5_000, 0]);
    table.wait(6_000);
    assert_eq!(table.left(Seat::Bottom), 183_000, "184 s less what was beyond it");
    table.sow(ANNA, 5);
    table.sow(BERT, 5);
    assert_eq!(
        table.game().clock.free(Side::First),
        1_000,
        "what was given is gone; one move's worth has come"
    );

    let mut table = Table::playing(Settings { clock: BLITZ, ..Settings::for_game(Game::Mapello) });
    let mut most = 0;
    for n in 0..24 {
        if n == 12 {
            log_lag(&mut table, Side::First, 60_000);
            log_lag(&mut table, Side::Second, 60_000);
        }
        table.play_on();
        most = most.max(table.game().clock.free(table.game().position.to_move()));
    }
    assert_eq!(most, 7_000, "more cannot be saved up");
}

#[test]
fn an_extra_sowing_gets_no_second_lag_compensation() {
    let mut table = opened(BLITZ);
    log_lag(&mut table, Side::First, 400);
    table.sow(ANNA, 1);
    assert_eq!(table.game().position.to_move(), Side::First);
    assert_eq!(table.game().clock.free(Side::First), 0);
}

#[test]
fn a_flag_waits_for_a_move_that_may_be_in_transit() {
    let mut table = opened(TimeControl::PerMove { seconds: 5 });
    log_lag(&mut table, Side::First, 300);
    table.sow(ANNA, 3);
    table.sow(BERT, 3);
    assert_eq!(table.wait(5_299), []);
    table.sow(ANNA, 5);
    table.sow(BERT, 5);
    assert_eq!(table.wait(5_299), []);
    let ended = table.wait(1);
    assert!(matches!(ended[..], [Event::Ended { reason: Reason::TimeOut, .. }]), "{ended:?}");
}

#[test]
fn server_downtime_is_charged_to_nobody_and_both_get_20_seconds() {
    let mut table = opened(BLITZ);
    table.wait(10_000);
    let from = table.now;
    let until = from + 290_000;
    table.now = until + 3_000;
    let noted = downtime_event(&table.room, from, until);
    assert_eq!(noted, [Event::Interrupted { from, until }]);
    table.commit(noted, None);
    assert_eq!([table.left(Seat::Bottom), table.left(Seat::Top)], [189_000, 182_000 + DOWNTIME_BONUS_MS]);
    assert_eq!(table.room.due(), Some(table.now + 189_000));
    assert_eq!(downtime_event(&table.room, from, until), [], "it is noted once");
}

#[test]
fn a_downtime_never_begins_before_the_last_event() {
    let mut table = opened(BLITZ);
    let (last, until) = (table.room.at, table.now + 500_000);
    assert_eq!(downtime_event(&table.room, 0, until), [Event::Interrupted { from: last, until }]);
    assert_eq!(downtime_event(&table.room, until + 9, until), [Event::Interrupted { from: until, until }]);
    assert_eq!(downtime_event(&table.room, 0, last), [], "this server was there all the time");
    table.must(ANNA, Command::Resign);
    assert_eq!(downtime_event(&table.room, 0, until), [], "no clock runs");
    let table = Table::playing(Settings::default());
    assert_eq!(downtime_event(&table.room, 0, until), [], "there is no clock");
}

#[test]
fn a_free_first_turn_restarts_after_a_downtime() {
    let mut table = Table::playing(strangers(timed(BLITZ)));
    let from = table.now + 29_000;
    table.now += 100_000;
    table.commit(downtime_event(&table.room, from, table.now), None);
    assert_eq!(table.room.due(), Some(table.now + FIRST_MOVE_MS));
    table.sow(ANNA, 0);
    assert_eq!(table.left(Seat::Bottom), 182_000 + DOWNTIME_BONUS_MS);
}

#[test]
fn a_correspondence_game_records_only_relevant_downtime() {
    let mut table = opened(DAYS);
    assert_eq!(table.room.due(), Some(table.now + 3 * DAY_MS));
    table.wait(DAY_MS);
    let now = table.now;
    assert_eq!(downtime_event(&table.room, now, now + 599_999), []);
    assert_eq!(downtime_event(&table.room, now, now + 600_000).len(), 1, "ten minutes");
    let late = table.room.due().unwrap() - 3_600_000;
    assert_eq!(downtime_event(&table.room, late - 1_001, late - 1), []);
    assert_eq!(downtime_event(&table.room, late - 1_000, late).len(), 1, "the last hour");
    let noted = downtime_event(&table.room, now, now + DAY_MS);
    table.now += DAY_MS;
    table.commit(noted, None);
    assert_eq!(table.left(Seat::Bottom), 2 * DAY_MS + DOWNTIME_BONUS_MS);
}

#[test]
fn days_per_move_restart_with_every_move_and_then_the_flag_falls() {
    let mut table = Table::playing(timed(TimeControl::DaysPerMove { days: 14 }));
    assert_eq!(table.room.due(), Some(table.now + 14 * DAY_MS), "the first turn has no less");
    table.wait(13 * DAY_MS);
    table.sow(ANNA, 0);
    table.sow(BERT, 0);
    assert_eq!(table.wait(14 * DAY_MS - 1), []);
    table.sow(ANNA, 3);
    assert_eq!([table.left(Seat::Bottom), table.left(Seat::Top)], [14 * DAY_MS; 2]);
    assert_eq!(table.wait(14 * DAY_MS - 1), []);
    assert_eq!(table.wait(1), [Event::Ended { winner: Some(Side::First), reason: Reason::TimeOut }]);
    for (days, valid) in [(0, false), (1, true), (14, true), (15, false), (u32::MAX, false)] {
        assert_eq!(TimeControl::DaysPerMove { days }.is_valid(), valid, "{days}");
    }
}

#[test]
fn giving_time_adds_15_seconds_to_the_opponents_clock() {
    let mut table = opened(BLITZ);
    table.wait(10_000);
    assert_eq!(table.must(BERT, Command::GiveTime), [Event::TimeGiven(Seat::Top)]);
    assert_eq!([Seat::Bottom, Seat::Top].map(|seat| table.game().gifts(seat)), [0, 1]);
    assert_eq!([table.left(Seat::Bottom), table.left(Seat::Top)], [172_000 + GIVEN_MS, 182_000]);
    assert_eq!(table.room.due(), Some(table.now + 187_000));
    table.must(ANNA, Command::GiveTime);
    assert_eq!(table.left(Seat::Top), 182_000 + GIVEN_MS, "it need not be their turn");
    assert_eq!([Seat::Bottom, Seat::Top].map(|seat| table.game().gifts(seat)), [1, 1]);
}

#[test]
fn giving_time_is_rate_limited_and_needs_a_running_clock() {
    let mut table = opened(BLITZ);
    table.must(ANNA, Command::GiveTime);
    table.now += 500;
    assert_eq!(table.refused(ANNA, Command::GiveTime), Rejection::Wait(1_500));
    table.must(BERT, Command::GiveTime);
    table.now += 1_500;
    table.must(ANNA, Command::GiveTime);
    table.must(ANNA, Command::Resign);
    assert_eq!(table.refused(BERT, Command::GiveTime), Rejection::NoGame);
    for clock in [TimeControl::None, DAYS] {
        assert_eq!(opened(clock).refused(ANNA, Command::GiveTime), Rejection::NoClock);
    }
    assert_eq!(Table::seated(timed(BLITZ)).refused(ANNA, Command::GiveTime), Rejection::NoGame);
    assert_eq!(table.refused(crate::common::CARL, Command::GiveTime), Rejection::NotSeated);
}
