//! Tests of berserk: half of the own time given away before the first move, in rooms that allow it.

use room::{
    Command, Company, Event, GIVEN_MS, LineContent, MatchLength, Reason, Rejection, Seat, Settings, Speed,
    SystemLine, TimeControl, fold,
};
use rules::Game;

use crate::common::{ANNA, BERT, BLITZ, CARL, Table, of_two, strangers, tiny};

/// A room of an arena, as [`BLITZ`] has it.
fn berserk(settings: Settings) -> Settings {
    strangers(Settings { clock: BLITZ, berserk: true, ..settings })
}

fn kalah() -> Table {
    Table::playing(berserk(Settings::default()))
}

fn times(table: &Table) -> [i64; 2] {
    Seat::BOTH.map(|seat| table.left(seat))
}

#[test]
fn berserk_halves_the_own_time_and_takes_the_increments() {
    for game in Game::ALL {
        let mut table = Table::playing(berserk(Settings::for_game(game)));
        table.wait(5_000);
        assert_eq!(table.must(ANNA, Command::GoBerserk), [Event::WentBerserk(Seat::Bottom)]);
        assert_eq!((times(&table), table.game().berserk), ([90_000, 180_000], [true, false]));
        // The first turn stays free, and is not late earlier or later than it was.
        assert_eq!(table.room.due(), Some(table.now + 25_000));
        while table.game().moves_by_side().contains(&0) {
            table.play_on();
        }
        assert_eq!(times(&table), [90_000, 182_000], "only the other one gets increments, {game:?}");
        let before = table.game().moves.len();
        while table.game().moves.len() < before + 4 {
            table.play_on();
        }
        assert!(times(&table)[0] <= 90_000 && times(&table)[1] > 182_000);
    }
}

#[test]
fn whoever_waits_for_the_first_move_of_the_other_may_go_berserk_too() {
    let mut table = kalah();
    table.must(BERT, Command::GoBerserk);
    table.sow(ANNA, 0);
    assert_eq!(times(&table), [182_000, 90_000]);
    let mut table = kalah();
    table.sow(ANNA, 0);
    table.must(BERT, Command::GoBerserk);
    assert_eq!((times(&table), table.game().berserk), ([182_000, 90_000], [false, true]));
}

#[test]
fn nobody_goes_berserk_twice_or_after_the_own_first_move() {
    let mut table = kalah();
    table.must(ANNA, Command::GoBerserk);
    assert_eq!(table.refused(ANNA, Command::GoBerserk), Rejection::AlreadyBerserk);
    table.sow(ANNA, 0);
    assert_eq!(table.refused(ANNA, Command::GoBerserk), Rejection::AlreadyBerserk);
    table.sow(BERT, 0);
    assert_eq!(table.refused(BERT, Command::GoBerserk), Rejection::BerserkTooLate);
    assert_eq!(times(&table)[0], 90_000, "once is once");

    // The first sowing of a turn that goes on is a move.
    let mut table = kalah();
    table.sow(ANNA, 2);
    assert_eq!(table.room.seat_of(ANNA), Some(table.game().seat_of(table.game().position.to_move())));
    assert_eq!(table.refused(ANNA, Command::GoBerserk), Rejection::BerserkTooLate);
}

#[test]
fn only_players_of_a_room_that_allows_it_go_berserk() {
    assert_eq!(kalah().refused(CARL, Command::GoBerserk), Rejection::NotSeated);
    let ordinary = strangers(Settings { clock: BLITZ, ..Settings::default() });
    assert_eq!(Table::playing(ordinary).refused(ANNA, Command::GoBerserk), Rejection::NoBerserk);
    for clock in
        [TimeControl::None, TimeControl::PerMove { seconds: 60 }, TimeControl::DaysPerMove { days: 1 }]
    {
        let settings = Settings { clock, ..berserk(Settings::default()) };
        assert_eq!(Table::playing(settings).refused(ANNA, Command::GoBerserk), Rejection::NoBerserk);
    }
    let mut waiting = Table::seated(berserk(Settings::default()));
    assert_eq!(waiting.refused(ANNA, Command::GoBerserk), Rejection::NoGame);
    let mut over = kalah();
    over.must(BERT, Command::Resign);
    assert_eq!(over.refused(ANNA, Command::GoBerserk), Rejection::NoGame);
}

#[test]
fn players_can_neither_allow_berserk_nor_forbid_it() {
    for allowed in [false, true] {
        let settings = Settings { berserk: allowed, ..berserk(Settings::default()) };
        let mut table = Table::seated(settings);
        let other = Command::Configure(Settings { berserk: !allowed, ..settings });
        assert_eq!(table.refused(ANNA, other), Rejection::BadSettings);
    }
}

#[test]
fn a_takeback_neither_undoes_berserk_nor_allows_it_again() {
    let mut table = kalah();
    table.must(ANNA, Command::GoBerserk);
    table.sow(ANNA, 0);
    table.sow(BERT, 0);
    table.must(BERT, Command::RequestUndo);
    table.must(ANNA, Command::AnswerUndo(true));
    table.must(ANNA, Command::RequestUndo);
    table.must(BERT, Command::AnswerUndo(true));
    assert_eq!((table.game().ply(), table.game().berserk), (0, [true, false]));
    assert_eq!(times(&table), [90_000, 180_000]);
    assert_eq!(table.refused(ANNA, Command::GoBerserk), Rejection::AlreadyBerserk);
    // Bert has seen an answer to his first move already.
    assert_eq!(table.refused(BERT, Command::GoBerserk), Rejection::BerserkTooLate);
}

#[test]
fn berserk_holds_for_both_games_of_a_match() {
    let mut table = Table::playing(berserk(of_two(tiny())));
    table.must(BERT, Command::GoBerserk);
    table.play_to_the_end();
    assert!(table.room.is_match_break());
    assert_eq!(table.refused(ANNA, Command::GoBerserk), Rejection::NoGame);
    table.wait(room::MATCH_BREAK_MS);
    let game = table.game();
    assert_eq!((game.number, game.first, game.berserk), (2, Seat::Top, [false, true]));
    assert_eq!(times(&table), [180_000, 90_000], "at the seat, although the sides are swapped");
    assert_eq!(table.refused(BERT, Command::GoBerserk), Rejection::AlreadyBerserk);
    assert_eq!(table.refused(ANNA, Command::GoBerserk), Rejection::NoBerserk, "it was for the first game");
    table.play_on();
    table.play_on();
    assert!(times(&table)[1] <= 90_000, "no increment in the second game either");
    assert_eq!(fold(table.room.code, &table.log), table.room);
}

#[test]
fn a_rematch_is_played_with_the_whole_time_and_without_berserk() {
    for match_length in [MatchLength::One, MatchLength::Two] {
        let mut table = Table::playing(Settings { match_length, ..berserk(tiny()) });
        table.must(ANNA, Command::GoBerserk);
        table.play_to_the_end();
        if table.room.is_match_break() {
            table.wait(room::MATCH_BREAK_MS);
            table.play_to_the_end();
        }
        table.must(ANNA, Command::Rematch);
        table.must(BERT, Command::Rematch);
        assert_eq!((table.game().berserk, times(&table)), ([false; 2], [180_000; 2]));
        for player in [ANNA, BERT] {
            assert_eq!(table.refused(player, Command::GoBerserk), Rejection::NoBerserk);
        }
    }
}

#[test]
fn time_that_was_given_before_is_halved_and_time_given_later_is_not() {
    let mut table = kalah();
    table.must(BERT, Command::GiveTime);
    table.must(ANNA, Command::GoBerserk);
    assert_eq!(times(&table)[0], (180_000 + GIVEN_MS) / 2);
    table.wait(2_000);
    table.must(BERT, Command::GiveTime);
    assert_eq!(times(&table)[0], (180_000 + GIVEN_MS) / 2 + GIVEN_MS);
}

#[test]
fn a_flag_falls_by_half_of_the_time() {
    let mut table = kalah();
    table.must(ANNA, Command::GoBerserk);
    table.sow(ANNA, 0);
    table.sow(BERT, 0);
    assert_eq!(table.wait(89_999), []);
    let ended = table.wait(1);
    assert!(matches!(ended[..], [Event::Ended { reason: Reason::TimeOut, .. }]), "{ended:?}");
}

#[test]
fn berserk_is_a_line_of_chat_and_settings_without_it_are_as_before() {
    let mut table = kalah();
    table.must(ANNA, Command::GoBerserk);
    let line = table.room.chat.back().unwrap();
    assert_eq!((line.seat, line.name.as_str()), (Some(Seat::Bottom), "Anna"));
    assert_eq!(line.said, LineContent::Happened(SystemLine::WentBerserk));

    let settings = Settings { company: Company::Strangers, clock: BLITZ, ..Settings::default() };
    let written = serde_json::to_string(&settings).unwrap();
    assert!(!written.contains("berserk"), "{written}");
    assert_eq!(serde_json::from_str::<Settings>(&written).unwrap(), settings);
    let allowed = Settings { berserk: true, ..settings };
    let written = serde_json::to_string(&allowed).unwrap();
    assert!(written.contains("\"berserk\":true"), "{written}");
    assert_eq!(serde_json::from_str::<Settings>(&written).unwrap(), allowed);
    assert_eq!(Speed::of(table.game().clock.control()), Some(Speed::Rapid), "the speed is that of the room");
}

#[test]
fn rooms_that_differ_in_berserk_differ_in_their_fingerprint() {
    let mut neither = kalah();
    let mut anna = kalah();
    anna.must(ANNA, Command::GoBerserk);
    let mut bert = kalah();
    bert.must(BERT, Command::GoBerserk);
    // The same number of events.
    neither.must(ANNA, Command::OfferDraw);
    let prints = [neither, anna, bert].map(|table| table.room.fingerprint());
    assert!(prints[0] != prints[1] && prints[1] != prints[2] && prints[0] != prints[2]);
}
