//! How hard a puzzle is: the first level of the computer that finds its line.

use engine::{Level, Limits, choose};
use puzzles::{DIFFICULTIES, Puzzle};

/// Nodes for a move of any level.
pub const NODES: u64 = 200_000;
/// How often a level tries; it has found the line if it solved it more often than not.
const TRIES: u64 = 3;

/// Whether a level plays all own moves of the line, with the chance of this seed.
pub fn solves(level: Level, puzzle: &Puzzle, seed: u64) -> bool {
    let mut position = puzzle.position.clone();
    for turn in &puzzle.turns {
        let mut never = || false;
        let mut limits = Limits::new(&mut never);
        limits.nodes = NODES;
        if choose(&position, level, &mut limits, seed).mv != Some(turn.mv) {
            return false;
        }
        for mv in [turn.mv].iter().chain(&turn.replies) {
            let Ok(played) = position.play(*mv) else { return false };
            position = played.position;
        }
    }
    true
}

/// The number of the first level after the random one that finds the line; of a line that none finds, the highest.
pub fn difficulty(puzzle: &Puzzle) -> u8 {
    let finds = |level: Level| {
        let tries = if level == Level::Master { 1 } else { TRIES };
        (0..tries).filter(|seed| solves(level, puzzle, *seed)).count() as u64 * 2 > tries
    };
    let levels = Level::ALL.into_iter().skip(1);
    let first = levels.zip(1..).find(|(level, _)| finds(*level));
    first.map_or(DIFFICULTIES, |(_, number)| number)
}
