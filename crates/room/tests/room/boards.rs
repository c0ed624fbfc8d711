//! Tests of the boards of a room: where they come from, which are refused, and a rematch on the next board or
//! on the same.

use room::{
    BoardChoice, Command, Event, GameSettings, REMATCH_OFFER_MS, Rejection, RematchOffer, Seat, Settings,
    TimeControl, fold,
};
use rules::mancala::{FirstMove, Variant};
use rules::mapello::notation::write_code;
use rules::mapello::{Board, Centre};
use rules::{Setup, SetupError, Side};

use crate::common::{ANNA, BERT, Table, built, mancala, mapello, narrow};

const AGAIN: Command = Command::Rematch;
const SAME: Command = Command::SameBoardRematch;
const AGAIN_OFFERED: [Event; 1] = [Event::RematchOffered(Seat::Top)];

fn after_a_game(choice: BoardChoice) -> Table {
    let mut table = Table::playing(mapello(choice));
    table.must(BERT, Command::Resign);
    table
}

#[test]
fn every_board_choice_gives_its_board() {
    let custom = narrow();
    let boards = |choice: BoardChoice| [1, 2, 7].map(|number| choice.board(number));
    assert_eq!(boards(BoardChoice::default()), [Some(Board::DEFAULT); 3]);
    assert_eq!(boards(BoardChoice::Empty), [Some(Board::EMPTY); 3]);
    assert_eq!(boards(BoardChoice::Daily(20_000)), [Some(Board::daily(20_000)); 3]);
    assert_eq!(boards(BoardChoice::Custom(custom)), [Some(custom); 3]);
    assert_eq!(boards(BoardChoice::Draft), [None; 3]);
    assert_eq!(boards(BoardChoice::Balanced(5)), [5, 6, 11].map(|number| Some(Board::balanced(number))));
    let last = BoardChoice::Balanced(Board::BALANCED - 1);
    assert_eq!(last.board(2), Some(Board::balanced(0)), "the balanced boards go round");
    assert_eq!(boards(BoardChoice::Random(5)), [5, 6, 11].map(|seed| Some(Board::random(seed))));
    assert_eq!(BoardChoice::Random(u32::MAX).board(2), Some(Board::random(0)), "seeds go round");
    assert_eq!(BoardChoice::Random(0).board(0), Some(Board::random(u64::from(u32::MAX))));
}

#[test]
fn a_balanced_board_is_the_random_one_of_its_seed() {
    for number in [0, 1, 700, Board::BALANCED - 1, u32::MAX] {
        let seed = BoardChoice::Balanced(number).seed();
        assert_eq!(
            BoardChoice::Balanced(number).board(1),
            seed.and_then(|seed| BoardChoice::Random(seed).board(1))
        );
        assert_eq!(BoardChoice::parse("random", 0, number).and_then(|choice| choice.seed()), seed);
    }
    assert_eq!(BoardChoice::Daily(1).seed(), None);
}

#[test]
fn random_boards_change_with_every_game_and_sides_swap() {
    let mut table = Table::playing(mapello(BoardChoice::Random(41)));
    for number in 1..=4 {
        assert_eq!(table.board(), Board::random(40 + u64::from(number)));
        let first = if number % 2 == 1 { Seat::Bottom } else { Seat::Top };
        assert_eq!((table.game().number, table.game().first), (number, first));
        table.must(ANNA, Command::Resign);
        table.must(ANNA, AGAIN);
        table.must(BERT, AGAIN);
    }
}

/// The seed of the random board on which the next game will be played.
fn next_seed(table: &Table) -> u32 {
    match table.room.next_settings().game {
        GameSettings::Mapello(BoardChoice::Random(seed)) => seed,
        other => panic!("no random board: {other:?}"),
    }
}

#[test]
fn the_next_game_uses_the_random_board_configured_last() {
    for games in 1..4 {
        let mut table = Table::playing(Settings::default());
        for _ in 1..games {
            table.must(ANNA, Command::Resign);
            table.must(ANNA, AGAIN);
            table.must(BERT, AGAIN);
        }
        table.must(ANNA, Command::Resign);
        table.must(BERT, Command::Configure(mapello(BoardChoice::Random(4_711))));
        assert_eq!(next_seed(&table), 4_711);
        for seed in [4_711, 4_712] {
            table.must(ANNA, AGAIN);
            table.must(BERT, AGAIN);
            assert_eq!(table.board(), Board::random(seed));
            table.must(ANNA, Command::Resign);
        }
        assert_eq!(next_seed(&table), 4_713);
    }
}

#[test]
fn resending_the_shown_settings_keeps_the_board() {
    let mut table = after_a_game(BoardChoice::Random(4_711));
    let shown = table.room.next_settings();
    assert_eq!(table.must(ANNA, Command::Configure(shown)).len(), 1, "the wish to change them");
    assert_eq!(table.must(ANNA, Command::Configure(shown)), [], "it is agreed on already");
    assert_eq!(next_seed(&table), 4_712);
    let clock = TimeControl::PerMove { seconds: 60 };
    table.must(ANNA, Command::Configure(Settings { clock, ..shown }));
    assert_eq!(next_seed(&table), 4_712);
    table.get_ready();
    assert_eq!((table.board(), table.game().number), (Board::random(4_712), 2));
    table.must(ANNA, Command::Resign);
    assert_eq!(next_seed(&table), 4_713);
    let first = Settings { clock, ..mapello(BoardChoice::Random(4_712)) };
    assert_eq!(table.must(BERT, Command::Configure(first)).len(), 1, "the number just played is another one");
    table.get_ready();
    assert_eq!(table.board(), Board::random(4_712));
    assert_eq!(fold(table.room.code, &table.log), table.room);
}

#[test]
fn the_starting_side_alternates_even_when_the_settings_change() {
    let alternate = Variant { first_move: FirstMove::Alternate, ..Variant::default() };
    let mut table = after_a_game(BoardChoice::Default);
    table.must(ANNA, Command::Configure(mancala(alternate)));
    table.get_ready();
    assert_eq!(table.game().position.to_move(), Side::Second, "it is the second game of the room");
}

#[test]
fn an_unplayable_board_is_refused_with_the_reason() {
    let mut table = Table::seated(Settings::default());
    let nine = ["a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "a2"];
    let closed = ["c4", "d3", "e6", "f5", "c5", "d6", "e3", "f4"];
    let cases = [
        (built(&nine, &[]), SetupError::Walls(9)),
        (built(&[], &nine), SetupError::Bonuses(9)),
        (Board::new(0, 0, 0x1FF).unwrap(), SetupError::Jokers(9)),
        (built(&closed, &[]), SetupError::NobodyCanMove),
    ];
    for (board, why) in cases {
        let settings = mapello(BoardChoice::Custom(board));
        assert!(settings.check().is_err());
        let refused = table.refused(ANNA, Command::Configure(settings));
        assert_eq!(refused, Rejection::BadBoard(why));
        assert_eq!(refused.to_string(), why.to_string(), "the sentence says what is wrong");
    }
    let slow = Settings { clock: TimeControl::PerMove { seconds: 4 }, ..mapello(BoardChoice::Default) };
    assert_eq!(table.refused(ANNA, Command::Configure(slow)), Rejection::BadSettings);
    let all = [
        BoardChoice::Empty,
        BoardChoice::Default,
        BoardChoice::Random(u32::MAX),
        BoardChoice::Daily(u32::MAX),
        BoardChoice::Custom(narrow()),
        BoardChoice::Opening(u32::MAX),
        BoardChoice::Draft,
    ];
    for settings in all.map(mapello) {
        let configured = Event::Configured { seat: Seat::Top, settings };
        assert_eq!(table.must(BERT, Command::Configure(settings)), [configured]);
    }
}

#[test]
fn a_same_board_rematch_swaps_colours_once_both_accept() {
    let mut table = after_a_game(BoardChoice::Random(9));
    let board = table.board();
    assert_eq!(table.must(ANNA, SAME), [Event::SameBoardRematchOffered(Seat::Bottom)]);
    let offer = RematchOffer { seat: Seat::Bottom, at: table.now, same_board: true };
    assert_eq!(table.room.rematch_offer, Some(offer));
    assert_eq!(table.refused(ANNA, SAME), Rejection::AlreadyRequested);
    let started = Event::started(2, Setup::Mapello(board), Seat::Top);
    assert_eq!(table.must(BERT, SAME), [started]);
    assert_eq!((table.room.rematch_offer, table.game().side_of(Seat::Bottom)), (None, Side::Second));
    table.must(ANNA, Command::Resign);
    table.must(ANNA, AGAIN);
    table.must(BERT, AGAIN);
    assert_eq!(
        table.board(),
        Board::random(11),
        "the third game has the third board, though the second had none"
    );
    assert_eq!(fold(table.room.code, &table.log), table.room);
}

#[test]
fn asking_for_the_other_kind_of_rematch_is_a_counter_offer() {
    let mut table = after_a_game(BoardChoice::Random(9));
    table.must(ANNA, SAME);
    table.wait(60_000);
    assert_eq!(table.must(BERT, AGAIN), AGAIN_OFFERED, "which is no agreement");
    assert_eq!(
        table.room.rematch_offer,
        Some(RematchOffer { seat: Seat::Top, at: table.now, same_board: false })
    );
    assert_eq!(table.must(BERT, SAME), [Event::SameBoardRematchOffered(Seat::Top)], "one may think again");
    assert_eq!(table.must(BERT, AGAIN), AGAIN_OFFERED);
    assert!(matches!(table.must(ANNA, AGAIN)[..], [Event::Started { number: 2, .. }]));
    assert_eq!(table.board(), Board::random(10));
}

#[test]
fn a_same_board_offer_expires_like_any_rematch_offer() {
    let mut table = after_a_game(BoardChoice::Default);
    table.wait(REMATCH_OFFER_MS - 1);
    table.must(BERT, SAME);
    table.wait(REMATCH_OFFER_MS - 1);
    assert!(matches!(table.must(ANNA, SAME)[..], [Event::Started { number: 2, .. }]));

    let mut table = after_a_game(BoardChoice::Default);
    table.must(ANNA, SAME);
    table.wait(REMATCH_OFFER_MS);
    assert_eq!(
        table.must(BERT, SAME),
        [Event::SameBoardRematchOffered(Seat::Top)],
        "which is no agreement any more"
    );
}

#[test]
fn a_same_board_rematch_needs_a_mapello_game_and_an_opponent() {
    let mut table = Table::seated(mapello(BoardChoice::Default));
    assert_eq!(table.refused(ANNA, SAME), Rejection::NoGame, "there was none yet");
    let mut table = Table::playing(Settings::default());
    table.must(BERT, Command::Resign);
    assert_eq!(table.refused(ANNA, SAME), Rejection::NoSameBoard, "Mancala has one board");
    table.must(ANNA, Command::Configure(mapello(BoardChoice::Default)));
    assert_eq!(table.refused(ANNA, SAME), Rejection::NoSameBoard, "the last game was not Mapello");

    let mut table = after_a_game(BoardChoice::Default);
    table.must(ANNA, Command::Configure(Settings::default()));
    assert_eq!(table.refused(ANNA, SAME), Rejection::NoSameBoard, "the room has gone over to Mancala");
    table.must(ANNA, Command::Configure(mapello(BoardChoice::Empty)));
    table.must(BERT, Command::Leave);
    assert_eq!(table.refused(ANNA, SAME), Rejection::NoOpponent);
}

#[test]
fn points_break_ties_in_a_series_and_resigned_games_add_none() {
    let mut table = Table::playing(mapello(BoardChoice::Custom(narrow())));
    assert_eq!(table.room.series.leader(), None);
    table.place(BERT, "c4");
    table.place(BERT, "e6");
    assert_eq!((table.room.series.points, table.room.series.leader()), ([0, 9], Some(Seat::Top)));
    for (loser, wins, leader) in [(BERT, [1, 1], Seat::Top), (BERT, [2, 1], Seat::Bottom)] {
        table.must(ANNA, SAME);
        table.must(BERT, SAME);
        table.must(loser, Command::Resign);
        assert_eq!((table.room.series.wins, table.room.series.points), (wins, [0, 9]));
        assert_eq!(table.room.series.leader(), Some(leader));
    }
    table.must(ANNA, SAME);
    table.must(BERT, SAME);
    assert_eq!(table.game().side_of(Seat::Bottom), Side::Second);
    table.place(ANNA, "c4");
    table.must(ANNA, Command::OfferDraw);
    table.must(BERT, Command::OfferDraw);
    assert_eq!((table.room.series.points, table.room.series.draws), ([0, 9], 1), "nor have agreed ones");
    table.must(ANNA, SAME);
    table.must(BERT, SAME);
    table.place(BERT, "c4");
    table.place(BERT, "e6");
    assert_eq!((table.room.series.wins, table.room.series.points), ([2, 2], [0, 18]));
    assert_eq!(table.room.series.leader(), Some(Seat::Top));
}

#[test]
fn series_points_belong_to_the_seat_not_the_side() {
    let mut table = Table::playing(mapello(BoardChoice::Custom(narrow())));
    for (white, points) in [(BERT, [0, 9]), (ANNA, [9, 9]), (BERT, [9, 18])] {
        table.place(white, "c4");
        table.place(white, "e6");
        assert_eq!(table.room.series.points, points);
        table.must(ANNA, SAME);
        table.must(BERT, SAME);
    }
    assert_eq!((table.room.series.wins, table.room.series.leader()), ([1, 2], Some(Seat::Top)));
}

#[test]
fn a_board_choice_is_parsed_from_a_word_a_seed_or_a_code() {
    let named = |text: &str| BoardChoice::parse(text, 20_000, 77);
    assert_eq!(named("default"), Some(BoardChoice::Default));
    assert_eq!(named("empty"), Some(BoardChoice::Empty));
    assert_eq!(named("random"), Some(BoardChoice::Balanced(77)));
    assert_eq!(named("daily"), Some(BoardChoice::Daily(20_000)));
    assert_eq!(named("draft"), Some(BoardChoice::Draft));
    for seed in [0, 4_711, u32::MAX] {
        assert_eq!(named(&seed.to_string()), Some(BoardChoice::Random(seed)));
    }
    // Ten digits are a seed, or invalid if the number is too large; more digits are a share code.
    assert_eq!(named("4294967296"), None);
    assert_eq!(named("00000000000000000000RMD"), Some(BoardChoice::Custom(Board::EMPTY)));
    assert_eq!(named("othello"), Some(BoardChoice::Custom(Board::OTHELLO)));
    for board in [Board::DEFAULT, Board::random(1), Board::random(1).with_centre(Centre::Othello)] {
        assert_eq!(named(&write_code(&board)), Some(BoardChoice::Custom(board)));
    }
    for no_board in ["", "Default", "12345678901", "1 2", "+5", "no-such-board"] {
        assert_eq!(named(no_board), None, "{no_board}");
    }
}
