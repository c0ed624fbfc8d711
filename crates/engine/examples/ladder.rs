//! Plays each level against the next one, on both sides of varied openings, and prints what share of the points the
//! stronger one wins: `ladder mancala|mapello [--games 400] [--nodes 20000]`.

use std::process::exit;
use std::thread;

use engine::{Level, Limits, choose};
use rules::{Outcome, Position, Setup, Side, mancala, mapello};

/// Moves that are made by chance before a game, so that no two are the same.
const OPENING: u64 = 6;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let Some((game, games, nodes)) = read(&words) else {
        eprintln!("usage: ladder mancala|mapello [--games N] [--nodes N]");
        exit(2);
    };
    println!("{game}: {games} games a step, at most {nodes} positions a move");
    for pair in Level::ALL.windows(2) {
        let (weaker, stronger) = (pair[0], pair[1]);
        let share = match_of(&game, [stronger, weaker], games, nodes);
        println!("{:>8} against {:<8} {:5.1} %", stronger.name(), weaker.name(), share * 100.0);
    }
}

/// The game, how many games a step and how many positions a move; `None` for words that are none of these.
fn read(words: &[String]) -> Option<(String, u64, u64)> {
    let (game, options) = words.split_first()?;
    let (mut games, mut nodes) = (400, 20_000);
    for option in options.chunks(2) {
        let [name, number] = option else { return None };
        match name.as_str() {
            "--games" => games = number.parse().ok()?,
            "--nodes" => nodes = number.parse().ok()?,
            _ => return None,
        }
    }
    ["mancala", "mapello"].contains(&game.as_str()).then(|| (game.clone(), games, nodes))
}

/// The share of the points that the first level wins.
fn match_of(game: &str, levels: [Level; 2], games: u64, nodes: u64) -> f64 {
    let workers = thread::available_parallelism().map_or(1, usize::from) as u64;
    let played = |worker: u64| -> f64 {
        (0..games).filter(|number| number % workers == worker).map(|n| play(game, levels, n, nodes)).sum()
    };
    let sum: f64 = thread::scope(|scope| {
        let all: Vec<_> = (0..workers).map(|worker| scope.spawn(move || played(worker))).collect();
        all.into_iter().filter_map(|worker| worker.join().ok()).sum()
    });
    sum / games.max(1) as f64
}

/// Plays a game; each opening is played twice, with the sides swapped. 1 for a win of the first level, ½ for a draw.
fn play(game: &str, levels: [Level; 2], number: u64, nodes: u64) -> f64 {
    let opening = number / 2;
    let mut position = match game {
        "mancala" => Setup::Mancala(mancala::Setup::new(mancala::Variant::default(), 1)),
        _ => Setup::Mapello(mapello::Board::random(opening)),
    }
    .start();
    for ply in 0.. {
        let mover = (position.to_move() == Side::Second) ^ (number % 2 == 1);
        let level = if ply < OPENING { Level::Random } else { levels[usize::from(mover)] };
        let seed = opening.wrapping_mul(1_000) + ply;
        let mut never = || false;
        let mut limits = Limits::new(&mut never);
        limits.nodes = nodes;
        let Some(next) = choose(&position, level, &mut limits, seed).mv.and_then(|mv| position.play(mv).ok())
        else {
            break;
        };
        position = next.position;
    }
    points(&position, number % 2 == 1)
}

/// What the first level has won; `swapped` says that it played the second side.
fn points(position: &Position, swapped: bool) -> f64 {
    match position.outcome() {
        Some(Outcome::Win(side)) if (side == Side::First) != swapped => 1.0,
        Some(Outcome::Win(_)) => 0.0,
        _ => 0.5,
    }
}
