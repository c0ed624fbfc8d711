//! Tests of Mapello in a room: whole games, forced passes, clocks and takebacks where a side moves twice.

use room::{
    BoardChoice, Command, Event, FIRST_MOVE_MS, Reason, Rejection, Seat, Settings, TimeControl, TimeOut,
    UndoRule, fold,
};
use rules::mapello::Board;
use rules::{Game, IllegalMove, Move, Outcome, Side, mancala};

use crate::common::{ANNA, BERT, BLITZ, Table, built, disc, mapello, narrow, sow, strangers};

const PER_MOVE: TimeControl = TimeControl::PerMove { seconds: 60 };

/// A game in which Anna (Black) has to pass at once, and again whenever it would be her turn.
fn game_with_passes(clock: TimeControl) -> Table {
    Table::playing(Settings { clock, ..mapello(BoardChoice::Custom(narrow())) })
}

/// A game in which both have made a move, in a second each, and it is Anna's turn; after her d6 Bert has to
/// pass.
fn both_moved(clock: TimeControl, undo: UndoRule) -> Table {
    let board = BoardChoice::Custom(built(&["c4", "e6"], &[]));
    let mut table = Table::playing(Settings { clock, undo, ..mapello(board) });
    table.wait(1_000);
    table.place(ANNA, "c5");
    table.wait(1_000);
    table.place(BERT, "c6");
    table
}

#[test]
fn a_mapello_room_opens_with_the_default_board_and_60_s_per_move() {
    let settings = Settings::for_game(Game::Mapello);
    assert_eq!(settings.check(), Ok(()));
    assert_eq!((settings.game.game(), settings.timeout), (Game::Mapello, TimeOut::Loses));
    assert_eq!(Settings::for_game(Game::Mancala), Settings::default());
    let mut table = Table::playing(settings);
    assert_eq!((table.board(), table.game().clock.control()), (Board::DEFAULT, PER_MOVE));
    assert_eq!(table.game().side_of(Seat::Bottom), Side::First, "who opened the room plays Black");
    assert_eq!(table.place(ANNA, "f4"), [Event::Moved { side: Side::First, mv: disc("f4") }]);
    assert_eq!(table.game().position.to_move(), Side::Second);
}

#[test]
fn games_on_random_boards_end_as_the_rules_say() {
    let (mut wins, mut twice) = ([0; 2], 0);
    for seed in 0..60 {
        let mut table = Table::playing(mapello(BoardChoice::Random(seed)));
        assert_eq!(table.board(), Board::random(u64::from(seed)));
        let last = table.play_to_the_end();
        let score = table.game().position.score();
        let winner = match Outcome::of_scores(score) {
            Outcome::Win(side) => Some(side),
            Outcome::Draw => None,
        };
        assert_eq!(last[1..], [Event::Ended { winner, reason: Reason::Played }]);
        assert_eq!((table.room.series.points, table.room.series.games()), (score.map(u32::from), 1));
        assert_eq!(table.room.series.leader(), winner.map(|side| table.game().seat_of(side)));
        assert_eq!(fold(table.room.code, &table.log), table.room);
        let movers = table.log.iter().filter_map(|logged| match logged.event {
            Event::Moved { side, .. } => Some(side),
            _ => None,
        });
        let movers: Vec<Side> = movers.collect();
        twice += movers.windows(2).filter(|pair| pair[0] == pair[1]).count();
        winner.into_iter().for_each(|side| wins[side.index()] += 1);
    }
    assert!(wins.iter().all(|&wins| wins > 10) && twice > 20, "{wins:?} {twice}");
}

#[test]
fn a_side_without_a_move_passes_even_at_the_start() {
    let mut table = game_with_passes(TimeControl::None);
    let early = table.playing_move(disc("f4"));
    assert_eq!(table.refused(ANNA, early), Rejection::NotYourTurn);
    table.place(BERT, "c4");
    let between = table.playing_move(disc("c3"));
    assert_eq!(table.refused(ANNA, between), Rejection::NotYourTurn, "Black passes again");
    let last = Event::Moved { side: Side::Second, mv: disc("e6") };
    let ended = Event::Ended { winner: Some(Side::Second), reason: Reason::Played };
    assert_eq!(table.place(BERT, "e6"), [last, ended]);
    assert_eq!(table.game().position.score(), [0, 9], "six discs and a bonus");
    assert_eq!((table.room.series.wins, table.room.series.points), ([0, 1], [0, 9]));
}

#[test]
fn an_illegal_disc_is_refused_with_its_reason() {
    let mut table = both_moved(TimeControl::None, UndoRule::Consent);
    let cases = [
        (disc("c4"), IllegalMove::Wall),
        (disc("e5"), IllegalMove::Occupied),
        (disc("a1"), IllegalMove::NoFlip),
        (sow(Side::First, 0), IllegalMove::OtherGame),
        (Move::Mancala(mancala::Move::Swap), IllegalMove::OtherGame),
    ];
    for (mv, why) in cases {
        let command = table.playing_move(mv);
        assert_eq!(table.refused(ANNA, command), Rejection::Illegal(why));
    }
    let mut table = Table::playing(Settings::default());
    let command = table.playing_move(disc("f4"));
    assert_eq!(table.refused(ANNA, command), Rejection::Illegal(IllegalMove::OtherGame));
}

#[test]
fn the_increment_comes_with_every_disc_even_if_the_opponent_passes() {
    let mut table = both_moved(BLITZ, UndoRule::Consent);
    assert_eq!([table.left(Seat::Bottom), table.left(Seat::Top)], [182_000; 2]);
    table.wait(10_000);
    table.place(ANNA, "d6");
    assert_eq!(table.game().position.to_move(), Side::First, "Bert has no move");
    assert_eq!(table.left(Seat::Bottom), 174_000, "10 s used, 2 s added");
    assert_eq!(table.room.due(), Some(table.now + 174_000), "and it is Anna's clock that runs on");
    table.wait(5_000);
    table.place(ANNA, "e3");
    assert_eq!([table.left(Seat::Bottom), table.left(Seat::Top)], [171_000, 182_000]);
}

#[test]
fn the_time_per_move_restarts_with_every_disc() {
    let mut table = both_moved(PER_MOVE, UndoRule::Consent);
    table.wait(59_000);
    table.place(ANNA, "d6");
    assert_eq!((table.left(Seat::Bottom), table.room.due()), (60_000, Some(table.now + 60_000)));
    let ended = Event::Ended { winner: Some(Side::Second), reason: Reason::TimeOut };
    assert_eq!(table.wait(60_000), [ended]);
}

#[test]
fn a_free_first_turn_ends_with_its_disc_even_if_the_opponent_passes() {
    let mut table = game_with_passes(BLITZ);
    assert!(table.game().clock.in_grace(Side::Second));
    assert_eq!(table.room.due(), None, "White begins, and takes the time that friends have");
    table.wait(29_000);
    table.place(BERT, "c4");
    assert!(!table.game().clock.in_grace(Side::Second), "White's first turn was that disc");
    assert_eq!(table.room.due(), Some(table.now + 182_000));
    table.wait(2_000);
    assert_eq!([table.left(Seat::Bottom), table.left(Seat::Top)], [180_000, 180_000]);
}

#[test]
fn a_passed_first_turn_uses_up_the_free_first_turn() {
    let called_off = [Event::Ended { winner: None, reason: Reason::CalledOff }];
    let lost = |winner| [Event::Ended { winner: Some(winner), reason: Reason::TimeOut }];

    // Walls on all of Black's first moves: Black passes, White plays, and Black's turn is the third.
    let closed = BoardChoice::Custom(built(&["e3", "f4", "c5", "d6"], &[]));
    let start_game = || Table::playing(strangers(Settings { clock: BLITZ, ..mapello(closed) }));
    let mut table = start_game();
    assert_eq!(table.wait(FIRST_MOVE_MS), called_off, "White's first turn is free all the same");
    let mut table = start_game();
    table.place(BERT, "c4");
    assert_eq!(table.game().position.to_move(), Side::First);
    assert!(!table.game().clock.in_grace(Side::First));
    assert_eq!(table.wait(FIRST_MOVE_MS), []);
    assert_eq!(table.left(Seat::Bottom), 150_000, "Black's clock runs");
    assert_eq!(table.wait(150_000), lost(Side::Second), "and White's game is not lost");
}

#[test]
fn a_takeback_removes_one_disc_even_after_a_pass() {
    let mut table = both_moved(TimeControl::None, UndoRule::Consent);
    table.place(ANNA, "d6");
    table.place(ANNA, "e3");
    let ask = |table: &mut Table, by, other| {
        table.must(by, Command::RequestUndo);
        table.must(other, Command::AnswerUndo(true))
    };
    assert_eq!(ask(&mut table, ANNA, BERT), [Event::Undone(3)], "e3 and not d6");
    assert_eq!(table.game().position.to_move(), Side::First);
    assert_eq!(ask(&mut table, BERT, ANNA), [Event::Undone(1)], "Bert's c6, and what came after it");
    assert_eq!(table.game().position.to_move(), Side::Second);
    assert_eq!(table.refused(BERT, Command::RequestUndo), Rejection::NothingToUndo);
    assert_eq!(fold(table.room.code, &table.log), table.room);
}

#[test]
fn on_one_device_takebacks_remove_one_disc_each() {
    let mut table = both_moved(TimeControl::None, UndoRule::AtOnce);
    table.place(ANNA, "d6");
    table.place(ANNA, "e3");
    for left in [3, 2, 1, 0] {
        assert_eq!(table.must(BERT, Command::RequestUndo), [Event::Undone(left)]);
    }
    assert_eq!(table.refused(ANNA, Command::RequestUndo), Rejection::NothingToUndo);
}

#[test]
fn a_timeout_loses_or_is_decided_by_score_as_set() {
    // After f4 and f3 both have three discs; Black's time runs out.
    let cases = [
        (TimeOut::Loses, "f4", Some(Side::Second), [0, 0]),
        (TimeOut::Score, "f4", Some(Side::First), [6, 3]),
        (TimeOut::Score, "f3", Some(Side::Second), [3, 6]),
        (TimeOut::Score, "a1", None, [3, 3]),
    ];
    for (timeout, bonus, winner, points) in cases {
        let board = BoardChoice::Custom(built(&[], &[bonus]));
        let mut table = Table::playing(Settings { clock: PER_MOVE, timeout, ..mapello(board) });
        table.place(ANNA, "f4");
        table.place(BERT, "f3");
        assert_eq!(table.wait(59_999), []);
        assert_eq!(table.wait(1), [Event::Ended { winner, reason: Reason::TimeOut }], "{timeout:?} {bonus}");
        assert_eq!(table.room.series.points, points);
        assert_eq!(table.room.series.draws, u32::from(winner.is_none()));
        assert_eq!(table.room.series.leader(), winner.map(|side| table.game().seat_of(side)));
    }
}

#[test]
fn a_game_keeps_the_timeout_rule_it_started_with() {
    let by_score = Settings { clock: PER_MOVE, timeout: TimeOut::Score, ..mapello(BoardChoice::Empty) };
    let mut table = Table::playing(by_score);
    table.must(BERT, Command::Resign);
    table.must(ANNA, Command::Configure(Settings { timeout: TimeOut::Loses, ..by_score }));
    assert_eq!(table.game().timeout, TimeOut::Score, "the game that was played");
    table.get_ready();
    assert_eq!(table.game().timeout, TimeOut::Loses, "the next one");
    table.place(BERT, "f4");
    table.place(ANNA, "f3");
    table.commit(vec![Event::Configured { seat: Seat::Top, settings: by_score }], None);
    let lost = Event::Ended { winner: Some(Side::Second), reason: Reason::TimeOut };
    assert_eq!(table.wait(60_000), [lost], "and no draw, whatever a strange log says");
    assert_eq!(table.room.series.points, [0, 0]);
}

#[test]
fn a_timeout_in_mancala_always_loses() {
    let settings = Settings { clock: PER_MOVE, timeout: TimeOut::Score, ..Settings::default() };
    let mut table = Table::playing(settings);
    assert_eq!((settings.check(), table.game().timeout), (Ok(()), TimeOut::Loses));
    table.sow(ANNA, 2);
    table.sow(ANNA, 5);
    table.sow(BERT, 0);
    assert!(table.game().position.score()[0] > table.game().position.score()[1], "South is ahead");
    let ended = Event::Ended { winner: Some(Side::Second), reason: Reason::TimeOut };
    assert_eq!(table.wait(60_000), [ended]);
    assert_eq!(table.room.series.points, [0, 0]);
}

#[test]
fn a_game_without_a_first_move_is_aborted_under_any_timeout_rule() {
    let clock = TimeControl::PerMove { seconds: 5 };
    let settings = Settings { clock, timeout: TimeOut::Score, ..mapello(BoardChoice::Default) };
    let mut table = Table::playing(strangers(settings));
    table.place(ANNA, "f4");
    assert_eq!(table.wait(30_000), [Event::Ended { winner: None, reason: Reason::CalledOff }]);
    assert_eq!((table.room.series.games(), table.room.series.points), (0, [0, 0]));
}

#[test]
fn a_room_with_othellos_start_plays_on_it_and_stores_its_code() {
    let choice = BoardChoice::Custom(Board::OTHELLO);
    let stored = serde_json::to_string(&choice).unwrap();
    assert_eq!(stored, r#"{"custom":"00000-00000-00000-00008-ZXE"}"#);
    assert_eq!(serde_json::from_str::<BoardChoice>(&stored).unwrap(), choice);
    let mut table = Table::playing(mapello(choice));
    assert_eq!(table.board(), Board::OTHELLO);
    table.place(ANNA, "f5");
    table.place(BERT, "d6");
}
