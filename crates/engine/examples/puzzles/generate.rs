//! The search for puzzles in games of chance. What is found is appended to a file, a line a puzzle: the number of its
//! game, then the line of the pack. A line `end N` says that the game is done, so that a run goes on after it.

use std::fs::OpenOptions;
use std::io::{Read, Write};
use std::time::Instant;

use puzzles::{Puzzle, Themes, write_line};
use rules::mancala::{Start, Variant};
use rules::{Game, Position, Setup, Side, mancala};

use crate::difficulty::difficulty;
use crate::prove::{Proof, Prover, has_choice, is_late};
use crate::self_play::play;

/// Puzzles from one game.
const MOST_OF_A_GAME: usize = 2;
/// Moves between the beginnings of two puzzles of a game.
const APART: usize = 6;

/// Searches game after game until so many minutes have passed.
pub fn generate(game: Game, seed: u64, minutes: u64, found: &str) -> Result<(), String> {
    let fails = |why| format!("{found}: {why}");
    let mut text = String::new();
    let mut file = OpenOptions::new().read(true).append(true).create(true).open(found).map_err(fails)?;
    file.read_to_string(&mut text).map_err(fails)?;
    let done = text.lines().filter_map(|line| line.strip_prefix("end ")?.parse::<u64>().ok()).max();
    let mut prover = Prover::new();
    let begin = Instant::now();
    let mut count = 0;
    for number in done.map_or(1, |done| done + 1).. {
        if begin.elapsed().as_secs() >= minutes * 60 {
            break;
        }
        let puzzles = search_game(game, seed, number, &mut prover);
        count += puzzles.len();
        let mut lines: String =
            puzzles.iter().map(|puzzle| format!("{number} {}\n", write_line(puzzle))).collect();
        lines.push_str(&format!("end {number}\n"));
        file.write_all(lines.as_bytes()).map_err(fails)?;
    }
    println!("{count} puzzles in {} s", begin.elapsed().as_secs());
    Ok(())
}

/// The puzzles of a game, from its end towards its beginning or the other way: by its number, so that both late and
/// early ones are found.
fn search_game(game: Game, seed: u64, number: u64, prover: &mut Prover) -> Vec<Puzzle> {
    let played = play(game, seed, number);
    let late = played.positions.iter().enumerate();
    let mut late: Vec<(usize, &Position)> =
        late.filter(|(_, position)| position.outcome().is_none() && is_late(position)).collect();
    if number.is_multiple_of(2) {
        late.reverse();
    }
    let mut found: Vec<(usize, Puzzle)> = Vec::new();
    for (place, position) in late {
        let is_apart = found.iter().all(|(other, _)| place.abs_diff(*other) >= APART);
        if found.len() == MOST_OF_A_GAME || !is_apart || !has_choice(position) {
            continue;
        }
        let Some(Proof { goal, value, turns }) = prover.prove(position) else { continue };
        let puzzle = Puzzle {
            setup: played.setup,
            position: position.clone(),
            seed: played.seed,
            goal,
            value,
            difficulty: 1,
            themes: Themes::default(),
            turns,
        };
        found.extend(finished(puzzle).map(|puzzle| (place, puzzle)));
    }
    found.into_iter().map(|(_, puzzle)| puzzle).collect()
}

/// The puzzle as the pack has it: in Mancala with South to move, with themes and difficulty.
fn finished(puzzle: Puzzle) -> Option<Puzzle> {
    let mut puzzle = seen_by_south(puzzle)?;
    puzzle.themes = puzzle.worked_out_themes()?;
    puzzle.difficulty = difficulty(&puzzle);
    Some(puzzle)
}

/// The same puzzle with South as the solver. Kalah is the same for both sides.
fn seen_by_south(mut puzzle: Puzzle) -> Option<Puzzle> {
    let Position::Mancala(position) = &puzzle.position else { return Some(puzzle) };
    let side = position.to_move();
    let rows = [side, side.other()]
        .map(|side| position.pits(side).map(|pit| position.stones(pit)).collect::<Vec<_>>());
    let stores = [side, side.other()].map(|side| position.store(side));
    let [south, north] = &rows;
    let start = Start::new([south, north], stores).ok()?;
    let setup = mancala::Setup { start: Some(start), ..mancala::Setup::new(Variant::default(), 1) };
    puzzle.setup = Setup::Mancala(setup);
    puzzle.position = puzzle.setup.start();
    if side == Side::Second {
        let other = |mv: &mut rules::Move| {
            if let rules::Move::Mancala(mancala::Move::Sow(pit)) = mv {
                pit.side = pit.side.other();
            }
        };
        for turn in &mut puzzle.turns {
            other(&mut turn.mv);
            turn.draws.iter_mut().chain(&mut turn.replies).for_each(other);
        }
    }
    Some(puzzle)
}
