//! Finds the balanced boards of Mapello: of each eight random boards with consecutive seeds the one whose value, in a
//! search from the start, comes closest to a draw. It prints a digit for each eight, as
//! `crates/rules/src/mapello/balanced_boards.txt` has them.
//!
//!     cargo run --release -p engine --example boards > balanced_boards.txt
//!     cargo run --release -p engine --example boards -- check 100
//!
//! `check` plays games instead, Hard against itself, 40 on each of so many random boards and on as many balanced ones, and
//! prints how far the first mover's share of the points lies from a half, and the lead at the end.

use std::process::ExitCode;

use engine::{Level, Limits, choose, mapello};
use rules::mapello::{Board, Position};

/// Boards that are compared for each digit.
const CANDIDATES: u64 = 8;
/// Positions that are searched for the value of a board. Ten times as many do not foretell the results of games better.
const NODES: u64 = 50_000;
/// Games of a check on each board, and the positions searched for a move of theirs.
const GAMES: u64 = 40;
const GAME_NODES: u64 = 20_000;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        [] => print_balanced(),
        ["check", boards] => match boards.parse() {
            Ok(boards) => check(boards),
            Err(_) => return usage(),
        },
        _ => return usage(),
    }
    ExitCode::SUCCESS
}

fn usage() -> ExitCode {
    eprintln!("usage: boards [check BOARDS]");
    ExitCode::from(2)
}

/// Prints the places of the balanced boards, 64 in a line.
fn print_balanced() {
    let place = |number: u64| {
        let distance = |place: &u64| value(&Board::random(number * CANDIDATES + place)).abs();
        (0..CANDIDATES).min_by_key(distance).unwrap_or_default()
    };
    let places: Vec<String> =
        (0..u64::from(Board::BALANCED)).map(|number| place(number).to_string()).collect();
    for line in places.chunks(64) {
        println!("{}", line.concat());
    }
}

/// The value of a board for the side that begins, in hundredths of a point.
fn value(board: &Board) -> i32 {
    let mut never = || false;
    let mut limits = Limits::new(&mut never);
    limits.nodes = NODES;
    mapello::search(&Position::start(board), &mut limits).value
}

/// Compares games on random and on balanced boards.
fn check(boards: u32) {
    let compare = |name: &str, board: &dyn Fn(u32) -> Board| {
        let (mut distance, mut lead, mut lopsided) = (0.0, 0.0, 0);
        for number in 0..boards {
            let (share, mean) = play_all(&board(number), number.into());
            distance += (share - 0.5).abs();
            lead += mean.abs();
            lopsided += u32::from(!(0.2..=0.8).contains(&share));
        }
        let count = f64::from(boards.max(1));
        println!(
            "{name}: share of the first mover {:.1} % from a half, lead {:.1} points, on average; {lopsided} of \
             {boards} boards beyond 20 and 80 %",
            100.0 * distance / count,
            lead / count
        );
    };
    compare("random boards", &|number| Board::random(number.into()));
    compare("balanced boards", &Board::balanced);
    let noise = 100.0 * (0.5_f64 / std::f64::consts::PI / GAMES as f64).sqrt();
    println!("{GAMES} games a board: equal players would be {noise:.1} % from a half by chance");
}

/// The first mover's share of the points, and its mean lead.
fn play_all(board: &Board, seed: u64) -> (f64, f64) {
    let leads: Vec<i32> = (0..GAMES).map(|game| play(board, seed * GAMES + game)).collect();
    let points: f64 = leads.iter().map(|lead| f64::from(lead.signum() + 1) / 2.0).sum();
    (points / GAMES as f64, f64::from(leads.iter().sum::<i32>()) / GAMES as f64)
}

/// The first mover's lead at the end of a game.
fn play(board: &Board, seed: u64) -> i32 {
    let mut position = rules::Position::Mapello(Position::start(board));
    for ply in 0.. {
        let mut never = || false;
        let mut limits = Limits::new(&mut never);
        limits.nodes = GAME_NODES;
        let chosen =
            choose(&position, Level::Hard, &mut limits, seed.wrapping_mul(1_000).wrapping_add(ply)).mv;
        let Some(played) = chosen.and_then(|mv| position.play(mv).ok()) else { break };
        position = played.position;
    }
    let [first, second] = position.score();
    i32::from(first) - i32::from(second)
}
