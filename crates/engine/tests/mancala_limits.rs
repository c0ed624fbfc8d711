//! Search limits in Mancala (nodes, depth, stop callback): obeyed, with a legal move at any limit, and deterministic.

#[path = "common/mancala.rs"]
mod common;

use common::{Rng, early_position, random_variant};
use engine::mancala::{self, Objective, SearchOptions};
use engine::{Limits, SearchResult, search};
use rules::mancala::notation::read_position;
use rules::mancala::{Position, Setup, Sowing, Variant};

const OPTIONS: SearchOptions =
    SearchOptions { objective: Objective::ExactValue, table_bytes: 1 << 20, endgame_stones: 0 };

fn solve_within(position: &Position, nodes: u64) -> SearchResult {
    let mut never = || false;
    let mut limits = Limits::new(&mut never);
    limits.nodes = nodes;
    mancala::solve(position, &mut limits, &OPTIONS)
}

#[test]
fn the_same_node_limit_gives_the_same_result() {
    let mut rng = Rng(4);
    for _ in 0..20 {
        let variant = random_variant(&mut rng);
        let position = early_position(&mut rng, variant, 3);
        assert_eq!(solve_within(&position, 3_000), solve_within(&position, 3_000), "{position:?}");
    }
}

#[test]
fn any_node_limit_is_obeyed_and_leaves_a_legal_move_and_pv() {
    let mut rng = Rng(5);
    for round in 0..300 {
        let variant = random_variant(&mut rng);
        let position = early_position(&mut rng, variant, round % 8);
        let nodes = 1 + (round as u64 * 7) % 600;
        let result = solve_within(&position, nodes);
        assert!(result.nodes <= nodes, "{} of {nodes}", result.nodes);
        let Some(mv) = result.mv else {
            assert!(position.outcome().is_some(), "no move in {position:?}");
            continue;
        };
        assert_eq!(result.pv.first(), Some(&mv));
        let mut last = position;
        for mv in &result.pv {
            last = last.play_with(mv.as_mancala().expect("a move of Mancala"), |_| ()).expect("a legal PV");
        }
    }
}

#[test]
fn the_search_stops_when_the_stop_callback_returns_true() {
    let start = Position::start(&Setup::new(Variant { pits: 9, stones: 12, ..Variant::default() }, 1));
    let mut calls = 0_u64;
    let mut stop = || {
        calls += 1;
        calls == 3
    };
    let result = mancala::solve(&start, &mut Limits::new(&mut stop), &OPTIONS);
    assert!(result.mv.is_some() && !result.proved);
    assert_eq!(calls, 3, "the callback was called again after it had returned true");
    assert!(result.nodes < 10_000, "{} nodes", result.nodes);
}

#[test]
fn a_depth_limit_is_obeyed() {
    let start = Position::start(&Setup::new(Variant::default(), 1));
    for depth in [1, 2, 5] {
        let mut never = || false;
        let mut limits = Limits::new(&mut never);
        limits.depth = depth;
        let result = mancala::search(&start, &mut limits);
        assert_eq!((result.depth, result.proved), (depth, false));
        assert!(result.pv.len() <= depth as usize);
    }
}

#[test]
fn depth_one_finds_the_capture() {
    // South's C ends in the empty F, opposite nine stones.
    let position =
        read_position("1,1,1,1,1,9/0,0,3,1,0,0 10 15 S 9", Variant::default()).expect("a position");
    let mut never = || false;
    let mut limits = Limits::new(&mut never);
    limits.depth = 1;
    let result = search(&rules::Position::Mancala(position), &mut limits);
    let mv = result.mv.and_then(|mv| mv.as_mancala());
    assert_eq!(mv, position.legal_moves().next(), "{result:?}");
    assert_eq!(result.value, 100 * (10 - 15 + 10));
}

#[test]
fn an_overfull_pit_leaves_a_legal_move() {
    for sowing in [Sowing::Single, Sowing::Relay] {
        let variant = Variant { pits: 9, stones: 12, sowing, ..Variant::default() };
        for full in (85..=130).step_by(3) {
            for row in [format!("{full},1,0,2,0,1,1,0,3"), format!("1,0,2,0,1,1,0,3,{full}")] {
                let rest = 2 * 9 * 12 - (full + 8) - 45;
                let text = format!("9,1,8,2,7,3,6,4,5/{row} {rest} 0 S 9");
                let position = read_position(&text, variant).expect("a position");
                let result = solve_within(&position, 20_000);
                let pv = result.pv.iter().filter_map(|mv| mv.as_mancala());
                let last = pv.fold(position, |last, mv| last.play_with(mv, |_| ()).expect("a legal PV"));
                assert_ne!(last, position, "no move in {text}");
            }
        }
    }
}
