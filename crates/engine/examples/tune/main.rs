//! Tunes the weights of Mapello's evaluation by self-play and least-squares regression, starting from weights chosen by
//! hand, and prints them as the constant of `src/mapello/eval.rs`. In each round the current weights play games,
//! searches give the values of their positions, and the regression fits the static evaluation to these values.
//!
//!     tune [--seed 1] [--rounds 6] [--games 1000] [--nodes 10000] [--play 1000] [--duel 400]

mod regression;
#[path = "../common/rng.rs"]
mod rng;
mod self_play;

use std::process::ExitCode;

use engine::mapello::eval::{WEIGHTS, Weights};

use regression::Regression;
use self_play::{Options, collect_samples, play_match};

/// Weights chosen by hand: discs count at the end; before the end mobility, stable discs, moves to corners and bonuses
/// in reach do.
const BY_HAND: Weights = [
    [0, 100, 0, 30, 0, 200, 200, -100, 0, 0, 0, 200, 0, 0, 0],
    [0, 100, 0, 30, 0, 200, 200, -100, 0, 0, 0, 200, 0, 0, 0],
    [100, 100, 0, 0, 0, 100, 100, 0, 0, 0, 0, 300, 0, 0, 0],
];

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let Some(options) = parse_options(&words) else {
        eprintln!("usage: tune [--seed N] [--rounds N] [--games N] [--nodes N] [--play N] [--duel GAMES]");
        return ExitCode::from(2);
    };
    println!("{options:?}");
    let (mut weights, mut regression) = (BY_HAND, Regression::new());
    for round in 0..options.rounds {
        regression.halve_samples();
        collect_samples(&options, round, &weights, &mut regression);
        let solution = regression.solve(&weights);
        let score = play_match(&options, &solution.weights, &weights);
        println!(
            "round {}: {:.0} positions, deviation {:.0} before and {:.0} after; {score} against the round before",
            round + 1,
            regression.samples,
            solution.before,
            solution.after,
        );
        weights = solution.weights;
    }
    println!("{} against the weights in the program", play_match(&options, &weights, &WEIGHTS));
    print(&weights);
    ExitCode::SUCCESS
}

/// Parses the command line; `None` for unknown arguments.
fn parse_options(words: &[String]) -> Option<Options> {
    let mut options = Options { seed: 1, rounds: 6, games: 1_000, nodes: 10_000, play: 1_000, duel: 400 };
    for option in words.chunks(2) {
        let [name, number] = option else { return None };
        let number = number.parse().ok()?;
        match name.as_str() {
            "--seed" => options.seed = number,
            "--rounds" => options.rounds = number,
            "--games" => options.games = number,
            "--nodes" => options.nodes = number,
            "--play" => options.play = number,
            "--duel" => options.duel = number,
            _ => return None,
        }
    }
    Some(options)
}

fn print(weights: &Weights) {
    println!("pub const WEIGHTS: Weights = [");
    for stage in weights {
        let numbers: Vec<String> = stage.iter().map(i32::to_string).collect();
        println!("    [{}],", numbers.join(", "));
    }
    println!("];");
}
