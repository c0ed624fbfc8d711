//! Proves all puzzles of packs again with the plain solver of the tests, which shares no code with the rules and the
//! engine: `cargo run --release -p puzzles --example check -- public/puzzles/mancala.txt public/puzzles/mapello.txt`.
//! `--from N` and `--most N` prove a part of each pack.

#[path = "../tests/plain/mod.rs"]
mod plain;

use std::process::ExitCode;
use std::time::Instant;

use plain::Prover;

/// The table has 2 to this power of entries: 128 MiB.
const TABLE_BITS: u32 = 22;

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let (mut from, mut most, mut packs) = (0, usize::MAX, Vec::new());
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|text| text.parse().ok()).unwrap_or(0);
        match word.as_str() {
            "--from" => from = number(),
            "--most" => most = number(),
            _ => packs.push(word),
        }
    }
    let right =
        packs.iter().map(|pack| check(pack, from, most)).fold(!packs.is_empty(), |all, right| all && right);
    if right { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Proves the puzzles of a pack, and says how many are as they should be.
fn check(path: &str, from: usize, most: usize) -> bool {
    let Ok(text) = std::fs::read_to_string(path) else {
        eprintln!("{path} cannot be read");
        return false;
    };
    let game =
        text.lines().next().and_then(|header| header.split(' ').next_back()).unwrap_or_default().to_owned();
    let mut prover = Prover::new(TABLE_BITS);
    let begin = Instant::now();
    let lines: Vec<&str> = text.lines().skip(1 + from).take(most).collect();
    let mut proved = 0;
    let mut slowest = (0, String::new());
    for line in &lines {
        let before = prover.nodes();
        match prover.prove(&game, line) {
            Ok(()) => proved += 1,
            Err(wrong) => eprintln!("{wrong}"),
        }
        slowest = slowest.max((prover.nodes() - before, (*line).to_owned()));
    }
    let (nodes, seconds) = (prover.nodes() / 1_000_000, begin.elapsed().as_secs());
    println!("{path}: {proved} of {} proved, {nodes} million positions, {seconds} s", lines.len());
    println!("the longest, {} positions: {}", slowest.0, slowest.1);
    proved == lines.len()
}
