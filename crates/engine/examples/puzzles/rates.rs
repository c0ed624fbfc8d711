//! The share of puzzles that each level of the computer solves, for each difficulty. Difficulties were given by other
//! seeds of the levels' chance, so that the table does not only say what made it.

use engine::Level;
use puzzles::{DIFFICULTIES, Pack, Puzzle};

use crate::difficulty::solves;

/// The first seed; the difficulties were found with small ones.
const SEED: u64 = 1_000;
/// How often a level tries each puzzle.
const TRIES: u64 = 2;

/// Prints the table of a pack as Markdown, from so many puzzles of each difficulty at most.
pub fn print(path: &str, each: usize) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|why| format!("{path}: {why}"))?;
    let pack = Pack::read(&text).map_err(|why| why.to_string())?;
    let puzzles: Vec<Puzzle> = (0..pack.len()).filter_map(|number| pack.puzzle(number).ok()).collect();
    let numbers = 1..=DIFFICULTIES;
    let head: Vec<String> = numbers.clone().map(|number| number.to_string()).collect();
    println!("| {} | {} | all |", pack.game().word(), head.join(" | "));
    println!("|{} --- |", " --- |".repeat(head.len() + 1));
    let of_each = |number| puzzles.iter().filter(move |puzzle| puzzle.difficulty == number);
    let counts: Vec<String> = numbers.clone().map(|number| of_each(number).count().to_string()).collect();
    println!("| puzzles | {} | {} |", counts.join(" | "), puzzles.len());
    for level in Level::ALL {
        let (mut cells, mut sum, mut tried) = (Vec::new(), 0.0, 0);
        for number in numbers.clone() {
            let all: Vec<&Puzzle> = of_each(number).take(each).collect();
            let solved =
                |puzzle: &&Puzzle| (0..TRIES).filter(|seed| solves(level, puzzle, SEED + seed)).count();
            let solved: usize = all.iter().map(solved).sum();
            let tries = all.len() * TRIES as usize;
            cells.push(percent(solved as f64, tries));
            // Every puzzle of the pack counts the same, also where only some of a difficulty were tried.
            sum += solved as f64 / tries.max(1) as f64 * of_each(number).count() as f64;
            tried += of_each(number).count();
        }
        println!("| {} | {} | {} |", level.name(), cells.join(" | "), percent(sum, tried));
    }
    Ok(())
}

fn percent(part: f64, all: usize) -> String {
    if all == 0 { "–".to_owned() } else { format!("{:.0} %", 100.0 * part / all as f64) }
}
