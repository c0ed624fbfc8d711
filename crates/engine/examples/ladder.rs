//! Strength ladder: a match of each level against the next stronger one, from both sides of random openings, with the
//! score of the stronger one: `ladder mancala|mapello|default [--games 400] [--nodes 200000] [--only LEVEL]`. Mapello
//! is played on random boards, or with `default` on the default board; `--only` plays one match, against the next
//! weaker level.

use std::ops::AddAssign;
use std::process::exit;
use std::thread;
use std::time::Instant;

use engine::{Level, Limits, choose};
use rules::{Outcome, Setup, Side, mancala, mapello};

/// Number of random opening moves, which make the games different.
const OPENING: u64 = 6;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let Some(options) = parse_options(&words) else {
        eprintln!("usage: ladder mancala|mapello|default [--games N] [--nodes N] [--only LEVEL]");
        exit(2);
    };
    println!("{}: {} games a match, at most {} nodes a move", options.game, options.games, options.nodes);
    for pair in Level::ALL.windows(2) {
        let (weaker, stronger) = (pair[0], pair[1]);
        if options.only.is_some_and(|only| only != stronger) {
            continue;
        }
        let start = Instant::now();
        let Score { won, drawn, lost } = play_match(&options, [stronger, weaker]);
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

/// Command-line options.
struct Options {
    game: String,
    /// Games of a match.
    games: u64,
    /// Node limit of a move.
    nodes: u64,
    /// The stronger level of the only match.
    only: Option<Level>,
}

/// Parses the command line; `None` for unknown arguments.
fn parse_options(words: &[String]) -> Option<Options> {
    let (game, rest) = words.split_first()?;
    let mut options = Options { game: game.clone(), games: 400, nodes: 200_000, only: None };
    for option in rest.chunks(2) {
        let [name, value] = option else { return None };
        match name.as_str() {
            "--games" => options.games = value.parse().ok()?,
            "--nodes" => options.nodes = value.parse().ok()?,
            "--only" => {
                options.only =
                    Some(*Level::ALL.iter().find(|level| level.name().eq_ignore_ascii_case(value))?);
            }
            _ => return None,
        }
    }
    ["mancala", "mapello", "default"].contains(&game.as_str()).then_some(options)
}

/// Games that the first level won, drew and lost.
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

/// Plays a match, on all processors.
fn play_match(options: &Options, levels: [Level; 2]) -> Score {
    let workers = thread::available_parallelism().map_or(1, usize::from) as u64;
    let played = |worker: u64| {
        let mut score = Score::default();
        for number in (0..options.games).filter(|number| number % workers == worker) {
            score += play(options, levels, number);
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

/// Plays a game. Each opening is played twice, with the sides swapped.
fn play(options: &Options, levels: [Level; 2], number: u64) -> Score {
    let opening = number / 2;
    let mut position = match options.game.as_str() {
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
        limits.nodes = options.nodes;
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
