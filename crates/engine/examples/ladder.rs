//! Plays each level against the next one, on both sides of varied openings, and prints what share of the points the
//! stronger one wins: `ladder mancala|mapello|default [--games 400] [--nodes 200000] [--only LEVEL]`. Mapello is played on
//! random boards, or with `default` on the default one; `--only` plays the step up to one level.

use std::ops::AddAssign;
use std::process::exit;
use std::thread;
use std::time::Instant;

use engine::{Level, Limits, choose};
use rules::{Outcome, Setup, Side, mancala, mapello};

/// Moves that are made by chance before a game, so that no two are the same.
const OPENING: u64 = 6;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let Some(plan) = read(&words) else {
        eprintln!("usage: ladder mancala|mapello|default [--games N] [--nodes N] [--only LEVEL]");
        exit(2);
    };
    println!("{}: {} games a step, at most {} positions a move", plan.game, plan.games, plan.nodes);
    for pair in Level::ALL.windows(2) {
        let (weaker, stronger) = (pair[0], pair[1]);
        if plan.only.is_some_and(|only| only != stronger) {
            continue;
        }
        let start = Instant::now();
        let Score { won, drawn, lost } = match_of(&plan, [stronger, weaker]);
        let share = (f64::from(won) + f64::from(drawn) / 2.0) / f64::from((won + drawn + lost).max(1));
        println!(
            "{:>8} against {:<8} {:5.1} %  +{won} ={drawn} -{lost}  {:.0} s",
            stronger.name(),
            weaker.name(),
            share * 100.0,
            start.elapsed().as_secs_f64(),
        );
    }
}

/// What is played.
struct Plan {
    game: String,
    /// Games a step.
    games: u64,
    /// Positions a move.
    nodes: u64,
    /// The level to which a single step is played.
    only: Option<Level>,
}

/// What the words ask for; `None` for words that are none of these.
fn read(words: &[String]) -> Option<Plan> {
    let (game, options) = words.split_first()?;
    let mut plan = Plan { game: game.clone(), games: 400, nodes: 200_000, only: None };
    for option in options.chunks(2) {
        let [name, what] = option else { return None };
        match name.as_str() {
            "--games" => plan.games = what.parse().ok()?,
            "--nodes" => plan.nodes = what.parse().ok()?,
            "--only" => {
                plan.only = Some(*Level::ALL.iter().find(|level| level.name().eq_ignore_ascii_case(what))?);
            }
            _ => return None,
        }
    }
    ["mancala", "mapello", "default"].contains(&game.as_str()).then_some(plan)
}

/// Games won, drawn and lost by the first level.
#[derive(Default)]
struct Score {
    won: u32,
    drawn: u32,
    lost: u32,
}

impl AddAssign for Score {
    fn add_assign(&mut self, other: Score) {
        self.won += other.won;
        self.drawn += other.drawn;
        self.lost += other.lost;
    }
}

/// A match, on all processors there are.
fn match_of(plan: &Plan, levels: [Level; 2]) -> Score {
    let workers = thread::available_parallelism().map_or(1, usize::from) as u64;
    let played = |worker: u64| {
        let mut score = Score::default();
        for number in (0..plan.games).filter(|number| number % workers == worker) {
            score += play(plan, levels, number);
        }
        score
    };
    thread::scope(|scope| {
        let all: Vec<_> = (0..workers).map(|worker| scope.spawn(move || played(worker))).collect();
        let mut score = Score::default();
        for part in all.into_iter().filter_map(|worker| worker.join().ok()) {
            score += part;
        }
        score
    })
}

/// Plays a game; each opening is played twice, with the sides swapped.
fn play(plan: &Plan, levels: [Level; 2], number: u64) -> Score {
    let opening = number / 2;
    let mut position = match plan.game.as_str() {
        "mancala" => Setup::Mancala(mancala::Setup::new(mancala::Variant::default(), 1)),
        "default" => Setup::Mapello(mapello::Board::DEFAULT),
        _ => Setup::Mapello(mapello::Board::random(opening)),
    }
    .start();
    for ply in 0.. {
        let mover = (position.to_move() == Side::Second) ^ (number % 2 == 1);
        let level = if ply < OPENING { Level::Random } else { levels[usize::from(mover)] };
        let seed = opening.wrapping_mul(1_000) + ply;
        let mut never = || false;
        let mut limits = Limits::new(&mut never);
        limits.nodes = plan.nodes;
        let Some(next) = choose(&position, level, &mut limits, seed).mv.and_then(|mv| position.play(mv).ok())
        else {
            break;
        };
        position = next.position;
    }
    let (swapped, outcome) = (number % 2 == 1, position.outcome());
    match outcome {
        Some(Outcome::Win(side)) if (side == Side::First) != swapped => Score { won: 1, ..Score::default() },
        Some(Outcome::Win(_)) => Score { lost: 1, ..Score::default() },
        _ => Score { drawn: 1, ..Score::default() },
    }
}
