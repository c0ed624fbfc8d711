//! Tests of the takeback (undo): by consent against a person, at once on one device.

use room::{Command, Event, Rejection, Seat, Settings};
use rules::Side;

use crate::common::{ANNA, BERT, Table, on_one_device};

const ASK: Command = Command::RequestUndo;
const GIVE: Command = Command::AnswerUndo(true);
const KEEP: Command = Command::AnswerUndo(false);

#[test]
fn a_takeback_undoes_a_turn_with_its_extra_sowings() {
    let mut table = Table::playing(Settings::default());
    table.sow(ANNA, 0);
    table.sow(BERT, 0);
    let before = table.game().clone();
    table.sow(ANNA, 1);
    assert_eq!(table.game().position.to_move(), Side::First, "B of five stones ends in the store");
    table.sow(ANNA, 3);
    assert_eq!(table.must(ANNA, ASK), [Event::UndoRequested(Seat::Bottom)]);
    assert_eq!(table.must(BERT, GIVE), [Event::Undone(2)]);
    assert_eq!((&table.game().position, &table.game().moves), (&before.position, &before.moves));
    assert_eq!(table.game().undo_request, None);
}

#[test]
fn a_takeback_also_works_after_the_opponents_move() {
    let mut table = Table::playing(Settings::default());
    table.sow(ANNA, 2);
    table.sow(ANNA, 5);
    table.sow(BERT, 0);
    table.must(ANNA, ASK);
    assert_eq!(table.must(BERT, GIVE), [Event::Undone(0)]);
    assert_eq!(table.game().position, table.game().setup.start());
    table.sow(ANNA, 0);
}

#[test]
fn a_takeback_undoes_an_unfinished_turn() {
    let mut table = Table::playing(Settings::default());
    table.sow(ANNA, 0);
    table.sow(BERT, 0);
    table.sow(ANNA, 1);
    table.must(ANNA, ASK);
    assert_eq!(table.must(BERT, GIVE), [Event::Undone(2)]);
    assert_eq!(table.game().position.to_move(), Side::First);
}

#[test]
fn a_takeback_request_needs_a_move_of_ones_own() {
    let mut table = Table::playing(Settings::default());
    assert_eq!(table.refused(ANNA, ASK), Rejection::NothingToUndo);
    table.sow(ANNA, 0);
    assert_eq!(table.refused(BERT, ASK), Rejection::NothingToUndo);
    table.must(ANNA, ASK);
    assert_eq!(table.refused(ANNA, ASK), Rejection::AlreadyRequested);
    assert_eq!(table.refused(ANNA, GIVE), Rejection::NothingRequested, "nobody answers himself");
    table.must(BERT, GIVE);
    assert_eq!(table.refused(ANNA, ASK), Rejection::NothingToUndo);
    assert_eq!(table.refused(BERT, GIVE), Rejection::NothingRequested, "answered already");
}

#[test]
fn a_move_ends_an_open_takeback_request() {
    let mut table = Table::playing(Settings::default());
    table.sow(ANNA, 0);
    table.must(ANNA, ASK);
    table.sow(BERT, 0);
    assert_eq!(table.refused(BERT, GIVE), Rejection::NothingRequested);
    assert_eq!(table.must(ANNA, ASK).len(), 1, "which was no refusal");
    table.sow(ANNA, 3);
    assert_eq!(
        table.refused(BERT, GIVE),
        Rejection::NothingRequested,
        "nor does a request outlive one's own move"
    );
}

#[test]
fn crossing_takeback_requests_grant_the_first() {
    let mut table = Table::playing(Settings::default());
    table.sow(ANNA, 0);
    table.sow(BERT, 0);
    table.must(BERT, ASK);
    assert_eq!(table.must(ANNA, ASK), [Event::Undone(1)], "Bert's last turn goes, Anna's stays");
}

#[test]
fn after_n_refusals_the_next_takeback_waits_10_n_squared_seconds() {
    let mut table = Table::playing(Settings::default());
    table.sow(ANNA, 0);
    for wait in [10_000, 40_000, 90_000, 160_000] {
        table.must(ANNA, ASK);
        assert_eq!(table.must(BERT, KEEP), [Event::UndoDeclined(Seat::Top)]);
        assert_eq!(table.refused(ANNA, ASK), Rejection::Wait(wait));
        table.wait(wait - 1);
        assert_eq!(table.refused(ANNA, ASK), Rejection::Wait(1));
        table.wait(1);
    }
    table.sow(BERT, 0);
    assert_eq!(table.must(BERT, ASK).len(), 1, "the other's refusals are not his");
}

#[test]
fn on_one_device_a_takeback_needs_no_consent() {
    let mut table = Table::playing(on_one_device());
    assert_eq!(table.refused(ANNA, ASK), Rejection::NothingToUndo);
    table.sow(ANNA, 2);
    table.sow(ANNA, 5);
    table.sow(BERT, 0);
    assert_eq!(table.must(ANNA, ASK), [Event::Undone(2)], "whoever presses the button");
    assert_eq!(table.must(BERT, ASK), [Event::Undone(0)]);
    assert_eq!(table.refused(BERT, ASK), Rejection::NothingToUndo);
}

#[test]
fn a_takeback_clears_open_offers() {
    let mut table = Table::playing(Settings::default());
    table.sow(ANNA, 0);
    table.must(BERT, Command::OfferDraw);
    table.must(ANNA, ASK);
    table.must(BERT, GIVE);
    assert_eq!((table.game().draw_offer, table.game().undo_request), (None, None));
    assert_eq!(table.refused(ANNA, Command::AnswerDraw(true)), Rejection::NothingRequested);
}
