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
        assert_eq!(read.notices, [Mirrored, TagLeftOut(tag.to_owned())], "{tag}");
    }
    for board in ["", "?", "8x8"] {
        assert_eq!(one(&format!("[Game \"Reversi\"]\n[Board \"{board}\"]\nf5 d6")).notices, [Mirrored]);
    }
    assert_eq!(moves(&one("[South \"Anna\"]\n[Houses \"6\"]\n[Seeds \"4\"]\n1. F")), "F");
}

#[test]
fn a_date_in_another_form_is_not_called_no_day() {
    for date in ["24.12.2023", "Dec 24, 2023", "24.12.23"] {
        refused_at(&format!("[Date \"{date}\"]\nf5"), (1, 1, "[Date"), DateForm);
    }
    for date in ["2023.12.24 18:30", "2023-12-24T18:30:00Z", "2023/12/24"] {
        assert_eq!(room::day(one(&format!("[UTCDate \"{date}\"]\nf5")).game.ended), "2023-12-24", "{date}");
    }
    assert_eq!(one("[Date \"2023\"]\nf5").notices, [Mirrored, TagLeftOut("Date".to_owned())]);
}
