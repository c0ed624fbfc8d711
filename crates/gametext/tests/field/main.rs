//! Texts as people have them: a table of what each is read as, or where and why it is refused.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that finds nothing has failed")]

mod doubled;
mod json;
mod meant;
mod readings;
mod reasons;
mod refusals;
mod several;
mod starts;
mod tables;
mod tags;
mod unclear;

use gametext::import::read;
use gametext::refusal::{Notice, Refusal, Why};
use gametext::{Words, import::ReadGame};
use rules::mancala::Position;
use rules::mancala::notation::write_turns;
use rules::mapello::Centre;
use rules::mapello::notation::{write_othello, write_without_passes};
use rules::{IllegalMove, Setup};

const WORDS: Words = Words { side: |_, side| format!("{side:?}"), level: |level| level.name().to_owned() };

/// The moves of a game in our notation; without extras as Othello players write them.
fn moves(read: &ReadGame) -> String {
    match read.game.setup {
        Setup::Mancala(setup) => {
            let moves: Vec<_> = read.game.moves.iter().filter_map(|mv| mv.as_mancala()).collect();
            let turns = write_turns(&Position::start(&setup), &moves).unwrap();
            turns.iter().map(|turn| turn.text.clone()).collect::<Vec<_>>().join(" ")
        }
        Setup::Mapello(board) => {
            let cells: Vec<_> = read.game.moves.iter().filter_map(|mv| mv.as_mapello()).collect();
            match board.centre() {
                Centre::Mirrored => write_othello(&cells).unwrap(),
                Centre::Othello => write_without_passes(&board, &cells).unwrap(),
            }
        }
    }
}

fn one(text: &str) -> ReadGame {
    let mut games = read(text, &WORDS).unwrap_or_else(|why| panic!("{text}: {why:?}"));
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0).unwrap()
}

/// The moves of each game of a text, or the line at which it is refused and why.
fn all(text: &str) -> Vec<Result<String, (u32, Why)>> {
    let games = read(text, &WORDS).unwrap_or_else(|why| panic!("{text}: {why:?}"));
    let told = games.iter().map(|game| match game {
        Ok(read) => Ok(moves(read)),
        Err(why) => Err((why.place.as_ref().unwrap().line, why.why.clone())),
    });
    told.collect()
}

fn refused(text: &str) -> Refusal {
    match read(text, &WORDS) {
        Err(why) => why,
        Ok(games) => panic!("{text}: {games:?}"),
    }
}

/// Checks that a text is refused at a line, column and word, and why.
fn refused_at(text: &str, (line, column, word): (u32, u32, &str), why: Why) {
    let told = refused(text);
    let place = told.place.unwrap_or_else(|| panic!("{text}: {:?}", told.why));
    assert_eq!(
        (told.why, place.line, place.column, place.word.as_str()),
        (why, line, column, word),
        "{text}"
    );
}

const KGP: &str = "kgp 1 0 0\nstate <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>\n";

#[test]
fn what_contradicts_itself_is_refused_at_the_word() {
    use Why::*;
    let tag = |name: &str| TagSetup(name.to_owned());
    for (text, line, column, word, why) in [
        ("f5 d6 {x c3", 1, 7, "{x", CommentOpen),
        ("1. F { 2. d 3. D {x} 4. e", 1, 18, "{x}", CommentNested),
        ("f5 d6 } c3", 1, 7, "}", NoMove),
        ("f5 d6; c3 d3", 1, 6, ";", CommentMoves),
        ("1. F 3. E", 1, 6, "3.", Number { due: 2 }),
        ("1. F 2. D", 1, 9, "D", Case),
        ("1. F d 1. E", 1, 8, "1.", Number { due: 2 }),
        ("1. F d 3. E", 1, 8, "3.", Number { due: 2 }),
        ("1. F 2. 3. E", 1, 6, "2.", NumberAlone),
        ("1. F 2.", 1, 6, "2.", NumberAlone),
        ("F 2 d", 1, 3, "2", MixedNames),
        ("1. f5 d6 3. c3", 1, 10, "3.", Number { due: 2 }),
        ("[FEN \"x\"]\nf5 d6", 1, 1, "[FEN", tag("FEN")),
        ("[SetUp \"1\"]\nf5 d6", 1, 1, "[SetUp", tag("SetUp")),
        ("[Variant \"AntiFlipello\"]\nf5 d6", 1, 1, "[Variant", tag("Variant")),
        ("[Handicap \"2\"]\nf5 d6", 1, 1, "[Handicap", tag("Handicap")),
        ("[StartPosition \"x\"]\n1. F", 1, 1, "[StartPosition", tag("StartPosition")),
        ("[PlyCount \"3\"]\nf5 d6", 1, 1, "[PlyCount", Count(2)),
        ("[Result \"1-0\"]\nf5 d6 0-1", 2, 7, "0-1", ResultTwice),
        ("f5 d6 1-0 c3", 1, 11, "c3", AfterResult),
        ("[Date \"2023.02.29\"]\nf5 d6", 1, 1, "[Date", Date),
        ("f5 d6 с3", 1, 7, "с3", Lookalike('с')),
        ("f5 d6 c3 → d3", 1, 10, "→", Sign('→')),
        ("f5 d6 a1", 1, 7, "a1", Illegal(IllegalMove::NoFlip)),
        ("f5d6a1", 1, 5, "a1", Illegal(IllegalMove::NoFlip)),
        ("1. F 2. d 3. F", 1, 14, "F", Illegal(IllegalMove::EmptyPit)),
        ("1. C-F x1", 1, 8, "x1", Captured(0)),
        ("1. A-F", 1, 4, "A-F", Goal),
        ("f5 -- d6", 1, 4, "--", Pass),
        ("hello", 1, 1, "hello", NoFormat),
        ("[Termination \"resigned\"]\nf5 d6", 1, 1, "[Termination", ResultMissing),
        ("[Termination \"agreed\"]\nf5 d6 1-0", 2, 7, "1-0", EndingWrong),
        (&format!("{KGP}move 7"), 3, 6, "7", Illegal(IllegalMove::NoSuchPit)),
        (&format!("{KGP}say move 1"), 3, 1, "say", KgpLine),
        (&format!("{KGP}move 1\nstop\nmove 2"), 5, 1, "move", KgpMoveLate),
        (
            &format!("{KGP}move 1\nstate <6,0,0,4,4,4,4,5,5,5,5,4,4,4,4>"),
            4,
            7,
            "<6,0,0,4,4,4,4,5,5,5",
            KgpState,
        ),
        ("kgp 1 0 0\nstate <6,1,0,4,4,4,4,4,0,5,5,5,4,4,4>\nmove 1", 2, 7, "<6,1,0,4,4,4,4,4,0,5", KgpStart),
        ("{\"names\":[}", 1, 11, "}", JsonForm),
    ] {
        refused_at(text, (line, column, word), why);
    }
}

#[test]
fn what_can_be_read_is_read_as_what_it_says() {
    use Notice::*;
    for (text, expected, notice) in [
        ("f5 d6 {a word} c3", "f5d6c3", Some(Comments { count: 1, first: "a word".to_owned() })),
        ("F5D6C3", "f5d6c3", Some(OthelloStart)),
        ("\u{feff}f5\u{a0}d6\tc3\r\n", "f5d6c3", Some(OthelloStart)),
        ("ｆ５　ｄ６", "f5d6", Some(OthelloStart)),
        ("f\u{200b}5d\u{ad}6", "f5d6", Some(OthelloStart)),
        ("1. f5 d6 2. c3", "f5d6c3", Some(OthelloStart)),
        ("1. f5 2. d6 3. c3", "f5d6c3", Some(OthelloStart)),
        ("1.f5 1...d6 2.c3", "f5d6c3", Some(OthelloStart)),
        ("[Mood \"good\"]\nf5 d6", "f5d6", Some(TagLeftOut("Mood".to_owned()))),
        ("[Event “Club”]\nf5 d6", "f5d6", Some(OthelloStart)),
        (
            "[Black \"A name that is much too long\"]\nf5 d6",
            "f5d6",
            Some(NameChanged("A name that is much ".to_owned())),
        ),
        ("f5 d6 0-1", "f5d6", Some(ResultUnexplained)),
        ("f5 d6 30-34", "f5d6", Some(ResultUnexplained)),
        ("1. C–F 2. a", "C-F a", Some(SetupAssumed)),
        ("c f a", "C-F a", Some(SmallLetters)),
        ("3-7-6 1", "C-F a", Some(SetupAssumed)),
        ("1. C-F a 2. B", "C-F a B", Some(SetupAssumed)),
        (&format!("{KGP}move 1\nmove 2\nstop"), "B", Some(Corrected(1))),
        (&format!("{KGP}set :info:comment \"move 3\"\nmove 1"), "A", None),
    ] {
        let read = one(text);
        assert_eq!(moves(&read), expected, "{text}");
        let told = notice.as_ref().is_none_or(|notice| read.notices.contains(notice));
        assert!(told && (notice.is_some() || read.notices.is_empty()), "{text}: {:?}", read.notices);
    }
    // The old one-word export of the default board: the board is not in it, which is said.
    assert_eq!(one("e3d3c2d2c1b1").notices, [SetupAssumed]);
}

#[test]
fn several_games_of_one_text_are_all_offered() {
    for (text, expected) in [
        ("1. F 2. d *\n1. D 2. e *\n", &["F d", "D e"][..]),
        ("1. F 2. d\n1. D 2. e\n", &["F d", "D e"]),
        ("[South \"Anna\"]\n\n1. F *\n\n[South \"Bert\"]\n\n1. D *\n", &["F", "D"]),
        ("f5d6c3d3\nf5f6e6d6\n", &["f5d6c3d3", "f5f6e6d6"]),
        (&format!("{KGP}move 1\nstop\n{KGP}move 2\nstop"), &["A", "B"]),
    ] {
        let games = read(text, &WORDS).unwrap();
        let games: Vec<_> = games.iter().map(|game| moves(game.as_ref().unwrap())).collect();
        assert_eq!(games, expected, "{text}");
    }
    let games = read("1. F 2. d *\n1. D 2. X *\n", &WORDS).unwrap();
    assert!(games[0].is_ok() && games[1].as_ref().is_err_and(|why| why.place.as_ref().unwrap().word == "X"));
}
