//! Refusals with their true reason: who won, tags that disagree, lines of the protocol, and JSON that is whole.

use gametext::import::read;
use gametext::refusal::Notice::{self, *};
use gametext::refusal::Why::*;
use room::Reason;
use rules::Side::{First, Second};

use super::{KGP, WORDS, moves, one, refused, refused_at};

/// A game of one move.
const GAME: &str = r#"{"names":["Anna","Bert"],"setup":{"mapello":"00000-00000-00000-00000-RMD"},"moves":[{"mapello":20}],"winner":null,"reason":"played","ended":0}"#;

#[test]
fn a_line_of_the_protocol_may_answer_another_one_without_a_number() {
    let start = "state <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>";
    let next = "3 state <6,0,1,5,5,5,4,4,4,4,4,4,4,4,0>\n@3 move 1\n";
    for (lines, expected, notices) in [
        (format!("1 {start}\n@1 move 6\n@1 yield\n2@1 stop\n{next}"), "F a", &[][..]),
        (format!("1 {start}\n2@1 move 6\n@1 stop\n{next}"), "F a", &[]),
        (format!("1 {start}\n@1 move 2\n@1 move 6\n2@1 stop\n"), "F", &[Corrected(1)]),
        (format!("1 {start}\n@1 move 6\n2@1 stop\n@1 move 2\n{next}"), "F a", &[Corrected(1)]),
        (format!("1 {start}\n@1 move 6\n{next}@1 move 2\n"), "F a", &[Corrected(1)]),
        (format!("@0 mode freeplay\n1 {start}\n2@1 move 6\n@2 ok\n"), "F", &[]),
        (format!("2 init\n4 {start}\n5@4 move 6\n"), "F", &[]),
    ] {
        for text in [format!("kgp 1 0 0\n{lines}"), format!("kgp 1 0 0\n{lines}").replace('\n', "\r\n")] {
            let read = one(&text);
            assert_eq!((moves(&read).as_str(), read.notices.as_slice()), (expected, notices), "{text}");
        }
    }
    for line in ["@ move 1", "@x move 1", "1@ move 1", "@1", "@1 say"] {
        assert_eq!(refused(&format!("{KGP}{line}\n")).why, KgpLine, "{line}");
    }
}

#[test]
fn a_move_that_an_error_answers_is_not_played() {
    let log = |lines: &str| format!("{}{lines}", KGP.replace("state", "1 state"));
    for (lines, expected, notices) in [
        ("2@1 move 6\n3@1 move 2\n4@3 error \"too late\"\n", "F", &[NotAccepted(1)][..]),
        ("2@1 move 9\n3@2 error \"illegal move\"\n4@1 move 2\n", "B", &[NotAccepted(1)]),
        ("move 9\nerror \"illegal move\"\nmove 2\nstop\n", "B", &[NotAccepted(1)]),
        ("@1 move 9\n@1 error \"illegal move\"\n@1 move 2\n", "B", &[NotAccepted(1)]),
        ("2@1 move 1\n3@1 move 6\n4@1 move 9\n5@4 error \"no\"\n", "F", &[Corrected(1), NotAccepted(1)]),
        // Behind `stop` it is answered by its number, or by that of its position if it has none.
        (
            "2@1 move 6\n4@1 stop\n6 state <6,0,1,5,5,5,4,4,4,4,4,4,4,4,0>\n7@6 move 1\n8@6 stop\n9@7 error\n",
            "F",
            &[NotAccepted(1)],
        ),
        (
            "@1 move 6\n4@1 stop\n6 state <6,0,1,5,5,5,4,4,4,4,4,4,4,4,0>\n@6 move 1\n8@6 stop\n@6 error\n",
            "F",
            &[NotAccepted(1)],
        ),
        ("2@1 move 6\n3@1 move 2\n4@1 stop\n5@3 error\ngoodbye\n", "F", &[NotAccepted(1)]),
        // These errors are about another line, or the next position shows the move.
        ("2@1 move 6\n4@1 stop\n5@4 error\n@1 error\n", "F", &[]),
        (
            "2@1 move 6\n4@1 stop\n6 state <6,0,1,5,5,5,4,4,4,4,4,4,4,4,0>\n7@2 error\n8@6 move 1\n",
            "F a",
            &[],
        ),
        ("2@1 move 6\n3@1 move 2\n4@2 error \"too late\"\n", "B", &[Corrected(1)]),
        ("2@1 move 6\nset info:x 1\nerror \"unknown option\"\n", "F", &[]),
        ("2@1 move 6\n3 set info:x 1\n@3 error \"unknown option\"\n", "F", &[]),
        ("error \"x\"\nmove 6\nok\n", "F", &[]),
    ] {
        let read = one(&log(lines));
        assert_eq!((moves(&read).as_str(), read.notices.as_slice()), (expected, notices), "{lines}");
    }
    for lines in ["2@1 move 6\n3@2 error \"too late\"\n4@1 stop\n", "move 6\nerror \"illegal\"\ngoodbye\n"] {
        assert_eq!(refused(&log(lines)).why, NoMoves, "{lines}");
    }
}

#[test]
fn options_of_other_programs_that_tell_rules_are_told() {
    for (options, told) in [
        ("set :kalah:variant \"empty capture\"", Some("kalah:variant")),
        ("set game:capture \"none\"", Some("game:capture")),
        ("set :rules:extraTurn \"off\"\nset :rules:first \"north\"", Some("rules:extraTurn, rules:first")),
        ("set :game \"oware\"\nset :game \"oware\"", Some("game")),
        ("set :info:name \"x\"\nset :time:mode absolute\nset :game:id 7\nset game:opponent \"Bo\"", None),
    ] {
        let next = KGP.replace("kgp 1 0 0\n", "");
        // They hold for all games of a session.
        let text = format!(
            "{}move 1\nstop\n{next}move 2\nstop\n{KGP}move 3\n",
            KGP.replace("state", &format!("{options}\nstate"))
        );
        let games = read(&text, &WORDS).unwrap();
        let notices: Vec<_> = games.into_iter().map(|game| game.unwrap().notices).collect();
        let told: Vec<_> = told.map(|names| TagLeftOut(names.to_owned())).into_iter().collect();
        assert_eq!(notices, [told.clone(), told, vec![]], "{options}");
    }
}

#[test]
fn json_that_is_whole_is_not_called_cut_off() {
    let field = |name: &str| JsonField(name.to_owned());
    let beside = |field: &str| GAME.replacen('{', &format!("{{{field},"), 1);
    for (text, why) in [
        (r#"{"board":[4,4,4,4,4,4,0],"turn":0}"#.to_owned(), field("board")),
        (r#"{"game":"othello","board":["....","..OX"],"moves":["f5"]}"#.to_owned(), field("board")),
        (r#"{"setup":[1,2],"moves":[]}"#.to_owned(), field("setup")),
        (beside("\"board\":5"), field("board")),
        (beside("\"board\":[1]"), field("board")),
        (GAME.replace("\"played\"", "5"), field("reason")),
        (GAME.replace("null", "[\"first\"]"), field("winner")),
        (GAME.replace("[{\"mapello\":20}]", "[2,5]"), field("moves")),
        (GAME.replace("{\"mapello\":20}", "{\"mapello\":20,\"mancala\":\"swap\"}"), field("mapello")),
        (format!("[{}]", beside("\"board\":5")), field("board")),
        (beside("\"board\":5") + "}", JsonForm),
        (beside("\"board\":5").replace("\"ended\":0}", "\"ended\":0"), JsonForm),
    ] {
        assert_eq!(refused(&text).why, why, "{text}");
    }
}

#[test]
fn values_of_json_that_follow_each_other_are_games_of_their_own() {
    let other = GAME.replace("Anna", "Carl");
    for text in [
        format!("{GAME}\n{other}\n"),
        format!("{GAME}\r\n\r\n{other}"),
        format!("{GAME}{other}"),
        format!("[{GAME}]\n{other}"),
    ] {
        let games = read(&text, &WORDS).unwrap();
        let names: Vec<_> = games.iter().map(|game| game.as_ref().unwrap().game.names[0].as_str()).collect();
        assert_eq!(names, ["Anna", "Carl"], "{text}");
    }
    // A faulty one hides no other; one that is cut off, or text behind, is refused at its place.
    let games = read(&format!("{GAME}\n{{\"names\":7}}\n{other}\n"), &WORDS).unwrap();
    assert!(games[0].is_ok() && games[2].is_ok());
    let place = games[1].as_ref().unwrap_err().place.as_ref().unwrap();
    assert_eq!((place.line, place.column, place.word.as_str()), (2, 10, "7}"));
    refused_at(&format!("{GAME}\n{{\"names\":"), (2, 10, ""), JsonForm);
    refused_at(&format!("{GAME}\n1. F 2. d"), (2, 1, "1."), JsonForm);
    refused_at(&format!("{GAME},\n{other}"), (1, GAME.len() as u32 + 1, ","), JsonForm);
    assert_eq!(refused(&format!("{GAME}\n").repeat(1_001)).why, TooManyGames);
}

#[test]
fn a_moment_in_seconds_is_not_a_day_of_january_1970() {
    for (ended, at, is_told) in [
        (1_763_817_828_i64, 1_763_817_828_000, true),
        (631_152_001, 631_152_001_000, true),
        // Moments in milliseconds, and days of the first weeks of 1970 that a file told.
        (1_763_817_828_000, 1_763_817_828_000, false),
        (86_400_000 * 10, 86_400_000 * 10, false),
        (1, 1, false),
        (63_072_000_001, 63_072_000_001, false),
        (-1_763_817_828, -1_763_817_828, false),
    ] {
        let read = one(&GAME.replace("\"ended\":0", &format!("\"ended\":{ended}")));
        assert_eq!((read.game.ended, read.notices.contains(&Seconds)), (at, is_told), "{ended}");
    }
}

#[test]
fn tags_that_disagree_are_both_named_and_free_options_go_with_any_name() {
    let disagree = |other: &str| TagsDisagree(["Variant", other].map(str::to_owned));
    for (tags, why) in [
        ("[Variant \"Kalah\"]\n[Stones \"3\"]", disagree("Stones")),
        ("[Variant \"Kalah\"]\n[PieRule \"on\"]\n[Pits \"5\"]", disagree("Pits")),
        ("[Variant \"Kalah\"]\n[Capture \"never\"]", disagree("Capture")),
        ("[Variant \"Avalanche\"]\n[Sowing \"single\"]", disagree("Sowing")),
        ("[Variant \"Oware\"]\n[Stones \"4\"]\n[South \"Ada\"]", TagValue("Variant".to_owned())),
    ] {
        refused_at(&format!("{tags}\n\n1. D 2. b *"), (1, 1, "[Variant"), why);
    }
    for (text, expected) in [
        ("[Variant \"Kalah\"]\n[PieRule \"On\"]\n\n1. F 2. swap 3. B *", "F swap B"),
        ("[Variant \"Kalah\"]\n[FirstMove \"North\"]\n\n1. f 2. D *", "f D"),
        ("[Variant \"Quick\"]\n[Direction \"clockwise\"]\n\n1. A 2. a *", "A a"),
        ("[Variant \"Kalah\"]\n[PieRule \"on\"]\n[Starts \"north\"]\n\n1. f 2. D *", "f D"),
    ] {
        assert_eq!(moves(&one(text)), expected, "{text}");
    }
    for name in ["Kalah", "kalah", "Mancala"] {
        assert_eq!(moves(&one(&format!("[Game \"{name}\"]\n\n1. F 2. d"))), "F d");
    }
    refused_at("[Game \"Kalahari\"]\n1. F", (1, 1, "[Game"), TagValue("Game".to_owned()));
}

#[test]
fn the_first_player_may_be_named_as_such() {
    let players = "[South \"Ada\"]\n[North \"Bo\"]\n";
    let left_out = TagLeftOut("FirstPlayer".to_owned());
    let read = one(&format!("{players}[FirstPlayer \"Ada\"]\n\n1. F 2. d"));
    assert!(read.notices.contains(&left_out) && moves(&read) == "F d");
    one("[Black \"Ada\"]\n[White \"Bo\"]\n[ToMove \"ada\"]\n\nf5 d6");
    one("[First \"Ada\"]\n[Second \"Bo\"]\n\n1. F 2. d");
    for tags in [
        "[South \"Ada\"]\n[North \"Bo\"]\n[FirstPlayer \"Bo\"]",
        "[South \"Ada\"]\n[North \"Ada\"]\n[FirstPlayer \"Ada\"]",
        "[South \"Ada\"]\n[Starts \"north\"]\n[FirstPlayer \"Ada\"]",
    ] {
        let text = format!("{tags}\n\n1. f 2. D");
        refused_at(&text, (3, 1, "[FirstPlayer"), TagSetup("FirstPlayer".to_owned()));
    }
}

#[test]
fn the_tag_winner_says_who_won() {
    let players = "[South \"Ada\"]\n[North \"Bo\"]\n";
    let game = |tags: &str, moves: &str| format!("{players}{tags}\n\n{moves}");
    for (tags, moves, reason, winner, told) in [
        ("[Winner \"Bo\"]\n[Termination \"resigned\"]", "1. F 2. d", Reason::Resigned, Second, None),
        ("[Winner \"north\"]\n[Termination \"time forfeit\"]", "1. F 2. d", Reason::TimeOut, Second, None),
        ("[Winner \"Ada\"]", "1. F 2. d", Reason::Resigned, First, Some(ResultUnexplained)),
        (
            "[Winner \"Bo\"]\n[Result \"0-1\"]\n[Termination \"resigned\"]",
            "1. F 2. d",
            Reason::Resigned,
            Second,
            None,
        ),
        ("[winner \"Bo\"]", "1. F 2. d 0-1", Reason::Resigned, Second, Some(ResultUnexplained)),
        ("[Termination \"Ada resigned\"]", "1. F 2. d", Reason::Resigned, Second, None),
        ("[Termination \"South resigned\"]\n[Result \"0-1\"]", "1. F 2. d", Reason::Resigned, Second, None),
        ("[Termination \"Bo won on time\"]", "1. F 2. d 0-1", Reason::TimeOut, Second, None),
        ("[Termination \"North ran out of time.\"]", "1. F 2. d 1-0", Reason::TimeOut, First, None),
    ] {
        let read = one(&game(tags, moves));
        assert_eq!((read.game.reason, read.game.winner), (reason, Some(winner)), "{tags}");
        let expected: Vec<Notice> = std::iter::once(SetupAssumed).chain(told).collect();
        assert_eq!(read.notices, expected, "{tags}");
    }
    let value = TagValue("Winner".to_owned());
    for (tags, moves, line, word, why) in [
        (
            "[Winner \"Bo\"]\n[Result \"*\"]\n[Termination \"resigned\"]",
            "1. F 2. d *",
            3,
            "[Winner",
            ResultTwice,
        ),
        ("[Winner \"Carl\"]\n[Termination \"resigned\"]", "1. F 2. d", 3, "[Winner", value.clone()),
        (
            "[Result \"1-0\"]\n[Termination \"South resigned\"]",
            "1. F 2. d 1-0",
            4,
            "[Termination",
            ResultTwice,
        ),
        (
            "[Result \"0-1\"]\n[Termination \"Bo ran out of time\"]",
            "1. F 2. d",
            4,
            "[Termination",
            ResultTwice,
        ),
        ("[Winner \"Ada\"]\n[Termination \"Ada resigned\"]", "1. F 2. d", 4, "[Termination", ResultTwice),
        ("[Termination \"resigned\"]", "1. F 2. d", 3, "[Termination", ResultMissing),
    ] {
        refused_at(&game(tags, moves), (line, 1, word), why);
    }
    let over = "[Black \"Ada\"]\n[White \"Bo\"]\n[Winner \"Bo\"]\n\ne6 f4 e3 f6 g5 d6 e7 f5 c5";
    refused_at(over, (3, 1, "[Winner"), ResultWrong);
    // A name that may be either player's tells nobody.
    let text =
        "[South \"North\"]\n[North \"South\"]\n[Winner \"South\"]\n[Termination \"resigned\"]\n\n1. F 2. d";
    refused_at(text, (3, 1, "[Winner"), value);
    // A game that goes on has no winner yet, which is told.
    let open = one(&game("[Winner \"Bo\"]", "1. F 2. d *"));
    assert_eq!((open.game.winner, open.notices.contains(&TagLeftOut("Winner".to_owned()))), (None, true));
}

#[test]
fn a_reason_that_is_not_understood_is_not_called_missing() {
    for (value, result) in
        [("draw agreed", "1-0"), ("South was tired", "0-1"), ("by mutual consent", "1/2-1/2")]
    {
        let read = one(&format!("[Game \"Mancala\"]\n[Termination \"{value}\"]\n\n1. F 2. d {result}"));
        assert_eq!(read.notices, [ReasonUnknown(value.to_owned())], "{value}");
    }
    let open = one("[Game \"Mancala\"]\n[Termination \"dinner\"]\n\n1. F 2. d *");
    assert_eq!(open.notices, [TagLeftOut("Termination".to_owned())]);
}
