//! Tests with hostile rooms and logs, which no server would write: edited on a device, or folded where they
//! do not belong. Any answer will do except a panic.

use proptest::prelude::*;
use room::{
    Event, Logged, Millis, Reason, Room, Seat, Settings, TimeControl, decide, evolve, fold, stamp, tick,
};
use rules::mapello::{Board, Border, CENTRE};
use rules::{Setup, Side};
use serde_json::Value;

use crate::acts::{Act, opened_with, perform};
use crate::common::{ANNA, BERT, Table, sow, timed};

const NUMBERS: [i128; 11] = [
    0,
    1,
    -1,
    255,
    256,
    u32::MAX as i128,
    u32::MAX as i128 - 1,
    i64::MAX as i128,
    i64::MIN as i128,
    u64::MAX as i128,
    u64::MAX as i128 - 1,
];

/// Every number in a JSON value, in order.
fn numbers_of<'a>(value: &'a mut Value, numbers: &mut Vec<&'a mut Value>) {
    match value {
        Value::Number(_) => numbers.push(value),
        Value::Array(items) => items.iter_mut().for_each(|item| numbers_of(item, numbers)),
        Value::Object(fields) => fields.values_mut().for_each(|field| numbers_of(field, numbers)),
        _ => {}
    }
}

/// Plays on in a room of any origin.
fn play_on(room: Room, acts: &[Act]) {
    let now = room.at;
    let mut table = Table::resumed(room, now);
    for &act in acts {
        let _ = table.room.fingerprint();
        perform(&mut table, act);
    }
    for now in [Millis::MIN, 0, Millis::MAX] {
        let events = tick(&table.room, now);
        stamp(events, table.room.seq, now, None).iter().for_each(|logged| evolve(&mut table.room, logged));
        for side in Side::BOTH {
            let _ = table.room.game.as_ref().map(|game| game.clock.left(side, now));
        }
        for member in [ANNA, BERT] {
            let _ = decide(&table.room, member, &room::Command::RequestUndo, now);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_stored_log_with_changed_numbers_is_refused_or_folds(
        seed: u64, at_once: bool, acts in prop::collection::vec(any::<Act>(), 20..60),
        changes in prop::collection::vec((any::<prop::sample::Index>(), 0..NUMBERS.len()), 1..3),
        later in prop::collection::vec(any::<Act>(), 0..20),
    ) {
        let undo = if at_once { room::UndoRule::AtOnce } else { room::UndoRule::Consent };
        let mut table = opened_with(seed, undo);
        acts.iter().for_each(|&act| perform(&mut table, act));
        let mut value = serde_json::to_value(&table.log).unwrap();
        let mut numbers = Vec::new();
        numbers_of(&mut value, &mut numbers);
        for (place, number) in changes {
            let place = place.index(numbers.len());
            *numbers[place] = serde_json::from_str(&NUMBERS[number].to_string()).unwrap();
        }
        if let Ok(log) = serde_json::from_value::<Vec<Logged>>(value) {
            play_on(fold(table.room.code, &log), &later);
        }
    }

    #[test]
    fn a_log_with_misplaced_boards_and_drafts_still_folds(
        seed: u64, acts in prop::collection::vec(any::<Act>(), 10..60),
        strange in prop::collection::vec((any::<prop::sample::Index>(), 0..6_u8, 0..4_usize), 1..5),
        later in prop::collection::vec(any::<Act>(), 0..30),
    ) {
        let mut table = opened_with(seed, room::UndoRule::Consent);
        acts.iter().for_each(|&act| perform(&mut table, act));
        let mut events: Vec<Event> = table.log.into_iter().map(|logged| logged.event).collect();
        for (place, event, board) in strange {
            let seat = Seat::BOTH[board % 2];
            let board = extreme_boards()[board];
            events.insert(place.index(events.len() + 1), match event {
                0 => Event::Built(board),
                1 => Event::DraftLeft(seat),
                2 => Event::SameBoardRematchOffered(seat),
                3 => Event::started(u32::MAX, Setup::Mapello(board), seat),
                _ => Event::DraftBegan(seat),
            });
        }
        play_on(fold(table.room.code, &stamp(events, 0, 1_000, None)), &later);
    }
}

/// Boards that can be read but not played on, and two that can.
fn extreme_boards() -> [Board; 4] {
    let full = Board::new(!CENTRE, 0, (1 << Border::COUNT) - 1).unwrap();
    let rich = Board::new(0, !CENTRE, (1 << Border::COUNT) - 1).unwrap();
    [full, rich, Board::DEFAULT, crate::common::narrow()]
}

#[test]
fn a_game_on_a_board_without_moves_can_be_resigned() {
    for board in extreme_boards() {
        let mut table = Table::seated(Settings::default());
        let setup = Setup::Mapello(board);
        table.commit(vec![Event::started(1, setup, Seat::Top)], None);
        assert_eq!(table.must(ANNA, room::Command::Resign).len(), 1);
    }
}

#[test]
fn a_takeback_rebuilds_a_position_that_does_not_fit_its_moves() {
    let mut table = Table::playing(crate::common::on_one_device());
    table.sow(ANNA, 2);
    table.sow(ANNA, 5);
    let other = Table::playing(crate::common::tiny());
    let mut room = table.room.clone();
    if let (Some(game), Some(foreign)) = (&mut room.game, &other.room.game) {
        game.position = foreign.position.clone();
        game.moves.push(sow(Side::First, 200));
    }
    let mut table = Table::resumed(room, table.now);
    table.must(ANNA, room::Command::RequestUndo);
    assert_eq!(table.game().position, table.game().setup.start());
    table.sow(ANNA, 0);
}

#[test]
fn impossible_events_change_only_the_sequence_number() {
    let mut empty = Table::open(Settings::default());
    let seat = Seat::Top;
    let strange = || {
        vec![
            Event::Renamed { seat, name: "Nobody".into() },
            Event::Readied { seat, ready: true },
            Event::Interrupted { from: 0, until: Millis::MAX },
            Event::Lag { side: Side::First, ms: Millis::MAX },
            Event::TimeGiven(seat),
            Event::WentBerserk(seat),
            Event::Moved { side: Side::First, mv: sow(Side::First, 0) },
            Event::UndoRequested(seat),
            Event::UndoDeclined(seat),
            Event::Undone(7),
            Event::DrawOffered(seat),
            Event::DrawDeclined(seat),
            Event::Built(Board::DEFAULT),
            Event::DraftLeft(seat),
            Event::Ended { winner: None, reason: Reason::Agreed },
        ]
    };
    let mut before = empty.room.clone();
    before.seq += strange().len() as u64;
    empty.commit(strange(), None);
    assert_eq!(empty.room, before);

    let mut over = Table::playing(timed(TimeControl::PerMove { seconds: 60 }));
    over.must(ANNA, room::Command::Resign);
    let before = over.room.clone();
    over.commit(strange().split_off(2), None);
    assert_eq!((&over.room.game, over.room.series), (&before.game, before.series), "a game ends once");
}

#[test]
fn an_illegal_move_in_a_log_does_not_stop_its_replay() {
    let mut table = Table::playing(Settings::default());
    let before = table.game().clone();
    table.commit(vec![Event::Moved { side: Side::First, mv: sow(Side::First, 99) }], None);
    assert_eq!(*table.game(), before);
    assert_eq!(fold(table.room.code, &table.log), table.room);
}

#[test]
fn an_event_with_an_earlier_time_does_not_turn_time_back() {
    let table = Table::seated(Settings::default());
    let mut room = table.room.clone();
    let event = Event::Readied { seat: Seat::Top, ready: true };
    let early = stamp(vec![event], room.seq, table.now - 1_000, None);
    early.iter().for_each(|logged| evolve(&mut room, logged));
    assert_eq!((room.seq, room.at), (table.room.seq + 1, table.room.at));
}
