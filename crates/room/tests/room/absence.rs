//! Tests of presence and abandonment: when a game may be claimed from an absent opponent and by whom,
//! adjournment, and seats that move to another device.

use room::message::Presence;
use room::{
    Command, Company, Event, Gone, Millis, Patience, Reason, Rejection, Seat, Settings, TimeControl,
    claim_at, fold, transfer_seat,
};
use rules::Side;

use crate::common::{ANNA, BERT, BLITZ, CARL, Table, opened, say, strangers, timed};

const RAPID: TimeControl = TimeControl::Increment { base: 600, increment: 5 };
const CLASSICAL: TimeControl = TimeControl::Increment { base: 1_500, increment: 0 };
const DAYS: TimeControl = TimeControl::DaysPerMove { days: 3 };
const SECOND: Millis = 1_000;

/// When Anna may claim the game, if Bert has been gone since then.
fn claim(table: &Table, since: Millis, left: bool) -> Option<Millis> {
    claim_at(&table.room, Seat::Top, since, left, Patience::default())
}

/// The presence when Bert has been gone since then, as the server that runs the room knows it.
fn without_bert(table: &Table, since: Millis, left: bool) -> Presence {
    let gone = Gone { since, left, claim: claim(table, since, left) };
    Presence { seats: [true, false], gone: [None, Some(gone)], ..Presence::default() }
}

#[test]
fn a_win_can_be_claimed_from_the_exact_millisecond_on() {
    for (clock, left, wait) in [
        (BLITZ, false, 40 * SECOND),
        (BLITZ, true, 20 * SECOND),
        (RAPID, false, 40 * SECOND),
        (CLASSICAL, false, 80 * SECOND),
        (CLASSICAL, true, 20 * SECOND),
        (TimeControl::PerMove { seconds: 37 }, false, 40 * SECOND),
        (TimeControl::PerMove { seconds: 60 }, false, 80 * SECOND),
        (TimeControl::None, false, 300 * SECOND),
        (TimeControl::None, true, 300 * SECOND),
    ] {
        let mut table = opened(clock);
        let since = table.now;
        assert_eq!(claim(&table, since, left), Some(since + wait), "{clock:?} {left}");
        let here = without_bert(&table, since, left);
        for (win, command) in [(true, Command::ClaimWin), (false, Command::ClaimDraw)] {
            table.now = since + wait - 1;
            assert_eq!(table.ask_among(ANNA, &command, &here), Err(Rejection::Wait(1)), "{clock:?}");
            table.now = since + wait;
            let mut table = Table::resumed(table.room.clone(), table.now);
            let winner = win.then_some(Side::First);
            let ended = [Event::Ended { winner, reason: Reason::Abandoned }];
            assert_eq!(table.ask_among(ANNA, &command, &here).unwrap(), ended);
            assert_eq!(table.room.series.games(), 1, "it counts");
            assert_eq!(table.room.series.points, [0, 0], "the score decided nothing");
            assert_eq!(table.ask_among(ANNA, &command, &here), Err(Rejection::NoGame), "once");
        }
    }
}

#[test]
fn the_claim_delay_setting_scales_the_delays_of_all_games() {
    let patience = Patience { timed: 2 * SECOND, untimed: 7 * SECOND };
    for (clock, left, wait) in
        [(BLITZ, false, 2), (BLITZ, true, 2), (CLASSICAL, false, 4), (TimeControl::None, false, 7)]
    {
        let table = opened(clock);
        let at = claim_at(&table.room, Seat::Top, table.now, left, patience);
        assert_eq!(at, Some(table.now + wait * SECOND), "{clock:?}");
    }
    let endless = Patience { timed: Millis::MAX, untimed: Millis::MAX };
    for clock in [BLITZ, CLASSICAL, TimeControl::None] {
        let table = opened(clock);
        assert_eq!(claim_at(&table.room, Seat::Top, table.now, false, endless), Some(Millis::MAX));
    }
}

#[test]
fn a_claim_is_refused_while_the_opponent_is_present() {
    let mut table = opened(BLITZ);
    let since = table.now;
    let gone = without_bert(&table, since, true);
    table.now += 60 * SECOND;
    for command in [Command::ClaimWin, Command::ClaimDraw] {
        assert_eq!(
            table.refused(ANNA, command.clone()),
            Rejection::OpponentPresent,
            "nobody says that he is gone"
        );
        let back = Presence { seats: [true; 2], ..Presence::default() };
        assert_eq!(table.ask_among(ANNA, &command, &back), Err(Rejection::OpponentPresent));
        assert_eq!(
            table.ask_among(BERT, &command, &gone),
            Err(Rejection::OpponentPresent),
            "not by who is gone"
        );
        assert_eq!(table.ask_among(CARL, &command, &gone), Err(Rejection::NotSeated), "not by who watches");
    }
    assert!(table.room.running().is_some());
}

#[test]
fn no_claim_between_games_in_correspondence_or_in_a_free_first_turn() {
    let mut table = Table::seated(strangers(timed(BLITZ)));
    assert_eq!(claim(&table, table.now, true), None, "no game yet");
    table.get_ready();
    assert_eq!(claim(&table, table.now, true), None, "it would be called off");
    table.sow(ANNA, 0);
    assert_eq!(claim(&table, table.now, true), None, "Bert's first turn is free, too");
    let anna_is_gone = claim_at(&table.room, Seat::Bottom, table.now, true, Patience::default());
    assert_eq!(anna_is_gone, None, "nor is a win claimed in one's own");
    table.sow(BERT, 0);
    assert_eq!(claim(&table, table.now, true), Some(table.now + 20 * SECOND));
    table.must(BERT, Command::Resign);
    assert_eq!(claim(&table, table.now, true), None, "over");
    assert_eq!(claim(&opened(DAYS), 0, true), None);
}

#[test]
fn a_friend_who_never_makes_the_first_turn_can_be_claimed_from() {
    let mut table = Table::playing(timed(BLITZ));
    assert_eq!(claim(&table, table.now, true), Some(table.now + 300 * SECOND));
    table.sow(ANNA, 0);
    assert_eq!(claim(&table, table.now, false), Some(table.now + 300 * SECOND));
}

#[test]
fn an_absence_from_before_the_game_counts_from_its_start() {
    let table = Table::playing(Settings::default());
    assert_eq!(claim(&table, 0, false), Some(table.now + 300 * SECOND));
}

#[test]
fn a_claimed_game_replays_to_the_same_room() {
    for command in [Command::ClaimWin, Command::ClaimDraw] {
        let mut table = opened(BLITZ);
        let here = without_bert(&table, table.now, true);
        table.now += 20 * SECOND;
        table.ask_among(ANNA, &command, &here).unwrap();
        let log = serde_json::to_string(&table.log).unwrap();
        let again = fold(table.room.code, &serde_json::from_str::<Vec<_>>(&log).unwrap());
        assert_eq!(again, table.room);
        let ended = room::EndedGame::of(&again).unwrap().game;
        assert_eq!(ended.reason, Reason::Abandoned);
        assert_eq!(ended.room().game.unwrap().ending.unwrap().winner, ended.winner);
    }
}

#[test]
fn a_full_log_still_accepts_a_claim() {
    let mut table = opened(BLITZ);
    table.room.seq = 4_000;
    let here = without_bert(&table, table.now, true);
    table.now += 20 * SECOND;
    assert_eq!(table.refused(ANNA, Command::SendChat("Hello".into())), Rejection::RoomFull);
    assert_eq!(table.ask_among(ANNA, &Command::ClaimDraw, &here).unwrap().len(), 1);
}

#[test]
fn both_players_adjourn_and_no_claim_is_possible_until_play_resumes() {
    for takes_up in [true, false] {
        let mut table = Table::playing(Settings::default());
        assert_eq!(table.must(ANNA, Command::Adjourn), [Event::AdjournRequested(Seat::Bottom)]);
        assert_eq!(table.refused(ANNA, Command::Adjourn), Rejection::AlreadyRequested);
        assert_eq!(table.refused(ANNA, Command::AnswerAdjourn(true)), Rejection::NothingRequested);
        assert_eq!(table.must(BERT, Command::AnswerAdjourn(false)), [Event::AdjournDeclined(Seat::Top)]);
        table.must(BERT, Command::Adjourn);
        assert_eq!(table.must(ANNA, Command::Adjourn), [Event::Adjourned(Seat::Top)], "both want it");
        assert_eq!(table.game().put_away, Some(Seat::Top));
        assert_eq!(table.must(ANNA, Command::Adjourn), [], "it is so already");
        assert_eq!(claim(&table, 0, true), None);
        table.now += 24 * 3_600 * SECOND;
        if takes_up {
            assert_eq!(table.must(BERT, Command::Resume), [Event::Resumed(Seat::Top)]);
        } else {
            table.sow(ANNA, 0);
        }
        let goes_on = table.now;
        assert_eq!(table.game().put_away, None);
        assert_eq!(table.must(ANNA, Command::Resume), []);
        if !takes_up {
            // Anna has resumed alone: Bert, who may stay away for as long as he likes, is not absent before
            // he has come back.
            assert_eq!(claim(&table, 0, true), None);
            table.must(BERT, say("Here I am"));
        }
        assert_eq!(
            claim(&table, 0, true),
            Some(goes_on + 300 * SECOND),
            "since then, and not since yesterday"
        );
        let again = fold(table.room.code, &table.log);
        assert_eq!((again.fingerprint(), again), (table.room.fingerprint(), table.room));
    }
}

#[test]
fn adjourning_needs_consent_until_the_game_could_be_claimed() {
    let mut table = Table::playing(Settings::default());
    let here = without_bert(&table, table.now, false);
    table.now += 300 * SECOND - 1;
    assert_eq!(
        table.ask_among(ANNA, &Command::Adjourn, &here).unwrap(),
        [Event::AdjournRequested(Seat::Bottom)]
    );
    assert_eq!(table.ask_among(ANNA, &Command::Adjourn, &here), Err(Rejection::AlreadyRequested));
    table.now += 1;
    assert_eq!(table.ask_among(ANNA, &Command::Adjourn, &here).unwrap(), [Event::Adjourned(Seat::Bottom)]);
    assert_eq!((table.game().put_away, table.game().put_away_asked), (Some(Seat::Bottom), None));
}

#[test]
fn only_a_running_game_without_a_clock_can_be_adjourned() {
    for clock in [BLITZ, DAYS] {
        let mut table = opened(clock);
        let here = without_bert(&table, table.now, true);
        table.now += 20 * SECOND;
        assert_eq!(table.ask_among(ANNA, &Command::Adjourn, &here), Err(Rejection::HasClock));
    }
    let mut table = Table::seated(Settings::default());
    for command in [Command::Adjourn, Command::AnswerAdjourn(true), Command::Resume] {
        assert_eq!(table.refused(ANNA, command.clone()), Rejection::NoGame);
        assert_eq!(table.refused(CARL, command), Rejection::NotSeated);
    }
}

#[test]
fn a_move_declines_the_request_to_adjourn() {
    let mut table = Table::playing(Settings::default());
    table.must(BERT, Command::Adjourn);
    table.sow(ANNA, 0);
    assert_eq!(table.game().put_away_asked, None);
    assert_eq!(table.refused(ANNA, Command::AnswerAdjourn(true)), Rejection::NothingRequested);
}

#[test]
fn a_seat_transfer_takes_everything_of_the_seat_along() {
    let mut table = opened(BLITZ);
    table.must(ANNA, Command::OfferDraw);
    let left = table.left(Seat::Bottom);
    let event = transfer_seat(&table.room, ANNA, CARL).unwrap();
    assert_eq!(event, Event::SeatTransferred { seat: Seat::Bottom, member: CARL });
    table.commit(vec![event], None);
    assert_eq!((table.room.seat_of(CARL), table.room.seat_of(ANNA)), (Some(Seat::Bottom), None));
    assert_eq!(table.room.occupant(Seat::Bottom).unwrap().name, "Anna");
    assert_eq!((table.left(Seat::Bottom), table.game().draw_offer), (left, Some(Seat::Bottom)));
    assert_eq!(table.refused(ANNA, Command::Resign), Rejection::NotSeated);
    table.sow(CARL, 1);
    assert_eq!(transfer_seat(&table.room, ANNA, CARL), None, "once");
    assert_eq!(transfer_seat(&table.room, CARL, BERT), None, "nobody plays against himself");
    assert_eq!(transfer_seat(&table.room, CARL, CARL), None);
    let again = fold(table.room.code, &table.log);
    assert_eq!(again, table.room);
}

#[test]
fn no_seat_transfer_between_strangers_or_with_a_full_log() {
    let mut table = Table::seated(Settings { company: Company::Strangers, ..Settings::default() });
    assert!(transfer_seat(&table.room, ANNA, CARL).is_some());
    table.get_ready();
    assert_eq!(transfer_seat(&table.room, ANNA, CARL), None, "somebody else would lose in Anna's place");
    table.must(ANNA, Command::Resign);
    assert!(transfer_seat(&table.room, ANNA, CARL).is_some());
    let mut full = opened(BLITZ).room;
    full.seq = 4_000;
    assert_eq!(transfer_seat(&full, ANNA, CARL), None);
}
