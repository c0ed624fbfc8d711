//! Our JSON and the files of a device: every refusal has its place.

use gametext::import::read;
use gametext::refusal::Why::{self, *};
use room::BoardChoice;
use rules::IllegalMove;

use super::{WORDS, one, refused, refused_at};

/// A game of two moves.
const GAME: &str = r#"{"names":["Anna","Bert"],
"setup":{"mancala":{"variant":{"pits":6,"stones":4,"capture":"opposite","sowing":"single","extra_turn":true,
"leftovers":"owner","direction":"counter_clockwise","pie_rule":false,"first_move":"south"},"starts":"first"}},
"moves":[{"mancala":{"sow":{"side":"first","index":5}}},{"mancala":{"sow":{"side":"second","index":3}}}],
"winner":null,"reason":"played","ended":0}"#;

fn field(name: &str) -> Why {
    JsonField(name.to_owned())
}

#[test]
fn a_wrong_value_of_a_game_is_refused_at_its_place() {
    assert_eq!(one(GAME).game.moves.len(), 2);
    for (old, new, line, column, word, why) in [
        ("\"pits\":6", "\"pits\":200", 2, 9, "{\"mancala\":{\"variant", Setup(rules::SetupError::Pits(200))),
        ("\"pits\":6", "\"pits\":6,\"colour\":1", 2, 50, "1,\"stones\":4,\"captur", field("colour")),
        (
            "\"pits\":6",
            "\"pits\":6,\"pits\":7",
            2,
            41,
            "\"pits\":7,\"stones\":4,",
            JsonTwice("pits".to_owned()),
        ),
        ("\"index\":5", "\"index\":9", 4, 10, "{\"mancala\":{\"sow\":{\"", Illegal(IllegalMove::NoSuchPit)),
        ("\"index\":3", "\"index\":1000", 4, 100, "1000}}}],", field("index")),
        ("\"starts\":\"first\"", "\"starts\":\"second\"", 2, 9, "{\"mancala\":{\"variant", StartsTwice),
        ("\"ended\":0", "\"ended\":-62167219200001", 5, 41, "-62167219200001}", Date),
        ("\"ended\":0", "\"ended\":253402300800000", 5, 41, "253402300800000}", Date),
        ("\"ended\":0", "\"ended\":0,\"place\":\"Ulm\"", 5, 51, "\"Ulm\"}", field("place")),
        ("\"played\"", "\"resigned\"", 5, 10, "null,\"reason\":\"resig", EndingWrong),
        ("\"played\"", "\"lost\"", 5, 24, "\"lost\",\"ended\":0}", field("reason")),
        (",\"ended\":0", "", 5, 32, "}", JsonMissing("ended".to_owned())),
        ("\"ended\":0}", "\"ended\":0", 5, 42, "", JsonForm),
        ("\"ended\":0}", "\"ended\":0}\nf5 d6", 6, 1, "f5", JsonForm),
        // A move told twice in one object is none.
        (
            "\"index\":3}}",
            "\"index\":3}},\"mancala\":\"swap\"",
            4,
            102,
            "},\"mancala\":\"swap\"}]",
            field("moves"),
        ),
    ] {
        let text = GAME.replace(old, new);
        assert_ne!(text, GAME, "{old}");
        refused_at(&text, (line, column, word), why);
    }
    let illegal = GAME.replace("\"index\":3", "\"index\":9");
    assert_eq!(refused(&illegal).ply, Some(2));
}

#[test]
fn a_board_that_is_not_the_one_named_is_refused() {
    let mut game = one("e3 d3").game;
    for (board, expected) in [(BoardChoice::Empty, None), (BoardChoice::Default, Some(field("board")))] {
        game.board = Some(board);
        let read = read(&serde_json::to_string(&game).unwrap(), &WORDS);
        assert_eq!(read.as_ref().err().map(|why| &why.why), expected.as_ref(), "{read:?}");
        assert!(read.is_ok_and(|games| games[0].as_ref().unwrap().game == game) || expected.is_some());
    }
}

#[test]
fn each_game_of_a_list_has_the_places_of_its_own_faults() {
    let wrong = GAME.replace("\"ended\":0", "\"ended\":-62167219200001");
    let games = read(&format!("\u{feff}[{GAME},\n{wrong},\n{{\"names\":7}}]"), &WORDS).unwrap();
    assert!(games[0].is_ok());
    let places = games[1..].iter().map(|game| {
        let place = game.as_ref().unwrap_err().place.clone().unwrap();
        (place.line, place.column, place.word)
    });
    assert!(places.eq([(10, 41, "-62167219200001},".to_owned()), (11, 10, "7}]".to_owned())]));
}

#[test]
fn braces_are_json_only_where_they_begin_as_json_does() {
    for (text, column, word, why) in [
        ("{}", 2, "}", JsonMissing("names".to_owned())),
        ("{\u{201c}names\u{201d}:[]}", 2, "\u{201c}names\u{201d}:[]}", JsonForm),
        ("{'names':[]}", 2, "'names':[]}", JsonForm),
        ("{\"names", 8, "", JsonForm),
        ("[{\"names\":5}]", 11, "5}]", field("names")),
        ("{\"names\": {\"a\":1}}", 11, "{\"a\":1}}", field("names")),
        ("{\"a\":1} {\"b\":2}", 7, "}", JsonMissing("names".to_owned())),
        ("{\"a\":1} \"b\"", 9, "\"b\"", JsonForm),
        ("{a {\"b\":2}}", 4, "{\"b\":2}}", CommentNested),
    ] {
        refused_at(text, (1, column, word), why);
    }
}

#[test]
fn more_than_a_thousand_games_are_refused_in_every_format() {
    let log = |games: usize| "state <3,0,0,1,1,1,1,1,1>\nmove 1\nstop\n".repeat(games);
    let list = |games: usize| vec![GAME; games].join(",");
    let words = |games: usize| "f5 *\n".repeat(games);
    for write in [&words as &dyn Fn(usize) -> String, &log, &|games| format!("[{}]", list(games)), &|games| {
        format!("{{\"games\":[{}]}}", vec!["{\"log\":[]}"; games].join(","))
    }] {
        // The file of a device has no game with a move here, so its first one is refused.
        let most = read(&write(1_000), &WORDS).map(|games| games.len());
        assert!(most == Ok(1_000) || most.is_err_and(|why| why.why == NoMoves));
        let why = read(&write(1_001), &WORDS).err().unwrap();
        assert!(why.why == TooManyGames && why.place.is_some(), "{why:?}");
    }
    assert_eq!(refused(&"f5".repeat(1 << 20)).why, TooLong);
}

#[test]
fn a_file_of_a_device_is_refused_at_its_place() {
    for (text, line, column, word, why) in [
        ("{\"games\":7}", 1, 10, "7}", LogForm),
        ("{\"games\":[],\n\"games\":[]}", 2, 1, "\"games\":[]}", JsonTwice("games".to_owned())),
        ("{\"games\":[{\"log\":[]}]}", 1, 11, "{\"log\":[]}]}", NoMoves),
        ("{\"games\":[\n{\"log\":[{\"seq\":1,\"at\":\"x\"}]}]}", 2, 23, "\"x\"}]}]}", field("at")),
        ("{\"games\":[\n{\"moves\":1}]}", 2, 11, "}]}", JsonMissing("log".to_owned())),
        ("{\"duello\":1}", 1, 12, "}", JsonMissing("games".to_owned())),
        ("{\"duello\":2,\"games\":[]}", 1, 1, "{\"duello\":2,\"games\":", field("duello")),
        ("{\"log\":[]}", 1, 1, "{\"log\":[]}", NoMoves),
    ] {
        refused_at(text, (line, column, word), why);
    }
}

/// The file of a device with one game, F d, of which this is the log.
pub fn device(beside: &str, log: &[(u64, String)]) -> String {
    let events =
        log.iter().map(|(seq, event)| format!("{{\"seq\":{seq},\"at\":1700000000000,\"event\":{event}}}"));
    format!("{{\"games\":[\n{{{beside}\"log\":[\n{}]}}]}}", events.collect::<Vec<_>>().join(",\n"))
}

fn log() -> Vec<(u64, String)> {
    let setup =
        &GAME[GAME.find("{\"mancala\"").unwrap()..GAME.find(",\n\"moves\"").unwrap()].replace('\n', "");
    let seated = |seat: &str, member: u8, name: &str| {
        format!("{{\"seated\":{{\"seat\":\"{seat}\",\"member\":\"{member:016x}\",\"name\":\"{name}\"}}}}")
    };
    let moved = |side: &str, index: u8| {
        format!(
            "{{\"moved\":{{\"side\":\"{side}\",\"mv\":{{\"mancala\":{{\"sow\":{{\"side\":\"{side}\",\"index\":{index}}}}}}}}}}}"
        )
    };
    vec![
        (1, seated("bottom", 1, "Anna")),
        (2, seated("top", 2, "Bert")),
        (7, format!("{{\"started\":{{\"number\":3,\"setup\":{setup},\"first\":\"bottom\"}}}}")),
        (8, moved("first", 5)),
        (9, moved("second", 3)),
        (10, "{\"ended\":{\"winner\":\"first\",\"reason\":\"resigned\"}}".to_owned()),
    ]
}

#[test]
fn names_beside_a_log_are_those_of_a_nameless_player_or_the_same() {
    let names = |beside: &str, log: &[(u64, String)]| {
        read(&device(beside, log), &WORDS).map(|mut games| {
            let read = games.remove(0).unwrap();
            (read.game.names, read.notices)
        })
    };
    let told = |beside: &str, log: &[(u64, String)]| names(beside, log).unwrap().0;
    let mut nameless = log();
    nameless[0].1 = nameless[0].1.replace("Anna", "person");
    nameless.remove(1);
    let carl = "\"names\":[\"Carl\",\"Dora\"],";
    assert_eq!(told(carl, &nameless), ["Carl", "Dora"]);
    assert_eq!(told("", &nameless), ["First", "Second"]);
    assert_eq!(told("\"names\":[\"Anna\",\"Bert\"],", &log()), ["Anna", "Bert"]);
    assert_eq!(names(carl, &log()).unwrap_err().why, LogSummary("names".to_owned()));
    for wrong in ["\"names\":[\"Anna\"],", "\"names\":\"Anna\","] {
        assert!(matches!(names(wrong, &log()).unwrap_err().why, JsonField(_)), "{wrong}");
    }
    // What the list of a device has beside a log repeats it; anything else is lost.
    let (_, notices) = names("\"read\":true,\"at\":1,\"note\":\"good\",\"tag\":2,", &log()).unwrap();
    assert_eq!(notices, [gametext::refusal::Notice::NotKept("note, tag".to_owned())]);
    // An entry without the file around it.
    let file = device("", &log());
    let entry = &file[file.find("{\"log\"").unwrap()..file.len() - 2];
    assert_eq!(one(entry).game.moves.len(), 2);
}

#[test]
fn a_log_that_no_room_can_have_written_is_refused_at_the_event() {
    let whole = one(&device("\"moves\":2,\"over\":true,\"winner\":\"first\",\"score\":[1,1],", &log()));
    assert_eq!((whole.game.names[0].as_str(), whole.game.moves.len()), ("Anna", 2));
    let ended = log()[5].1.clone();
    type Change<'a> = &'a dyn Fn(&mut Vec<(u64, String)>);
    let rows: [(u32, Why, Change<'_>); 12] = [
        (6, LogEvent, &|log| drop(log.remove(3))),
        (6, LogEvent, &|log| log[3].0 = 7),
        (4, LogEvent, &|log| log[1].0 = 1),
        (8, LogEvent, &|log| log[5].0 = 12),
        (6, LogEvent, &|log| log[3].1 = log[3].1.replacen("first", "second", 1)),
        (6, Illegal(IllegalMove::NoSuchPit), &|log| log[3].1 = log[3].1.replace(":5", ":9")),
        (9, LogEvent, &|log| log.push((11, ended.clone()))),
        (9, LogEvent, &|log| log.push((11, log[4].1.clone()))),
        (8, LogEvent, &|log| log[5].1 = "{\"undone\":3}".to_owned()),
        (3, LogEvent, &|log| log[0].1 = ended.clone()),
        (6, field("stones"), &|log| {
            log[3].1 = log[3].1.replacen('{', "{\"stones\":9,", 2).replacen("{\"stones\":9,", "{", 1)
        }),
        (6, field("handicap"), &|log| log[3].1 = "{\"handicap\":3}".to_owned()),
    ];
    for (line, why, change) in rows {
        let mut log = log();
        change(&mut log);
        let text = device("", &log);
        let told = refused(&text);
        assert_eq!((told.why, told.place.unwrap().line), (why, line), "{text}");
    }
    for (beside, name) in [
        ("moves\":9", "moves"),
        ("over\":false", "over"),
        ("winner\":\"second\"", "winner"),
        ("score\":[40,8]", "score"),
    ] {
        let text = device(&format!("\"{beside},"), &log());
        refused_at(
            &text,
            (
                2,
                1,
                text.lines()
                    .nth(1)
                    .unwrap()
                    .split(' ')
                    .next()
                    .map(|word| &word[..word.len().min(20)])
                    .unwrap(),
            ),
            LogSummary(name.to_owned()),
        );
    }
}

#[test]
fn players_have_the_names_they_had_when_the_game_ended() {
    let renamed = |name: &str| format!("{{\"renamed\":{{\"seat\":\"bottom\",\"name\":\"{name}\"}}}}");
    let names = |log: &[(u64, String)]| one(&device("", log)).game.names[0].clone();
    let mut log = log();
    log[5].0 = 11;
    log.insert(5, (10, renamed("Hanna")));
    assert_eq!(names(&log), "Hanna");
    log.push((12, renamed("Joanna")));
    assert_eq!(names(&log), "Hanna");
    log.insert(2, (3, renamed("Susanna")));
    log.remove(6);
    log.remove(6);
    assert_eq!(names(&log[..6]), "Susanna");
}

#[test]
fn a_wrong_value_is_told_by_its_field() {
    let game = r#"{"names":["Anna","Bert"],"setup":{"mapello":"00000-00000-00000-00000-RMD"},"moves":[{"mapello":20}],"winner":null,"reason":"played","ended":0}"#;
    for (old, new, name) in [
        ("{\"mapello\":\"00000-00000-00000-00000-RMD\"}", "\"othello\"", "setup"),
        ("null", "\"black\"", "winner"),
        ("\"ended\":0", "\"ended\":\"today\"", "ended"),
        ("[\"Anna\",\"Bert\"]", "7", "names"),
        ("{\"mapello\":20}", "\"f5\"", "moves"),
    ] {
        assert_eq!(super::refused(&game.replacen(old, new, 1)).why, JsonField(name.to_owned()), "{name}");
    }
    let games = gametext::import::read(&format!("[{game},null]"), &super::WORDS).unwrap();
    assert_eq!(games[1].as_ref().unwrap_err().why, JsonField("null".to_owned()));
    // A comment may begin with a title, but no value follows it.
    assert_eq!(super::moves(&super::one("{\"Final\": Anna v Bert}\n1. f5 d6 2. c3 *")), "f5d6c3");
}
