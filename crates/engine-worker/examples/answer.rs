//! Native command line of the engine worker, to compare builds: reads questions, a JSON value a line, and prints each
//! answer with its time in seconds after a tab. With the argument `questions` it prints a fixed set of questions
//! instead.
//!
//!     cargo run --release -p engine-worker --example answer -- questions | cargo run --release -p engine-worker --example answer

use std::io::{self, BufRead};
use std::time::Instant;

use engine_protocol::{Level, Question, Task};
use engine_worker::Engine;
use rules::mancala::{Preset, Setup as Mancala};
use rules::mapello::Board;
use rules::{Record, Setup};

/// Node limit of a question.
const NODES: u64 = 8_000_000;

fn main() -> io::Result<()> {
    if std::env::args().any(|argument| argument == "questions") {
        let task = Task::Play { level: Level::Master, seed: 0 };
        for record in records() {
            // In practice no time limit, so that every machine searches the same nodes.
            let question = Question { record, task, millis: 3_600_000, nodes: NODES };
            println!("{}", serde_json::to_string(&question)?);
        }
        return Ok(());
    }
    let mut engine = Engine::default();
    for question in io::stdin().lock().lines() {
        let question = question?;
        let begun = Instant::now();
        let answer = engine.answer_json(&question, || 0.0);
        println!("{answer}\t{:.4}", begun.elapsed().as_secs_f64());
    }
    Ok(())
}

/// Openings and middle games of both games.
fn records() -> Vec<Record> {
    let mancala = |preset: Preset| Setup::Mancala(Mancala::new(preset.variant(), 1));
    let setups = [
        mancala(Preset::Kalah),
        mancala(Preset::Kalah6),
        mancala(Preset::Avalanche),
        Setup::Mapello(Board::DEFAULT),
        Setup::Mapello(Board::random(1)),
    ];
    setups.into_iter().flat_map(|setup| [0, 8, 16].map(|moves| played(setup, moves))).collect()
}

/// The record of a game after this many arbitrary moves.
fn played(setup: Setup, moves: usize) -> Record {
    let mut record = Record::new(setup);
    let mut position = setup.start();
    for number in 0..moves {
        let legal = position.legal_moves();
        let Some(&mv) = legal.get(number * 5 % legal.len().max(1)) else { break };
        let Ok(played) = position.play(mv) else { break };
        record.moves.push(mv);
        position = played.position;
    }
    record
}
