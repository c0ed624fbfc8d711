//! Finds the weights of Mapello's evaluation by self-play, from weights chosen by hand, and prints them as the constant that
//! `src/mapello/eval.rs` holds. In each round the weights play games, searches say what their positions are worth,
//! and the weights that say so without a search are found by least squares:
//! `tune [--seed 1] [--rounds 6] [--games 1000] [--nodes 10000] [--play 1000] [--duel 400]`.

#[path = "../common/chance.rs"]
mod chance;
mod fit;
mod play;

use std::process::ExitCode;

use engine::mapello::eval::{WEIGHTS, Weights};

use fit::Fit;
use play::{Plan, duel, gather};

/// What is known without any tuning: discs count at the end; before it freedom to move, stable discs, moves onto corners and
/// bonuses in reach are good.
const BY_HAND: Weights = [
    [0, 100, 0, 30, 0, 200, 200, -100, 0, 0, 0, 200, 0, 0, 0],
    [0, 100, 0, 30, 0, 200, 200, -100, 0, 0, 0, 200, 0, 0, 0],
    [100, 100, 0, 0, 0, 100, 100, 0, 0, 0, 0, 300, 0, 0, 0],
];

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let Some(plan) = read(&words) else {
        eprintln!("usage: tune [--seed N] [--rounds N] [--games N] [--nodes N] [--play N] [--duel GAMES]");
        return ExitCode::from(2);
    };
    println!("{plan:?}");
    let (mut weights, mut fit) = (BY_HAND, Fit::new());
    for round in 0..plan.rounds {
        fit.fade();
        gather(&plan, round, &weights, &mut fit);
        let found = fit.solve(&weights);
        let score = duel(&plan, &found.weights, &weights);
        println!(
            "round {}: {:.0} positions, deviation {:.0} before and {:.0} after; {score} against the round before",
            round + 1,
            fit.rows,
            found.before,
            found.after,
        );
        weights = found.weights;
    }
    println!("{} against the weights in the program", duel(&plan, &weights, &WEIGHTS));
    print(&weights);
    ExitCode::SUCCESS
}

/// The plan that the words ask for; `None` for words that are none of these.
fn read(words: &[String]) -> Option<Plan> {
    let mut plan = Plan { seed: 1, rounds: 6, games: 1_000, nodes: 10_000, play: 1_000, duel: 400 };
    for option in words.chunks(2) {
        let [name, number] = option else { return None };
        let number = number.parse().ok()?;
        match name.as_str() {
            "--seed" => plan.seed = number,
            "--rounds" => plan.rounds = number,
            "--games" => plan.games = number,
            "--nodes" => plan.nodes = number,
            "--play" => plan.play = number,
            "--duel" => plan.duel = number,
            _ => return None,
        }
    }
    Some(plan)
}

fn print(weights: &Weights) {
    println!("pub const WEIGHTS: Weights = [");
    for stage in weights {
        let numbers: Vec<String> = stage.iter().map(i32::to_string).collect();
        println!("    [{}],", numbers.join(", "));
    }
    println!("];");
}
