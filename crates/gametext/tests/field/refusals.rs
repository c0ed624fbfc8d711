//! More texts that are refused, kind by kind.

use gametext::refusal::Why::{self, *};
use rules::IllegalMove::{EmptyPit, GameOver, NoFlip, NoSuchPit, Occupied, SwapNotAllowed};

use super::{KGP, refused, refused_at};

/// Checks rows of text, column and word in its last line, and reason.
fn check(rows: &[(&str, u32, &str, Why)]) {
    for (text, column, word, why) in rows {
        let line = 1 + text.matches('\n').count() as u32;
        refused_at(text, (line, *column, word), why.clone());
    }
}

#[test]
fn moves_behind_a_semicolon_are_not_lost() {
    check(&[
        ("f5; d6; c3", 3, ";", CommentMoves),
        ("f5;d6;c3", 3, ";d6;c3", CommentMoves),
        ("ｆ５；　ｄ６；　ｃ３", 3, ";", CommentMoves),
        ("f5; d6 c3 1-0", 3, ";", CommentMoves),
        ("f5; d6-c3", 3, ";", CommentMoves),
        ("f5; d6!; c3?", 3, ";", CommentMoves),
        ("f5; d6 {best}; c3", 3, ";", CommentMoves),
        ("f5 d6; pass", 6, ";", CommentMoves),
        ("C; a; B; b", 2, ";", CommentMoves),
        ("C-F; a; B", 4, ";", CommentMoves),
        ("1. F; d x0; E", 5, ";", CommentMoves),
        ("f5 d6 ; 2. c3 was played", 7, ";", CommentMoves),
        ("f5 d6 * ; 1-0", 9, ";", CommentMoves),
    ]);
}

#[test]
fn brackets_among_moves_do_not_cut_a_game_in_two() {
    check(&[
        ("f5 [sic] d6 c3", 4, "[sic]", NoMove),
        ("f5 d6 [%clk 0:01] c3", 7, "[%clk", NoMove),
        ("f5 [Event \"x\"] d6", 4, "[Event", NoMove),
        ("f5 d6 [Event \"x\"]", 7, "[Event", NoMove),
        ("f5 (f4) d6", 4, "(f4)", NoMove),
        ("f5 $1 d6", 4, "$1", NoMove),
        ("f5 d6 ]", 7, "]", NoMove),
        ("f5 {a}} d6", 7, "}", NoMove),
        ("[Event \"x\"]] f5", 12, "]", NoFormat),
        ("[Event \"a\"b\"] f5", 1, "[Event", TagForm),
        ("[Event x] f5", 1, "[Event", TagForm),
        ("[1,2,3]", 1, "[1,2,3]", TagForm),
        ("{a {b} f5", 4, "{b}", CommentNested),
    ]);
}

#[test]
fn numbers_that_contradict_the_moves_are_refused() {
    check(&[
        // The first half of the pair is missing.
        ("1... f5 d6", 1, "1...", Number { due: 1 }),
        ("1... a 2. B", 1, "1...", Number { due: 1 }),
        ("1. F 2... d", 6, "2...", Number { due: 2 }),
        ("5. c3", 1, "5.", Number { due: 1 }),
        ("0. f5", 1, "0.", Number { due: 1 }),
        ("f5 2. d6", 4, "2.", Number { due: 1 }),
        ("1. f5 1. d6", 7, "1.", Number { due: 1 }),
        ("1. f5 d6 2. c3 2. d3", 16, "2.", Number { due: 2 }),
        ("1. f5 2. d6 3. c3 5. d3", 19, "5.", Number { due: 4 }),
        ("1. f5 d6\n1. f5 f6", 1, "1.", Number { due: 2 }),
        ("1. F d\n1. D e", 1, "1.", Number { due: 2 }),
        ("1. f5 d6 2. c3 d3 3.", 19, "3.", NumberAlone),
        ("1. f5 d6 2. 1-0", 10, "2.", NumberAlone),
        ("1. F 2. 1-0", 6, "2.", NumberAlone),
        // Without dots the second half of a pair has a number only if the first one has it.
        ("1. F d E\n2. c B", 1, "2.", Number { due: 2 }),
        ("F 1. d", 3, "1.", Number { due: 1 }),
    ]);
}

#[test]
fn a_number_behind_the_end_of_a_game_is_not_told_to_be_the_wrong_one() {
    let turns = "1. C-D 2. c-b-e 3. B-E 4. a-f x9 5. E 6. e-f-b 7. F-C 8. c-f-e x6 9. B x10";
    let pairs = "1. C-D c-b-e 2. B-E a-f x9 3. E e-f-b 4. F-C c-f-e x6 5. B x10";
    for (moves, behind, column, word, why) in [
        (turns, "10.", 1, "10.", NumberAlone),
        (pairs, "6.", 1, "6.", NumberAlone),
        (turns, "10. 0-1", 1, "10.", NumberAlone),
        (turns, "10. A", 1, "10.", Illegal(GameOver)),
    ] {
        refused_at(&format!("{moves}\n{behind}"), (2, column, word), why);
    }
}

#[test]
fn words_that_are_no_move_are_refused_with_their_reason() {
    check(&[
        ("1. F / d", 6, "/", NoMove),
        ("1. F | d", 6, "|", NoMove),
        ("1. F d, 2. E", 6, "d,", NoMove),
        ("1. F-", 4, "F-", NoMove),
        ("C-F x", 5, "x", NoMove),
        ("1. C-F x0 x0", 11, "x0", NoMove),
        ("f5,d6,c3", 3, ",d6,c3", NoMove),
        ("f5 d6 resigns", 7, "resigns", NoMove),
        ("1. F 2. d 1-0 3. E", 15, "3.", AfterResult),
        ("f5 d6 34:30", 7, "34:30", NoMove),
        ("f5 d6 1/2", 7, "1/2", NoMove),
        ("f5 -", 4, "-", NoMove),
        ("f5 d6 pass", 7, "pass", Pass),
        ("pass the salt", 1, "pass", Pass),
        ("f5 d6 🙂", 7, "🙂", Sign('🙂')),
        ("Game 1: f5 d6", 1, "Game", NoFormat),
        ("Look at ABCD-EFGH", 1, "Look", NoFormat),
        ("https://example.org/f5d6c3", 1, "https://example.org/", NoFormat),
        ("C7F", 1, "C7F", Illegal(NoFlip)),
        ("1. e4 e5", 4, "e4", Illegal(Occupied)),
        ("f5 d6 c3 34 30", 10, "34", NoMove),
        ("1. F 2. d 1-O", 11, "1-O", NoMove),
        ("f5 d6 c3 0.5-0.5", 10, "0.5-0.5", NoMove),
        ("f5 d6 c3 2024.01.02", 10, "2024.01.02", NoMove),
        ("f5 d6\nPage 1 of 3", 1, "Page", NoMove),
        ("f5 d6\nPS: thanks", 1, "PS:", NoMove),
        ("f5d6c3\n-----", 1, "-----", NoMove),
        ("f5 d6 pac3", 7, "pac3", Pass),
        ("f5 d6 --", 7, "--", Pass),
        ("e6f4e3f6g5d6e7f5c5 a1", 20, "a1", Illegal(GameOver)),
        ("C swap", 3, "swap", Illegal(SwapNotAllowed)),
        ("G a", 1, "G", Illegal(NoSuchPit)),
        ("c F", 1, "c", Case),
        ("C-f", 1, "C-f", Case),
    ]);
}

#[test]
fn what_other_sites_write_is_not_taken_for_moves() {
    check(&[
        ("(;GM[Othello]PB[a]BO[8 ---O*--- *]B[d3//0.01]W[c5];)", 19, "BO[8", GgfBoard),
        ("(;FF[4]GM[40]PB[A]PW[B];B[a];W[b])", 1, "(;FF[4]GM[40]PB[A]PW", NoFormat),
        ("1. F!? 2. d", 4, "F!?", NoFormat),
        ("Black f5 White d6", 1, "Black", NoFormat),
        ("1) f5 2) d6", 1, "1)", NoFormat),
        ("1 hello", 3, "hello", NoFormat),
        ("1. 32-28 19-23 2. 28x19 14x23", 4, "32-28", NoMove),
        ("1. f5 d6 2. 32-28 19-23", 13, "32-28", NoMove),
        // Words of English that begin lines of the protocol.
        ("state of the game: f5 d6 c3", 1, "state", NoFormat),
        ("set up the board: f5 d6 c3", 1, "set", NoFormat),
    ]);
    let chess = "[Variant \"Standard\"]\n[ECO \"A30\"]\n\n1. c4 c5 *";
    refused_at(chess, (2, 1, "[ECO"), OtherGame("ECO".to_owned()));
    for (text, column, word) in [
        ("1. e4 e5 2. Nf3 Nc6", 13, "Nf3"),
        ("1. c4 e5 2. Sc3", 13, "Sc3"),
        ("1. d4 d5 2. c4 dxc4", 16, "dxc4"),
        ("1. Nf3 d5", 4, "Nf3"),
        ("1. e4 {[%clk 0:02]} e5 2. Bb5+ 1-0", 27, "Bb5+"),
    ] {
        refused_at(text, (1, column, word), Chess);
    }
    // The line above a signature in a mail is no pass.
    refused_at("1. f5 d6 2. c3 d3\n-- \nAnna\n", (2, 1, "--"), NoMove);
    // The code of a board beside its moves, without a tag.
    refused_at("K6G4E-0R03R-44167-0G123-4903E-X\n1. e3 d3", (1, 1, "K6G4E-0R03R-44167-0G"), BoardAlone);
    // A move that a game file has as a tag only.
    refused_at("[Transcript \"f5d6\"]", (1, 20, ""), NoMoves);
    refused_at(";GM[Othello]B[d3]", (1, 18, ""), NoMoves);
}

#[test]
fn tags_that_contradict_each_other_or_the_moves_are_refused() {
    let value = |name: &str| TagValue(name.to_owned());
    let disagree = |one: &str, other: &str| TagsDisagree([one, other].map(str::to_owned));
    for (text, line, word, why) in [
        ("[Date \"2024.01.02\"]\n[UTCDate \"2024.13.02\"]\nf5", 2, "[UTCDate", Date),
        ("[Date \"2024.01.02\"]\n[UTCDate \"2020.01.02\"]\nf5", 2, "[UTCDate", value("UTCDate")),
        ("[Game \"Mancala\"]\n[Game \"Othello\"]\nF d", 2, "[Game", TagTwice("Game".to_owned())),
        ("[Variant \"kalah\"]\n[Stones \"5\"]\nF d", 1, "[Variant", disagree("Variant", "Stones")),
        ("[Result \"win\"]\nf5 d6", 1, "[Result", value("Result")),
        ("[PlyCount \"two\"]\nf5 d6", 1, "[PlyCount", value("PlyCount")),
        ("[Ruleset \"x\"]\nF d", 1, "[Ruleset", TagSetup("Ruleset".to_owned())),
        ("[Game \"Othello\"]\n[ExtraTurn \"on\"]\nf5 d6", 2, "[ExtraTurn", TagSetup("ExtraTurn".to_owned())),
        ("[Board \"K6G4E\"]\nf5 d6", 1, "[Board", BoardCode),
        ("[Result \"1-0\"]\n[Termination \"unterminated\"]\nf5 d6", 1, "[Result", EndingWrong),
        ("[Termination \"abandoned\"]\nf5 d6 *", 1, "[Termination", ResultMissing),
    ] {
        refused_at(text, (line, 1, word), why);
    }
    check(&[
        ("[Result \"0-1\"]\nf5 d6 *", 7, "*", ResultTwice),
        ("[Result \"30-34\"]\nf5 d6 1-0", 7, "1-0", ResultTwice),
        ("[Termination \"resigned\"]\nf5 d6 1/2-1/2", 7, "1/2-1/2", EndingWrong),
        ("e6 f4 e3 f6 g5 d6 e7 f5 c5 14-0", 28, "14-0", ScoreWrong([13, 0])),
        ("e6f4e3f6g5d6e7f5c50-1", 19, "0-1", ResultWrong),
        ("[South \"Anna\"]\nf5 d6", 1, "f5", NoMove),
        ("[Game \"Othello\"]\n1. C-F 2. a", 4, "C-F", NoMove),
        ("[FirstMove \"north\"]\nF d", 1, "F", Case),
    ]);
}

#[test]
fn lines_that_are_none_of_the_protocol_are_refused() {
    let log = |rest: &str| format!("{KGP}{rest}");
    for (text, line, column, word, why) in [
        ("; a log\nkgp 1 0 0".to_owned(), 1, 1, ";", KgpLine),
        ("kgp 2 0 0\nstate <6>".to_owned(), 1, 1, "kgp", KgpLine),
        ("kgp hello".to_owned(), 1, 1, "kgp", KgpLine),
        (log("1. F"), 3, 1, "1.", KgpLine),
        (log("MOVE 1"), 3, 1, "MOVE", KgpLine),
        (log("move 3 ; best"), 3, 1, "move", KgpLine),
        (log("move"), 3, 1, "move", KgpLine),
        (log("12"), 3, 1, "12", KgpLine),
        (log("set x\nmove 1"), 3, 1, "set", KgpLine),
        (log("set :duello:South \"A\nmove 1"), 3, 19, "\"A", KgpLine),
        (log("set :duello:South \"A\"\nset :duello:South \"B\""), 4, 1, "set", TagTwice("South".to_owned())),
        (log("set :duello:Foo \"A\"\nmove 1"), 3, 1, "set", KgpLine),
        (log("set :duello:Result \"7\"\nmove 1"), 3, 1, "set", TagValue("Result".to_owned())),
        (log("move -1"), 3, 6, "-1", NoMove),
        (log("move 1."), 3, 6, "1.", NoMove),
        (log("move 1\ngoodbye\nmove 2"), 5, 1, "move", KgpMoveLate),
        (log("stop\nmove 1"), 4, 1, "move", KgpMoveLate),
        ("kgp 1 0 0\nmove 1".to_owned(), 2, 1, "move", KgpMoveEarly),
        (log("stop"), 3, 1, "stop", NoMoves),
        ("kgp 1 0 0\nstate <6,0,0,4,4,4,4,4,4,4,4,4,4,4>".to_owned(), 2, 7, "<6,0,0,4,4,4,4,4,4,4", KgpStart),
    ] {
        refused_at(&text, (line, column, word), why);
    }
}

#[test]
fn the_number_of_the_move_at_fault_is_told() {
    for (text, ply) in [
        ("f5d6a1", 3),
        ("f5 d6c3a1", 4),
        ("1. f5 d6 2. c3 z9", 4),
        ("C-C", 2),
        ("1. F 2. d 3. F", 3),
        // The last stone and the capture are those of the move before.
        ("C-F-A", 2),
        ("1. C-F x1", 2),
        ("1. F 2.", 2),
        (&format!("{KGP}move 7"), 1),
        (&format!("{KGP}move 1\nstop\nmove 2"), 2),
    ] {
        assert_eq!(refused(text).ply, Some(ply), "{text}");
    }
    assert_eq!(refused("[Board \"K6G4E\"]\nf5 d6").ply, None, "a tag is no move");
    assert_eq!(refused("1. F 2. d 3. F").why, Illegal(EmptyPit));
}
