//! More texts that can be read, kind by kind.

use gametext::import::read;
use gametext::refusal::Notice::{self, *};
use room::Reason;
use rules::Side;

use super::{KGP, WORDS, moves, one};

fn check(rows: &[(&str, &str, &[Notice])]) {
    for (text, expected, notices) in rows {
        let read = one(text);
        assert_eq!((moves(&read).as_str(), read.notices.as_slice()), (*expected, *notices), "{text}");
    }
}

#[test]
fn signs_that_are_not_seen_or_stand_for_others_change_nothing() {
    for text in [
        "\u{feff}Ｆ５ｄ６ｃ３",
        "f5\u{200b}d6\u{2060}c3",
        "f5\td6\u{a0}c3\r\n",
        "F5 d6 C3",
        "f5 d6\r\rc3",
        "f5 – d6 — c3",
        "f5-d6-c3",
        "1.f5d6 2.c3",
        "01. f5 02. d6 03. c3",
        "1 f5 2 d6 3 c3",
        "f5 1... d6 2. c3",
        "f5 d6\n\n\nc3 *",
        "[Variant \"Standard\"]\nf5 d6 c3",
        "[ECO \"?\"]\nf5 d6 c3",
        "［Event ＂x＂］ f5 d6 c3",
        "[ Event «x» ]f5 d6 c3",
        "[Event \"a “b” c\"]\nf5 d6 c3",
    ] {
        check(&[(text, "f5d6c3", &[OthelloStart])]);
    }
    for text in ["1. C-F 1... a 2. B", "1.3-7-6 2.1 3.2", "C-Fx0 aX0 Bx0", "C-7-F a B", "1. C-F 2. a 3. B"] {
        check(&[(text, "C-F a B", &[SetupAssumed])]);
    }
    check(&[("[PieRule \"on\"]\n1. F 2. SWAP 3. B", "F swap B", &[])]);
}

#[test]
fn what_says_nothing_is_left_out_with_a_word() {
    let comment = |first: &str| Comments { count: 1, first: first.to_owned() };
    let left_out = |name: &str| TagLeftOut(name.to_owned());
    check(&[
        ("{\"good one\"} f5 d6", "f5d6", &[OthelloStart, comment("\"good one\"")]),
        ("{} f5 d6", "f5d6", &[OthelloStart, comment("")]),
        ("f5 {[%clk 0:01]} d6", "f5d6", &[OthelloStart, comment("[%clk 0:01]")]),
        ("f5 d6 ; c3 was the better", "f5d6", &[OthelloStart, comment("c3 was the better")]),
        ("[FEN \"\"]\nf5 d6", "f5d6", &[OthelloStart, left_out("FEN")]),
        ("[SetUp \"0\"]\nf5 d6", "f5d6", &[OthelloStart, left_out("SetUp")]),
        ("[Score \"33-31\"]\nf5 d6", "f5d6", &[OthelloStart, left_out("Score")]),
        ("[Date \"2024.??.??\"]\nf5 d6", "f5d6", &[OthelloStart, left_out("Date")]),
        ("[White \"Anna\"]\n1. C-F 2. a", "C-F a", &[SetupAssumed, left_out("White")]),
        ("e6f4e3f6g5d6e7f5c5*", "e6f4e3f6g5d6e7f5c5", &[OthelloStart, ResultOpen]),
    ]);
}

#[test]
fn a_result_is_read_as_it_is_written() {
    let black = Some(Side::First);
    for (text, winner, reason) in [
        ("f5 d6 1–0", black, Reason::Resigned),
        ("[Result \"34-30\"]\nf5 d6 1-0", black, Reason::Resigned),
        ("[Result \"½-½\"]\nf5 d6", None, Reason::Agreed),
        ("[Termination \"time forfeit\"]\nf5 d6 1/2-1/2", None, Reason::TimeOut),
        // No pit has such a number, so this is the score of a game that was not played to its end.
        ("1. F 2. d 28-20", black, Reason::Resigned),
        ("e6 f4 e3 f6 g5 d6 e7 f5 c5 -- 13-0", black, Reason::Played),
        ("f5 d6 *", None, Reason::Played),
    ] {
        let game = one(text).game;
        assert_eq!((game.winner, game.reason), (winner, reason), "{text}");
    }
}

#[test]
fn a_count_of_moves_may_be_one_of_turns() {
    for count in [3, 4] {
        let text = format!("[Game \"Mancala\"]\n[PlyCount \"{count}\"]\n\n1. C-F 2. a 3. B *");
        check(&[(&text, "C-F a B", &[])]);
    }
}

#[test]
fn the_day_is_that_of_the_first_date_that_says_one() {
    for text in [
        "[Date \"????.??.??\"]\n[UTCDate \"2024.01.02\"]\nf5",
        "[Date \"2024.01.02\"]\n[UTCDate \"2024.01.03\"]\nf5",
        "[Date \"2024-01-02\"]\n[EventDate \"2023.12.01\"]\nf5",
    ] {
        assert_eq!(room::day(one(text).game.ended), "2024-01-02", "{text}");
    }
    // A day long ago, and the one from which moments are counted, are days as well.
    for day in ["0000-01-01", "1036-01-01", "1969-12-31", "1970-01-01", "9999-12-31"] {
        let read = one(&format!("[Date \"{day}\"]\nf5")).game.ended;
        assert_eq!((read != 0, room::day(read).as_str()), (true, day));
    }
}

#[test]
fn a_log_is_read_as_the_protocol_means_it() {
    let next = "state <6,0,0,4,4,4,4,4,4,0,5,5,5,5,4>";
    let numbered = KGP.replace("state", "1 state");
    for (text, expected, notices) in [
        (format!("ping\n{KGP}move 1"), "A", &[][..]),
        (format!("ok\n\n> {KGP}move 1"), "A", &[]),
        (format!("kgp\n{KGP}move 01"), "A", &[]),
        (format!("{KGP}move 1\nyield\nstop"), "A", &[]),
        (format!("{KGP}yield\nmove 1"), "A", &[]),
        // What comes after the player yielded, or answers an earlier position, comes too late.
        (format!("{KGP}move 1\nyield\nmove 2\nstop"), "A", &[Corrected(1)]),
        (format!("{numbered}2@1 move 1\n3 {next}\n4@1 move 2"), "A", &[Corrected(1)]),
        (format!("{numbered}2@1 move 1\n3 {next}\n4@3 move 2"), "A b", &[]),
    ] {
        let read = one(&text);
        assert_eq!((moves(&read).as_str(), read.notices.as_slice()), (expected, notices), "{text}");
    }
}

#[test]
fn several_games_are_told_apart_where_they_begin() {
    for (text, expected) in [
        ("f5 d6 * [Event \"x\"] f5 f6", &["f5d6", "f5f6"][..]),
        ("1. C-F 2. a *\n\n1. f5 d6 *", &["C-F a", "f5d6"]),
        ("f5d6c3d3 33-31\nf5f6e6d6 40-24", &["f5d6c3d3", "f5f6e6d6"]),
        ("F d *\nF e *", &["F d", "F e"]),
        ("F d * {well\nplayed} F e", &["F d", "F e"]),
        ("{first}\n[Event \"x\"]\nF d *\n{second} [Event \"y\"]\nF e", &["F d", "F e"]),
    ] {
        let games = read(text, &WORDS).unwrap();
        let games: Vec<_> = games.iter().map(|game| moves(game.as_ref().unwrap())).collect();
        assert_eq!(games, expected, "{text}");
    }
    // A game without moves is told as one, and does not take the tags of the next.
    let games = read("[South \"Anna\"]\n\n*\n\n[South \"Bert\"]\nF d *", &WORDS).unwrap();
    assert!(games[0].is_err());
    assert_eq!(games[1].as_ref().unwrap().game.names[0], "Bert");
}
