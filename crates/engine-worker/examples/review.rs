//! Reviews games of Kalah, level against level with chance, as the page does, and says how much of each is proved in
//! which time. Every proved value is compared with a solver that was asked nothing else, with other memory and another
//! window, and every reason is looked up in its line.
//!
//!     cargo run --release -p engine-worker --example review -- 100
//!
//! Arguments: the number of games, and the number of the first one (0). `--check N` compares N positions of each game (3;
//! a fresh proof of an early position takes a minute). `--games` prints the games in notation, and no review: the page
//! reviews `end2end/kalah-games.txt`. `--verify FILE` compares what a browser has answered instead (`review-long.spec.ts`):
//! each line of the file is a question, a tab and its answer; N of them for each game, three, are compared.

#[path = "../../engine/examples/common/processor_time.rs"]
mod processor_time;

use std::collections::HashMap;

use engine::mancala::Solver;
use engine::{Limits, choose};
use engine_protocol::review::{Analysis, Certainty};
use engine_protocol::{Answer, Level, Question, Task};
use engine_worker::Engine;
use processor_time::now;
use rules::mancala::notation::write_turns;
use rules::mancala::{Setup as Mancala, Variant};
use rules::{Position, Record, Setup, Side};

/// The levels that play, in turn: each with each.
const LEVELS: [Level; 3] = [Level::Easy, Level::Medium, Level::Hard];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let after = |name: &str| {
        let place = arguments.iter().position(|argument| argument == name)?;
        arguments.get(place + 1)?.parse().ok()
    };
    let numbers: Vec<u64> = arguments.iter().map_while(|argument| argument.parse().ok()).collect();
    let (games, first) = (numbers.first().copied().unwrap_or(10), numbers.get(1).copied().unwrap_or(0));
    let checks: usize = after("--check").unwrap_or(3);
    if arguments.iter().any(|argument| argument == "--games") {
        for number in first..first + games {
            println!("{}", notation(&game(number)));
        }
        return;
    }
    if let Some(place) = arguments.iter().position(|argument| argument == "--verify") {
        let text = arguments.get(place + 1).and_then(|file| std::fs::read_to_string(file).ok());
        return verify(&text.unwrap_or_default(), checks);
    }
    let mut sum = Sum::default();
    for number in first..first + games {
        sum.add(number, game(number), checks);
    }
    sum.print();
}

/// A game of two levels.
fn game(number: u64) -> Record {
    let setup = Setup::Mancala(Mancala::new(Variant::default(), 1));
    let mut record = Record::new(setup);
    let mut position = setup.start();
    let levels = [number % 3, number / 3 % 3].map(|level| LEVELS[level as usize % LEVELS.len()]);
    let mut never = || false;
    while position.outcome().is_none() {
        let level = levels[position.to_move().index()];
        let chosen = choose(&position, level, &mut Limits::new(&mut never), number);
        let Some(played) = chosen.mv.and_then(|mv| Some((mv, position.play(mv).ok()?))) else { break };
        record.moves.push(played.0);
        position = played.1.position;
    }
    record
}

/// The moves of a game, as the import page reads them.
fn notation(record: &Record) -> String {
    let moves: Vec<_> = record.moves.iter().filter_map(|mv| mv.as_mancala()).collect();
    let start = record.setup.start();
    let turns = start.as_mancala().and_then(|start| write_turns(start, &moves).ok()).unwrap_or_default();
    let rounds = turns.chunks(2).enumerate().map(|(index, round)| {
        let texts: Vec<&str> = round.iter().map(|turn| turn.text.as_str()).collect();
        format!("{}. {}", index + 1, texts.join(" "))
    });
    rounds.collect::<Vec<_>>().join(" ")
}

/// Compares proofs of a browser with fresh ones: of each game `checks` exact values, spread over its positions.
fn verify(text: &str, checks: usize) {
    let parse = |line: &str| {
        let (question, answer) = line.split_once('\t')?;
        let question: Question = serde_json::from_str(question).ok()?;
        let answer: Answer = serde_json::from_str(answer).ok()?;
        let Task::Prove { lowest: ..-100, highest: 100.. } = question.task else { return None };
        Some((question.record.replay().ok()?, question.record.moves.len(), answer.value?))
    };
    let proofs: Vec<_> = text.lines().filter_map(parse).collect();
    // A game begins with its last position.
    let games = proofs.chunk_by(|(_, before, _), (_, after, _)| after < before);
    let (mut checked, mut wrong) = (0, 0);
    for game in games {
        for check in 0..checks.min(game.len()) {
            let (position, ply, value) = &game[(check * 2 + 1) * game.len() / (2 * checks)];
            checked += 1;
            if fresh_value(position) != Some(*value) {
                wrong += 1;
                println!("position {ply}: {value}");
            }
        }
    }
    println!("{} proofs, {checked} compared with a fresh solver, wrong figures: {wrong}", proofs.len());
}

/// What all games have shown.
#[derive(Default)]
struct Sum {
    plies: usize,
    proved: usize,
    seconds: Vec<f64>,
    losses: usize,
    reasons: HashMap<String, usize>,
    unexplained: usize,
    checked: usize,
    wrong: usize,
}

impl Sum {
    fn add(&mut self, number: u64, record: Record, checks: usize) {
        let Some(mut analysis) = Analysis::new(record.clone()) else { return };
        // Every game begins with a new worker.
        let mut engine = Engine::default();
        let begun = now();
        let mut known_at = 0.0;
        while let Some(question) = analysis.question() {
            let asked = now();
            let answer = engine.answer(&question, now).unwrap_or_default();
            analysis.take(&answer, (now() - asked) as u32);
            if known_at == 0.0 && analysis.all_reviewed().is_some() {
                known_at = (now() - begun) / 1e3;
            }
        }
        let seconds = (now() - begun) / 1e3;
        let plies = record.moves.len();
        let moves = analysis.all_reviewed().unwrap_or_default();
        let proved = moves.iter().filter(|mv| mv.certainty == Certainty::Proved).count();
        println!(
            "game {number}: {proved} of {plies} plies proved, {known_at:.1} s, with annotations {seconds:.1} s"
        );
        for (ply, mv) in moves.iter().enumerate() {
            if mv.certainty == Certainty::Proved && mv.loss() > 0 {
                self.losses += 1;
                match analysis.reason(ply) {
                    Some(reason) => {
                        let kind = format!("{:?}", reason.fact);
                        let kind = kind.split('(').next().unwrap_or_default();
                        let kind =
                            format!("{kind} {:?}{}", reason.shown, if reason.later { " later" } else { "" });
                        *self.reasons.entry(kind).or_default() += 1;
                        if !shows(&analysis, ply) {
                            self.wrong += 1;
                            println!("  move {}: the line does not show {reason:?}", ply + 1);
                        }
                    }
                    None => self.unexplained += 1,
                }
            }
        }
        // The positions are spread over the proved part of the game.
        let from = plies - proved;
        for check in 0..checks {
            let ply = from + (check * 2 + 1) * proved / (2 * checks);
            let Some((value, Certainty::Proved)) = analysis.value(ply) else { continue };
            let Some(exact) = analysis.position(ply).and_then(fresh_value) else { continue };
            self.checked += 1;
            if value != 100 * exact {
                self.wrong += 1;
                println!("  position {ply}: {value} instead of {exact}");
            }
        }
        self.plies += plies;
        self.proved += proved;
        self.seconds.push(known_at);
    }

    fn print(&mut self) {
        self.seconds.sort_by(f64::total_cmp);
        let share = 100.0 * self.proved as f64 / self.plies.max(1) as f64;
        let median = self.seconds.get(self.seconds.len() / 2).copied().unwrap_or_default();
        let worst = self.seconds.last().copied().unwrap_or_default();
        println!("{} of {} plies proved ({share:.1} %)", self.proved, self.plies);
        println!("seconds a game: median {median:.1}, worst {worst:.1}");
        println!("{} positions compared with a fresh solver, wrong figures: {}", self.checked, self.wrong);
        println!("{} moves that lost something, {} without a reason", self.losses, self.unexplained);
        for (kind, count) in &self.reasons {
            println!("  {count:5} {kind}");
        }
    }
}

/// Whether the move that a reason names is in its line, at its place, by its side.
fn shows(analysis: &Analysis, ply: usize) -> bool {
    use engine_protocol::review::reason::Shown;
    let Some(reason) = analysis.reason(ply) else { return false };
    let line = match reason.shown {
        Shown::InBestLine => analysis.best_line(ply),
        Shown::InRefutation => analysis.refutation(ply),
    };
    let mut record =
        Record { setup: analysis.record().setup, moves: analysis.record().moves[..ply].to_vec() };
    record.moves.extend(line.iter().take(reason.at));
    let by: Option<Side> = record.replay().ok().map(|position| position.to_move());
    line.get(reason.at) == Some(&reason.mv) && by == Some(reason.by)
}

/// The value by a solver that was asked nothing before: first who wins, then the value on that side.
fn fresh_value(position: &Position) -> Option<i32> {
    let position = position.as_mancala()?;
    let mut never = || false;
    let mut limits = Limits::new(&mut never);
    let mut solver = Solver::new(*position.variant(), 128 << 20, 12);
    match solver.value_within(position, -1, 1, &mut limits)? {
        0 => Some(0),
        1 => solver.value_within(position, 1, 1_000, &mut limits),
        _ => solver.value_within(position, -1_000, -1, &mut limits),
    }
}
