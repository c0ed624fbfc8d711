//! Tests of idempotent commands: the verdict on commands that were sent with old events, or sent twice.

use room::message::Presence;
use room::{
    Command, IncomingCommand, MemberId, Origin, REMEMBERED, Rejection, Seat, Settings, Verdict, decide, judge,
};

use crate::common::{ANNA, BERT, CARL, Table, mapello, sit};

/// The verdict on a command that was sent with the events up to `after`.
fn verdict(table: &Table, member: MemberId, after: u64, command: &Command) -> Verdict {
    let asked = IncomingCommand { origin: Origin { member, id: 4_711 }, after, command };
    judge(&table.room, asked, &Presence::default(), table.now)
}

/// A room in which Bert has just changed the settings, and the number of the event before that.
fn settings_changed() -> (Table, u64) {
    let mut table = Table::seated(Settings::default());
    let before = table.room.seq;
    table.must(BERT, Command::Configure(mapello(room::BoardChoice::Random(4_711))));
    (table, before)
}

#[test]
fn agreeing_to_settings_not_yet_seen_is_stale() {
    let (table, before) = settings_changed();
    for command in [Command::Ready(true), Command::Rematch, Command::SameBoardRematch] {
        assert_eq!(
            verdict(&table, ANNA, before, &command),
            Verdict::Refused(Rejection::Stale),
            "{command:?}"
        );
    }
    let ready = Command::Ready(true);
    assert!(matches!(verdict(&table, ANNA, table.room.seq, &ready), Verdict::Append(_)), "who has seen them");
    assert!(matches!(verdict(&table, BERT, before, &ready), Verdict::Append(_)), "whose terms they are");
    assert_eq!(
        verdict(&table, ANNA, before, &Command::Ready(false)),
        Verdict::Nothing,
        "it agrees to nothing"
    );
}

#[test]
fn a_new_occupant_has_not_seen_settings_of_the_previous_one() {
    let (mut table, before) = settings_changed();
    table.must(ANNA, Command::Leave);
    assert!(table.room.knows_terms(Seat::Top, before));
    table.must(BERT, Command::Leave);
    table.must(CARL, sit("Carl"));
    table.must(ANNA, sit("Anna"));
    assert_eq!(table.room.seat_of(ANNA), Some(Seat::Top));
    assert!(!table.room.knows_terms(Seat::Top, before));
}

#[test]
fn a_command_older_than_the_idempotency_window_is_stale() {
    let mut table = Table::seated(Settings::default());
    let after = table.room.seq;
    let rename = |n: usize| Command::Rename { name: format!("Anna {n}") };
    for n in 0..REMEMBERED {
        table.must(ANNA, rename(n));
    }
    assert!(matches!(verdict(&table, ANNA, after, &rename(REMEMBERED)), Verdict::Append(_)));
    table.must(ANNA, rename(REMEMBERED));
    assert_eq!(verdict(&table, ANNA, after, &rename(0)), Verdict::Refused(Rejection::Stale));
}

#[test]
fn decide_equals_judge_when_nobody_is_known_to_be_absent() {
    let table = Table::seated(Settings::default());
    let events = decide(&table.room, ANNA, &Command::Ready(true), table.now);
    assert_eq!(
        Verdict::Append(events.unwrap()),
        verdict(&table, ANNA, table.room.seq, &Command::Ready(true))
    );
}

#[test]
fn a_spectator_can_report_and_the_log_does_not_grow() {
    let mut table = Table::playing(Settings::default());
    assert_eq!(table.must(CARL, Command::Report(ANNA)), []);
    assert_eq!(table.refused(CARL, Command::Report(CARL)), Rejection::NoOpponent);
}
