//! Texts that can be read in two ways: one game or several, and parts that may belong to either of two games.

use gametext::import::read;
use gametext::refusal::Notice::*;
use gametext::refusal::Why::*;

use super::{WORDS, moves, one, refused, refused_at};

#[test]
fn parts_that_are_games_of_their_own_are_not_one_game_unsaid() {
    for (text, line, word) in [
        ("{Game 1}\nA b D e\n\n{Game 2}\nF d", 5, "F"),
        ("; Game 1\nA b D e\n\n; Game 2\nF d\n", 5, "F"),
        ("{Opening 1}\nd3 c5 b6 d2\n\n{Opening 2}\nc4 c3\n", 5, "c4"),
        // The second one is faulty, but under a heading of its own.
        ("{Game 1}\nf5 d6 c3\n\n{Game 2}\nd3 c4 f4\n", 5, "d3"),
        ("[South \"Anna\"]\n[North \"Bert\"]\n\nA b D e\n{rematch, sides swapped}\nF d\n", 6, "F"),
        ("{2024-01-02}\n6 4\r\n\r\n{2024-01-09}\r\n5 3 4\n", 5, "5"),
        // A game in two parts, and another one under a heading.
        ("F d E\n\nc\n{Game 2}\nD e", 5, "D"),
        ("F d E c\n\nD e\n", 3, "D"),
        ("6 4 5 3\n\n4 5 3 2\n", 3, "4"),
        ("A b D e\n\nF d\n \nE b *\n", 3, "F"),
        ("[South \"Anna\"]\n\nA b D e\n\nF d\n", 5, "F"),
        // Mails that repeat the game so far.
        ("6\n6 4\n", 2, "6"),
    ] {
        refused_at(text, (line, 1, word), OneOrSeveral);
    }
    for text in ["A b D e\nF d", "1 2 4 5\n6 4\n", "d3c5b6d2\nc4e3f5\n", "F d ; good\nE c"] {
        assert!(one(text).notices.contains(&LinesAsOne), "{text}");
    }
    // Only one reading is a game: by the letters' case, the numbers, the count, the end, or the result between.
    for (text, expected) in [
        ("C-F\n\na\n\nB", "C-F a B"),
        ("1. F d\n\n2. E c", "F d E c"),
        ("[PlyCount \"4\"]\n\nF d\n\nE c", "F d E c"),
        ("f5 d6\n\n\nc3 *", "f5d6c3"),
        ("1. f5 d6 {good} 2. c3\n{bad}\n2... d3", "f5d6c3d3"),
        ("f5 d6 c3\n\nd3 c4 f4", "f5d6c3d3c4f4"),
    ] {
        let read = one(text);
        assert_eq!(moves(&read), expected, "{text}");
        assert!(!read.notices.contains(&LinesAsOne), "{text}");
    }
    assert_eq!(read("F d *\n\nE c\n", &WORDS).unwrap().len(), 2);
}

#[test]
fn a_number_at_the_end_is_not_played_where_that_of_the_next_turn_is_due() {
    for (text, line, column, word, why) in [
        ("[South \"Ada\"]\n[North \"Bo\"]\n\n1. 3-6 2. 1 3. 2 4. 2 5. 6-3 6", 4, 30, "6", NumbersOrPits),
        ("1. 3-2 2. 6 3. 3 4. 3-6-5 5", 1, 27, "5", NumbersOrPits),
        ("1. 3-2 2. 6 3. 3 4. 3-6-5 5 *", 1, 27, "5", NumbersOrPits),
        ("1. 3-4\n2. 3-2-5\n3. 2-5\n4. 1-6\n5\n", 5, 1, "5", NumberAlone),
        // Numbers of pairs.
        ("1. 3-2 6 2. 3 3-6-5 3", 1, 21, "3", NumbersOrPits),
    ] {
        refused_at(text, (line, column, word), why);
    }
    // Another number is due there, or none, or it is no number alone.
    for (text, expected) in [
        ("1. 3-2 6 2. 3 3", "C-B f C c"),
        ("1. 3-2 6 2. 3 3-6-5 4", "C-B f C c-f-e D"),
        ("1. 3-2 2", "C-B b"),
        ("1. 3-2 2. 6 3. 3 4. 3-6-5 5 x0", "C-B f C c-f-e E"),
        ("1. 3-2 2-6 3", "C-B b C"),
        ("3-2 2", "C-B b"),
    ] {
        assert_eq!(moves(&one(text)), expected, "{text}");
    }
}

#[test]
fn numbers_of_lines_that_may_be_those_of_games_are_not_played_unsaid() {
    for text in ["1 3-6 1 2 2\n2 6 4 1\n", "1 3-6 1\n2 6 4\n", "1 3-6 1\r\n2 6 4 *"] {
        refused_at(text, (2, 1, "2"), OneOrSeveral);
    }
    // A line that is no game without its number, and numbers of turns.
    for (text, expected) in [("1 1 3 3\n2 6\n", "A a C c B-F"), ("1 C-F a\n2 B b\n", "C-F a B b")] {
        assert_eq!(moves(&one(text)), expected, "{text}");
    }
}

#[test]
fn a_result_before_its_moves_is_not_the_result_of_others() {
    for text in [
        "1-0\nf5 d6 c3\n0-1\nf5 f6 e6\n",
        "40-24\nf5d6c3\n20-44\nf5f6e6\n",
        "24-24\nA b D e\n30-18\nF d\n",
        "0-1\n6 4 5\n1-0\n6 4\n1-0\n6 5\n",
        "1-0\nF d\n0-1\nE c\n",
    ] {
        assert_eq!(refused(text).why, ResultEarly, "{text}");
    }
    refused_at("[Black \"Anna\"]\n[White \"Bert\"]\n\n1-0\n1. f5 d6 2. c3\n", (4, 1, "1-0"), ResultEarly);
    // Results behind the moves of their own lines, and a game that was not played.
    let games = read("1-0\nf5 d6 c3 1-0\n\n0-1\nf5 f6 e6 0-1\n", &WORDS).unwrap();
    assert_eq!(
        games.iter().filter_map(|game| game.as_ref().ok()).map(moves).collect::<Vec<_>>(),
        ["f5d6c3", "f5f6e6"]
    );
    let games = read("[Black \"A\"]\n\n0-1\n\n[Black \"C\"]\n\nf5 f4 *\n", &WORDS).unwrap();
    assert_eq!(games[0].as_ref().unwrap_err().why, NoMoves);
    assert!(games[1].is_ok());
}

#[test]
fn tags_below_their_moves_name_no_other_game() {
    let text = "1. f5 d6 2. c3\n[Black \"Anna\"]\n[White \"Bert\"]\n[Result \"1-0\"]\n";
    refused_at(text, (2, 1, "[Black"), TagsBelow);
    let two = format!("{text}\n1. f5 f6 2. e6\n[Black \"Carl\"]\n[White \"Dora\"]\n[Result \"0-1\"]\n");
    refused_at(&two, (2, 1, "[Black"), TagsBelow);
    // A game without tags, one with them, and one that is cut off.
    let games = read("f5 d6 *\n\n[Black \"Anna\"]\n\nf5 f6 *\n\n[Black \"Bert\"]\n", &WORDS).unwrap();
    assert_eq!(games.iter().filter(|game| game.is_ok()).count(), 2);
}

#[test]
fn a_log_of_games_at_once_is_not_one_game_of_corrections() {
    let start = "state <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>";
    let log = |rest: &str| format!("kgp 1 0 0\n1 mode freeplay\n2 {start}\n4 {start}\n{rest}8 stop\n");
    refused_at(&log("3@2 move 1\n5@4 move 2\n"), (5, 5, "move"), KgpSeveral);
    refused_at(&log("5@4 move 2\n3@2 move 1\n"), (6, 5, "move"), KgpSeveral);
    refused_at(&log("3@2 move 1\n"), (5, 5, "move"), KgpSeveral);
    assert_eq!(moves(&one(&log("5@4 move 2\n"))), "B");
}
