//! The packs as they are published: every line is legal by the rules, is what it says, and is written as it is read.

#![allow(clippy::unwrap_used, reason = "a test that finds nothing has failed")]

use std::collections::HashSet;

use puzzles::{DIFFICULTIES, Day, Goal, Pack, PackError, Puzzle, Theme, write_header, write_line};
use rules::{Game, Position, Side};

const TEXTS: [&str; 2] = [
    include_str!("../../../public/puzzles/mancala.txt"),
    include_str!("../../../public/puzzles/mapello.txt"),
];

fn packs() -> Vec<Pack> {
    TEXTS.iter().map(|text| Pack::read(text).unwrap()).collect()
}

fn all(pack: &Pack) -> Vec<Puzzle> {
    (0..pack.len())
        .map(|number| pack.puzzle(number).unwrap_or_else(|why| panic!("{number}: {why}")))
        .collect()
}

#[test]
fn every_puzzle_is_written_as_it_is_read() {
    for text in TEXTS {
        let pack = Pack::read(text).unwrap();
        let lines: Vec<String> = all(&pack).iter().map(write_line).collect();
        assert_eq!(format!("{}\n{}\n", write_header(pack.game()), lines.join("\n")), text);
    }
}

#[test]
fn every_line_is_legal_and_about_what_its_themes_say() {
    for pack in packs() {
        for (number, puzzle) in all(&pack).iter().enumerate() {
            assert_eq!(puzzle.worked_out_themes(), Some(puzzle.themes), "{number}");
            let summary = pack.summary(number).unwrap();
            assert_eq!((summary.difficulty, summary.themes), (puzzle.difficulty, puzzle.themes));
            assert!((2..=4).contains(&puzzle.turns.len()) && puzzle.position.legal_moves().len() > 2);
        }
    }
}

#[test]
fn positions_are_no_larger_than_promised_and_of_a_game_in_progress() {
    for pack in packs() {
        for puzzle in all(&pack) {
            assert_eq!(puzzle.position.outcome(), None);
            match &puzzle.position {
                Position::Mancala(position) => {
                    let stones: u8 = Side::BOTH.iter().map(|side| position.row_total(*side)).sum();
                    assert!(stones <= 38 && puzzle.side() == Side::First);
                }
                Position::Mapello(position) => {
                    let full = position.discs(Side::First) | position.discs(Side::Second);
                    assert!((!(full | position.terrain().board().walls())).count_ones() <= 16);
                }
            }
        }
    }
}

#[test]
fn there_are_three_thousand_puzzles_of_all_kinds_and_none_twice() {
    let packs = packs();
    assert!(packs.iter().map(Pack::len).sum::<usize>() >= 3_000);
    for pack in packs {
        let puzzles = all(&pack);
        for difficulty in 1..=DIFFICULTIES {
            assert!(puzzles.iter().filter(|puzzle| puzzle.difficulty == difficulty).count() >= 100);
        }
        for theme in Theme::ALL.into_iter().filter(|theme| theme.is_of(pack.game())) {
            assert!(puzzles.iter().filter(|puzzle| puzzle.themes.has(theme)).count() >= 200, "{theme:?}");
        }
        for goal in Goal::ALL {
            assert!(puzzles.iter().filter(|puzzle| puzzle.goal == goal).count() >= 50, "{goal:?}");
        }
        let positions: HashSet<u64> = puzzles.iter().map(|puzzle| puzzle.position.hash()).collect();
        assert_eq!(positions.len(), puzzles.len());
    }
}

#[test]
fn every_week_goes_from_easy_to_hard() {
    for pack in packs() {
        assert_eq!(pack.len() % 7, 0, "whole weeks");
        for week in 0..pack.len() / 7 {
            let days = (0..7).map(|day| pack.summary(7 * week + day).unwrap().difficulty);
            assert!(days.clone().is_sorted(), "{week}: {:?}", days.collect::<Vec<_>>());
        }
        let first = Day::FIRST.puzzle(pack.len());
        assert_eq!(first, Some(0));
    }
}

#[test]
fn a_changed_line_is_refused_with_a_reason_and_never_panics() {
    for text in TEXTS {
        let (header, lines) = text.split_once('\n').unwrap();
        assert_eq!(Pack::read(&header.replace('1', "2")), Err(PackError::Header));
        for line in lines.lines().step_by(37) {
            for at in 0..line.len() {
                for sign in ["", " ", "-", "z", "9", "é", "A", "\0"] {
                    let changed = format!("{header}\n{}{sign}{}\n", &line[..at], &line[at + 1..]);
                    let pack = Pack::read(&changed).unwrap();
                    // What is still a puzzle is written as it stands there.
                    if let Ok(puzzle) = pack.puzzle(0) {
                        assert_eq!(format!("{header}\n{}\n", write_line(&puzzle)), changed);
                    }
                    let _ = pack.summary(0);
                }
            }
        }
    }
}

#[test]
fn a_number_beyond_the_pack_is_an_error() {
    for pack in packs() {
        assert_eq!(pack.puzzle(pack.len()), Err(PackError::Words));
        assert_eq!(pack.summary(pack.len()), None);
    }
    assert_eq!(Pack::read(""), Err(PackError::Header));
    assert!(Game::ALL.iter().all(|game| Pack::read(&write_header(*game)).is_ok_and(|pack| pack.is_empty())));
}
