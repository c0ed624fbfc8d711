//! The engine as the page asks it, on this machine: reads questions of two lines each, prints of each the answer, and behind
//! it the seconds it took. With `questions` it prints such questions instead: those by which builds are compared.
//!
//!     cargo run --release --features ssr --example answer -- questions | cargo run --release --features ssr --example answer

use std::io::{self, BufRead};
use std::time::Instant;

use duello::client::thinker::question::{Task, answer, ask};
use engine::Level;
use room::{Event, Game, RoomCode, Seat, fold, stamp};
use rules::mancala::{Preset, Setup as Mancala};
use rules::mapello::Board;
use rules::{Setup, Side};

/// Positions looked at in one question: some tenths of a second.
const NODES: u64 = 8_000_000;

fn main() -> io::Result<()> {
    if std::env::args().any(|argument| argument == "questions") {
        for game in games() {
            // No limit of time: the same work everywhere.
            println!("{}", ask(&game, Task::Play(Level::Master, 0), 3_600_000, NODES));
        }
        return Ok(());
    }
    let mut lines = io::stdin().lock().lines();
    while let (Some(numbers), Some(log)) = (lines.next(), lines.next()) {
        let question = format!("{}\n{}", numbers?, log?);
        let begun = Instant::now();
        let answer = answer(&question, || 0);
        println!("{answer}\t{:.4}", begun.elapsed().as_secs_f64());
    }
    Ok(())
}

/// Openings and middle games of both games.
fn games() -> Vec<Game> {
    let mancala = |preset: Preset| Setup::Mancala(Mancala::new(preset.variant(), 1));
    let setups = [
        mancala(Preset::Kalah),
        mancala(Preset::Kalah6),
        mancala(Preset::Avalanche),
        Setup::Mapello(Board::DEFAULT),
        Setup::Mapello(Board::random(1)),
    ];
    setups.into_iter().flat_map(|setup| [0, 8, 16].map(|moves| played(setup, moves))).flatten().collect()
}

/// A game after so many moves, which are neither good nor bad.
fn played(setup: Setup, moves: usize) -> Option<Game> {
    let mut log = vec![Event::Started { number: 1, setup, first: Seat::Bottom }];
    let mut position = setup.start();
    for number in 0..moves {
        let legal = position.legal_moves();
        let Some(&mv) = legal.get(number * 5 % legal.len().max(1)) else { break };
        let side: Side = position.to_move();
        let Ok(played) = position.play(mv) else { break };
        log.push(Event::Moved { side, mv });
        position = played.position;
    }
    fold(RoomCode::from_seed(0), &stamp(log, 0, 0, None)).game
}
