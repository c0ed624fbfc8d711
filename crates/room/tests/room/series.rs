//! Tests of the rematch: sides swapped, the score of the series, an offer that expires.

use room::{Command, Event, REMATCH_OFFER_MS, Reason, Rejection, Seat, Settings, TimeControl, fold};
use rules::Side;
use rules::mancala::{FirstMove, Variant};

use crate::common::{ANNA, BERT, CARL, Table, mancala, sit, strangers, timed};

const AGAIN: Command = Command::Rematch;

fn after_a_game() -> Table {
    let mut table = Table::playing(Settings::default());
    table.must(BERT, Command::Resign);
    table
}

#[test]
fn a_rematch_starts_with_sides_swapped_once_both_accept() {
    let mut table = after_a_game();
    assert_eq!(table.must(BERT, AGAIN), [Event::RematchOffered(Seat::Top)]);
    assert_eq!(table.refused(BERT, AGAIN), Rejection::AlreadyRequested);
    let started = table.must(ANNA, AGAIN);
    let setup = table.room.settings.game.setup(2).unwrap();
    assert_eq!(started, [Event::started(2, setup, Seat::Top)]);
    assert_eq!((table.room.series.wins, table.room.rematch_offer), ([1, 0], None));
    assert_eq!(table.game().side_of(Seat::Bottom), Side::Second);
    assert_eq!(table.refused(ANNA, AGAIN), Rejection::GameRunning);
    table.sow(BERT, 0);
    table.must(BERT, Command::Resign);
    assert_eq!(table.room.series.wins, [2, 0], "the series counts seats, not sides");
    assert_eq!(table.game().ending.unwrap().winner, Some(Side::Second));
}

#[test]
fn a_series_restarts_with_a_new_opponent() {
    let mut table = after_a_game();
    assert_eq!(table.room.series.wins, [1, 0]);
    table.must(BERT, Command::Leave);
    assert_eq!(table.room.series.wins, [1, 0], "as long as nobody has come in his place");
    table.must(BERT, sit("Bert"));
    assert_eq!(table.room.series.wins, [1, 0], "he has only been away");
    table.must(ANNA, Command::Leave);
    table.must(BERT, Command::Leave);
    table.must(BERT, sit("Bert"));
    table.must(ANNA, sit("Anna"));
    assert_eq!((table.room.seat_of(BERT), table.room.series.wins), (Some(Seat::Top), [1, 0]));
    table.must(BERT, Command::Leave);
    table.must(CARL, sit("Carl"));
    assert_eq!(table.room.series.games(), 0);
}

#[test]
fn both_ready_also_starts_the_next_game() {
    let mut table = after_a_game();
    table.must(ANNA, AGAIN);
    table.must(ANNA, Command::Ready(true));
    table.must(BERT, Command::Ready(true));
    let started = table.wait(3_000);
    assert!(matches!(started[..], [Event::Started { number: 2, first: Seat::Top, .. }]));
    assert_eq!(table.room.rematch_offer, None, "the offer has been met");
}

#[test]
fn accepting_a_rematch_during_the_countdown_starts_one_game_at_once() {
    let mut table = after_a_game();
    table.must(ANNA, Command::Ready(true));
    table.must(BERT, Command::Ready(true));
    table.must(ANNA, AGAIN);
    table.must(BERT, AGAIN);
    assert_eq!((table.game().number, table.room.due()), (2, None));
    assert_eq!(table.wait(3_000), []);
}

#[test]
fn a_rematch_is_refused_before_the_first_game() {
    let mut table = Table::seated(Settings::default());
    assert_eq!(table.refused(ANNA, AGAIN), Rejection::NoGame);
}

#[test]
fn a_rematch_offer_expires_after_20_minutes() {
    let mut table = after_a_game();
    table.wait(REMATCH_OFFER_MS - 1);
    table.must(ANNA, AGAIN);
    table.wait(REMATCH_OFFER_MS - 1);
    assert!(matches!(table.must(BERT, AGAIN)[..], [Event::Started { number: 2, .. }]));

    let mut table = after_a_game();
    table.must(ANNA, AGAIN);
    table.wait(REMATCH_OFFER_MS);
    assert_eq!(table.must(BERT, AGAIN), [Event::RematchOffered(Seat::Top)], "which is no agreement any more");
    table.wait(REMATCH_OFFER_MS);
    assert_eq!(table.must(BERT, AGAIN), [Event::RematchOffered(Seat::Top)], "nor has it been heard twice");
    assert!(matches!(table.must(ANNA, AGAIN)[..], [Event::Started { number: 2, .. }]));
}

#[test]
fn a_rematch_can_be_offered_while_both_seats_are_taken() {
    let mut table = after_a_game();
    table.wait(50 * REMATCH_OFFER_MS);
    assert_eq!(table.must(ANNA, AGAIN), [Event::RematchOffered(Seat::Bottom)]);
    assert!(matches!(table.must(BERT, AGAIN)[..], [Event::Started { number: 2, .. }]));
}

#[test]
fn a_rematch_offer_lapses_when_a_player_leaves_or_settings_change() {
    let mut table = after_a_game();
    table.must(ANNA, AGAIN);
    table.must(BERT, Command::Configure(timed(TimeControl::PerMove { seconds: 60 })));
    assert_eq!(table.room.rematch_offer, None);
    table.must(ANNA, AGAIN);
    table.must(BERT, Command::Leave);
    assert_eq!(table.refused(ANNA, AGAIN), Rejection::NoOpponent);
    table.must(CARL, sit("Carl"));
    assert_eq!(
        table.must(CARL, AGAIN),
        [Event::RematchOffered(Seat::Top)],
        "which is an offer, not agreement"
    );
    table.must(CARL, Command::Leave);
    assert_eq!(table.room.rematch_offer, None);
}

#[test]
fn aborted_games_do_not_count_in_the_series() {
    let mut table = Table::playing(strangers(timed(TimeControl::PerMove { seconds: 60 })));
    table.wait(60_000);
    assert_eq!(table.game().ending.unwrap().reason, Reason::CalledOff);
    assert_eq!(table.room.series.games(), 0);
    table.must(ANNA, AGAIN);
    table.must(BERT, AGAIN);
    table.must(BERT, Command::OfferDraw);
    table.must(ANNA, Command::OfferDraw);
    table.must(BERT, AGAIN);
    table.must(ANNA, AGAIN);
    table.must(ANNA, Command::Resign);
    assert_eq!((table.game().number, table.room.series.games()), (3, 2));
    assert_eq!((table.room.series.wins, table.room.series.draws), ([0, 1], 1));
    assert_eq!(fold(table.room.code, &table.log), table.room);
}

#[test]
fn the_first_move_alternates_if_the_variant_says_so() {
    let mut table =
        Table::playing(mancala(Variant { first_move: FirstMove::Alternate, ..Variant::default() }));
    let starts = |table: &Table| {
        let starts = table.game().setup.start().to_move();
        (starts, table.game().seat_of(starts))
    };
    assert_eq!(starts(&table), (Side::First, Seat::Bottom));
    table.must(ANNA, Command::Resign);
    table.must(ANNA, AGAIN);
    table.must(BERT, AGAIN);
    assert_eq!(starts(&table), (Side::Second, Seat::Bottom), "South's seat and the first move both change");
}

#[test]
fn a_full_log_lets_the_game_end_and_starts_no_other() {
    let mut table = Table::playing(Settings::default());
    for n in 0.. {
        if table.room.seq >= 4_000 {
            break;
        }
        table.must(ANNA, Command::Rename { name: format!("Anna {n}") });
    }
    assert_eq!(table.refused(ANNA, Command::Rename { name: "Annette".into() }), Rejection::RoomFull);
    assert_eq!(table.refused(BERT, Command::RequestUndo), Rejection::RoomFull);
    table.sow(ANNA, 0);
    table.must(BERT, Command::OfferDraw);
    table.must(BERT, Command::Resign);
    for command in [AGAIN, Command::Ready(true), Command::SendChat("More!".into())] {
        assert_eq!(table.refused(ANNA, command), Rejection::RoomFull);
    }
    table.must(ANNA, Command::Leave);
    assert_eq!(table.refused(ANNA, sit("Anna")), Rejection::RoomFull, "or the log would never end");
    assert_eq!(fold(table.room.code, &table.log), table.room);
}
