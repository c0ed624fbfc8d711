//! How fast and how strong the search is: `cargo run --release -p engine --example bench` searches a fixed set of positions
//! of both games, `bench mancala` those of one, `bench mapello endings` and the like look closer.

#[path = "../common/chance.rs"]
mod chance;
mod fixed;
mod mapello;
mod positions;

use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.split_first() {
        None => fixed::run(&["Mancala", "Mapello"]),
        Some((&"mancala", [])) => fixed::run(&["Mancala"]),
        Some((&"mapello", [])) => fixed::run(&["Mapello"]),
        Some((&"mapello", words)) if mapello::run(words).is_some() => (),
        _ => {
            eprintln!("usage: bench [mancala | mapello]\n       {}", mapello::USAGE);
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}
