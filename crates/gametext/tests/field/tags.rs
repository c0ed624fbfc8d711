//! Tags of other games, of another start, and of days.

use gametext::refusal::Notice::*;
use gametext::refusal::Why::*;

use super::{moves, one, refused_at};

#[test]
fn chess_is_not_read_as_othello_won_by_the_other_side() {
    let other = |name: &str| OtherGame(name.to_owned());
    for (text, line, column, word, why) in [
        (
            "[Site \"https://lichess.org/AbCdEfGh\"]\n[White \"a\"]\n[Black \"b\"]\n\n1. c4 c5 1-0",
            1,
            1,
            "[Site",
            other("Site"),
        ),
        ("[Event \"Live Chess\"]\n1. c4 c5 *", 1, 1, "[Event", other("Event")),
        ("[Link \"https://www.chess.com/game/1\"]\n1. d3 c5", 1, 1, "[Link", other("Link")),
        ("[Event \"Schachklub\"]\n1. d3 c5", 1, 1, "[Event", other("Event")),
        ("[Event \"Draughts\"]\n\n1. 3 4", 1, 1, "[Event", other("Event")),
        ("[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n1. c4 c5 1-0", 3, 1, "[Result", ResultWhose),
        ("[White \"a\"]\n[Black \"b\"]\n1. d3 c5 0-1", 3, 10, "0-1", ResultWhose),
    ] {
        refused_at(text, (line, column, word), why);
    }
    // The game is named, the points say who won, the moves do, or nobody has.
    let players = "[White \"a\"]\n[Black \"b\"]\n";
    for text in [
        "[Game \"Othello\"]\n[White \"a\"]\n[Black \"b\"]\n1. c4 c5 1-0",
        "[Game \"Othello\"]\n[Event \"Chess club\"]\n1. c4 c5",
        "[Event \"Othello at the chess club\"]\n1. c4 c5",
        "[Black \"b\"]\n[White \"a\"]\n1. c4 c5 1-0",
        &format!("{players}[Result \"1-0\"]\n1. c4 c5 40-24"),
        &format!("{players}e6 f4 e3 f6 g5 d6 e7 f5 c5 1-0"),
        &format!("{players}1. c4 c5 1/2-1/2"),
    ] {
        one(text);
    }
}

#[test]
fn tags_of_another_start_are_refused_and_those_of_the_usual_one_are_not() {
    for (text, line, name) in [
        ("[Variant \"Kalah\"]\n[Seeds \"6\"]\n1. F 2. d", 2, "Seeds"),
        ("[South \"Anna\"]\n[Houses \"6\"]\n[SeedsPerHouse \"3\"]\n1. D", 3, "SeedsPerHouse"),
        ("[South \"Anna\"]\n[ToMove \"North\"]\n1. f", 2, "ToMove"),
        ("[South \"Anna\"]\n[FirstPlayer \"North\"]\n1. f", 2, "FirstPlayer"),
        ("[Game \"Othello\"]\n[FirstPlayer \"White\"]\nf5 d6", 2, "FirstPlayer"),
        ("[ToMove \"White\"]\nf5 d6", 1, "ToMove"),
        ("[side_to_play \"White\"]\nf5 d6", 1, "side_to_play"),
        ("[Begins \"White\"]\nf5 d6", 1, "Begins"),
        ("[BoardSize \"10x10\"]\nf5 d6", 1, "BoardSize"),
        ("[Rules \"Anti\"]\nf5 d6", 1, "Rules"),
        ("[WhiteHandicap \"4\"]\nf5 d6", 1, "WhiteHandicap"),
        ("[Pie \"on\"]\nf5 d6", 1, "Pie"),
    ] {
        let told = super::refused(text);
        assert_eq!((told.why, told.place.unwrap().line), (TagSetup(name.to_owned()), line), "{text}");
    }
    for (tag, value) in [
        ("StartDate", "2023.12.24"),
        ("BlackDiscs", "34"),
        ("WhiteDisks", "30"),
        ("BoardSize", "8x8"),
        ("Rules", "Othello"),
        ("Pieces", "Wooden set"),
        ("ToMove", "Black"),
        ("FirstPlayer", "black"),
        ("Black-Elo", "1500"),
        ("Weiß", "Bert"),
    ] {
        let read = one(&format!("[{tag} \"{value}\"]\nf5 d6"));
        assert_eq!(read.notices, [OthelloStart, TagLeftOut(tag.to_owned())], "{tag}");
    }
    for (tag, value) in [
        ("Board", "3"),
        ("BoardNumber", "3"),
        ("Started", "2024-01-02 18:00"),
        ("GameStart", "2024.01.02"),
        ("BlackFirstName", "Anna"),
        ("Discord", "anna#1"),
        ("Spitzname", "Annie"),
        ("Clubhouse", "Ulm"),
        ("StartNumber", "12"),
    ] {
        let read = one(&format!("[{tag} \"{value}\"]\nf5 d6"));
        assert_eq!(read.notices, [OthelloStart, TagLeftOut(tag.to_owned())], "{tag}");
    }
    // Points of both sides are no start.
    for text in ["[Discs \"12-52\"]\nf5 d6", "[Seeds \"22-26\"]\n1. F", "[Disks \"40–8\"]\nf5 d6"] {
        assert!(matches!(one(text).notices.as_slice(), [_, TagLeftOut(_)]), "{text}");
    }
    for tag in ["Discs \"2-2\"", "Discs \"6-2\"", "Discs \"52\"", "StartDiscs \"12-52\"", "Board \"12-52\""] {
        super::refused(&format!("[{tag}]\nf5 d6"));
    }
    let players = one("[FirstPlayer \"Anna\"]\n[SecondPlayer \"Bert\"]\nf5 d6").notices;
    assert_eq!(players[1..], ["FirstPlayer", "SecondPlayer"].map(|name| TagLeftOut(name.to_owned())));
    // The number of a board in a match says no more of the game than that.
    assert_eq!(moves(&one("[Board \"3\"]\n1. F 2. d")), "F d");
    let white = "[White \"Bert\"]\n[Black \"Anna\"]\n[Board \"3\"]\n[Result \"1-0\"]\nf5 d6";
    assert_eq!(super::refused(white).why, gametext::refusal::Why::ResultWhose);
    for board in ["", "?", "8x8"] {
        assert_eq!(one(&format!("[Game \"Reversi\"]\n[Board \"{board}\"]\nf5 d6")).notices, [OthelloStart]);
    }
    assert_eq!(moves(&one("[South \"Anna\"]\n[Houses \"6\"]\n[Seeds \"4\"]\n1. F")), "F");
}

#[test]
fn what_is_understood_but_not_kept_is_told() {
    let text = "[Round \"3\"]\n[Opening \"?\"]\n[BlackElo \"1800\"]\n[WhiteElo \"-\"]\n[TimeControl \"300+2\"]\n\
                [Date \"2024.01.02\"]\n[EventDate \"2023.12.30\"]\n[UTCDate \"2024.01.02\"]\nf5 d6";
    let told = NotKept("EventDate, Round, BlackElo, TimeControl".to_owned());
    assert_eq!(one(text).notices, [OthelloStart, told]);
}

#[test]
fn a_value_that_says_nothing_is_none() {
    for tag in ["PlyCount", "Result", "Date", "Game", "Board", "Termination", "Variant", "Black"] {
        for value in ["", "?", " "] {
            assert_eq!(one(&format!("[{tag} \"{value}\"]\nf5 d6")).notices, [OthelloStart], "{tag} {value}");
        }
    }
    let kalah = one("[South \"Anna\"]\n[Variant \"?\"]\n[Pits \"\"]\n[Stones \"?\"]\n1. F 2. d");
    assert_eq!((moves(&kalah).as_str(), kalah.notices), ("F d", vec![SetupAssumed]));
    for (date, notices) in [
        ("0000.00.00", vec![OthelloStart]),
        ("2024.01.00", vec![OthelloStart, TagLeftOut("Date".to_owned())]),
    ] {
        let read = one(&format!("[Date \"{date}\"]\nf5 d6"));
        assert_eq!((read.game.ended, read.notices), (0, notices), "{date}");
    }
}

#[test]
fn values_are_read_as_words_are_and_names_as_they_stand() {
    let text =
        "[Date \"２０２４‑０１‑０２\"]\n[Result \"34–30\"]\n[PlyCount \"２\"]\nf5 d6".replace("\\n", "\n");
    let read = one(&text);
    assert_eq!(
        (room::day(read.game.ended).as_str(), read.game.winner),
        ("2024-01-02", Some(rules::Side::First))
    );
    assert_eq!(moves(&one("[Pits \"６\"]\n[Stones \"４\"]\n1. F 2. d")), "F d");
    // A backslash is one, unless it stands before a quotation mark or another one.
    for (written, name) in
        [(r"Anna\Bert", r"Anna\Bert"), (r"Anna\\Bert", r"Anna\Bert"), (r#"A\"\\\"B"#, r#"A"\"B"#)]
    {
        let read = one(&format!("[Black \"{written}\"]\nf5 d6"));
        assert_eq!((read.game.names[0].as_str(), read.notices.len()), (name, 1), "{written}");
        let log = format!("{}set :duello:South \"{written}\"\nmove 1\n", super::KGP);
        assert_eq!(one(&log).game.names[0], name, "{written}");
    }
    assert_eq!(one("[Site \"D:\\liga\"]\nf5 d6").place.as_deref(), Some(r"D:\liga"));
}

#[test]
fn a_date_in_another_form_is_not_called_no_day() {
    for date in ["24.12.2023", "Dec 24, 2023", "24.12.23"] {
        refused_at(&format!("[Date \"{date}\"]\nf5"), (1, 1, "[Date"), DateForm);
    }
    for date in ["2023.12.24 18:30", "2023-12-24T18:30:00Z", "2023/12/24"] {
        assert_eq!(room::day(one(&format!("[UTCDate \"{date}\"]\nf5")).game.ended), "2023-12-24", "{date}");
    }
    assert_eq!(one("[Date \"2023\"]\nf5").notices, [OthelloStart, TagLeftOut("Date".to_owned())]);
}
