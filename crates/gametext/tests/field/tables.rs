//! Tables of turns with the score so far behind each, which look like lists of games; games below the tags of others.

use gametext::import::read;
use gametext::refusal::Notice::*;
use gametext::refusal::Why::*;
use rules::IllegalMove::{EmptyPit, NoFlip};

use super::{WORDS, all, moves, one, refused_at};

#[test]
fn a_score_so_far_behind_each_turn_ends_no_game() {
    for text in [
        "1\tA\t0-0\n2\tc-a\t0-1\n3\tB-E\t2-1\n4\tc\t2-1\n5\tC\t3-1\n6\td\t3-2\n",
        "1.\tA\t0-0\n2.\tc-a\t0-1\n3.\tB-E\t2-1\n4.\tc\t2-1\n5.\tC\t3-1\n6.\td\t3-2\n",
        "1. A 0–0\r\n2. c-a 0–1\r\n3. B-E 2–1\r\n4. c 2–1\r\n5. C 3–1\r\n6. d 3–2",
        "1. A 0:0\n2. c-a 0:1\n3. B-E 2:1\n4. c 2:1\n5. C 3:1\n6. d 3:2\n",
        "1. A (0-0)\n2. c-a (0-1)\n3. B-E (2-1)\n4. c (2-1)\n5. C (3-1)\n6. d (3-2)\n",
        "1. A 0 - 0\n2. c-a 0 - 1\n3. B-E 2 - 1\n4. c 2 - 1\n5. C 3 - 1\n6. d 3 - 2\n",
        "1. A 0 : 0\n2. c-a 0 : 1\n3. B-E 2 : 1\n4. c 2 : 1\n5. C 3 : 1\n6. d 3 : 2\n",
        "1. A 0/0\n2. c-a 0/1\n3. B-E 2/1\n4. c 2/1\n5. C 3/1\n6. d 3/2\n",
        "1. A\t0\t0\n2. c-a\t0\t1\n3. B-E\t2\t1\n4. c\t2\t1\n5. C\t3\t1\n6. d\t3\t2\n",
        "A 0-0\nc-a 0-1\nB-E 2-1\nc 2-1\nC 3-1\nd 3-2\n",
        "1. A c-a 0-1\n2. B-E c 2-1\n3. C d 3-2\n",
        "1. A 0-0\n2. c-a 0-1\n\n3. B-E 2-1 {good}\n4. c 2-1\n5. C 3-1\n6. d\n",
        "1. 1 0-0\n2. 3-1 0-1\n3. 2-5 2-1\n4. 3 2-1\n5. 3 3-1\n6. 4 3-2\n",
        "[South \"Ada\"]\n[North \"Bo\"]\n\n1. A 0-0\n2. c-a 0-1\n3. B-E 2-1\n4. c 2-1\n5. C 3-1\n6. d 3-2\n",
    ] {
        let read = one(text);
        assert_eq!(moves(&read), "A c-a B-E c C d", "{text}");
        assert_eq!((read.game.winner, read.game.reason), (None, room::Reason::Played), "{text}");
        assert!(read.notices.contains(&RunningScore), "{text}: {:?}", read.notices);
    }
    for (text, expected) in [
        ("1. f5 4-1\n2. d6 3-3\n3. c3 5-2\n", "f5d6c3"),
        ("1. f5 d6 3-3\n2. c3 5-2", "f5d6c3"),
        ("f5 4:1\nd6 3:3\n", "f5d6"),
        ("1. F 1-0\n2. a 1-0\n", "F a"),
    ] {
        let read = one(text);
        assert_eq!((moves(&read).as_str(), read.game.winner), (expected, None), "{text}");
        assert!(read.notices.contains(&RunningScore), "{text}: {:?}", read.notices);
    }
    // The result stands in a line of its own, or behind the last score.
    for text in
        ["1. F 1-0\n2. d 1-1\n0-1\n", "1. F 1-0\n2. d 1-1 0-1\n", "[Result \"0-1\"]\n1. F 1-0\n2. d 1-1\n"]
    {
        let read = one(text);
        assert_eq!((moves(&read).as_str(), read.game.winner), ("F d", Some(rules::Side::Second)), "{text}");
    }
    // Two tables, the second of which begins with 1 again.
    let two = "1. F 1-0\n2. d 1-1\n1. A 0-0\n2. c-a 0-1\n";
    assert_eq!(all(two), [Ok("F d".to_owned()), Ok("A c-a".to_owned())]);
}

#[test]
fn a_pit_by_its_number_before_a_score_is_a_turn() {
    let game = "C-B f C c-f-e A-F d A";
    for text in [
        "3-2 1-0\n6 1-1\n3 1-1\n3-6-5 1-4\n1-6 3-4\n4 3-5\n1 3-5\n",
        "3-2\t1:0\r\n6\t1:1\r\n3\t1:1\r\n3-6-5\t1:4\r\n1-6\t3:4\r\n4\t3:5\r\n1\t3:5\r\n",
        "3-2 (1-0)\n6 (1-1)\n3 (1-1)\n3-6-5 (1-4)\n1-6 (3-4)\n4 (3-5)\n1 (3-5)\n",
        "[South \"Ada\"]\n[North \"Bo\"]\n\n3-2 6 1-1\n3 3-6-5 1-4\n1-6 4 3-5\n1 3-5\n",
    ] {
        let read = one(text);
        assert_eq!((moves(&read).as_str(), read.game.winner), (game, None), "{text}");
        assert!(read.notices.contains(&RunningScore), "{text}: {:?}", read.notices);
    }
    // A line that begins with 1 is none of another table.
    for (text, expected) in [
        ("3-2 1-0\n2 1-0\n1 1-0\n3 1-1\n2 1-1\n", "C-B b A c B"),
        ("3-6 2-0\n1 2-0\n2 2-0\n2 2-1\n6-3 3-1\n6 3-2\n", "C-F a B b F-C f"),
    ] {
        assert_eq!(all(text), [Ok(expected.to_owned())], "{text}");
    }
    for (text, line, column, word, why) in [
        ("3-2 1-0\n6 1-1\n3 1-1\n3-6-5 1-4\n1-6 4-3\n", 5, 5, "4-3", ScoreWrong([3, 4])),
        ("3-6 2-0\n1 2-0\n2 2-0\n2 3-1\n", 4, 3, "3-1", ScoreWrong([2, 1])),
        ("3-2 1-0\n2 1-0\n2 1-0\n1 1-0\n", 3, 1, "2", Illegal(EmptyPit)),
        ("6 1-0\n4 1-0\n", 2, 3, "1-0", TurnsOrGames),
    ] {
        refused_at(text, (line, column, word), why);
    }
    // A fault in so few lines does not show that they are no list.
    assert_eq!(all("6 1-0\n4-1 0-1\n")[0], Ok("F".to_owned()));
}

#[test]
fn lines_that_are_turns_or_games_are_not_guessed() {
    for (text, line, column, word, why) in [
        ("1. F 1-0\n2. d 1-0\n", 2, 6, "1-0", TurnsOrGames),
        ("F 1-0\nd 1-0\n", 2, 3, "1-0", TurnsOrGames),
        ("1 F 1-0\n2 d 1-0\n", 2, 5, "1-0", TurnsOrGames),
        ("1. E 0-0\n2. e 0-0\n3. D 0-0\n", 1, 6, "0-0", TurnsOrGames),
        ("1. e3 1-0\n2. d3 1-0\n", 1, 7, "1-0", TurnsOrGames),
        ("1. F d 1-0\n2. C-E c 1-0\n", 1, 8, "1-0", TurnsOrGames),
        ("1. F *\n2. d *\n3. C *\n", 2, 1, "2.", TurnsOrGames),
        ("[South \"Ada\"]\n1. F 1-0\n2. d 1-0\n", 3, 6, "1-0", TurnsOrGames),
        // So many scores are right that this one is only wrong.
        ("1. A 0-0\n2. c-a 0-1\n3. B-E 1-1\n", 3, 8, "1-1", ScoreWrong([2, 1])),
        // A table with a faulty move is no list of games either.
        ("1. A 0-0\n2. c-a 0-1\n3. A 0-1\n", 3, 4, "A", Illegal(EmptyPit)),
        ("1. f5 4-1\n2. d6 3-3\n3. a1 5-2\n", 3, 4, "a1", Illegal(NoFlip)),
    ] {
        refused_at(text, (line, column, word), why);
    }
    // These are games: their moves cannot go on from each other, or they are too many for a line of a table.
    for (text, expected) in [
        ("F d E c 1-0\nF e D a 0-1\n", ["F d E c", "F e D a"]),
        ("1. f5d6c3d3 34-30\n2. f5f6e6f4 30-34\n", ["f5d6c3d3", "f5f6e6f4"]),
        ("1. f5 d6 *\n2. d3 c5 *\n", ["f5d6", "d3c5"]),
        ("1. F 1-0\n1. d 1-0\n", ["F", "D"]),
    ] {
        assert_eq!(all(text), expected.map(|moves| Ok(moves.to_owned())), "{text}");
    }
}

#[test]
fn a_number_that_turns_count_on_from_is_not_that_of_a_game() {
    for (text, line) in [("1. F 2. d *\n2. C *\n", 2), ("1. F 2. d *\n2. C 3. e *\n", 2)] {
        assert_eq!(all(text), [Ok("F d".to_owned()), Err((line, Number { due: 1 }))], "{text}");
    }
    let list = "1. 1. F 2. d *\n2. 1. C-F 2. a *\n";
    assert_eq!(all(list).len(), 2, "{:?}", all(list));
}

#[test]
fn games_below_the_tags_of_another_do_not_lack_rules_unsaid() {
    let board = "[Game \"Mapello\"]\n[Board \"K6G4E-0R03R-44167-0G123-4903E-X\"]\n";
    for text in [
        "[Stones \"6\"]\n\n1. F 2. d 1-0\n1. B 2. b 0-1\n",
        "[Variant \"Empty Capture\"]\n[South \"Ada\"]\n\n1. F 2. d 1-0\n\n1. C-F 2. b 0-1\n",
        &format!("{board}\n1. e3 d3 1-0\n\n1. e3 d3 0-1\n"),
        &format!("{board}\n1. e3 d3 1-0\n\n1. f5 d6 0-1\n"),
    ] {
        let games = read(text, &WORDS).unwrap();
        let told: Vec<_> = games.iter().map(|game| &game.as_ref().unwrap().notices).collect();
        assert!(!told[0].contains(&SetupAbove) && told[1].contains(&SetupAbove), "{text}: {told:?}");
        assert!(!told[1].contains(&SetupAssumed), "{text}: {told:?}");
    }
    // Tags that tell no rules, or those of the other game.
    for text in ["[South \"Ada\"]\n\n1. F 2. d *\n1. B 2. b *\n", "[Stones \"6\"]\n\n1. F *\n1. f5 d6 *\n"] {
        let games = read(text, &WORDS).unwrap();
        let second = &games[1].as_ref().unwrap().notices;
        assert!(!second.contains(&SetupAbove), "{text}: {second:?}");
    }
}
