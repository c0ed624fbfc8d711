//! What tags mean: whose a result is, which board, which day, and which words tell of another game or start.

use gametext::refusal::Notice::*;
use gametext::refusal::Why::*;

use super::{moves, one, refused, refused_at};

#[test]
fn a_result_is_not_blacks_where_white_is_named_first() {
    for text in [
        "[White \"Anna\"]\n\n1. f5 d6 2. c3 1-0",
        "[White \"Anna\"]\n[Black \"?\"]\n[Result \"1-0\"]\n\n1. f5 d6 2. c3 1-0",
        "[White \"Anna\"]\n[Black \"-\"]\n1. f5 d6 1-0",
        "[WhitePlayer \"Anna\"]\n[BlackPlayer \"Bert\"]\n[Result \"1-0\"]\n\n1. f5 d6 2. c3 1-0",
        "[Weiß \"Anna\"]\n[Schwarz \"Bert\"]\n[Result \"1-0\"]\n\n1. f5 d6 2. c3 1-0",
        "[Blancs \"Anna\"]\n[Noirs \"Bert\"]\n1. f5 d6 0-1",
        "[White \"Anna\"]\n[Black \"Bert\"]\n[Result \"0-1\"]\n\ne6 f4 e3 f6 g5 d6 e7 f5 c5",
    ] {
        assert_eq!(refused(text).why, ResultWhose, "{text}");
    }
    for text in [
        "[Black \"?\"]\n[White \"Anna\"]\n1. f5 d6 1-0",
        "[Game \"Othello\"]\n[White \"Anna\"]\n1. f5 d6 1-0",
        "[WhiteElo \"1500\"]\n1. f5 d6 *",
        "[Whitehall \"x\"]\n1. f5 d6 1-0",
        "[WhiteTeam \"x\"]\n[BlackTeam \"y\"]\n[Black \"Anna\"]\n[White \"Bert\"]\n1. f5 d6 1-0",
    ] {
        one(text);
    }
}

#[test]
fn the_winner_of_a_tag_is_that_of_the_result() {
    let players = "[Black \"Anna\"]\n[White \"Bert\"]\n";
    for (winner, result) in [("Bert", "1-0"), ("white", "1-0"), ("Anna", "0-1"), ("Bert", "40-24")] {
        let text = format!("{players}[Winner \"{winner}\"]\n[Result \"{result}\"]\n\n1. f5 d6");
        refused_at(&text, (3, 1, "[Winner"), ResultTwice);
    }
    for winner in ["Anna", "Black", "Carl"] {
        one(&format!("{players}[Winner \"{winner}\"]\n\n1. f5 d6 1-0"));
    }
}

#[test]
fn the_number_of_a_random_board_is_not_the_empty_board() {
    refused_at("[Game \"Mapello\"]\n[Board \"4711\"]\n\n1. e3 d3 *", (2, 1, "[Board"), BoardCode);
    for board in ["10x10", "6x6", "K6G4E", "empty"] {
        refused_at(&format!("[Board \"{board}\"]\nf5 d6"), (1, 1, "[Board"), BoardCode);
    }
    // A board of several in a room.
    for board in ["A", "1.2", "Table 3", "B2", "12"] {
        let read = one(&format!("[Board \"{board}\"]\n1. f5 d6 *"));
        assert_eq!(read.notices, [OthelloStart, TagLeftOut("Board".to_owned())], "{board}");
        assert_eq!(moves(&one(&format!("[Board \"{board}\"]\n1. F d *"))), "F d", "{board}");
    }
}

#[test]
fn the_day_of_an_event_is_not_that_of_the_game() {
    let left_out = |name: &str| TagLeftOut(name.to_owned());
    let not_kept = NotKept("EventDate".to_owned());
    for (tags, notices) in [
        ("[Date \"2024.??.??\"]\n[EventDate \"2023.12.30\"]", vec![left_out("Date"), not_kept.clone()]),
        ("[Date \"????.??.??\"]\n[EventDate \"2023.09.01\"]", vec![not_kept.clone()]),
        ("[EventDate \"2023.09.01\"]", vec![not_kept]),
    ] {
        let read = one(&format!("{tags}\n\n1. f5 d6 *"));
        assert_eq!((read.game.ended, &read.notices[1..]), (0, notices.as_slice()), "{tags}");
    }
    let day = |utc: &str| format!("[Date \"2024.05.??\"]\n[UTCDate \"{utc}\"]\n\n1. f5 d6");
    refused_at(&day("2023.01.02"), (2, 1, "[UTCDate"), TagValue("UTCDate".to_owned()));
    assert_eq!(room::day(one(&day("2024.05.02")).game.ended), "2024-05-02");
    assert_eq!(one("[Site \"-\"]\n[Event \"-\"]\n1. f5").place, None);
}

#[test]
fn another_game_is_refused_by_its_name_as_a_word() {
    for (text, name) in [
        ("[Event \"Oware World Cup\"]\n[South \"Tom\"]\n\n1. F d *", "Event"),
        ("[Event \"Tournoi d'awalé\"]\n\n1. F d *", "Event"),
        ("[Event \"Connect Four club night\"]\n\n4 4 3 5 2 6", "Event"),
        ("[Event \"Schachturnier\"]\n1. f5 d6", "Event"),
        ("[Site \"https://lichess.org/x\"]\n1. f5 d6", "Site"),
        ("[Site \"chess.com\"]\n1. f5 d6", "Site"),
        ("[GameType \"Oware\"]\n[South \"Tom\"]\n\n1. F d *", "GameType"),
    ] {
        assert_eq!(refused(text).why, OtherGame(name.to_owned()), "{text}");
    }
    for tag in [
        "Site \"Chessington, London\"",
        "Site \"Chessy (Marne-la-Vallée)\"",
        "Site \"Alter Schacht 3, Essen\"",
        "Site \"Schachcafé\"",
        "Event \"Chessington Open\"",
        "Event \"Am Schacht\"",
        "Site \"Schachtstraße 1, Bochum\"",
    ] {
        one(&format!("[{tag}]\n1. f5 d6"));
    }
}

#[test]
fn other_rules_or_sizes_are_refused_whatever_word_says_them() {
    for (text, name) in [
        ("[GameType \"Anti-Othello\"]\n[Black \"Anna\"]\n\n1. f5 d6", "GameType"),
        ("[Mode \"misere\"]\n[Black \"Anna\"]\n\n1. f5 d6", "Mode"),
        ("[Type \"Kalah(6,3)\"]\n[South \"Anna\"]\n1. F 2. d *", "Type"),
        ("[Holes \"7\"]\n[Marbles \"3\"]\n1. F 2. d *", "Holes"),
        ("[Holes \"6\"]\n[Beans \"3\"]\n1. F 2. d *", "Beans"),
        ("[Bohnen \"3\"]\n1. F 2. d *", "Bohnen"),
        ("[Dimensions \"10x10\"]\n\n1. f5 d6 *", "Dimensions"),
        ("[Spielfeld \"6×6\"]\n\n1. f5 d6 *", "Spielfeld"),
        ("[gamevariant \"anti\"]\n1. f5 d6 *", "gamevariant"),
        ("[Startstellung \"x\"]\n1. f5 d6 *", "Startstellung"),
    ] {
        assert_eq!(refused(text).why, TagSetup(name.to_owned()), "{text}");
    }
    for (tag, value) in [
        ("Startgeld", "5 EUR"),
        ("Startnummer", "12"),
        ("Startzeit", "18:00"),
        ("Startrang", "4"),
        ("Start", "18:00"),
        ("Scoreboard", "2-1"),
        ("Leaderboard", "4"),
        ("Beginner", "Bert"),
        ("Composition", "solo"),
        ("Keyboard", "x"),
        ("Dimensions", "8x8"),
        ("GameType", "Othello"),
        ("Type", "rated"),
        ("Mode", "OTB"),
        ("EventType", "Othello 10"),
        ("Format", "2x2"),
        ("Casa", "Ulm"),
    ] {
        let text = format!("[{tag} \"{value}\"]\n1. f5 d6 *");
        assert_eq!(one(&text).notices, [OthelloStart, TagLeftOut(tag.to_owned())], "{tag}");
    }
    assert_eq!(moves(&one("[Holes \"6\"]\n[Beans \"4\"]\n1. F 2. d *")), "F d");
}
