//! Tests of games in the Generic Game Format: as servers write them, with a position of their own, faulty, and our own.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that finds nothing has failed")]

mod common;

use common::{Chance, WORDS, rounds};
use gametext::export::write_ggf;
use gametext::import::ggf::{self, GgfGame};
use gametext::import::{ReadGame, read};
use gametext::refusal::{Format, Notice, Refusal, Why};
use room::Reason;
use rules::mapello::notation::{cell_name, write_position};
use rules::mapello::{Board, Position};
use rules::{IllegalMove, Setup, Side};

/// A game as a server writes it; Black wins it by 13 to 0, 64 to 0 with the empty squares.
const SHORTEST: &str = "(;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[Anna]PW[Bert]RB[1800]RW[1700.5]\
    TI[05:00//02:00]TY[8]RE[+64.000]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
    B[e6//0.01]W[F4]B[e3/1.5]W[f6]B[g5]W[d6]B[e7]W[f5]B[c5];)";
/// Eight discs, White to move.
const OWN: &str = "8 -------- -------- -----*-- ---O*--- ---***-- ----*--- ----*--- -------- O";

fn one(text: &str) -> ReadGame {
    let mut games = read(text, &WORDS).unwrap_or_else(|why| panic!("{text}: {why:?}"));
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0).unwrap()
}

fn refused(text: &str) -> Refusal {
    match read(text, &WORDS) {
        Err(why) => why,
        Ok(games) => panic!("{text}: {games:?}"),
    }
}

fn own(text: &str) -> Vec<Result<GgfGame, Refusal>> {
    ggf::read(text).unwrap()
}

#[test]
fn a_game_of_a_server_is_read_as_typed_from_othellos_start() {
    let read = one(SHORTEST);
    let game = &read.game;
    assert_eq!((read.format, game.setup), (Format::Ggf, Setup::Mapello(Board::OTHELLO)));
    let cells: String = game.moves.iter().filter_map(|mv| mv.as_mapello()).map(cell_name).collect();
    assert_eq!(cells, "e6f4e3f6g5d6e7f5c5");
    assert_eq!(game.names, ["Anna", "Bert"]);
    assert_eq!((game.winner, game.reason), (Some(Side::First), Reason::Played));
    assert_eq!((room::day(game.ended).as_str(), read.place.as_deref()), ("2003-12-15", Some("GGS/os")));
    assert_eq!(read.notices, [Notice::NotKept("RB, RW, TI, e6//0.01".to_owned())]);
}

#[test]
fn the_board_says_where_a_game_begins() {
    let mirrored = SHORTEST.replace("---O*--- ---*O---", "---*O--- ---O*---");
    assert_eq!(refused(&mirrored).why, Why::Illegal(IllegalMove::NoFlip));
    let mirrored = "(;GM[Othello]BO[8 -------- -------- -------- ---*O--- ---O*--- -------- -------- -------- *]B[e3]W[f3];)";
    assert_eq!(one(mirrored).game.setup, Setup::Mapello(Board::EMPTY));
}

#[test]
fn a_game_with_a_position_of_its_own_is_read_but_not_stored() {
    let text = format!("(;GM[othello]TY[8r9]BO[{OWN}]W[f6]B[c4]W[c3];)");
    let game = own(&text).remove(0).unwrap();
    assert!(write_position(&game.start).contains("#.....X..#/#...OX...#/#...XXX..#"));
    assert_eq!(game.start.turn(), 5);
    assert_eq!(game.start.to_move(), Side::Second);
    assert_eq!(game.moves.iter().map(|cell| cell_name(*cell)).collect::<String>(), "f6c4c3");
    assert!(game.finished(&WORDS).is_none());
    let told = refused(&text);
    assert_eq!((told.why, told.place.unwrap().word.as_str()), (Why::GgfStart, "BO[8"));
}

#[test]
fn results_of_unfinished_games_say_who_won_and_why() {
    let begin =
        "(;GM[Othello]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]";
    let unexplained = Notice::ResultUnexplained;
    for (result, winner, reason, notices) in [
        ("+64.000:r", Some(Side::First), Reason::Resigned, vec![]),
        ("-64:t", Some(Side::Second), Reason::TimeOut, vec![]),
        ("0.000:s", None, Reason::Agreed, vec![]),
        ("?", None, Reason::Played, vec![]),
        ("+0.00", None, Reason::Agreed, vec![unexplained.clone()]),
        ("-4", Some(Side::Second), Reason::Resigned, vec![Notice::NotKept("RE -4".to_owned()), unexplained]),
    ] {
        let read = one(&format!("{begin}RE[{result}]B[f5]W[d6];)"));
        assert_eq!((read.game.winner, read.game.reason), (winner, reason), "{result}");
        assert_eq!(read.notices, notices, "{result}");
    }
}

#[test]
fn faults_are_refused_at_their_place_and_move() {
    let value = |name: &str| Why::TagValue(name.to_owned());
    for (from, to, word, ply, why) in [
        ("W[F4]", "W[f3]", "W[f3]B[e3/1.5]W[f6]B", Some(2), Why::Illegal(IllegalMove::NoFlip)),
        ("W[F4]", "B[F4]", "B[F4]B[e3/1.5]W[f6]B", Some(2), Why::GgfSide),
        ("W[F4]", "W[z9]", "W[z9]B[e3/1.5]W[f6]B", Some(2), Why::NoMove),
        ("W[F4]", "W[PA]", "W[PA]B[e3/1.5]W[f6]B", Some(2), Why::Pass),
        ("B[c5]", "B[c5]W[a1]", "W[a1];)", Some(10), Why::Illegal(IllegalMove::GameOver)),
        ("RE[+64.000]", "RE[+62.000]", "RE[+62.000]BO[8", None, Why::ScoreWrong([13, 0])),
        ("RE[+64.000]", "RE[+64.000:r]", "RE[+64.000:r]BO[8", None, Why::EndingWrong),
        ("RE[+64.000]", "RE[+99]", "RE[+99]BO[8", None, value("RE")),
        ("RE[+64.000]", "RE[won]", "RE[won]BO[8", None, value("RE")),
        ("TY[8]", "TY[8]TY[10]", "TY[10]RE[+64.000]BO[", None, Why::TagTwice("TY".to_owned())),
        ("TY[8]", "TY[8a]", "TY[8a]RE[+64.000]BO[", None, Why::TagSetup("TY".to_owned())),
        ("---O*---", "---O*--", "BO[8", None, Why::GgfBoard),
        ("---O*---", "---?*---", "BO[8", None, Why::GgfBoard),
        ("BO[8", "BO[10", "BO[10", None, Why::GgfBoard),
        ("B[c5];)", "B[c5", "B[c5", None, Why::GgfForm),
        ("B[c5];)", "B[c5];", "", None, Why::GgfForm),
        ("B[c5];)", "B[c5]{};)", "{};)", None, Why::GgfForm),
    ] {
        let text = SHORTEST.replacen(from, to, 1);
        assert_ne!(text, SHORTEST, "{from}");
        let told = refused(&text);
        assert_eq!((&told.why, told.ply), (&why, ply), "{to}");
        assert_eq!(told.place.unwrap().word, word, "{to}");
        assert_eq!(told.format, Format::Ggf);
    }
    // Another game of the family of these formats.
    assert_eq!(refused("(;FF[4]GM[2]B[f5];)").why, Why::NoFormat);
    let moves = SHORTEST.find("B[e6").unwrap();
    assert_eq!(refused(&format!("{};)", &SHORTEST[..moves])).why, Why::NoMoves);
}

#[test]
fn a_text_of_games_that_are_never_closed_is_refused_at_once() {
    let text = format!("(;GM[Othello]{}", "(;B[".repeat(200_000));
    assert_eq!(refused(&text).why, Why::TooManyGames);
    let long = SHORTEST.replace("PB[Anna]", &format!("PB[{}]", "a".repeat(5_000)));
    assert_eq!(refused(&long).why, Why::GgfForm);
}

#[test]
fn a_faulty_game_hides_none_behind_it() {
    let faulty = SHORTEST.replace("W[F4]", "W[f3]");
    let broken = SHORTEST.replace("B[g5]", "B{g5]");
    let text = format!("\u{feff}2 {SHORTEST}{faulty}\n1 {broken}\r\n{SHORTEST}\n");
    let games = read(&text, &WORDS).unwrap();
    let told: Vec<_> =
        games.iter().map(|game| game.as_ref().err().map(|why| why.place.as_ref().unwrap().line)).collect();
    assert_eq!(told, [None, Some(1), Some(2), None]);
}

#[test]
fn every_game_without_extras_that_is_written_is_read_back() {
    let mut chance = Chance(41);
    let mut written = 0;
    for _ in 0..rounds(400, 100_000) {
        let setup = Setup::Mapello([Board::EMPTY, Board::OTHELLO, Board::DEFAULT][chance.below(3)]);
        let game = chance.game(setup);
        let Some(text) = write_ggf(&game) else {
            assert!(setup == Setup::Mapello(Board::DEFAULT) || game.reason == Reason::Abandoned, "{game:?}");
            continue;
        };
        written += 1;
        let read = one(&text);
        assert_eq!((read.game.setup, &read.game.moves), (game.setup, &game.moves), "{text}");
        assert_eq!((read.game.winner, read.game.reason), (game.winner, game.reason), "{text}");
        assert_eq!(read.game.names, game.names, "{text}");
        let start = own(&text).remove(0).unwrap().start;
        let Setup::Mapello(board) = setup else { continue };
        assert_eq!(start, Position::start(&board));
    }
    assert!(written > rounds(400, 100_000) / 3, "{written}");
}
