//! Tests of the chess clock: the free first turn, flags at the very millisecond, the increment per turn, and
//! takebacks.

use room::{Command, Event, FIRST_MOVE_MS, Reason, Rejection, Seat, Settings, TimeControl};
use rules::Side;

use crate::common::{ANNA, BERT, BLITZ, Table, on_one_device, opened, strangers, timed};

const PER_MOVE: TimeControl = TimeControl::PerMove { seconds: 60 };
const CALLED_OFF: Event = Event::Ended { winner: None, reason: Reason::CalledOff };

fn flag_fall(winner: Side) -> [Event; 1] {
    [Event::Ended { winner: Some(winner), reason: Reason::TimeOut }]
}

#[test]
fn a_room_without_a_clock_has_no_deadline() {
    let mut table = Table::playing(Settings::default());
    assert_eq!(table.room.due(), None);
    assert_eq!(table.game().clock.left(Side::First, table.now), None);
    assert_eq!(table.wait(1_000_000_000_000), []);
    table.sow(ANNA, 0);
}

#[test]
fn the_first_turn_of_each_side_is_free_for_thirty_seconds() {
    let mut table = Table::playing(strangers(timed(BLITZ)));
    assert_eq!(table.room.due(), Some(table.now + FIRST_MOVE_MS));
    table.wait(29_999);
    assert_eq!(table.left(Seat::Bottom), 180_000, "the clock stands still");
    table.sow(ANNA, 0);
    assert!(!table.game().clock.in_grace(Side::First) && table.game().clock.in_grace(Side::Second));
    assert_eq!(table.room.due(), Some(table.now + FIRST_MOVE_MS));
    table.wait(29_999);
    table.sow(BERT, 0);
    assert_eq!([table.left(Seat::Bottom), table.left(Seat::Top)], [182_000, 182_000]);
    assert_eq!(table.room.due(), Some(table.now + 182_000));
}

#[test]
fn between_friends_a_late_first_turn_aborts_nothing() {
    for (control, untimed) in [(BLITZ, true), (PER_MOVE, true), (TimeControl::DaysPerMove { days: 1 }, false)]
    {
        let mut table = Table::playing(timed(control));
        for member in [ANNA, BERT] {
            assert_eq!(table.room.due().is_none(), untimed, "{control:?}");
            assert_eq!(table.wait(80_000_000), []);
            table.sow(member, 0);
        }
        assert!(table.room.due().is_some(), "now the clock runs");
    }
    let mut table = Table::playing(timed(TimeControl::DaysPerMove { days: 1 }));
    assert_eq!(table.wait(86_400_000), [CALLED_OFF], "the days that the page counts are long enough");
}

#[test]
fn an_open_question_puts_off_the_end_of_a_first_turn() {
    type Ask = (Command, Command);
    let asks: [Ask; 2] = [
        (Command::RequestUndo, Command::AnswerUndo(false)),
        (Command::OfferDraw, Command::AnswerDraw(false)),
    ];
    for (ask, decline) in asks {
        let mut table = Table::playing(strangers(timed(BLITZ)));
        table.sow(ANNA, 0);
        table.wait(29_000);
        table.must(ANNA, ask.clone());
        assert_eq!(table.wait(300_999), [], "Bert reads the question");
        table.must(BERT, decline);
        assert_eq!(table.room.due(), Some(table.now + FIRST_MOVE_MS), "and then has his time to play");
        let mut table = Table::playing(strangers(timed(BLITZ)));
        table.sow(ANNA, 0);
        table.must(ANNA, ask);
        assert_eq!(table.wait(329_999), []);
        assert_eq!(table.wait(1), [CALLED_OFF], "nobody is held for ever by an answer that does not come");
    }
}

#[test]
fn a_game_without_first_moves_is_aborted_and_does_not_count() {
    for moves in 0..2 {
        let mut table = Table::playing(strangers(timed(BLITZ)));
        if moves == 1 {
            table.sow(ANNA, 0);
        }
        assert_eq!(table.wait(29_999), []);
        assert_eq!(table.wait(1), [CALLED_OFF]);
        assert_eq!((table.room.series.games(), table.room.due()), (0, None));
        assert_eq!(table.wait(100_000), [], "and that once");
    }
}

#[test]
fn the_first_turn_never_has_less_time_than_later_moves() {
    for (seconds, free) in [(5, 30_000), (29, 30_000), (30, 30_000), (31, 31_000), (3_600, 3_600_000)] {
        let control = TimeControl::PerMove { seconds };
        for moves in 0..2 {
            let mut table = Table::playing(strangers(timed(control)));
            if moves == 1 {
                table.wait(free - 1);
                table.sow(ANNA, 0);
            }
            assert_eq!(table.room.due(), Some(table.now + free), "{seconds} s a move");
            assert_eq!(table.wait(free - 1), []);
            assert_eq!(table.wait(1), [CALLED_OFF]);
        }
        assert_eq!(control.first_move_ms(), free);
    }
    assert_eq!(TimeControl::Increment { base: 10_800, increment: 0 }.first_move_ms(), FIRST_MOVE_MS);
}

#[test]
fn an_extra_turn_does_not_end_the_free_first_turn() {
    let mut table = Table::playing(strangers(timed(BLITZ)));
    table.wait(20_000);
    table.sow(ANNA, 2);
    assert!(table.game().clock.in_grace(Side::First));
    assert_eq!(table.room.due(), Some(table.now + FIRST_MOVE_MS));
    table.wait(20_000);
    table.sow(ANNA, 5);
    assert_eq!(table.left(Seat::Bottom), 182_000);
    assert_eq!(table.room.due(), Some(table.now + FIRST_MOVE_MS), "nor the opponent's");
}

#[test]
fn the_time_per_move_restarts_with_every_sowing() {
    let mut table = opened(PER_MOVE);
    assert_eq!(table.room.due(), Some(table.now + 60_000));
    table.wait(59_000);
    assert_eq!(table.left(Seat::Bottom), 1_000);
    table.sow(ANNA, 1);
    assert_eq!(table.game().position.to_move(), Side::First, "an extra turn");
    assert_eq!(table.left(Seat::Bottom), 60_000);
    assert_eq!(table.room.due(), Some(table.now + 60_000));
}

#[test]
fn a_flag_falls_at_the_exact_millisecond() {
    let mut table = opened(PER_MOVE);
    assert_eq!(table.wait(59_999), []);
    assert_eq!(table.wait(1), flag_fall(Side::Second));
    assert_eq!(table.left(Seat::Bottom), 0);
    assert_eq!(table.room.series.wins, [0, 1]);
    assert_eq!(table.wait(1), []);

    let mut table = opened(BLITZ);
    table.sow(ANNA, 3);
    assert_eq!(table.wait(181_999), []);
    assert_eq!(table.wait(50_000), flag_fall(Side::First), "however late the tick comes");
    assert_eq!(table.left(Seat::Top), 0, "and never below zero");
}

#[test]
fn a_move_at_or_after_its_deadline_is_refused() {
    for late in [0, 1, 1_000_000] {
        let mut table = opened(PER_MOVE);
        table.now += 60_000 + late;
        let command = table.sowing(ANNA, 1);
        assert_eq!(table.refused(ANNA, command), Rejection::Stale);
    }
    let mut table = opened(PER_MOVE);
    table.now += 59_999;
    table.sow(ANNA, 1);
}

#[test]
fn the_increment_is_added_once_per_turn_not_per_sowing() {
    let mut table = opened(BLITZ);
    table.wait(10_000);
    table.sow(ANNA, 1);
    assert_eq!(table.left(Seat::Bottom), 172_000, "182 s less 10 s, the turn goes on");
    table.wait(5_000);
    table.sow(ANNA, 3);
    assert_eq!(table.left(Seat::Bottom), 169_000, "5 s more used, 2 s added");
    table.wait(7_000);
    assert_eq!(table.left(Seat::Bottom), 169_000, "the opponent's time is not one's own");
    assert_eq!(table.left(Seat::Top), 175_000);
}

#[test]
fn a_takeback_does_not_restore_used_time() {
    let mut table = opened(BLITZ);
    table.wait(100_000);
    table.sow(ANNA, 3);
    table.wait(50_000);
    table.must(ANNA, Command::RequestUndo);
    table.must(BERT, Command::AnswerUndo(true));
    assert_eq!([table.left(Seat::Bottom), table.left(Seat::Top)], [82_000, 132_000]);
    table.wait(4_000);
    assert_eq!([table.left(Seat::Bottom), table.left(Seat::Top)], [78_000, 132_000]);
    assert_eq!(table.room.due(), Some(table.now + 78_000));
}

#[test]
fn a_takeback_restarts_the_time_per_move() {
    let mut table = Table::playing(Settings { clock: PER_MOVE, ..on_one_device() });
    table.sow(ANNA, 0);
    table.sow(BERT, 0);
    table.wait(40_000);
    table.must(ANNA, Command::RequestUndo);
    assert_eq!([table.left(Seat::Bottom), table.left(Seat::Top)], [60_000; 2]);
    assert_eq!(table.room.due(), Some(table.now + 60_000), "Bert's free turn was used");
}

#[test]
fn the_clocks_stop_when_the_game_is_over() {
    let mut table = opened(BLITZ);
    table.wait(30_000);
    table.must(BERT, Command::Resign);
    let left = [table.left(Seat::Bottom), table.left(Seat::Top)];
    assert_eq!(left, [152_000, 182_000]);
    table.wait(1_000_000);
    assert_eq!([table.left(Seat::Bottom), table.left(Seat::Top)], left);
    assert_eq!(table.room.due(), None);
}

#[test]
fn a_system_clock_set_back_neither_charges_nor_adds_time() {
    let mut table = opened(BLITZ);
    table.wait(10_000);
    table.sow(ANNA, 3);
    table.now -= 5_000;
    table.sow(BERT, 3);
    assert_eq!([table.left(Seat::Bottom), table.left(Seat::Top)], [174_000, 184_000]);
    assert!(table.log.is_sorted_by_key(|logged| logged.at));
}
