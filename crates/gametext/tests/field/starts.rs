//! Where a game starts: tags and fields that tell where the stones lie in Mancala, and openings of Mapello.

use gametext::import::read;
use gametext::refusal::Notice::*;
use gametext::refusal::Why::*;
use room::{BoardChoice, Finished};
use rules::SetupError;
use rules::mancala::notation::write_start;
use rules::mapello::notation::cell_name;
use rules::mapello::openings::Opening;

use super::json::device;
use super::{WORDS, moves, one, refused, refused_at};

const ROWS: &str = "4,4,4,3,4,4/4,5,4,4,4,4";

/// The start that was read.
fn start(text: &str) -> Option<String> {
    let rules::Setup::Mancala(setup) = one(text).game.setup else { panic!("{text}") };
    setup.start.map(|start| write_start(&start))
}

#[test]
fn the_start_of_a_file_is_read_with_or_without_other_tags() {
    for tags in [
        "",
        "[Game \"Mancala\"]\n",
        "[Variant \"Kalah\"]\n",
        "[Variant \"Kalah\"]\n[PieRule \"on\"]\n",
        "[Capture \"never\"]\n",
    ] {
        let text = format!("{tags}[Start \"{ROWS}\"]\n1. B-C");
        assert_eq!((start(&text).as_deref(), moves(&one(&text)).as_str()), (Some(ROWS), "B-C"), "{text}");
        assert!(!one(&text).notices.contains(&SetupAssumed), "{text}");
    }
    assert_eq!(start("[Start \"3,3,3,3/3,3,4,2\"]\n1. A").as_deref(), Some("3,3,3,3/3,3,4,2"));
}

#[test]
fn a_start_that_is_none_or_of_another_board_is_refused_at_its_tag() {
    let at = (1, 1, "[Start");
    let value = || TagValue("Start".to_owned());
    for rows in [
        "4,4,4,4,4,4/4,4,4,4,4,4",
        "4,4,4,3,4,4/4,4,4,4,4,4",
        "4,4/4,4",
        "0,0,0/4,4,4 6 6",
        "4,4,4/x,4,4",
        "/,",
    ] {
        refused_at(&format!("[Start \"{rows}\"]\n1. A"), at, value());
    }
    for tag in [
        "[Variant \"Quick\"]",
        "[Stones \"3\"]",
        "[Pits \"5\"]",
        "[Variant \"Quick\"]\n[Direction \"clockwise\"]",
    ] {
        refused_at(&format!("[Start \"{ROWS}\"]\n{tag}\n1. A"), at, Setup(SetupError::Start));
    }
}

#[test]
fn a_start_tag_without_rows_says_who_begins_or_when_as_ever() {
    for value in ["South", "standard", "2024.01.02"] {
        let read = one(&format!("[South \"Anna\"]\n[Start \"{value}\"]\n1. F 2. d"));
        assert_eq!(read.notices, [SetupAssumed, TagLeftOut("Start".to_owned())], "{value}");
    }
    assert_eq!(refused("[South \"Anna\"]\n[Start \"North\"]\n1. f").why, TagSetup("Start".to_owned()));
    // A protocol's log that begins in the middle of a game is no game from a start.
    let log = "kgp 1 0 0\nstate <6,1,0,4,4,4,4,4,0,5,5,5,4,4,4>\nmove 1";
    assert_eq!(refused(log).why, KgpStart);
}

#[test]
fn a_game_of_a_device_from_an_opening_keeps_it() {
    let setup = "{\"mapello\":\"00000-00000-00000-00008-ZXE\"}";
    let started =
        format!("{{\"started\":{{\"number\":1,\"setup\":{setup},\"first\":\"bottom\",\"opening\":3}}}}");
    let opening = Opening::balanced(3);
    let next = opening.position().legal_moves().next().unwrap();
    let moved = format!("{{\"moved\":{{\"side\":\"first\",\"mv\":{{\"mapello\":{}}}}}}}", next.index());
    let undone = "{\"undone\":2}".to_owned();
    let ended = "{\"ended\":{\"winner\":\"first\",\"reason\":\"resigned\"}}".to_owned();
    let log = |middle: &[&String]| {
        let events = [&started].into_iter().chain(middle.iter().copied()).chain([&ended]).cloned();
        (7..).zip(events).collect::<Vec<_>>()
    };
    let game = read(&device("", &log(&[&moved])), &WORDS).unwrap().remove(0).unwrap().game;
    assert_eq!((game.board, game.moves.len(), game.opening_ply()), (Some(BoardChoice::Opening(3)), 9, 8));
    let again = read(&device("", &log(&[&moved, &undone, &moved])), &WORDS).unwrap().remove(0).unwrap().game;
    assert_eq!(again.moves, game.moves, "nothing takes back an opening");
    assert!(read(&device("", &log(&[])), &WORDS).is_err(), "nobody has made a move");
}

#[test]
fn a_text_says_the_random_opening_that_its_moves_begin_with() {
    let opening = Opening::balanced(3);
    let next = opening.position().legal_moves().next().unwrap();
    let moves: Vec<String> = opening.moves().iter().chain([&next]).map(|cell| cell_name(*cell)).collect();
    let text = |number: &str, moves: &[String]| {
        format!("[Game \"Reversi\"]\n[RandomOpening \"{number}\"]\n{}", moves.join(" "))
    };
    let read = one(&text("3", &moves));
    assert_eq!((read.game.board, read.game.opening_ply()), (Some(BoardChoice::Opening(3)), 8));
    assert_eq!(read.notices, [OthelloStart]);
    // In a game with the same moves whose text does not say so, players made them.
    assert_eq!(one(&text("?", &moves)).game.opening_ply(), 0);
    for number in ["4", "0", "-1", "three", "4294967296"] {
        assert_eq!(refused(&text(number, &moves)).why, TagValue("RandomOpening".to_owned()), "{number}");
    }
    assert_eq!(refused(&text("3", &moves[..8])).why, NoMoves, "nobody has made a move");
    assert_eq!(refused(&text("3", &moves[..7])).why, TagValue("RandomOpening".to_owned()));
    let begun = Finished { moves: read.game.moves[..8].to_vec(), ..read.game };
    assert_eq!(refused(&serde_json::to_string(&begun).unwrap()).why, NoMoves, "nor in JSON");
    // Only a board with Othello's start has openings.
    let mancala = "[Game \"Mancala\"]\n[RandomOpening \"3\"]\n1. F d";
    assert_eq!(refused(mancala).why, TagValue("RandomOpening".to_owned()));
}
