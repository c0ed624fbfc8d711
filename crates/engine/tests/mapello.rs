//! What the search for a move of Mapello finds, compared with trying everything, with published endings, and with play.

#[path = "common/mapello.rs"]
mod common;

use common::{Chance, after, empty, greedy, lead, minimax, played};
use engine::{Limits, SearchResult, mapello::search};
use rules::mapello::notation::{read_cell, read_position};
use rules::mapello::{Board, Cell, Position};
use rules::{Move, Side};

fn answer(position: &Position, depth: u32, nodes: u64) -> SearchResult {
    let mut never = || false;
    let mut limits = Limits::new(&mut never);
    (limits.depth, limits.nodes) = (depth, nodes);
    search(position, &mut limits)
}

fn cell_of(mv: Option<Move>) -> Cell {
    let Some(Move::Mapello(cell)) = mv else { panic!("no move of Mapello: {mv:?}") };
    cell
}

/// A position of plain Othello, row after row.
fn othello(rows: &str, to_move: char) -> Position {
    let rows: Vec<char> = rows.chars().collect();
    assert_eq!(rows.len(), 64);
    let inner = rows.chunks(8).map(|row| format!("#{}#", row.iter().collect::<String>().replace('-', ".")));
    let ring = "#".repeat(10);
    let drawn = format!("{ring}/{}/{ring} {to_move} 0 0", inner.collect::<Vec<_>>().join("/"));
    read_position(&drawn).unwrap_or_else(|why| panic!("{drawn}: {why}"))
}

#[test]
fn a_proved_value_is_that_of_trying_everything() {
    let mut chance = Chance(1);
    let (mut passes, mut bonuses) = (0, 0);
    for seed in 0..120 {
        let board = if seed % 10 == 0 { Board::EMPTY } else { Board::random(seed) };
        let position = played(&board, &mut chance, 1 + seed as u32 % 8);
        let found = answer(&position, u32::MAX, u64::MAX);
        assert!(found.proved);
        assert_eq!(found.value, 100 * minimax(&position), "board {seed}");
        if position.outcome().is_none() {
            let (after, steps) = position.play(cell_of(found.mv)).unwrap();
            passes += steps.iter().filter(|step| matches!(step, rules::mapello::Step::Pass(_))).count();
            bonuses += position.bonuses().count_ones();
            let sign = if after.to_move() == position.to_move() { 1 } else { -1 };
            assert_eq!(found.value, 100 * sign * minimax(&after), "the move on board {seed}");
        }
    }
    assert!(passes > 0 && bonuses > 0, "{passes} passes, {bonuses} bonuses: these boards prove too little");
}

#[test]
fn an_ending_played_by_both_sides_keeps_its_proved_value() {
    let mut chance = Chance(7);
    for seed in 0..6 {
        let mut position = played(&Board::random(seed), &mut chance, 12);
        let side = position.to_move();
        let value = answer(&position, u32::MAX, u64::MAX).value;
        while position.outcome().is_none() {
            let found = answer(&position, u32::MAX, u64::MAX);
            assert!(found.proved);
            assert_eq!(found.value, if position.to_move() == side { value } else { -value });
            position = after(&position, cell_of(found.mv));
        }
        let end = if position.to_move() == side { lead(&position) } else { -lead(&position) };
        assert_eq!(100 * end, value, "board {seed}");
    }
}

#[test]
fn a_finished_game_has_no_move() {
    let mut chance = Chance(3);
    for seed in 0..5 {
        let position = played(&Board::random(seed), &mut chance, 0);
        assert!(position.outcome().is_some());
        let found = answer(&position, u32::MAX, u64::MAX);
        let expected = SearchResult {
            mv: None,
            value: 100 * lead(&position),
            pv: vec![],
            depth: 0,
            nodes: 0,
            proved: true,
        };
        assert_eq!(found, expected);
    }
}

#[test]
fn the_same_search_gives_the_same_answer() {
    let mut chance = Chance(4);
    for seed in 0..4 {
        let position = played(&Board::random(seed), &mut chance, 20 + 10 * seed as u32);
        assert_eq!(answer(&position, u32::MAX, 3_000), answer(&position, u32::MAX, 3_000));
    }
}

#[test]
fn limits_are_obeyed_and_a_legal_move_is_found_in_any() {
    let mut chance = Chance(5);
    for seed in 0..4 {
        let position = played(&Board::random(seed), &mut chance, 30);
        for nodes in [0, 1, 7, 100, 2_000] {
            let found = answer(&position, u32::MAX, nodes);
            assert!(found.nodes <= nodes.max(1), "{} of {nodes}", found.nodes);
            assert!(!found.proved);
            assert_eq!(position.check(cell_of(found.mv)), Ok(()));
        }
        for depth in 0..4 {
            let found = answer(&position, depth, u64::MAX);
            assert_eq!((found.depth, found.proved), (depth, false));
            assert!(found.pv.len() <= depth.max(1) as usize);
        }
    }
}

#[test]
fn a_search_ends_when_the_caller_says_so() {
    let mut asked = 0;
    let mut stop = || {
        asked += 1;
        asked == 3
    };
    let found = search(&Position::start(&Board::DEFAULT), &mut Limits::new(&mut stop));
    assert_eq!((asked, found.nodes), (3, 3 * 1_024));
    assert!(found.mv.is_some());
}

#[test]
fn the_expected_line_is_legal() {
    let mut chance = Chance(6);
    for seed in 0..6 {
        let mut position = played(&Board::random(seed), &mut chance, 10 + 5 * seed as u32);
        let found = answer(&position, u32::MAX, 2_000);
        assert_eq!(found.pv.first().copied(), found.mv);
        for mv in found.pv {
            position = after(&position, cell_of(Some(mv)));
        }
    }
}

#[test]
fn a_small_search_beats_greedy() {
    let mut chance = Chance(8);
    let mut half_points = 0;
    for game in 0..20 {
        // A few moves by chance, so that no two games are alike; each board from both sides.
        let board = Board::random(game / 2);
        let mut position = played(&board, &mut chance, 52);
        let ours = Side::BOTH[game as usize % 2];
        while position.outcome().is_none() {
            let cell = if position.to_move() == ours {
                cell_of(answer(&position, u32::MAX, 250).mv)
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

/// Othello on 4×4 cells, here within walls: the second player wins by 11 to 3 (solved many times over).
#[test]
fn othello_on_four_by_four_cells_is_lost_by_eight() {
    let rows = ["##########"; 3].into_iter();
    let rows = rows.chain(["###....###", "###.XO.###", "###.OX.###", "###....###"]).chain(["##########"; 3]);
    let position = read_position(&rows.collect::<Vec<_>>().join("/")).unwrap();
    let found = answer(&position, u32::MAX, u64::MAX);
    assert_eq!((found.value, found.proved, found.depth), (-800, true, 12));
}

/// The first of the FFO endings (French federation of Othello, "endgame test suite" 40 to 59): 20 empty cells.
#[test]
#[ignore = "takes minutes without optimisation; run it in release"]
fn the_fortieth_ffo_ending_is_won_by_38() {
    let position = othello("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------", 'X');
    assert_eq!(empty(&position), 20);
    let found = answer(&position, u32::MAX, u64::MAX);
    assert_eq!((found.value, found.mv), (3_800, read_cell("a2").map(Move::Mapello)));
    assert!(found.proved);
}
