//! Tests of the settings on which two players agree between games.

use room::{Command, Company, Event, RatingMode, Rejection, Seat, Settings, TimeControl, UndoRule};
use rules::mancala::Variant;

use crate::common::{ANNA, BERT, Table, mancala, on_one_device, timed};

const READY: Command = Command::Ready(true);

#[test]
fn changed_settings_clear_ready_and_stop_the_countdown() {
    let mut table = Table::seated(Settings::default());
    table.must(ANNA, READY);
    table.must(BERT, READY);
    let settings = timed(TimeControl::PerMove { seconds: 60 });
    assert_eq!(
        table.must(ANNA, Command::Configure(table.room.settings)),
        [],
        "the same settings are no change"
    );
    assert!(table.room.countdown.is_some());
    assert_eq!(
        table.must(ANNA, Command::Configure(settings)),
        [Event::Configured { seat: Seat::Bottom, settings }]
    );
    assert_eq!((table.room.settings, table.room.countdown), (settings, None));
    assert!(table.room.seats.iter().flatten().all(|occupant| !occupant.ready));
}

#[test]
fn settings_out_of_range_are_refused() {
    let mut table = Table::seated(Settings::default());
    let kalah = Variant::default();
    let boards = [(2, 4), (10, 4), (255, 4), (0, 4), (6, 0), (6, 13), (6, 255)];
    let boards = boards.map(|(pits, stones)| mancala(Variant { pits, stones, ..kalah }));
    let clocks = [
        TimeControl::PerMove { seconds: 4 },
        TimeControl::PerMove { seconds: 3_601 },
        TimeControl::PerMove { seconds: u32::MAX },
        TimeControl::Increment { base: 14, increment: 0 },
        TimeControl::Increment { base: 10_801, increment: 0 },
        TimeControl::Increment { base: 60, increment: 181 },
        TimeControl::Increment { base: u32::MAX, increment: u32::MAX },
    ];
    for settings in boards.into_iter().chain(clocks.map(timed)) {
        assert_eq!(table.refused(ANNA, Command::Configure(settings)), Rejection::BadSettings, "{settings:?}");
    }
    let ends = [TimeControl::PerMove { seconds: 3_600 }, TimeControl::Increment { base: 15, increment: 180 }];
    for settings in ends.map(timed) {
        assert_eq!(table.must(ANNA, Command::Configure(settings)).len(), 1, "{settings:?}");
    }
}

#[test]
fn the_takeback_rule_cannot_change_after_the_room_is_opened() {
    let mut table = Table::seated(Settings::default());
    assert_eq!(table.refused(ANNA, Command::Configure(on_one_device())), Rejection::BadSettings);
    assert_eq!(table.room.settings.undo, UndoRule::Consent);
}

#[test]
fn a_room_cannot_change_between_strangers_and_friends() {
    for (company, other) in [(Company::Friends, Company::Strangers), (Company::Strangers, Company::Friends)] {
        let settings = Settings { company, ..Settings::default() };
        let mut table = Table::seated(settings);
        let changed = Command::Configure(Settings { company: other, ..settings });
        assert_eq!(table.refused(ANNA, changed), Rejection::BadSettings);
    }
}

#[test]
fn casual_games_of_strangers_never_become_rated_ones() {
    for (mode, other) in [(RatingMode::Rated, RatingMode::Casual), (RatingMode::Casual, RatingMode::Rated)] {
        let settings = Settings { company: Company::Strangers, mode, ..Settings::default() };
        let mut table = Table::seated(settings);
        assert_eq!(table.room.settings.is_rated(), mode == RatingMode::Rated);
        let changed = Command::Configure(Settings { mode: other, ..settings });
        assert_eq!(table.refused(ANNA, changed), Rejection::BadSettings);
        let clock = TimeControl::PerMove { seconds: 30 };
        table.must(ANNA, Command::Configure(Settings { clock, ..settings }));
        assert_eq!(table.room.settings.mode, mode);
    }
    assert!(!Settings::default().is_rated(), "friends are never rated");
}

#[test]
fn settings_sent_unchanged_after_a_game_tell_once_of_a_wish_to_change() {
    let mut table = Table::seated(Settings::default());
    let same = Command::Configure(table.room.next_settings());
    assert_eq!(table.must(ANNA, same.clone()), [], "before the first game both see the settings");
    table.get_ready();
    assert_eq!(table.room.wants_change(), None);
    table.must(ANNA, Command::Resign);
    assert_eq!(table.room.wants_change(), None);
    assert_eq!(table.must(BERT, same.clone()).len(), 1);
    assert_eq!(table.room.wants_change(), Some(Seat::Top));
    assert_eq!(table.must(BERT, same.clone()), [], "nobody is told twice");
    assert_eq!(table.must(ANNA, same), []);
    table.get_ready();
    assert_eq!(table.room.wants_change(), None, "the next game has begun");
}
