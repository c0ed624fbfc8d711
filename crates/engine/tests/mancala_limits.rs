//! A search keeps to its limits, has a legal move whenever it ends, and says the same whenever it is asked the same.

#[path = "common/mancala.rs"]
mod common;

use common::{Chance, early_position, variant};
use engine::mancala::{self, Objective, SearchOptions};
use engine::{Limits, SearchResult, search};
use rules::mancala::notation::read_position;
use rules::mancala::{Position, Setup, Sowing, Variant};

const OPTIONS: SearchOptions =
    SearchOptions { objective: Objective::ExactValue, table_bytes: 1 << 20, endgame_stones: 0 };

fn with_nodes(position: &Position, nodes: u64) -> SearchResult {
    let mut never = || false;
    let mut limits = Limits::new(&mut never);
    limits.nodes = nodes;
    mancala::solve(position, &mut limits, &OPTIONS)
}

#[test]
fn the_same_limit_of_nodes_gives_the_same_answer() {
    let mut chance = Chance(4);
    for _ in 0..20 {
        let variant = variant(&mut chance);
        let position = early_position(&mut chance, variant, 3);
        assert_eq!(with_nodes(&position, 3_000), with_nodes(&position, 3_000), "{position:?}");
    }
}

#[test]
fn a_search_ends_with_a_legal_move_at_any_limit_of_nodes() {
    let mut chance = Chance(5);
    for round in 0..300 {
        let variant = variant(&mut chance);
        let position = early_position(&mut chance, variant, round % 8);
        let nodes = 1 + (round as u64 * 7) % 600;
        let answer = with_nodes(&position, nodes);
        assert!(answer.nodes <= nodes, "{} of {nodes}", answer.nodes);
        let Some(mv) = answer.mv else {
            assert!(position.outcome().is_some(), "no move in {position:?}");
            continue;
        };
        assert_eq!(answer.pv.first(), Some(&mv));
        let mut last = position;
        for mv in &answer.pv {
            last = last.play_with(mv.as_mancala().expect("a move of Mancala"), |_| ()).expect("a legal line");
        }
    }
}

#[test]
fn a_search_ends_soon_after_the_caller_says_stop() {
    let start = Position::start(&Setup::new(Variant { pits: 9, stones: 12, ..Variant::default() }, 1));
    let mut asked = 0_u64;
    let mut stop = || {
        asked += 1;
        asked == 3
    };
    let answer = mancala::solve(&start, &mut Limits::new(&mut stop), &OPTIONS);
    assert!(answer.mv.is_some() && !answer.proved);
    assert_eq!(asked, 3, "the caller was asked again after it had said stop");
    assert!(answer.nodes < 10_000, "{} nodes", answer.nodes);
}

#[test]
fn a_search_looks_no_deeper_than_it_may() {
    let start = Position::start(&Setup::new(Variant::default(), 1));
    for depth in [1, 2, 5] {
        let mut never = || false;
        let mut limits = Limits::new(&mut never);
        limits.depth = depth;
        let answer = mancala::search(&start, &mut limits);
        assert_eq!((answer.depth, answer.proved), (depth, false));
        assert!(answer.pv.len() <= depth as usize);
    }
}

#[test]
fn looking_one_move_ahead_takes_what_there_is_to_take() {
    // South's C ends in the empty F, with nine stones across.
    let position =
        read_position("1,1,1,1,1,9/0,0,3,1,0,0 10 15 S 9", Variant::default()).expect("a position");
    let mut never = || false;
    let mut limits = Limits::new(&mut never);
    limits.depth = 1;
    let answer = search(&rules::Position::Mancala(position), &mut limits);
    let mv = answer.mv.and_then(|mv| mv.as_mancala());
    assert_eq!(mv, position.legal_moves().next(), "{answer:?}");
    assert_eq!(answer.value, 100 * (10 - 15 + 10));
}

#[test]
fn a_pit_that_is_fuller_than_a_search_can_take_leaves_a_legal_move() {
    for sowing in [Sowing::Single, Sowing::Relay] {
        let variant = Variant { pits: 9, stones: 12, sowing, ..Variant::default() };
        for full in (85..=130).step_by(3) {
            for row in [format!("{full},1,0,2,0,1,1,0,3"), format!("1,0,2,0,1,1,0,3,{full}")] {
                let rest = 2 * 9 * 12 - (full + 8) - 45;
                let text = format!("9,1,8,2,7,3,6,4,5/{row} {rest} 0 S 9");
                let position = read_position(&text, variant).expect("a position");
                let answer = with_nodes(&position, 20_000);
                let line = answer.pv.iter().filter_map(|mv| mv.as_mancala());
                let last = line.fold(position, |last, mv| last.play_with(mv, |_| ()).expect("a legal line"));
                assert_ne!(last, position, "no move in {text}");
            }
        }
    }
}
