//! The balance of fair starts between players who err: each level plays against itself, and the share of the points that
//! the first mover takes is printed with its 95 % interval. A start whose share lies outside the limits (45 to 55 % by
//! default) at a level is named, and with `--keep` only the others are printed as a list.
//!
//! `cargo run --release -p engine --example balance -- --capture opposite --levels medium,hard --sample 64 --games 200`
//! draws 64 fair starts of Kalah and plays 200 games a level from each.

#[path = "../../../rules/examples/common/setup.rs"]
mod setup;
mod share;

use std::io::Read;
use std::process::ExitCode;
use std::thread;

use engine::{Level, Limits, choose};
use rules::mancala::notation::{read_start_code, write_start_code};
use rules::mancala::{Setup, Start, Variant};
use rules::{Outcome, Side};
use setup::{SETUP_USAGE, SetupOptions, number};
use share::Share;

const USAGE: &str = "
     [--levels NAME,NAME] [--games NUMBER] [--nodes NUMBER] [--seed NUMBER] [--sample NUMBER] [--stdin]
     [--threads NUMBER] [--limits LOW,HIGH] [--keep]

  --levels   the levels that play, each against itself; by default medium,hard
  --games    games from each start a level; by default 100
  --nodes    the most positions searched for a move; by default 20,000
  --seed     the seed of the games
  --sample   only so many of the fair starts, spread over their list
  --stdin    the starts of which standard input has the codes, a line each
  --threads  how many games are played at once; by default as many as there are processors
  --limits   between which shares, in percent, a start is balanced; by default 45,55
  --keep     print the codes of the balanced starts only";

struct Task {
    variant: Variant,
    starts: Vec<Start>,
    levels: Vec<Level>,
    games: u64,
    nodes: u64,
    seed: u64,
    threads: usize,
    limits: (u32, u32),
    keep: bool,
}

fn main() -> ExitCode {
    let task = parse(std::env::args().skip(1))
        .map_err(|wrong| format!("{wrong}\nusage: balance {SETUP_USAGE}{USAGE}"));
    match task {
        Ok(task) => {
            measure(&task);
            ExitCode::SUCCESS
        }
        Err(wrong) => {
            eprintln!("{wrong}");
            ExitCode::from(2)
        }
    }
}

/// Plays all games and prints what they say.
fn measure(task: &Task) {
    let shares: Vec<Vec<Share>> = in_parallel(task.threads, &task.starts, |start| {
        task.levels.iter().map(|level| play_all(task, start, *level)).collect()
    });
    let is_balanced = |share: &Share| {
        let (low, high) = task.limits;
        (f64::from(low)..=f64::from(high)).contains(&(share.value() * 100.0))
    };
    for (start, shares) in task.starts.iter().zip(&shares) {
        let balanced = shares.iter().all(is_balanced);
        let code = write_start_code(start);
        if task.keep {
            if balanced {
                println!("{code}");
            }
            continue;
        }
        let figures: Vec<String> = task
            .levels
            .iter()
            .zip(shares)
            .map(|(level, share)| format!("{} {share}", level.name()))
            .collect();
        println!("{code} {}{}", figures.join(", "), if balanced { "" } else { ", outside" });
    }
    let total = task.starts.len();
    let inside = shares.iter().filter(|shares| shares.iter().all(is_balanced)).count();
    for (index, level) in task.levels.iter().enumerate() {
        let share: Share = shares.iter().filter_map(|shares| shares.get(index)).copied().sum();
        eprintln!("{}: {share} of {} games from {total} starts", level.name(), share.games());
    }
    eprintln!("{inside} of {total} starts are balanced");
}

/// Runs a function on each of these starts, on several threads; the results are in the order of the starts.
fn in_parallel<T: Send>(threads: usize, starts: &[Start], run: impl Fn(&Start) -> T + Sync) -> Vec<T> {
    let run = &run;
    let part = |first: usize| -> Vec<T> { starts.iter().skip(first).step_by(threads).map(run).collect() };
    let mut parts: Vec<_> = thread::scope(|scope| {
        let part = &part;
        let all: Vec<_> = (0..threads).map(|first| scope.spawn(move || part(first))).collect();
        all.into_iter().filter_map(|one| one.join().ok()).map(Vec::into_iter).collect()
    });
    (0..starts.len()).filter_map(|place| parts.get_mut(place % threads)?.next()).collect()
}

/// The first mover's share of all games of a level from a start.
fn play_all(task: &Task, start: &Start, level: Level) -> Share {
    let setup = rules::Setup::Mancala(Setup { start: Some(*start), ..Setup::new(task.variant, 1) });
    (0..task.games).map(|game| play(&setup, level, task.nodes, task.seed.wrapping_add(game))).sum()
}

/// Plays one game.
fn play(setup: &rules::Setup, level: Level, nodes: u64, seed: u64) -> Share {
    let mut position = setup.start();
    for ply in 0.. {
        let mut never = || false;
        let mut limits = Limits::new(&mut never);
        limits.nodes = nodes;
        let chosen = choose(&position, level, &mut limits, seed.wrapping_mul(1_000).wrapping_add(ply)).mv;
        let Some(played) = chosen.and_then(|mv| position.play(mv).ok()) else { break };
        position = played.position;
    }
    Share::of_game(match position.outcome() {
        Some(Outcome::Win(Side::First)) => 1.0,
        Some(Outcome::Win(Side::Second)) => 0.0,
        _ => 0.5,
    })
}

fn parse(mut words: impl Iterator<Item = String>) -> Result<Task, String> {
    let mut task = Task {
        variant: Variant::default(),
        starts: Vec::new(),
        levels: vec![Level::Medium, Level::Hard],
        games: 100,
        nodes: 20_000,
        seed: 1,
        threads: thread::available_parallelism().map_or(1, usize::from),
        limits: (45, 55),
        keep: false,
    };
    let (mut setup, mut sample, mut from_stdin) = (SetupOptions::default(), None, false);
    while let Some(word) = words.next() {
        if setup.take(&word, &mut words)? {
            continue;
        }
        let mut number = |range| number(&word, words.next(), range);
        match word.as_str() {
            "--levels" => task.levels = levels(&words.next().ok_or("--levels needs names")?)?,
            "--games" => task.games = number(1..=u32::MAX)?.into(),
            "--nodes" => task.nodes = number(1..=u32::MAX)?.into(),
            "--seed" => task.seed = number(0..=u32::MAX)?.into(),
            "--sample" => sample = Some(number(1..=u32::MAX)? as usize),
            "--threads" => task.threads = number(1..=256)? as usize,
            "--limits" => task.limits = limits(&words.next().ok_or("--limits needs two numbers")?)?,
            "--stdin" => from_stdin = true,
            "--keep" => task.keep = true,
            _ => return Err(format!("unknown option: {word}")),
        }
    }
    task.variant = setup.setup()?.variant;
    task.variant.validate().map_err(|why| why.to_string())?;
    task.starts = if from_stdin { read_starts(&task.variant)? } else { task.variant.fair_starts() };
    if let Some(most) = sample.filter(|most| *most < task.starts.len()) {
        let all = task.starts.len();
        task.starts = (0..most).filter_map(|place| task.starts.get(place * all / most)).copied().collect();
    }
    if task.starts.is_empty() { Err("no fair start of this variant is known".to_owned()) } else { Ok(task) }
}

fn levels(names: &str) -> Result<Vec<Level>, String> {
    let level = |name: &str| Level::ALL.into_iter().find(|level| level.name().eq_ignore_ascii_case(name));
    names.split(',').map(|name| level(name).ok_or_else(|| format!("there is no level {name}"))).collect()
}

fn limits(text: &str) -> Result<(u32, u32), String> {
    let both = text.split_once(',').and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
    both.filter(|(low, high)| low <= high && *high <= 100)
        .ok_or_else(|| format!("--limits is two percentages such as 45,55, not {text}"))
}

/// The starts whose codes stand on standard input.
fn read_starts(variant: &Variant) -> Result<Vec<Start>, String> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).map_err(|why| why.to_string())?;
    let read = |code: &str| {
        let start = read_start_code(code).map_err(|why| format!("{code}: {why}"))?;
        if start.fits(variant) { Ok(start) } else { Err(format!("{code} is a start of another board")) }
    };
    text.split_whitespace().map(read).collect()
}
