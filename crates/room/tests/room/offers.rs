//! Tests of the draw offer: made, refused, accepted, crossed, and limited in frequency.

use room::{Command, Event, Reason, Rejection, Seat, Settings};

use crate::common::{ANNA, BERT, Table};

const OFFER: Command = Command::OfferDraw;
const AGREED: Event = Event::Ended { winner: None, reason: Reason::Agreed };

#[test]
fn an_agreed_draw_ends_the_game_and_counts() {
    let mut table = Table::playing(Settings::default());
    assert_eq!(table.must(ANNA, OFFER), [Event::DrawOffered(Seat::Bottom)]);
    assert_eq!(table.game().draw_offer, Some(Seat::Bottom));
    assert_eq!(table.must(BERT, Command::AnswerDraw(true)), [AGREED]);
    assert_eq!((table.room.series.draws, table.room.series.games()), (1, 1));
    assert_eq!(table.game().draw_offer, None);
}

#[test]
fn a_declined_draw_lets_the_game_go_on() {
    let mut table = Table::playing(Settings::default());
    table.must(ANNA, OFFER);
    assert_eq!(table.must(BERT, Command::AnswerDraw(false)), [Event::DrawDeclined(Seat::Top)]);
    assert_eq!(table.refused(BERT, Command::AnswerDraw(true)), Rejection::NothingRequested);
    table.sow(ANNA, 0);
}

#[test]
fn crossing_draw_offers_are_an_agreement() {
    let mut table = Table::playing(Settings::default());
    table.must(BERT, OFFER);
    assert_eq!(table.must(ANNA, OFFER), [AGREED]);
}

#[test]
fn a_player_cannot_answer_or_repeat_their_own_offer() {
    let mut table = Table::playing(Settings::default());
    table.must(ANNA, OFFER);
    for agree in [true, false] {
        assert_eq!(table.refused(ANNA, Command::AnswerDraw(agree)), Rejection::NothingRequested);
    }
    assert_eq!(table.refused(ANNA, OFFER), Rejection::AlreadyRequested);
}

#[test]
fn a_draw_offer_lapses_with_the_opponents_move_not_the_own() {
    let mut table = Table::playing(Settings::default());
    table.must(ANNA, OFFER);
    table.sow(ANNA, 0);
    assert_eq!(table.game().draw_offer, Some(Seat::Bottom));
    table.sow(BERT, 0);
    assert_eq!(table.game().draw_offer, None);
    assert_eq!(table.refused(BERT, Command::AnswerDraw(true)), Rejection::NothingRequested);
}

#[test]
fn a_player_must_wait_six_moves_before_the_next_draw_offer() {
    let mut table = Table::playing(Settings::default());
    table.must(ANNA, OFFER);
    table.must(BERT, Command::AnswerDraw(false));
    while table.game().ply() < 6 {
        let left = 6 - table.game().ply();
        assert_eq!(table.refused(ANNA, OFFER), Rejection::DrawAfter(left));
        let game = table.game();
        let member = if game.seat_of(game.position.to_move()) == Seat::Bottom { ANNA } else { BERT };
        let command = table.playing_move(game.position.legal_moves()[0]);
        table.must(member, command);
    }
    assert_eq!(table.must(ANNA, OFFER).len(), 1);
}

#[test]
fn a_player_may_offer_a_draw_right_after_declining_one() {
    let mut table = Table::playing(Settings::default());
    table.must(ANNA, OFFER);
    table.must(BERT, Command::AnswerDraw(false));
    assert_eq!(table.must(BERT, OFFER), [Event::DrawOffered(Seat::Top)]);
}

#[test]
fn a_draw_offer_and_a_takeback_request_can_be_open_together() {
    let mut table = Table::playing(Settings::default());
    table.sow(ANNA, 0);
    table.must(ANNA, Command::RequestUndo);
    table.must(ANNA, OFFER);
    assert_eq!(table.must(BERT, Command::AnswerUndo(false)), [Event::UndoDeclined(Seat::Top)]);
    assert_eq!(table.must(BERT, Command::AnswerDraw(true)), [AGREED]);
}

#[test]
fn a_takeback_allows_a_new_draw_offer() {
    let mut table = Table::playing(Settings::default());
    table.sow(ANNA, 0);
    table.must(ANNA, OFFER);
    table.must(BERT, Command::AnswerDraw(false));
    assert_eq!(table.refused(ANNA, OFFER), Rejection::DrawAfter(6));
    table.must(ANNA, Command::RequestUndo);
    table.must(BERT, Command::AnswerUndo(true));
    assert_eq!(table.must(ANNA, OFFER).len(), 1);
}
