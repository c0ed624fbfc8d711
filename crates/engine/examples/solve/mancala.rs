//! Solving Mancala: the options are those of a variant.

use std::time::{Duration, Instant};

use engine::mancala::solve as solve_position;
use engine::{Answer, Limits};
use rules::mancala::notation::write_turns;
use rules::mancala::{Capture, MAX_PITS, Position, STONES, Setup, Sowing, Variant};

use crate::number;

pub const USAGE: &str = "solve mancala [--pits 1..9] [--stones 1..12] [--capture opposite|opposite_or_self|never] [--relay]\n\
    \x20      [--table MEGABYTES] [--time SECONDS]";

/// Megabytes of the table when none are given.
const TABLE: u32 = 128;

pub fn solve(mut words: impl Iterator<Item = String>) -> Result<String, String> {
    let mut variant = Variant::default();
    let mut table = TABLE;
    let mut time = None;
    while let Some(word) = words.next() {
        match word.as_str() {
            "--pits" => variant.pits = number(&word, words.next(), 1..=MAX_PITS as u32)? as u8,
            "--stones" => {
                let range = u32::from(*STONES.start())..=u32::from(*STONES.end());
                variant.stones = number(&word, words.next(), range)? as u8;
            }
            "--capture" => variant.capture = capture(words.next())?,
            "--relay" => variant.sowing = Sowing::Relay,
            "--table" => table = number(&word, words.next(), 1..=65_536)?,
            "--time" => time = Some(Duration::from_secs(number(&word, words.next(), 1..=1_000_000)?.into())),
            _ => return Err(format!("unknown option: {word}")),
        }
    }
    let start = Position::start(&Setup::new(variant, 1));
    let begin = Instant::now();
    let mut stop = || time.is_some_and(|time| begin.elapsed() >= time);
    let answer = solve_position(&start, &mut Limits::new(&mut stop), (table as usize) << 20);
    Ok(report(&start, &answer, begin.elapsed()))
}

fn capture(word: Option<String>) -> Result<Capture, String> {
    match word.as_deref() {
        Some("opposite") => Ok(Capture::Opposite),
        Some("opposite_or_self") => Ok(Capture::OppositeOrSelf),
        Some("never") => Ok(Capture::Never),
        _ => Err("--capture is opposite, opposite_or_self or never".to_owned()),
    }
}

/// One fact a line; a value that was not proved in time says to which depth it was looked at.
fn report(start: &Position, answer: &Answer, time: Duration) -> String {
    let moves: Vec<_> = answer.line.iter().filter_map(|mv| mv.as_mancala()).collect();
    let turns = write_turns(start, &moves).unwrap_or_default();
    let line = turns.into_iter().map(|turn| turn.text.replace(" x", "x")).collect::<Vec<_>>().join(" ");
    let stones = answer.value / 100;
    let value = if answer.proved {
        format!("value {stones:+}")
    } else {
        format!("estimate {stones:+} at depth {}", answer.depth)
    };
    format!("{value}\nline {line}\nnodes {}\nseconds {:.2}", answer.nodes, time.as_secs_f64())
}
