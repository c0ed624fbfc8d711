//! How fast and how strong the search is, on a fixed set of positions:
//! `cargo run --release -p engine --example bench -- mapello endings`.

mod mapello;

use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.split_first() {
        Some((&"mapello", words)) if mapello::run(words).is_some() => ExitCode::SUCCESS,
        _ => {
            eprintln!("usage: {}", mapello::USAGE);
            ExitCode::from(2)
        }
    }
}
