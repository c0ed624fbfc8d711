//! Texts that could be read as another game than the one they say: by kind.

use gametext::refusal::Notice::*;
use gametext::refusal::Why::*;

use super::{moves, one, refused_at};

#[test]
fn plain_numbers_that_are_pits_or_turns_are_not_guessed() {
    for (text, line, column, word) in [
        ("1 6\n2 4\n3 5\n", 1, 1, "1"),
        ("1 6 4\n2 5 3\n", 1, 1, "1"),
        ("1 3-7-6\n2 1\n3 2\n", 1, 1, "1"),
        ("[Pits \"3\"]\n[Stones \"3\"]\n1 3\n2 2\n3 1\n", 3, 1, "1"),
        ("1. 6\n2 4\n3 5\n", 2, 1, "2"),
        ("1 6 2 4 3 5", 1, 1, "1"),
        ("1 6", 1, 1, "1"),
        ("1 3-7\n", 1, 1, "1"),
    ] {
        refused_at(text, (line, column, word), NumbersOrPits);
    }
    // Of these only one reading is a game.
    for (text, expected) in [
        ("1 6\n2 6\n3 5\n4 5\n5 4\n6 4\n7 6", "F f E e D d F"),
        ("01 6 02 4 *", "F d"),
        ("1 F\n2 d\n3 E", "F d E"),
        ("1. F\n2 d\n3 E", "F d E"),
        ("1 F d\n2 E c", "F d E c"),
        ("1 C F 2 a 3 B", "C-F a B"),
        ("1", "A"),
        ("1 F", "F"),
        ("1. 6 2. 4 3. 5", "F d E"),
        ("1 2 3 4 5 6", "A b C d E f"),
        ("6 4 5", "F d E"),
    ] {
        assert_eq!(moves(&one(text)), expected, "{text}");
    }
    // A fault is that of the reading that gets furthest.
    for (text, line, column, word, why) in [
        ("1 F\n2 d\n3 F", 3, 3, "F", Illegal(rules::IllegalMove::EmptyPit)),
        // The first pit of the fifth line gives another turn.
        ("1 6\n2 4\n3 5\n4 2\n5 1\n6 1\n7 2\n8 1\n", 6, 1, "6", Number { due: 5 }),
        ("1 6\n2 4\n3 5\n4 9\n5 1\n6 1\n7 2\n8 1\n", 4, 3, "9", Illegal(rules::IllegalMove::NoSuchPit)),
    ] {
        refused_at(text, (line, column, word), why);
    }
}

#[test]
fn whatever_is_moves_behind_a_semicolon_is_not_lost() {
    for (text, column, word) in [
        ("1. f5; d6 2. c3 d3 3. c4 f4 *", 6, ";"),
        ("1. F; d 2. E c 3. D *", 5, ";"),
        ("f5d6c3d3c4f4; 34-30", 13, ";"),
        ("f5 d6 c3; d3 c4 34-30", 9, ";"),
        ("6; 4; 5; 3", 2, ";"),
        ("3-7-6; 1; 2", 6, ";"),
        ("1;6;4\n2;5;3\n3;4;2\n", 2, ";6;4"),
        ("1. A; f x0 2. B", 5, ";"),
        ("1. 3-7-6; 1-5 2. 2-6", 9, ";"),
        ("1 f5 d6; 2 c3 d3; 3 c4 f4", 8, ";"),
        ("f5 d6; 2 c3 d3", 6, ";"),
        ("f5 d6; c3 2. d3 and so on", 6, ";"),
        ("f5 d6; 12. c3", 6, ";"),
    ] {
        refused_at(text, (1, column, word), CommentMoves);
    }
    for (text, comment) in [
        ("f5 d6 ; 2 minutes", "2 minutes"),
        ("f5 d6 ; ...", "..."),
        ("f5 d6 ; 2024", "2024"),
        ("f5 d6 ; c3 was the better", "c3 was the better"),
    ] {
        let told = Comments { count: 1, first: comment.to_owned() };
        assert!(one(text).notices.contains(&told), "{text}");
    }
}

#[test]
fn a_score_that_no_game_can_have_is_refused() {
    for (text, line, column, word, why) in [
        ("f5 d6 c3 40-40", 1, 10, "40-40", ScoreImpossible(64)),
        ("f5 d6 c3 999-0", 1, 10, "999-0", ScoreImpossible(64)),
        ("f5 d6 c3 12-24", 1, 10, "12-24", ScoreImpossible(64)),
        ("f5 d6 c3 999-999", 1, 10, "999-999", ScoreImpossible(64)),
        ("[Result \"2-1\"]\nf5 d6", 1, 1, "[Result", ScoreImpossible(64)),
        ("1. F 2. d 100-90", 1, 11, "100-90", ScoreImpossible(48)),
        ("[Pits \"3\"]\n[Stones \"3\"]\n1. A-C 20-7", 3, 8, "20-7", ScoreImpossible(18)),
        ("[Board \"K6G4E-0R03R-44167-0G123-4903E-X\"]\n1. e3 d3 90-0", 2, 10, "90-0", ScoreImpossible(80)),
        // Both results of a text are compared with the moves.
        ("[Result \"1-0\"]\ne6 f4 e3 f6 g5 d6 e7 f5 c5 40-24", 2, 28, "40-24", ScoreWrong([13, 0])),
        ("[Result \"12-0\"]\ne6 f4 e3 f6 g5 d6 e7 f5 c5 1-0", 1, 1, "[Result", ScoreWrong([13, 0])),
        ("[Result \"*\"]\ne6 f4 e3 f6 g5 d6 e7 f5 c5 12-0", 2, 28, "12-0", ScoreWrong([13, 0])),
        ("[Result \"1-0\"]\nf5 d6 50-15", 2, 7, "50-15", ScoreImpossible(64)),
    ] {
        refused_at(text, (line, column, word), why);
    }
    // All points, those so far, or what may lie in pits that count for nobody.
    for text in [
        "f5 d6 c3 40-24",
        "f5 d6 c3 5-2",
        "1. F 2. d 1-0",
        "1. F 2. d 30-18",
        "[Leftovers \"nobody\"]\n1. F 2. d 30-10",
        "[Result \"1-0\"]\ne6 f4 e3 f6 g5 d6 e7 f5 c5 13-0",
    ] {
        one(text);
    }
}

#[test]
fn the_points_so_far_are_no_result() {
    use gametext::refusal::Notice;
    for text in [
        "1. C-F 2. a 2-0",
        "[Result \"2-0\"]\n1. C-F 2. a *",
        "f5 d6 c3 5-2",
        "[Termination \"unterminated\"]\nf5 d6 3-3",
    ] {
        let read = one(text);
        assert_eq!((read.game.winner, read.game.reason), (None, room::Reason::Played), "{text}");
        assert!(read.notices.contains(&Notice::ResultOpen), "{text}");
    }
    let text = "[Termination \"time forfeit\"]\n1. C-F 2. a 2-0";
    assert_eq!(one(text).game.winner, Some(rules::Side::First));
    assert_eq!(one("[Result \"1-0\"]\n1. C-F 2. a 2-0").game.winner, Some(rules::Side::First));
    // Of other points only the winner is kept.
    for text in ["[Result \"34 - 30\"]\nf5 d6 c3", "[Termination \"time forfeit\"]\nf5 d6 c3 34-30"] {
        let read = one(text);
        assert!(read.notices.contains(&Notice::NotKept("34-30".to_owned())), "{text}: {:?}", read.notices);
        assert_eq!(read.game.winner, Some(rules::Side::First), "{text}");
    }
}

#[test]
fn a_bracket_at_the_beginning_of_a_line_cuts_no_game() {
    for (text, line, word) in [
        ("1. f5 d6\n[best!] 2. c3 d3\n3. c4 *", 2, "[best!]"),
        ("f5 d6\n[%clk 0:05] c3 d3", 2, "[%clk"),
        ("F d\n[sic]\nE", 2, "[sic]"),
        ("F d\n[Event x]\nE", 2, "[Event"),
    ] {
        refused_at(text, (line, 1, word), NoMove);
    }
}

#[test]
fn options_of_the_protocol_are_those_of_the_game_behind_them() {
    let game = |options: &str, pit: u8| {
        format!("{options}state <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>\nmove {pit}\nstop\n")
    };
    let names =
        |south: &str, north: &str| format!("set :duello:South \"{south}\"\nset :duello:North \"{north}\"\n");
    let won = "set :duello:Result \"0-1\"\nset :duello:Termination \"resigned\"\n";
    let told = |text: &str| {
        let games = gametext::import::read(text, &super::WORDS).unwrap();
        let games: Vec<_> = games.into_iter().map(|game| game.unwrap().game).collect();
        games.iter().map(|game| (game.names[0].clone(), game.winner)).collect::<Vec<_>>()
    };
    let (anna, carl) = (names("Anna", "Bert"), names("Carl", "Dora"));
    let of = |name: &str| (name.to_owned(), None);
    assert_eq!(told(&("kgp\n".to_owned() + &game("", 1) + &game(&carl, 2))), [of("First"), of("Carl")]);
    assert_eq!(told(&(game(&anna, 1) + &game(&carl, 2))), [of("Anna"), of("Carl")]);
    let lost = ("First".to_owned(), Some(rules::Side::Second));
    assert_eq!(told(&("kgp\n".to_owned() + &game("", 1) + &game(won, 2))), [of("First"), lost]);
    let text = "kgp\n".to_owned() + &game("", 1) + won;
    let games = gametext::import::read(&text, &super::WORDS).unwrap();
    assert_eq!(games[0].as_ref().unwrap().game.winner, None);
    let why = games[1].as_ref().unwrap_err();
    assert_eq!((why.place.as_ref().unwrap().line, why.why.clone()), (5, KgpOptions));
}

#[test]
fn tags_of_a_game_that_was_not_played_are_not_those_of_the_next() {
    let text = "[Black \"Anna\"]\n[Date \"2024.01.02\"]\n\n[White \"Carl\"]\n\nf5 d6 c3";
    refused_at(text, (4, 1, "[White"), TagsApart);
    refused_at(&text.replace('\n', "\r\n"), (4, 1, "[White"), TagsApart);
    // A name that comes again says that another game begins, whatever its value.
    for other in ["Anna", "Emil"] {
        let text =
            format!("[Black \"Anna\"]\n[White \"Bert\"]\n\n[White \"Carl\"]\n[Black \"{other}\"]\nf5 d6");
        let games = gametext::import::read(&text, &super::WORDS).unwrap();
        let why = games[0].as_ref().unwrap_err();
        assert_eq!((why.why.clone(), why.place.as_ref().unwrap().line), (NoMoves, 4));
        assert_eq!(games[1].as_ref().unwrap().game.names, [other, "Carl"]);
    }
    // Lines with an empty one between any two are those of one game.
    let spaced = "[Black \"Anna\"]\r\n\r\n[White \"Carl\"]\r\n\r\nf5 d6";
    assert_eq!(one(spaced).game.names, ["Anna", "Carl"]);
}

#[test]
fn a_result_may_have_blanks_and_ends_the_game_of_its_line() {
    for (text, first, reason) in [
        ("f5 d6 c3 34 - 30", Some(rules::Side::First), "f5d6c3"),
        ("1. f5 d6 2. c3 1 - 0", Some(rules::Side::First), "f5d6c3"),
        ("f5 d6 c3 ½ – ½", None, "f5d6c3"),
        ("1. F 2. d 3. E 23 - 25", Some(rules::Side::Second), "F d E"),
        ("1. 6 2. 4 3. 5 0 - 1", Some(rules::Side::Second), "F d E"),
    ] {
        let read = one(text);
        assert_eq!((moves(&read).as_str(), read.game.winner), (reason, first), "{text}");
    }
    let games =
        gametext::import::read("e6 f4 e3 f6 g5 d6 e7 f5 c5 13-0\nf5 d6 c3 d3", &super::WORDS).unwrap();
    assert!(games.iter().all(Result::is_ok) && games.len() == 2, "{games:?}");
    refused_at("1. F 2. d 3. E 13-11", (1, 16, "13-11"), ScoreImpossible(48));
    // Turns and their pits are no results.
    refused_at("1 - 5\n2 - 6", (1, 3, "-"), NoMove);
}

#[test]
fn who_begins_is_said_once_or_twice_the_same() {
    for (first, starts) in [("south", "north"), ("north", "south")] {
        let text = format!("[FirstMove \"{first}\"]\n[Starts \"{starts}\"]\n\n1. f 2. d");
        refused_at(&text, (2, 1, "[Starts"), StartsTwice);
    }
    let starts = |text: &str| match one(text).game.setup {
        rules::Setup::Mancala(setup) => (setup.variant.first_move, setup.starts),
        rules::Setup::Mapello(_) => unreachable!("it is of Mancala"),
    };
    use rules::Side;
    use rules::mancala::FirstMove::{Alternate, North, South};
    assert_eq!(starts("[FirstMove \"alternate\"]\n[Starts \"north\"]\n1. f 2. D"), (Alternate, Side::Second));
    // Who begins and nothing else: what is not said is not contradicted, and the game can be written again.
    assert_eq!(starts("[Starts \"north\"]\n1. f 2. D"), (North, Side::Second));
    assert_eq!(starts("[Starts \"south\"]\n1. F 2. d"), (South, Side::First));
    let north = one("[Variant \"Kalah\"]\n[Starts \"north\"]\n1. f 2. D").game;
    assert!(gametext::export::write(&north, gametext::export::Form::Notation).is_some());
}

#[test]
fn one_faulty_transcript_of_several_hides_no_other() {
    let told = |text: &str| {
        let games = gametext::import::read(text, &super::WORDS).unwrap();
        let told = games.iter().map(|game| match game {
            Ok(read) => moves(read),
            Err(why) => {
                let place = why.place.as_ref().unwrap();
                format!("{}:{} {:?}", place.line, place.column, why.ply)
            }
        });
        told.collect::<Vec<_>>()
    };
    assert_eq!(told("f5d6c3d3\nf5f6e6a1\nf5f4e3d6\n"), ["f5d6c3d3", "2:7 Some(4)", "f5f4e3d6"]);
    assert_eq!(told("f5d6c3\nf5f6e6\n"), ["f5d6c3", "f5f6e6"]);
    assert_eq!(told("f5d6c3d3c4\nf5f6e6f\n"), ["f5d6c3d3c4", "2:7 Some(4)"]);
    // A long game in several lines is one, faulty or not.
    assert_eq!(told("f5d6c3d3\nc4f4\n"), ["f5d6c3d3c4f4"]);
    refused_at("f5d6c3d3\na1f4\n", (2, 1, "a1f4"), Illegal(rules::IllegalMove::NoFlip));
}
