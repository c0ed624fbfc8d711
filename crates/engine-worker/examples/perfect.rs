//! Plays games of `Perfect` against every other level, as the page does, and proves every move of it with a solver of its
//! own, which has no opening book and never shares memory with the player: the value after the move must be the value
//! before it.
//!
//!     cargo run --release -p engine-worker --example perfect -- kalah 200
//!
//! Arguments: the preset (`kalah`, `empty_capture`, `kalah_3`, `quick`), the number of games (200), the number of the first
//! one (0). With `--fair` the games begin from the fair starts that offer the level, instead of the plain start. It says
//! how long the moves took, in processor time, by the number of moves before them.

#[path = "../../engine/examples/common/processor_time.rs"]
mod processor_time;

use std::process::ExitCode;

use engine::mancala::Solver;
use engine::{Limits, choose};
use engine_protocol::{Level, Question, Task};
use engine_worker::Engine;
use processor_time::now;
use rules::mancala::{Position, Preset, Setup as Mancala, Start};
use rules::{Record, Setup, Side};

/// Time limit of a move, in milliseconds.
const MOVE_MS: u32 = 10_000;
/// Memory of the solver that checks the moves: 1 GB of table, and all boards with up to 20 stones, 225 MB.
const CHECK_TABLE_BYTES: usize = 1 << 30;
const CHECK_ENDGAME_STONES: u32 = 20;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let name = words.first().map(String::as_str);
    let preset = match name {
        Some("kalah") => Preset::Kalah,
        Some("empty_capture") => Preset::EmptyCapture,
        Some("kalah_3") => Preset::Kalah3,
        Some("quick") => Preset::Quick,
        _ => {
            eprintln!("usage: perfect kalah|empty_capture|kalah_3|quick [GAMES] [FIRST] [--fair]");
            return ExitCode::from(2);
        }
    };
    let numbers: Vec<usize> = words.iter().filter_map(|word| word.parse().ok()).collect();
    let (games, first) = (numbers.first().copied().unwrap_or(200), numbers.get(1).copied().unwrap_or(0));
    let starts = match words.iter().any(|word| word == "--fair") {
        true => offered_starts(preset),
        false => vec![None],
    };
    let variant = preset.variant();
    let mut series = Series {
        checker: Solver::new(variant, CHECK_TABLE_BYTES, CHECK_ENDGAME_STONES),
        seconds: Vec::new(),
        unproved: 0,
        lost: 0,
    };
    let mut results = [0; 3];
    for number in first..first + games {
        let start = starts.get(number % starts.len()).copied().flatten();
        let setup = Mancala { start, ..Mancala::new(variant, 1) };
        let level = Level::ALL[number % (Level::ALL.len() - 1)];
        let side = Side::BOTH[number / (Level::ALL.len() - 1) % 2];
        let lead = series.play(&setup, side, level, number as u64);
        results[(1 - lead.signum()) as usize] += 1;
        println!("game {number}: {side:?} against {}, {lead:+}", level.name());
    }
    series.print();
    println!("won {}, drawn {}, lost {}", results[0], results[1], results[2]);
    ExitCode::from(u8::from(series.lost > 0))
}

/// The fair starts of a preset that offer the level.
fn offered_starts(preset: Preset) -> Vec<Option<Start>> {
    let variant = preset.variant();
    let starts = variant.fair_starts().into_iter().map(Some);
    let is_offered = |start: &Option<Start>| {
        let setup = Mancala { start: *start, ..Mancala::new(variant, 1) };
        Level::Perfect.is_offered(&Setup::Mancala(setup))
    };
    starts.filter(is_offered).collect()
}

/// What a series of games has shown.
struct Series {
    checker: Solver,
    /// Processor time of each move of `Perfect`, with the number of moves before it.
    seconds: Vec<(usize, f64)>,
    /// Moves that were not proved within the limit.
    unproved: u32,
    /// Moves that lost something.
    lost: u32,
}

impl Series {
    /// Plays a game, and returns the lead of `Perfect` at its end.
    fn play(&mut self, setup: &Mancala, side: Side, level: Level, seed: u64) -> i32 {
        let mut engine = Engine::default();
        let mut record = Record::new(Setup::Mancala(*setup));
        let mut position = Position::start(setup);
        let mut never = || false;
        while position.outcome().is_none() {
            let is_perfect = position.to_move() == side;
            let mv = if is_perfect {
                let task = Task::Play { level: Level::Perfect, seed: 0 };
                let question = Question { record: record.clone(), task, millis: MOVE_MS, nodes: u64::MAX };
                let begun = now();
                let answer = engine.answer(&question, now).unwrap_or_default();
                self.seconds.push((record.moves.len(), (now() - begun) / 1e3));
                if !answer.moves.iter().all(|found| found.proved) {
                    self.unproved += 1;
                    println!("  move {}: not proved in time", record.moves.len() + 1);
                }
                answer.moves.first().map(|found| found.mv)
            } else {
                let mut limits = Limits::new(&mut never);
                limits.nodes = 200_000;
                choose(&rules::Position::Mancala(position), level, &mut limits, seed).mv
            };
            let Some(mv @ rules::Move::Mancala(sown)) = mv else { break };
            let Ok(after) = position.play_with(sown, |_| ()) else { break };
            if is_perfect {
                self.check(&record, &position, &after);
            }
            record.moves.push(mv);
            position = after;
        }
        i32::from(position.store(side)) - i32::from(position.store(side.other()))
    }

    /// Proves that a move keeps the value.
    fn check(&mut self, record: &Record, before: &Position, after: &Position) {
        let mut never = || false;
        let mut limits = Limits::new(&mut never);
        let best = self.checker.value(before, &mut limits);
        let same_side = after.to_move() == before.to_move();
        let got = self.checker.value(after, &mut limits).map(|value| if same_side { value } else { -value });
        if best != got {
            self.lost += 1;
            println!("  move {}: {got:?} instead of {best:?}", record.moves.len() + 1);
        }
    }

    fn print(&mut self) {
        let moves = self.seconds.len();
        println!("{moves} moves, {} not proved in time, {} that lost something", self.unproved, self.lost);
        let last = self.seconds.iter().map(|(ply, _)| *ply).max().unwrap_or_default();
        for from in (0..=last).step_by(4) {
            let at = |(ply, _): &&(usize, f64)| (from..from + 4).contains(ply);
            let mut seconds: Vec<f64> = self.seconds.iter().filter(at).map(|(_, seconds)| *seconds).collect();
            seconds.sort_by(f64::total_cmp);
            let Some(worst) = seconds.last() else { continue };
            let median = seconds[seconds.len() / 2];
            println!("  after {from:3} to {:3} moves: median {median:.2} s, worst {worst:.2} s", from + 3);
        }
    }
}
