//! The Mapello search against plain minimax, published endgame positions and the original's Greedy, and its limits.

#[path = "common/mapello.rs"]
mod common;

use common::{Rng, after, empty_count, greedy, lead, minimax, random_position};
use engine::{Limits, SearchResult, mapello::search, score_moves};
use rules::mapello::notation::{read_cell, read_position};
use rules::mapello::{Board, Cell, Position};
use rules::{Move, Side};

fn search_within(position: &Position, depth: u32, nodes: u64) -> SearchResult {
    let mut never = || false;
    let mut limits = Limits::new(&mut never);
    (limits.depth, limits.nodes) = (depth, nodes);
    search(position, &mut limits)
}

fn cell_of(mv: Option<Move>) -> Cell {
    let Some(Move::Mapello(cell)) = mv else { panic!("no move of Mapello: {mv:?}") };
    cell
}

/// A position of plain Othello, row by row.
fn othello(rows: &str, to_move: char) -> Position {
    let rows: Vec<char> = rows.chars().collect();
    assert_eq!(rows.len(), 64);
    let inner = rows.chunks(8).map(|row| format!("#{}#", row.iter().collect::<String>().replace('-', ".")));
    let ring = "#".repeat(10);
    let drawn = format!("{ring}/{}/{ring} {to_move} 0 0", inner.collect::<Vec<_>>().join("/"));
    read_position(&drawn).unwrap_or_else(|why| panic!("{drawn}: {why}"))
}

#[test]
fn proved_values_match_minimax() {
    let mut rng = Rng(1);
    let (mut passes, mut bonuses) = (0, 0);
    for seed in 0..120 {
        let board = if seed % 10 == 0 { Board::EMPTY } else { Board::random(seed) };
        let position = random_position(&board, &mut rng, 1 + seed as u32 % 8);
        let result = search_within(&position, u32::MAX, u64::MAX);
        assert!(result.proved);
        assert_eq!(result.value, 100 * minimax(&position), "board {seed}");
        if position.outcome().is_none() {
            let (after, steps) = position.play(cell_of(result.mv)).unwrap();
            passes += steps.iter().filter(|step| matches!(step, rules::mapello::Step::Pass(_))).count();
            bonuses += position.bonuses().count_ones();
            let sign = if after.to_move() == position.to_move() { 1 } else { -1 };
            assert_eq!(result.value, 100 * sign * minimax(&after), "the move on board {seed}");
        }
    }
    assert!(passes > 0 && bonuses > 0, "{passes} passes, {bonuses} bonuses: the boards cover too little");
}

/// From 16 empty cells on, a selective search comes before the exact one; the scores of single moves have none.
#[test]
fn a_selective_search_leaves_the_proved_value_exact() {
    let mut rng = Rng(11);
    for seed in 0..3 {
        let position = random_position(&Board::random(seed), &mut rng, 16);
        let mut never = || false;
        let scored = score_moves(&rules::Position::Mapello(position), u32::MAX, &mut Limits::new(&mut never));
        // A limit of 16 moves is enough for a proof.
        let result = search_within(&position, 16, u64::MAX);
        assert!(result.proved, "board {seed}");
        assert_eq!(Some(result.value), scored.iter().map(|scored| scored.value).max(), "board {seed}");
        let chosen = scored.iter().find(|scored| Some(scored.mv) == result.mv);
        assert_eq!(chosen.map(|chosen| chosen.value), Some(result.value), "the move on board {seed}");
    }
}

#[test]
fn games_from_othellos_start_are_solved_as_minimax_does() {
    let mut rng = Rng(3);
    for empty in [1, 3, 5, 6, 7, 8, 8, 8] {
        let position = random_position(&Board::OTHELLO, &mut rng, empty);
        let result = search_within(&position, u32::MAX, u64::MAX);
        assert!(result.proved);
        assert_eq!(result.value, 100 * minimax(&position), "{empty} empty");
    }
    let first = search_within(&Position::start(&Board::OTHELLO), 6, u64::MAX);
    assert!(
        ["d3", "c4", "f5", "e6"].contains(&rules::mapello::notation::cell_name(cell_of(first.mv)).as_str())
    );
}

#[test]
fn optimal_play_to_the_end_keeps_the_proved_value() {
    let mut rng = Rng(7);
    for seed in 0..6 {
        let mut position = random_position(&Board::random(seed), &mut rng, 12);
        let side = position.to_move();
        let value = search_within(&position, u32::MAX, u64::MAX).value;
        while position.outcome().is_none() {
            let result = search_within(&position, u32::MAX, u64::MAX);
            assert!(result.proved);
            assert_eq!(result.value, if position.to_move() == side { value } else { -value });
            position = after(&position, cell_of(result.mv));
        }
        let end = if position.to_move() == side { lead(&position) } else { -lead(&position) };
        assert_eq!(100 * end, value, "board {seed}");
    }
}

#[test]
fn a_finished_game_has_no_move() {
    let mut rng = Rng(3);
    for seed in 0..5 {
        let position = random_position(&Board::random(seed), &mut rng, 0);
        assert!(position.outcome().is_some());
        let result = search_within(&position, u32::MAX, u64::MAX);
        let expected = SearchResult {
            mv: None,
            value: 100 * lead(&position),
            pv: vec![],
            depth: 0,
            nodes: 0,
            proved: true,
        };
        assert_eq!(result, expected);
    }
}

#[test]
fn the_same_node_limit_gives_the_same_result() {
    let mut rng = Rng(4);
    for seed in 0..4 {
        let position = random_position(&Board::random(seed), &mut rng, 20 + 10 * seed as u32);
        assert_eq!(search_within(&position, u32::MAX, 3_000), search_within(&position, u32::MAX, 3_000));
    }
}

#[test]
fn node_and_depth_limits_are_obeyed_and_leave_a_legal_move() {
    let mut rng = Rng(5);
    for seed in 0..4 {
        let position = random_position(&Board::random(seed), &mut rng, 30);
        for nodes in [0, 1, 7, 100, 2_000] {
            let result = search_within(&position, u32::MAX, nodes);
            assert!(result.nodes <= nodes.max(1), "{} of {nodes}", result.nodes);
            assert!(!result.proved);
            assert_eq!(position.check(cell_of(result.mv)), Ok(()));
        }
        for depth in 0..4 {
            let result = search_within(&position, depth, u64::MAX);
            assert_eq!((result.depth, result.proved), (depth, false));
            assert!(result.pv.len() <= depth.max(1) as usize);
        }
    }
}

#[test]
fn the_search_stops_when_the_stop_callback_returns_true() {
    let mut calls = 0;
    let mut stop = || {
        calls += 1;
        calls == 3
    };
    let result = search(&Position::start(&Board::DEFAULT), &mut Limits::new(&mut stop));
    assert_eq!((calls, result.nodes), (3, 3 * 1_024));
    assert!(result.mv.is_some());
}

#[test]
fn the_principal_variation_is_legal() {
    let mut rng = Rng(6);
    for seed in 0..6 {
        let mut position = random_position(&Board::random(seed), &mut rng, 10 + 5 * seed as u32);
        let result = search_within(&position, u32::MAX, 2_000);
        assert_eq!(result.pv.first().copied(), result.mv);
        for mv in result.pv {
            position = after(&position, cell_of(Some(mv)));
        }
    }
}

#[test]
fn a_search_of_250_nodes_beats_greedy() {
    let mut rng = Rng(8);
    let mut half_points = 0;
    for game in 0..20 {
        // Random opening moves make the games different; each board is played from both sides.
        let board = Board::random(game / 2);
        let mut position = random_position(&board, &mut rng, 52);
        let ours = Side::BOTH[game as usize % 2];
        while position.outcome().is_none() {
            let cell = if position.to_move() == ours {
                cell_of(search_within(&position, u32::MAX, 250).mv)
            } else {
                greedy(&position).unwrap()
            };
            position = after(&position, cell);
        }
        let lead = i32::from(position.score(ours)) - i32::from(position.score(ours.other()));
        half_points += lead.signum() + 1;
    }
    assert!(half_points >= 36, "{half_points} of 40 half points");
}

/// Othello on 4×4 cells, here within walls: the second player wins by 11 to 3 (a well-known result).
#[test]
fn othello_4x4_is_a_loss_by_eight_for_the_first_player() {
    let rows = ["##########"; 3].into_iter();
    let rows = rows.chain(["###....###", "###.XO.###", "###.OX.###", "###....###"]).chain(["##########"; 3]);
    let position = read_position(&rows.collect::<Vec<_>>().join("/")).unwrap();
    let result = search_within(&position, u32::MAX, u64::MAX);
    assert_eq!((result.value, result.proved, result.depth), (-800, true, 12));
}

/// FFO #40, the first position of the endgame test suite 40 to 59 of the French Othello federation: 20 empty cells.
#[test]
#[ignore = "takes minutes without optimisation; run it in release"]
fn ffo_40_is_a_win_by_38() {
    let position = othello("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------", 'X');
    assert_eq!(empty_count(&position), 20);
    let result = search_within(&position, u32::MAX, u64::MAX);
    assert_eq!((result.value, result.mv), (3_800, read_cell("a2").map(Move::Mapello)));
    assert!(result.proved);
}
