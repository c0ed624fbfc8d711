//! Tests of single readers; the inputs from the field stand in `tests/field.rs`.

use rules::{Game, Side};

use super::*;

/// English names for nameless players.
pub(crate) const WORDS: Words = Words {
    side: |game, side| {
        let [first, second] = match game {
            Game::Mancala => ["South", "North"],
            Game::Mapello => ["Black", "White"],
        };
        if side == Side::First { first } else { second }.to_owned()
    },
    level: |level| level.name().to_owned(),
};

/// Reads the first game of a text; `None` if there is none, or it is refused.
pub(crate) fn read(text: &str) -> Option<Finished> {
    let first = super::read(text, &WORDS).ok()?.into_iter().next()?;
    first.ok().map(|read| read.game)
}

#[test]
fn a_bare_move_list_is_imported_for_both_games() {
    let mancala = read("1. C-F 2. a").unwrap();
    assert_eq!((mancala.setup.game(), mancala.moves.len()), (Game::Mancala, 3));
    let othello = read("f5d6c3").unwrap();
    assert_eq!((othello.setup.game(), othello.moves.len()), (Game::Mapello, 3));
    assert_eq!(othello.names, ["Black", "White"]);
}

#[test]
fn imported_player_names_are_sanitized_with_a_word() {
    let text = "[Game \"Mancala\"]\n[South \"\u{202e}Anna\"]\n[North \" \"]\n\n1. C";
    let read = super::read(text, &WORDS).unwrap().remove(0).unwrap();
    assert_eq!(read.game.names, ["Anna", "North"]);
    assert_eq!(read.notices, [Notice::NameChanged("Anna".to_owned())]);
}

#[test]
fn names_date_place_and_result_of_a_file_are_kept() {
    let text = "[Event \"Club\"]\n[Site \"Ulm\"]\n[Date \"2024.02.29\"]\n[Black \"Anna\"]\n[White \"Bert\"]\n\
                [Result \"0-1\"]\n[Termination \"time forfeit\"]\n\nf5 d6 0-1\n";
    let read = super::read(text, &WORDS).unwrap().remove(0).unwrap();
    assert_eq!(read.place.as_deref(), Some("Club, Ulm"));
    assert_eq!(room::day(read.game.ended), "2024-02-29");
    assert_eq!(read.game.names, ["Anna", "Bert"]);
    assert_eq!((read.game.reason, read.game.winner), (room::Reason::TimeOut, Some(Side::Second)));
}

#[test]
fn text_without_a_game_imports_nothing_and_never_panics() {
    for text in [
        "",
        "{",
        "{}",
        "hello",
        "1. Z",
        "1. C-C-C-C",
        "a1",
        "[Game \"Chess\"]\n\n1. e4",
        "[Game \"Mancala\"]\n[Pits \"200\"]\n\n1. A",
        r#"{"names":["a","b"],"setup":{"mancala":{"variant":{"pits":255,"stones":255,"capture":"opposite","sowing":"relay","extra_turn":true,"leftovers":"owner","direction":"clockwise","pie_rule":false,"first_move":"south"},"starts":"first"}},"moves":[{"mancala":"swap"}],"reason":"played","ended":0}"#,
        &"[".repeat(10_000),
        &"{".repeat(10_000),
        &"C-F ".repeat(4_000),
        r#"{"duello":1,"games":[]}"#,
        r#"{"duello":1,"games":[{}]}"#,
        r#"{"duello":1,"games":[{"log":null}]}"#,
        r#"{"duello":1,"games":[{"log":[1,{},"x"]}]}"#,
        "kgp",
        "kgp 1 0 0\nmove 1",
        "kgp 1 0 0\nstate <200,0,0,4>\nmove 1",
        "kgp 1 0 0\nstate <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>\nmove 0",
        "kgp 1 0 0\nstate <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>\nmove 9",
        "kgp 1 0 0\nstate <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>\nmove 999",
        "kgp 1 0 0\nstate <6,0,1,4,4,4,4,4,4,4,4,4,4,4,4>\nmove 1",
        "kgp 1 0 0\nstate <6,0,0,4,4,4,4,4,4,4,4,4,4,4,3>\nmove 1",
    ] {
        assert_eq!(read(text), None, "{}", &text[..text.len().min(80)]);
    }
}

#[test]
fn a_transcript_is_parsed_as_people_write_it() {
    // On this board Black has no first move.
    let walls = ["e3", "f4", "c5", "d6"].map(|name| rules::mapello::notation::read_cell(name).unwrap().bit());
    let board = rules::mapello::Board::new(walls.iter().sum(), 0, 0).unwrap();
    let tag = format!("[Board \"{}\"]\n", rules::mapello::notation::write_code(&board));
    for text in [
        "--c4c3",
        "c4c3",
        "C4 C3",
        "1. -- c4 2. c3",
        "1.--c4 2.c3",
        "pass c4\nc3",
        "PA c4 c3",
        "psc4c3",
        "c4-c3",
        "C4 - C3",
        "---c4-c3",
        "1 -- c4 2 c3",
        "1 c4\n2 c3",
        "pass-c4-c3",
        "c4c3 1-0",
        "c4 c3 0-1\n",
        "c4c31/2-1/2",
        "c4 c3 *",
        "c4 c3 30-30",
        "1 c4 2 c3 60-0 ",
        "c4 c3 ½-½",
    ] {
        let read = read(&format!("{tag}{text}")).unwrap_or_else(|| panic!("{text}"));
        assert_eq!(read.moves.len(), 2, "{text}");
    }
    for text in [
        "c4 x9 c3",
        "c",
        "éc4",
        "-c4",
        "c4-",
        "c4 - - c3",
        "c4-é",
        "1c4",
        "c4 12",
        "c4 1 2 c3",
        "c4 1-0 c3",
        "c4 30-30 30-30",
        "c4 * c3",
        "c4 1-",
        "c4 1/2",
        "c4 1000-0",
        "c4 -1-0",
        "C4 E3",
        "c4 c4",
        "-- -- c4",
        "c4 --",
        "c4 -- 1-0",
        "c4--c3",
        "c4 pass c3",
        "c4 2. 1-0",
    ] {
        assert_eq!(read(&format!("{tag}{text}")), None, "{text}");
    }
}

#[test]
fn tags_that_cannot_be_are_refused_by_name() {
    let why = |text: &str| super::read(text, &WORDS).unwrap_err().why;
    let value = |name: &str| Why::TagValue(name.to_owned());
    assert_eq!(why("[Game \"Chess\"]\n1. C"), value("Game"));
    assert_eq!(why("[Pits \"many\"]\n1. C"), value("Pits"));
    assert_eq!(why("[Sowing \"both\"]\n1. C"), value("Sowing"));
    assert_eq!(why("[South \"Anna\"]\n[Variant \"Oware\"]\n1. C"), value("Variant"));
    let disagree = ["Variant", "Pits"].map(str::to_owned);
    assert_eq!(why("[Variant \"Quick\"]\n[Pits \"6\"]\n1. C"), Why::TagsDisagree(disagree));
    assert_eq!(why("[Pits \"2\"]\n1. C"), Why::Setup(rules::SetupError::Pits(2)));
    for text in ["[", "[]", "[Pits]", "[Pits \"6]", "[Pits \"6\"", "[Pits \"6\\"] {
        assert_eq!(why(text), Why::TagForm, "{text}");
    }
    assert_eq!(why("[South \"Anna\"]\n[south \"Bert\"]\n1. C"), Why::TagTwice("south".to_owned()));
    let many: String = (0..101).map(|n| format!("[T{n} \"\"]")).collect();
    assert_eq!(why(&many), Why::TooManyTags);
}

#[test]
fn a_text_up_to_the_limit_is_read_in_linear_time() {
    let begun = std::time::Instant::now();
    for part in [
        "[",
        "{",
        "}",
        "; f5\n",
        "[A \"b\"]",
        "f5",
        "f5 ",
        "1. ",
        "1. F\n",
        "\u{200b}",
        "-",
        "*\n",
        "move 1\n",
        "{\"a\":",
        "<",
        "C-F ",
        "F 1-0\n",
        "2. d 1-1\n",
        "[]\n",
        "{\"a\":1}",
    ] {
        for begin in ["", "f5 ", "1. F ", "kgp 1 0 0\n", "{\"games\":[", "[Site \"x\"]\n"] {
            let times = MAX_BYTES / 8 / part.len();
            let text = begin.to_owned() + &part.repeat(times);
            let began = std::time::Instant::now();
            let _ = super::read(&text, &WORDS);
            if began.elapsed().as_millis() > 1500 {
                eprintln!("{begin:?} {part:?} {:?}", began.elapsed());
            }
        }
    }
    // A tenth of a second each without optimisation; a reader that is not linear needs minutes for one of them.
    assert!(begun.elapsed().as_secs() < 100, "{:?}", begun.elapsed());
    let why = super::read(&"f5".repeat(MAX_BYTES), &WORDS).unwrap_err().why;
    assert_eq!(why, Why::TooLong);
    assert_eq!(super::read(&"f5 *\n".repeat(1_001), &WORDS).unwrap_err().why, Why::TooManyGames);
    assert_eq!(super::read(&"f5 *\n".repeat(1_000), &WORDS).unwrap().len(), 1_000);
}

#[test]
fn an_impossible_board_is_refused_with_the_reason() {
    use rules::mapello::Board;
    use rules::mapello::notation::write_code;
    let why = |text: &str| super::read(text, &WORDS).unwrap_err().why;
    assert_eq!(why("[Board \"00000\"]\ne3"), Why::BoardCode);
    let nine = write_code(&Board::new(0x1ff, 0, 0).unwrap());
    assert_eq!(why(&format!("[Board \"{nine}\"]\ne3")), Why::Setup(rules::SetupError::Walls(9)));
}

#[test]
fn an_othello_file_is_read_as_typed_with_othellos_start() {
    let text = "[Game \"Othello\"]\n[Result \"1-0\"]\n\n1. e6 f4 2. e3 f6 3. g5 d6 4. e7 f5 5. c5";
    let read = super::read(text, &WORDS).unwrap().remove(0).unwrap();
    assert_eq!(read.game.setup, Setup::Mapello(rules::mapello::Board::OTHELLO));
    assert_eq!(read.game.moves[0].as_mapello(), rules::mapello::notation::read_cell("e6"));
    assert_eq!((read.game.winner, read.game.reason), (Some(Side::First), room::Reason::Played));
    assert_eq!(read.notices, [Notice::OthelloStart]);
    for (wrong, why) in [("0-1", Why::ResultWrong), ("9-4", Why::ScoreWrong([13, 0]))] {
        let text = text.replace("1-0", wrong);
        assert_eq!(super::read(&text, &WORDS).unwrap_err().why, why);
    }
    for right in ["13-0", "64-0"] {
        assert!(super::read(&text.replace("1-0", right), &WORDS).is_ok_and(|games| games[0].is_ok()));
    }
}

#[test]
fn a_file_that_names_mapello_is_mirrored_onto_the_empty_board() {
    let text = "[Game \"Mapello\"]\n\n1. e6 f4 2. e3 f6 3. g5 d6 4. e7 f5 5. c5 13-0";
    let read = super::read(text, &WORDS).unwrap().remove(0).unwrap();
    assert_eq!(read.game.setup, Setup::Mapello(rules::mapello::Board::EMPTY));
    assert_eq!(read.game.moves[0].as_mapello(), rules::mapello::notation::read_cell("d6"));
    assert_eq!(read.notices, [Notice::Mirrored]);
}

#[test]
fn the_tag_of_a_board_says_which_start_it_has() {
    use rules::mapello::{Board, notation::write_code};
    let othello = write_code(&Board::OTHELLO);
    let tagged = |code: &str, moves: &str| super::read(&format!("[Board \"{code}\"]\n1. {moves}"), &WORDS);
    let read = tagged(&othello, "f5 d6 2. c3").unwrap().remove(0).unwrap();
    assert_eq!((read.game.setup, read.notices), (Setup::Mapello(Board::OTHELLO), Vec::new()));
    let illegal = Why::Illegal(rules::IllegalMove::NoFlip);
    assert_eq!(tagged(&othello, "c5 e6").unwrap_err().why, illegal);
    assert_eq!(tagged(&write_code(&Board::EMPTY), "f5 d6").unwrap_err().why, illegal);
}
