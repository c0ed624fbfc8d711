//! Tests of the notation parser and writer of Mancala: turns, positions and game files.

mod common;
#[path = "common/games.rs"]
mod games;

use common::{after, position};
use games::{games, play, variants};
use proptest::prelude::*;
use rules::mancala::notation::{
    GameFile, ReadError, read_kgp, read_moves, read_position, read_setup, write_kgp, write_position,
    write_turns,
};
use rules::mancala::{Direction, Move, Parts, PartsError, Position, Setup, Variant};
use rules::{IllegalMove, Side};

const START: &str = "4,4,4,4,4,4/4,4,4,4,4,4 0 0 S 1";

fn start() -> Position {
    position(START, Variant::default())
}

fn texts(start: &Position, turns: &str) -> Vec<String> {
    let read = read_moves(start, turns);
    let (moves, _) = read.unwrap_or_else(|why| panic!("{turns}: {why}"));
    let Ok(turns) = write_turns(start, &moves) else { panic!("{turns}: illegal") };
    turns.into_iter().map(|turn| turn.text).collect()
}

fn moves(plies: &[games::Ply]) -> Vec<Move> {
    plies.iter().map(|ply| ply.mv).collect()
}

#[test]
fn a_turn_is_one_token_with_its_sowings_joined() {
    assert_eq!(texts(&start(), "C F"), ["C-F"]);
    assert_eq!(texts(&start(), "E c f"), ["E", "c-f"]);
    let (moves, _) = read_moves(&start(), "C-F a").unwrap();
    let turns = write_turns(&start(), &moves).unwrap();
    assert_eq!(
        turns.iter().map(|turn| (turn.number, turn.side)).collect::<Vec<_>>(),
        [(1, Side::First), (2, Side::Second)]
    );
}

#[test]
fn a_capture_is_written_behind_the_turn_with_the_opponents_stones() {
    let before = position("5,5,5,0,5,5/4,4,4,4,0,5 1 1 S 3", Variant::default());
    assert_eq!(texts(&before, "A"), ["A x5"]);
    for turn in ["A x5", "a X5", "Ax5", "1x5", "1-5 x5", "A-E", "3. A x5", "3.A"] {
        assert_eq!(texts(&before, turn), ["A x5"], "{turn}");
    }
    let wrong = ReadError::Captured { token: "x4".to_owned(), stones: 5 };
    assert_eq!(read_moves(&before, "A x4"), Err(wrong));
}

#[test]
fn moves_are_parsed_in_either_case_as_numbers_and_with_goals() {
    for turn in ["C-F", "c-f", "3-6", "C F", "3-7 6-11", "3-7-6-11", "c–f", "1. C-F", "1.C-F", "3-7-6"] {
        assert_eq!(texts(&start(), turn), ["C-F"], "{turn}");
    }
    for turn in ["A", "a", "1", "1-5", "a-e", "A-5"] {
        assert_eq!(texts(&start(), turn), ["A"], "{turn}");
    }
}

#[test]
fn a_written_goal_must_be_the_hole_of_the_last_stone() {
    for turn in ["1-6", "A-F", "1-7", "C-F-7"] {
        assert_eq!(read_moves(&start(), turn), Err(ReadError::Goal(turn.to_owned())), "{turn}");
    }
    assert_eq!(read_moves(&start(), "1-5-5"), Err(ReadError::Token("1-5-5".to_owned())));
}

#[test]
fn text_that_is_no_turn_is_refused_with_the_reason() {
    for text in ["Z", "0", "A-", "-A", "--", "x5", "C-F-x", "100", "AB", "ä", "x", "Cx", "swapx", ".A"] {
        assert!(matches!(read_moves(&start(), text), Err(ReadError::Token(_))), "{text}");
    }
    let illegal = |token: &str, why| Err(ReadError::Illegal { token: token.to_owned(), why });
    assert_eq!(read_moves(&start(), "G"), illegal("G", IllegalMove::NoSuchPit));
    assert_eq!(read_moves(&start(), "C-C"), illegal("C-C", IllegalMove::EmptyPit));
    assert_eq!(read_moves(&start(), "swap"), illegal("swap", IllegalMove::SwapNotAllowed));
    let message = read_moves(&start(), "C-C").map_err(|why| why.to_string());
    assert_eq!(message, Err("“C-C”: That pit is empty.".to_owned()));
}

#[test]
fn a_swap_is_a_turn_of_its_own() {
    let start = Position::start(&Setup::new(Variant { pie_rule: true, ..Variant::default() }, 1));
    assert_eq!(texts(&start, "C-F SWAP A"), ["C-F", "swap", "A"]);
}

#[test]
fn a_position_text_shows_the_northern_row_as_south_sees_it() {
    assert_eq!(write_position(&start()), START);
    assert_eq!(after(START, Variant::default(), "E"), "4,4,4,4,5,5/4,4,4,4,0,5 1 0 N 2");
    let read = |text| read_position(text, Variant::default()).map(|position| write_position(&position));
    assert_eq!(read(" 4,4,4,4,5,5/4,4,4,4,0,5  1 0 n "), Ok("4,4,4,4,5,5/4,4,4,4,0,5 1 0 N 1".to_owned()));
}

#[test]
fn a_text_that_is_no_position_is_refused_with_the_reason() {
    let read = |text: &str| read_position(text, Variant::default());
    for text in ["", "4,4", "4,4,4,4,4,4/4,4,4,4,4,4 0 0", "4,4,4,4,4,4/4,4,4,4,4,4 0 0 W 1"] {
        assert!(matches!(read(text), Err(ReadError::Form(_))), "{text}");
    }
    assert!(matches!(read(&format!("{START} swap now")), Err(ReadError::Form(_))));
    assert_eq!(read(&format!("{START} swap")), Err(ReadError::Parts(PartsError::SwapNotPossible)));
    assert_eq!(read("4,4,4,4,4,256/4,4,4,4,4,4 0 0 S 1"), Err(ReadError::Number("256".to_owned())));
    let length = PartsError::RowLength { side: Side::Second, given: 5 };
    assert_eq!(read("4,4,4,4,4/4,4,4,4,4,4 0 0 S 1"), Err(ReadError::Parts(length)));
    assert_eq!(read("0,0,0,0,0,0/4,4,4,4,4,4 0 0 S 1"), Err(ReadError::Parts(PartsError::Unswept)));
    assert_eq!(read("99,99,99,4,4,4/4,4,4,4,4,4 0 0 S 1"), Err(ReadError::Parts(PartsError::StoneCount)));
    assert_eq!(read("4,4,4,4,4,4/4,4,4,4,4,4 0 0 S 0"), Err(ReadError::Parts(PartsError::TurnZero)));
}

#[test]
fn a_kgp_literal_is_written_from_the_view_of_the_side_to_move() {
    assert_eq!(write_kgp(&start()), "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>");
    let north = position("1,2,3,4,5,6/7,8,9,1,2,3 20 30 N 2", Variant::default());
    assert_eq!(write_kgp(&north), "<6,30,20,6,5,4,3,2,1,7,8,9,1,2,3>");
    let read = read_kgp("<6, 30, 20, 6,5,4,3,2,1, 7,8,9,1,2,3>", Variant::default()).unwrap();
    assert_eq!(write_position(&read), "3,2,1,9,8,7/6,5,4,3,2,1 30 20 S 1");
    let clockwise = Variant { direction: Direction::Clockwise, ..Variant::default() };
    assert_eq!(
        write_kgp(&position("1,2,3,4,5,6/7,8,9,1,2,3 20 30 N 2", clockwise)),
        "<6,30,20,1,2,3,4,5,6,3,2,1,9,8,7>"
    );
    for text in ["", "<>", "<6>", "<6,0,0,4>", "6,0,0", "<255,1,1>"] {
        assert!(read_kgp(text, Variant::default()).is_err(), "{text}");
    }
}

#[test]
fn a_game_file_has_tags_with_the_full_variant_and_numbered_turns() {
    let setup = Setup::new(Variant::default(), 1);
    let (moves, _) = read_moves(&start(), "C-F a B").unwrap();
    let tags = vec![("South".to_owned(), "Ada \"the pit\" L.".to_owned())];
    let text = GameFile { tags, setup, moves }.write().unwrap();
    assert_eq!(text, include_str!("data/mancala_game.txt"));
}

#[test]
fn the_case_of_letters_is_compared_once_a_text_has_a_capital() {
    let case = |token: &str| Err(ReadError::Case(token.to_owned()));
    assert_eq!(read_moves(&start(), "F D"), case("D"));
    assert_eq!(read_moves(&start(), "f D"), case("f"));
    assert!(read_moves(&start(), "f d").is_ok(), "small letters alone say nothing");
    assert_eq!(read_moves(&start(), "C-F d-H"), Err(ReadError::Goal("d-H".to_owned())));
}

#[test]
fn setup_tags_that_contradict_each_other_are_refused() {
    let read = |tags: &[(&str, &str)]| {
        let tags: Vec<_> =
            tags.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        read_setup(&tags)
    };
    let tag = |name, value: &str| Err(ReadError::Tag { name, value: value.to_owned() });
    let quick = read(&[("variant", "quick")]).map(|setup| setup.variant);
    assert_eq!(quick, Ok(rules::mancala::Preset::Quick.variant()));
    assert_eq!(read(&[("Game", "Chess")]), tag("Game", "Chess"));
    assert_eq!(read(&[("Pits", "many")]), tag("Pits", "many"));
    assert_eq!(read(&[("Variant", "Quick"), ("Pits", "6")]), tag("Variant", "Quick"));
    assert_eq!(read(&[("Pits", "2")]), Err(ReadError::Setup(rules::SetupError::Pits(2))));
}

proptest! {
    #[test]
    fn every_position_text_round_trips((setup, choices) in games()) {
        for ply in play(&setup, choices) {
            let text = write_position(&ply.after);
            prop_assert_eq!(read_position(&text, setup.variant), Ok(ply.after));
            prop_assert_ne!(text, write_position(&ply.before));
        }
    }

    #[test]
    fn every_kgp_literal_round_trips_from_the_movers_view((setup, choices) in games()) {
        for ply in play(&setup, choices) {
            let seen = read_kgp(&write_kgp(&ply.after), setup.variant).unwrap();
            let Parts { mut rows, mut stores, to_move, .. } = ply.after.to_parts();
            if to_move == Side::Second {
                rows.swap(0, 1);
                stores.swap(0, 1);
            }
            let Parts { rows: seen_rows, stores: seen_stores, .. } = seen.to_parts();
            prop_assert_eq!((seen_rows, seen_stores), (rows, stores));
        }
    }

    #[test]
    fn every_move_list_round_trips((setup, choices) in games()) {
        let plies = play(&setup, choices);
        let start = Position::start(&setup);
        let turns = write_turns(&start, &moves(&plies)).unwrap();
        let text: Vec<&str> = turns.iter().map(|turn| turn.text.as_str()).collect();
        let (read, end) = read_moves(&start, &text.join(" ")).unwrap();
        prop_assert_eq!(read, moves(&plies));
        prop_assert_eq!(Some(end), plies.last().map(|ply| ply.after));
        for text in text {
            prop_assert!(!text.contains(' ') || text.contains(" x"));
        }
    }

    #[test]
    fn every_sowing_can_be_written_as_a_from_to_pair((setup, choices) in games()) {
        let mut text = String::new();
        let plies = play(&setup, choices);
        for ply in &plies {
            let drop = ply.steps.iter().rev().find_map(|step| match step {
                rules::mancala::Step::Drop { into } => Some(*into),
                _ => None,
            });
            match (ply.mv, drop) {
                (Move::Sow(from), Some(goal)) => {
                    let number = match goal {
                        rules::mancala::Hole::Store(_) => setup.variant.pits + 1,
                        rules::mancala::Hole::Pit(pit) if pit.side == from.side => pit.index + 1,
                        rules::mancala::Hole::Pit(pit) => setup.variant.pits + 2 + pit.index,
                    };
                    text.push_str(&format!("{}-{number} ", from.index + 1));
                }
                _ => text.push_str("swap "),
            }
        }
        let (read, _) = read_moves(&Position::start(&setup), &text).unwrap();
        prop_assert_eq!(read, moves(&plies));
    }

    #[test]
    fn every_game_file_is_wrapped(
        (setup, choices) in games(),
        name in "[A-Za-z_]{1,8}x",
        value in "[^\\p{Cc}]{0,20}",
    ) {
        let moves = moves(&play(&setup, choices));
        let file = GameFile { tags: vec![(name, value)], setup, moves };
        let text = file.write().unwrap();
        prop_assert!(text.lines().all(|line| line.starts_with('[') || line.chars().count() <= 80));
    }

    #[test]
    fn parsing_any_text_never_panics(
        text in prop_oneof![
            any::<String>(),
            any::<Vec<u8>>().prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned()),
            "[A-Ia-i0-9x. /,<>SNswap{};*\\[\\]\"\\\\–-]{0,60}",
            "(\\[(Pits|Stones|Variant) \"[0-9a-zA-Z ]{0,5}\"\\]){0,3}( ?[A-F1-7](-[A-Fa-f0-9]{1,3}){0,2}( x[0-9])?){0,9}",
            "[0-9]{1,3}(,[0-9]{1,3}){0,6}/[0-9]{1,3}(,[0-9]{1,3}){0,6}( [0-9]{1,5}){2} [SN] [0-9]{1,6}( swap)?",
        ],
        variant in variants(),
    ) {
        let _ = read_position(&text, variant);
        let _ = read_kgp(&text, variant);
        let _ = read_moves(&Position::start(&Setup::new(variant, 1)), &text);
    }
}
