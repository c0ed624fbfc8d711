//! Tests of the system lines in the chat: what happened in a room can be read later.

use room::{Command, Event, LineContent, Settings, SystemLine, TimeControl, TimeOut};

use crate::common::{ANNA, BERT, Table, mapello, on_one_device, timed};

fn room_events(table: &Table) -> Vec<(SystemLine, &str)> {
    let notices = table.room.chat.iter().filter_map(|line| match line.said {
        LineContent::Happened(what) => Some((what, &*line.name)),
        _ => None,
    });
    notices.collect()
}

#[test]
fn room_events_are_listed_between_chat_lines() {
    let mut table = Table::seated(Settings::default());
    for clock in [TimeControl::PerMove { seconds: 60 }, TimeControl::PerMove { seconds: 30 }] {
        table.must(BERT, Command::Configure(timed(clock)));
    }
    table.must(ANNA, Command::Close(true));
    table.get_ready();
    table.sow(ANNA, 0);
    table.sow(BERT, 0);
    for answer in [false, true] {
        table.wait(10_000);
        table.must(ANNA, Command::RequestUndo);
        table.must(BERT, Command::AnswerUndo(answer));
    }
    table.must(ANNA, Command::OfferDraw);
    table.must(BERT, Command::AnswerDraw(false));
    for _ in 0..3 {
        table.now += 2_000;
        table.must(BERT, Command::GiveTime);
    }
    table.commit(vec![Event::Interrupted { from: table.now, until: table.now }], None);
    table.must(ANNA, Command::Resign);
    table.must(BERT, Command::Leave);
    let per_move = |seconds| timed(TimeControl::PerMove { seconds });
    let expected = [
        (SystemLine::Came, "Anna"),
        (SystemLine::Came, "Bert"),
        (SystemLine::Configured { from: Settings::default(), to: per_move(30), unready: false }, "Bert"),
        (SystemLine::Closed(true), ""),
        (SystemLine::Started(1), ""),
        (SystemLine::UndoRequested, "Anna"),
        (SystemLine::UndoDeclined, "Bert"),
        (SystemLine::UndoRequested, "Anna"),
        (SystemLine::TakenBack, ""),
        (SystemLine::DrawOffered, "Anna"),
        (SystemLine::DrawDeclined, "Bert"),
        (SystemLine::TimeGiven(3), "Bert"),
        (SystemLine::Interrupted, ""),
        (SystemLine::Resigned, "Anna"),
        (SystemLine::Left, "Bert"),
    ];
    assert_eq!(room_events(&table), expected);
    assert!(table.room.chat.iter().all(|line| !line.draws_attention()));
}

#[test]
fn a_change_of_settings_says_that_somebody_was_ready() {
    let mut table = Table::seated(Settings::default());
    table.must(ANNA, Command::Ready(true));
    for seconds in [60, 30] {
        table.must(BERT, Command::Configure(timed(TimeControl::PerMove { seconds })));
    }
    let (what, name) = room_events(&table).pop().unwrap();
    assert!(matches!(what, SystemLine::Configured { unready: true, .. }), "{what:?} by {name}");
}

#[test]
fn changes_before_and_after_somebody_was_ready_are_two_lines() {
    let mut table = Table::seated(Settings::default());
    let per_move = |seconds| timed(TimeControl::PerMove { seconds });
    table.must(BERT, Command::Configure(per_move(60)));
    table.must(ANNA, Command::Ready(true));
    table.must(BERT, Command::Configure(per_move(30)));
    table.must(BERT, Command::Configure(per_move(20)));
    let changes: Vec<_> = room_events(&table)
        .into_iter()
        .filter_map(|(what, _)| match what {
            SystemLine::Configured { from, to, unready } => Some((from.clock, to.clock, unready)),
            _ => None,
        })
        .collect();
    let clock = |seconds| TimeControl::PerMove { seconds };
    assert_eq!(changes, [(TimeControl::None, clock(60), false), (clock(60), clock(20), true)]);
}

#[test]
fn adjourning_and_resuming_can_be_read_later() {
    let mut table = Table::playing(Settings::default());
    table.must(ANNA, Command::Adjourn);
    table.must(BERT, Command::AnswerAdjourn(false));
    table.must(ANNA, Command::Adjourn);
    table.must(BERT, Command::AnswerAdjourn(true));
    table.must(BERT, Command::Resume);
    let expected = [
        (SystemLine::AdjournRequested, "Anna"),
        (SystemLine::AdjournDeclined, "Bert"),
        (SystemLine::AdjournRequested, "Anna"),
        (SystemLine::Adjourned, ""),
        (SystemLine::Resumed, "Bert"),
    ];
    assert!(room_events(&table).ends_with(&expected));
}

#[test]
fn every_game_end_notice_names_the_right_player() {
    let timed = |timeout| Settings {
        clock: TimeControl::PerMove { seconds: 5 },
        timeout,
        company: room::Company::Strangers,
        ..mapello(room::BoardChoice::Default)
    };
    let last_notice =
        |table: &Table| room_events(table).last().map(|(what, name)| (*what, (*name).to_owned()));
    let out = |timeout, moves: usize| {
        let mut table = Table::playing(timed(timeout));
        (0..moves).for_each(|_| drop(table.play_on()));
        table.wait(60_000);
        last_notice(&table)
    };
    assert_eq!(out(TimeOut::Loses, 0), Some((SystemLine::CalledOff, String::new())));
    assert_eq!(out(TimeOut::Loses, 3), Some((SystemLine::OutOfTime, "Bert".to_owned())));
    let (what, _) = out(TimeOut::Score, 3).unwrap();
    assert!(matches!(what, SystemLine::Won | SystemLine::Drawn), "the points decide");
    let mut table = Table::playing(Settings::default());
    table.must(ANNA, Command::OfferDraw);
    table.must(BERT, Command::OfferDraw);
    assert_eq!(last_notice(&table), Some((SystemLine::Drawn, String::new())));
    let mut table = Table::playing(on_one_device());
    table.sow(ANNA, 2);
    table.must(ANNA, Command::RequestUndo);
    assert_eq!(last_notice(&table), Some((SystemLine::TakenBack, String::new())));
}

#[test]
fn a_question_that_the_next_move_leaves_open_is_told_as_lapsed() {
    let mut table = Table::playing(Settings::default());
    table.sow(ANNA, 0);
    table.sow(BERT, 0);
    table.sow(ANNA, 5);
    // The draw stays offered over the offerer's own move; the takeback request is about a move that is no longer the last.
    table.must(BERT, Command::OfferDraw);
    table.must(ANNA, Command::RequestUndo);
    table.sow(BERT, 1);
    assert_eq!(room_events(&table).pop(), Some((SystemLine::Lapsed, "Anna")));
    table.sow(ANNA, 2);
    assert_eq!(room_events(&table).pop(), Some((SystemLine::Lapsed, "Bert")));
    let before = room_events(&table).len();
    table.sow(BERT, 2);
    assert_eq!(room_events(&table).len(), before, "nothing was open");
}
