//! Draws balanced openings of Othello: eight random moves from Othello's start, of which those are kept that leave neither
//! side far ahead in a search. It appends them to a file, a line each, as `crates/rules/src/mapello/openings/balanced.txt`
//! has them, which is sorted.
//!
//!     cargo run --release -p engine --example openings -- balanced.txt 1024
//!     cargo run --release -p engine --example openings -- check 50
//!
//! The file may exist: its openings are kept, and the drawing goes on where it stopped, with the number of draws that stands
//! in the file `balanced.txt.draws` beside it. `check` searches ten times as many positions, behind so many balanced openings
//! and as many random ones, and prints how far a side is ahead.

use std::collections::HashSet;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::process::ExitCode;

use engine::{Limits, mapello};
use rules::Side;
use rules::mapello::notation::{cell_name, read_transcript};
use rules::mapello::openings::{Opening, canonical_discs};
use rules::mapello::{Board, Cell, Position};

#[path = "../common/rng.rs"]
mod rng;

use rng::Rng;

/// The positions that are searched for the value of an opening.
const NODES: u64 = 1_000_000;
/// The greatest lead, in hundredths of a disc.
const LEAD: i32 = 200;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (Some(path), Some(Ok(count))) = (words.first(), words.get(1).map(|count| count.parse())) else {
        eprintln!("usage: openings FILE COUNT\n       openings check COUNT");
        return ExitCode::from(2);
    };
    if path == "check" {
        check(count);
        return ExitCode::SUCCESS;
    }
    match draw(path, count) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{path}: {why}");
            ExitCode::FAILURE
        }
    }
}

/// Draws openings until the file has so many.
fn draw(path: &str, count: usize) -> Result<(), String> {
    let draws = format!("{path}.draws");
    let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
    let mut known = HashSet::new();
    for line in read(path).lines() {
        let moves = read_transcript(&Board::OTHELLO, line).map_err(|why| format!("{line}: {why}"))?.moves;
        known.insert(canonical_discs(&end(&moves).ok_or(line)?));
    }
    let mut kept = known.len();
    let mut drawn: u64 = read(&draws).trim().parse().unwrap_or_default();
    let mut file = OpenOptions::new().create(true).append(true).open(path).map_err(|why| why.to_string())?;
    while kept < count {
        let opening = random(drawn);
        drawn += 1;
        let Some(position) = end(&opening).filter(|position| position.outcome().is_none()) else { continue };
        if known.insert(canonical_discs(&position)) && value(&position, NODES).abs() <= LEAD {
            let line: String = opening.iter().map(|cell| cell_name(*cell)).collect();
            writeln!(file, "{line}").map_err(|why| why.to_string())?;
            kept += 1;
        }
        fs::write(&draws, drawn.to_string()).map_err(|why| why.to_string())?;
    }
    println!("{kept} of {drawn} random openings are within {} discs", LEAD / 100);
    Ok(())
}

/// Compares the leads behind balanced and behind random openings.
fn check(count: usize) {
    let compare = |name: &str, positions: &mut dyn Iterator<Item = Position>| {
        let leads: Vec<f64> = positions
            .take(count)
            .map(|position| f64::from(value(&position, 10 * NODES)).abs() / 100.0)
            .collect();
        let mean = leads.iter().sum::<f64>() / leads.len().max(1) as f64;
        let most = leads.iter().copied().fold(0.0, f64::max);
        let far = leads.iter().filter(|lead| **lead > 4.0).count();
        println!(
            "{name}: a lead of {mean:.2} discs on average, {most:.2} at most; {far} of {} beyond 4",
            leads.len()
        );
    };
    compare("balanced", &mut (0..Opening::BALANCED).map(|number| Opening::balanced(number).position()));
    // None of those that the list was drawn from.
    compare("random", &mut (1 << 32..).filter_map(|number| end(&random(number))));
}

/// The random opening of a number.
fn random(number: u64) -> Vec<Cell> {
    let mut rng = Rng(number);
    let mut position = Position::start(&Board::OTHELLO);
    let mut moves = Vec::new();
    for ply in 0..Opening::MOVES {
        let legal: Vec<Cell> = position.legal_moves().collect();
        // Of the first moves, d3, c4, f5 and e6, the third one: the others are the same up to symmetry.
        let chosen = if ply == 0 { 2 } else { rng.below(legal.len().max(1)) };
        let Some(cell) = legal.get(chosen) else { break };
        moves.push(*cell);
        if let Ok((after, _)) = position.play(*cell) {
            position = after;
        }
    }
    moves
}

/// The position after these moves, if all of them are there and nobody has passed.
fn end(moves: &[Cell]) -> Option<Position> {
    let mut position = Position::start(&Board::OTHELLO);
    for (ply, cell) in moves.iter().enumerate() {
        let due = if ply % 2 == 0 { Side::First } else { Side::Second };
        (position.to_move() == due).then_some(())?;
        position = position.play(*cell).ok()?.0;
    }
    (moves.len() == Opening::MOVES && position.to_move() == Side::First).then_some(position)
}

/// The value of a position for the side to move, in hundredths of a disc.
fn value(position: &Position, nodes: u64) -> i32 {
    let mut never = || false;
    let mut limits = Limits::new(&mut never);
    limits.nodes = nodes;
    mapello::search(position, &mut limits).value
}
