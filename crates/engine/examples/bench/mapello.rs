//! Mapello: time to solve endgame positions, depth after a second in the midgame, games against the original's Greedy.

use std::time::Instant;

use engine::{Limits, mapello::search};
use rules::mapello::notation::{cell_name, read_position};
use rules::mapello::{Board, Cell, Position};
use rules::{Move, Side};

use super::positions::{FFO_40, mapello_position};
use super::rng::Rng;

pub const USAGE: &str = "bench mapello endgame | midgame | greedy GAMES | ffo [40..44]";

/// Runs the benchmark that the arguments name; `None` for an unknown one.
pub fn run(words: &[&str]) -> Option<()> {
    match *words {
        ["endgame"] => endgame(),
        ["midgame"] => midgame(),
        ["greedy", games] => against_greedy(games.parse().ok()?),
        _ => return None,
    }
    Some(())
}

fn searched_move(position: &Position, nodes: u64) -> Option<Cell> {
    let mut never = || false;
    let mut limits = Limits::new(&mut never);
    limits.nodes = nodes;
    cell_of(search(position, &mut limits).mv)
}

fn cell_of(mv: Option<Move>) -> Option<Cell> {
    if let Some(Move::Mapello(cell)) = mv { Some(cell) } else { None }
}

/// Solves endgame positions.
fn endgame() {
    if let Ok(position) = read_position(FFO_40) {
        measure("FFO 40", &position, f64::INFINITY);
    }
    for empty in [16, 18, 20] {
        let mut rng = Rng(empty.into());
        let mut seconds = 0.0;
        let positions: Vec<_> =
            (0..10).filter_map(|_| mapello_position(&Board::DEFAULT, &mut rng, empty)).collect();
        for position in &positions {
            seconds += measure(&format!("default board, {empty} empty"), position, f64::INFINITY);
        }
        println!("mean with {empty} empty: {:.3} s", seconds / positions.len() as f64);
    }
}

/// Searches midgame positions for a second each.
fn midgame() {
    measure("default board", &Position::start(&Board::DEFAULT), 1.0);
    measure("empty board", &Position::start(&Board::EMPTY), 1.0);
    for seed in 0..4 {
        if let Some(position) = mapello_position(&Board::random(seed), &mut Rng(seed), 36) {
            measure(&format!("random board {seed}, 36 empty"), &position, 1.0);
        }
    }
}

fn measure(name: &str, position: &Position, seconds: f64) -> f64 {
    let start = Instant::now();
    let mut stop = || start.elapsed().as_secs_f64() > seconds;
    let answer = search(position, &mut Limits::new(&mut stop));
    let took = start.elapsed().as_secs_f64();
    let cell = cell_of(answer.mv).map_or("--".to_owned(), cell_name);
    println!(
        "{name}: {cell} {:+.2}{} depth {} in {took:.3} s, {} nodes, {:.2} M/s",
        f64::from(answer.value) / 100.0,
        if answer.proved { " proved" } else { "" },
        answer.depth,
        answer.nodes,
        answer.nodes as f64 / took / 1e6,
    );
    took
}

/// Games on random boards, each board from both sides, with three node limits.
fn against_greedy(games: u64) {
    for nodes in [1_000, 10_000, 100_000] {
        let (mut won, mut drawn, mut lead) = (0, 0, 0);
        for game in 0..games {
            let mut position = Position::start(&Board::random(game / 2));
            let ours = if game % 2 == 0 { Side::First } else { Side::Second };
            while position.outcome().is_none() {
                let ours_to_move = position.to_move() == ours;
                let cell = if ours_to_move { searched_move(&position, nodes) } else { greedy(&position) };
                let Some(Ok((after, _))) = cell.map(|cell| position.play(cell)) else { break };
                position = after;
            }
            let by = i32::from(position.score(ours)) - i32::from(position.score(ours.other()));
            won += u32::from(by > 0);
            drawn += u32::from(by == 0);
            lead += by;
        }
        let mean = f64::from(lead) / games.max(1) as f64;
        println!("Greedy, {nodes} nodes: {won} won, {drawn} drawn of {games}, by {mean:+.1} on average");
    }
}

/// The original's Greedy: most flips, 3 more for a bonus; ties go to the last cell in row order.
fn greedy(position: &Position) -> Option<Cell> {
    let (own, other) = (position.discs(position.to_move()), position.discs(position.to_move().other()));
    let bonus = |cell: &Cell| if position.bonuses() & cell.bit() != 0 { 3 } else { 0 };
    let flips = |cell: &Cell| position.terrain().flips(own, other, cell.bit()).count_ones();
    position.legal_moves().max_by_key(|cell| flips(cell) + bonus(cell))
}
