//! Tests of redaction: what is hidden of a log, and that everything else stays.

use room::{
    ChatLine, Event, LineContent, Logged, MemberId, Origin, REMOVED_NAME, Redaction, Redactions, RoomCode,
    Seat, Settings, audit, clean_name, fold, redact, stamp, with_earlier_devices,
};

use crate::common::{ANNA, BERT, CARL, Table, rename, say, sit};

/// A log in which Anna and Bert talk and play, and Anna leaves and comes back.
fn talked() -> Table {
    let mut table = Table::seated(Settings::default());
    table.must(ANNA, say("my street is Elm 5"));
    table.must(BERT, say("nice"));
    table.must(ANNA, rename("Hanna"));
    table.get_ready();
    table.must(ANNA, room::Command::Resign);
    table.must(ANNA, room::Command::Leave);
    table.must(ANNA, sit("Annabel"));
    table
}

fn redacted(log: &[Logged], hidden: &[Redaction]) -> Vec<Logged> {
    let hidden: Redactions = hidden.iter().copied().collect();
    let mut log = log.to_vec();
    log.iter_mut().for_each(|logged| {
        redact(logged, &hidden);
    });
    log
}

#[test]
fn no_name_or_line_of_a_hidden_member_is_left_in_a_log() {
    let table = talked();
    let log = redacted(&table.log, &[Redaction::Member(ANNA)]);
    let text = serde_json::to_string(&log).unwrap();
    for gone in ["Anna", "Hanna", "Annabel", "Elm"] {
        assert!(!text.contains(gone), "{gone}");
    }
    for left in ["Bert", "nice"] {
        assert!(text.contains(left), "{left}");
    }
}

#[test]
fn a_redacted_log_folds_into_the_same_game_and_is_sound() {
    let table = talked();
    let log = redacted(&table.log, &[Redaction::Member(ANNA), Redaction::Member(BERT)]);
    let code = RoomCode::from_seed(7);
    let (hidden, whole) = (fold(code, &log), fold(code, &table.log));
    assert_eq!((&hidden.game, hidden.series, hidden.due()), (&whole.game, whole.series, whole.due()));
    let report = audit(code, &log).unwrap();
    assert_eq!(report.games.len(), audit(code, &table.log).unwrap().games.len());
    let keys =
        |log: &[Logged]| log.iter().map(|logged| (logged.seq, logged.at, logged.by)).collect::<Vec<_>>();
    assert_eq!(keys(&log), keys(&table.log));
    let is_text = |line: &ChatLine| matches!(line.said, LineContent::Text(_));
    assert!(!report.room.chat.iter().any(is_text), "a line that is hidden shows nothing");
    assert!(report.room.chat.iter().all(|line| ["", REMOVED_NAME].contains(&&*line.name)));
}

#[test]
fn hiding_one_event_hides_that_name_or_line_and_no_other() {
    let table = talked();
    let at = |is: fn(&Event) -> bool| table.log.iter().find(|logged| is(&logged.event)).unwrap().seq;
    let line = at(|event| matches!(event, Event::ChatSent { .. }));
    let name = at(|event| matches!(event, Event::Renamed { .. }));
    let log = redacted(&table.log, &[Redaction::Event(line), Redaction::Event(name)]);
    let text = serde_json::to_string(&log).unwrap();
    assert!(!text.contains("Elm") && !text.contains("Hanna"));
    assert!(text.contains("\"Anna\"") && text.contains("Annabel") && text.contains("nice"));
}

#[test]
fn nobody_can_choose_the_name_or_line_that_stands_for_removed() {
    assert_eq!(clean_name(REMOVED_NAME), None);
    let mut table = talked();
    assert!(table.ask(ANNA, say("")).is_err());
}

#[test]
fn whoever_got_a_seat_from_another_device_has_its_name_as_well() {
    let seated = |seat, member, name: &str| Event::Seated { seat, member, name: name.to_owned() };
    let moved = |member| Event::SeatTransferred { seat: Seat::Top, member };
    let by = Origin { member: CARL, id: 1 };
    let phone = MemberId(0xD);
    let mut log = stamp(
        vec![
            Event::Opened(Settings::default()),
            seated(Seat::Bottom, BERT, "Bert"),
            seated(Seat::Top, ANNA, "Anna"),
            moved(phone),
            moved(CARL),
        ],
        0,
        1,
        None,
    );
    log.extend(stamp(vec![Event::Left(Seat::Top)], 5, 1, Some(by)));
    log.extend(stamp(vec![seated(Seat::Top, MemberId(0xE), "Eve")], 6, 1, None));
    assert_eq!(with_earlier_devices(&log, &[CARL]), [ANNA, CARL, phone]);
    assert_eq!(with_earlier_devices(&log, &[ANNA]), [ANNA], "not those who came later");
    assert_eq!(with_earlier_devices(&log, &[MemberId(0xE)]), [MemberId(0xE)], "a seat that was free");
}
