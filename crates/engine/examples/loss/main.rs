//! How much Master's moves in Mapello lose against exact play: positions of games on random boards with a number of empty
//! cells are searched as long as the page lets Master think, and then solved.
//!
//!     cargo run --release -p engine --example loss -- --empty 24 --positions 200 --known values.txt
//!
//! `--millis N` is the time of a move (1000; processor time), `--nodes N` a limit of nodes instead, so that the result
//! depends on nothing else; `--first N` skips positions. The file of `--known` keeps the exact values for the next run.

#[path = "../common/processor_time.rs"]
mod processor_time;
#[path = "../common/rng.rs"]
mod rng;

use std::collections::HashMap;
use std::fs::OpenOptions;
use std::io::{Read, Write};
use std::process::ExitCode;

use engine::mapello::search;
use engine::{Level, Limits, choose};
use rules::mapello::notation::cell_name;
use rules::mapello::{Board, Position};
use rules::{Move, Side};

use processor_time::now;
use rng::Rng;

/// What is measured.
struct Task {
    empty: u32,
    positions: u64,
    first: u64,
    millis: u64,
    nodes: u64,
    known: Option<String>,
}

fn main() -> ExitCode {
    match parse(std::env::args().skip(1)).and_then(|task| measure(&task)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(wrong) => {
            eprintln!("{wrong}");
            eprintln!(
                "usage: loss [--empty N] [--positions N] [--first N] [--millis N | --nodes N] [--known FILE]"
            );
            ExitCode::from(2)
        }
    }
}

fn parse(words: impl Iterator<Item = String>) -> Result<Task, String> {
    let words: Vec<String> = words.collect();
    let mut task = Task { empty: 24, positions: 200, first: 0, millis: 1_000, nodes: u64::MAX, known: None };
    for pair in words.chunks(2) {
        let [name, word] = pair else { return Err(format!("{} needs a value", pair.concat())) };
        let number = || word.parse::<u64>().map_err(|_| format!("{name} needs a number, not {word}"));
        match name.as_str() {
            "--empty" => task.empty = number()?.min(60) as u32,
            "--positions" => task.positions = number()?,
            "--first" => task.first = number()?,
            "--millis" => task.millis = number()?,
            "--nodes" => (task.nodes, task.millis) = (number()?, u64::MAX),
            "--known" => task.known = Some(word.clone()),
            _ => return Err(format!("unknown option: {name}")),
        }
    }
    Ok(task)
}

fn measure(task: &Task) -> Result<(), String> {
    let mut values = Values::read(task.known.as_deref())?;
    let mut losses: Vec<i32> = Vec::new();
    let (mut nodes, mut depths) = (0, 0);
    for number in task.first..task.first + task.positions {
        let Some(position) = position(number, task.empty) else { continue };
        let begin = now();
        let mut stop = || now() - begin >= task.millis as f64;
        let mut limits = Limits::new(&mut stop);
        limits.nodes = task.nodes;
        let found = search(&position, &mut limits);
        (nodes, depths) = (nodes + found.nodes, depths + found.depth);
        let Some(Move::Mapello(cell)) = found.mv else { continue };
        let Ok((after, _)) = position.play(cell) else { continue };
        let best = values.of(&format!("{} {number}", task.empty), &position)?;
        let got = values.of(&format!("{} {number} {}", task.empty, cell_name(cell)), &after)?;
        let got = if after.to_move() == position.to_move() { got } else { -got };
        losses.push((best - got) / 100);
        if best != got {
            println!(
                "{number}: {} at depth {}, {} instead of {}",
                cell_name(cell),
                found.depth,
                got / 100,
                best / 100
            );
        }
    }
    let count = losses.len().max(1) as f64;
    let mean = f64::from(losses.iter().sum::<i32>()) / count;
    let variance = losses.iter().map(|loss| (f64::from(*loss) - mean).powi(2)).sum::<f64>() / count;
    let wrong = losses.iter().filter(|loss| **loss > 0).count();
    println!(
        "{} positions with {} empty cells: mean loss {mean:.2} ± {:.2} points, {wrong} moves not best, worst {}; depth {:.1}, {:.0} nodes",
        losses.len(),
        task.empty,
        1.96 * (variance / count).sqrt(),
        losses.iter().max().copied().unwrap_or_default(),
        f64::from(depths) / count,
        nodes as f64 / count,
    );
    Ok(())
}

/// Exact values that are known, and the file that keeps them: a line has a name and a value.
struct Values {
    known: HashMap<String, i32>,
    file: Option<std::fs::File>,
}

impl Values {
    fn read(name: Option<&str>) -> Result<Values, String> {
        let Some(name) = name else { return Ok(Values { known: HashMap::new(), file: None }) };
        let opened = OpenOptions::new().read(true).append(true).create(true).open(name);
        let mut file = opened.map_err(|why| format!("{name}: {why}"))?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(|why| format!("{name}: {why}"))?;
        // A line counts only with its full stop: one that was cut off is solved again.
        let read = |line: &str| {
            let (name, value) = line.strip_suffix('.')?.rsplit_once(' ')?;
            Some((name.to_owned(), value.parse().ok()?))
        };
        Ok(Values { known: text.lines().filter_map(read).collect(), file: Some(file) })
    }

    /// The exact value of a position for the side to move, in hundredths of a point.
    fn of(&mut self, name: &str, position: &Position) -> Result<i32, String> {
        if let Some(value) = self.known.get(name) {
            return Ok(*value);
        }
        let mut never = || false;
        let value = search(position, &mut Limits::new(&mut never)).value;
        self.known.insert(name.to_owned(), value);
        if let Some(file) = &mut self.file {
            file.write_all(format!("{name} {value}.\n").as_bytes()).map_err(|why| why.to_string())?;
        }
        Ok(value)
    }
}

/// A position with so many empty cells, of a game of Medium against itself on a random board; `None` if the game ended
/// before.
fn position(number: u64, empty: u32) -> Option<Position> {
    let mut position = Position::start(&Board::random(number));
    let mut never = || false;
    for ply in 0.. {
        let [black, white] = Side::BOTH.map(|side| position.discs(side));
        if (!(black | white | position.terrain().board().walls())).count_ones() <= empty {
            break;
        }
        let seed = Rng(number * 1_000 + ply).below(usize::MAX) as u64;
        let chosen =
            choose(&rules::Position::Mapello(position), Level::Medium, &mut Limits::new(&mut never), seed);
        let Some(Move::Mapello(cell)) = chosen.mv else { return None };
        position = position.play(cell).ok()?.0;
    }
    position.outcome().is_none().then_some(position)
}
