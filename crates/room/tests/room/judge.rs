//! Tests of idempotent commands: the verdict on commands that were sent with old events, or sent twice.

use room::message::Presence;
use room::{
    Command, IncomingCommand, MemberId, Origin, REMEMBERED, Rejection, Seat, Settings, Verdict, decide, judge,
};

use crate::common::{ANNA, BERT, CARL, Table, mapello, sit};

/// The verdict on a command that was sent with the events up to `after`.
fn judged(table: &Table, member: MemberId, after: u64, command: &Command) -> Verdict {
    let asked = IncomingCommand { origin: Origin { member, id: 4_711 }, after, command };
    judge(&table.room, asked, &Presence::default(), table.now)
}

/// A room in which Bert has just changed the settings, and the number of the event before that.
fn configured() -> (Table, u64) {
    let mut table = Table::seated(Settings::default());
    let before = table.room.seq;
    table.must(BERT, Command::Configure(mapello(room::BoardChoice::Random(4_711))));
    (table, before)
}

#[test]
fn nobody_agrees_to_terms_that_he_has_not_seen() {
    let (table, before) = configured();
    for agrees in [Command::Ready(true), Command::Again, Command::SameBoard] {
        assert_eq!(judged(&table, ANNA, before, &agrees), Verdict::Refused(Rejection::Stale), "{agrees:?}");
    }
    let ready = Command::Ready(true);
    assert!(matches!(judged(&table, ANNA, table.room.seq, &ready), Verdict::Append(_)), "who has seen them");
    assert!(matches!(judged(&table, BERT, before, &ready), Verdict::Append(_)), "whose terms they are");
    assert_eq!(
        judged(&table, ANNA, before, &Command::Ready(false)),
        Verdict::Nothing,
        "it agrees to nothing"
    );
}

#[test]
fn terms_are_not_those_of_whoever_comes_to_the_seat_later() {
    let (mut table, before) = configured();
    table.must(ANNA, Command::Leave);
    assert!(table.room.knows_terms(Seat::Top, before));
    table.must(BERT, Command::Leave);
    table.must(CARL, sit("Carl"));
    table.must(ANNA, sit("Anna"));
    assert_eq!(table.room.seat_of(ANNA), Some(Seat::Top));
    assert!(!table.room.knows_terms(Seat::Top, before));
}

#[test]
fn what_comes_later_than_commands_are_remembered_is_stale() {
    let mut table = Table::seated(Settings::default());
    let after = table.room.seq;
    let rename = |n: usize| Command::Rename { name: format!("Anna {n}") };
    for n in 0..REMEMBERED {
        table.must(ANNA, rename(n));
    }
    assert!(matches!(judged(&table, ANNA, after, &rename(REMEMBERED)), Verdict::Append(_)));
    table.must(ANNA, rename(REMEMBERED));
    assert_eq!(judged(&table, ANNA, after, &rename(0)), Verdict::Refused(Rejection::Stale));
}

#[test]
fn what_is_decided_where_nobody_is_known_to_be_gone_is_the_same() {
    let table = Table::seated(Settings::default());
    let events = decide(&table.room, ANNA, &Command::Ready(true), table.now);
    assert_eq!(Verdict::Append(events.unwrap()), judged(&table, ANNA, table.room.seq, &Command::Ready(true)));
}

#[test]
fn whoever_looks_on_can_report_and_it_is_no_matter_of_the_log() {
    let mut table = Table::playing(Settings::default());
    assert_eq!(table.must(CARL, Command::Report(ANNA)), []);
    assert_eq!(table.refused(CARL, Command::Report(CARL)), Rejection::NoOpponent);
}
