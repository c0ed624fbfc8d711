//! Benchmark: node counts, speed and strength of the search. `cargo run --release -p engine --example bench` searches a
//! fixed set of positions of both games, `bench mancala` and `bench mapello` those of one game; `bench mapello
//! endgame`, `midgame` and `greedy` measure more of Mapello, `bench mapello ffo` solves the FFO test suite, #40 to #44.

mod ffo;
mod fixed;
mod mapello;
mod positions;
#[path = "../common/processor_time.rs"]
mod processor_time;
#[path = "../common/rng.rs"]
mod rng;

use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.split_first() {
        None => fixed::run(&["Mancala", "Mapello"]),
        Some((&"mancala", [])) => fixed::run(&["Mancala"]),
        Some((&"mapello", [])) => fixed::run(&["Mapello"]),
        Some((&"mapello", ["ffo", numbers @ ..])) if ffo::run(numbers).is_some() => (),
        Some((&"mapello", words)) if mapello::run(words).is_some() => (),
        _ => {
            eprintln!("usage: bench [mancala | mapello]\n       {}", mapello::USAGE);
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}
