//! Sweep of the starts of a variant of Mancala: proves the value of each start with at most so many seeds moved, and
//! prints those that are draws, the *fair* ones. A seed is moved from a pit into another pit or a store; South begins.
//! The idea is that of Neller's *FairKalah* (Computers and Games 2022); the values are our own.
//!
//! `cargo run --release -p engine --example fair -- --capture opposite_or_self --progress fair.txt` proves the 6,396
//! starts of Kalah, some seconds each. It may be stopped at any moment: with the same options it goes on where the
//! progress file ends.

mod progress;
mod prove;
#[path = "../../../rules/examples/common/setup.rs"]
mod setup;

use std::fs::OpenOptions;
use std::io::{Read, Write};
use std::process::ExitCode;
use std::time::Instant;

use progress::{Known, header, line};
use prove::{Prover, Values};
use rules::mancala::notation::write_start_code;
use rules::mancala::{Start, Variant};
use setup::{SETUP_USAGE, SetupOptions, number};

/// The options besides those of the setup.
const USAGE: &str = "
     [--seeds 1..4] [--exact] [--progress FILE] [--shuffle SEED] [--most NUMBER] [--minutes NUMBER]
     [--table MEGABYTES] [--endgame STONES]

  --seeds     how many seeds are moved at most; by default 2
  --exact     the difference of the stores; by default only who wins, which is proved much sooner
  --progress  the file that has what is proved so far; it is only appended to
  --shuffle   prove them in an order drawn by this seed, so that those proved so far are a fair sample of all
  --most      stop after so many proofs
  --minutes   begin no proof after so many minutes";

struct Task {
    variant: Variant,
    seeds: u8,
    values: Values,
    shuffle: Option<u32>,
    most: usize,
    minutes: Option<u32>,
    progress: Option<String>,
    /// Size of the transposition table, in bytes.
    table_bytes: usize,
    /// Stones of the endgame database.
    endgame_stones: u32,
}

fn main() -> ExitCode {
    let done =
        parse(std::env::args().skip(1)).map_err(|wrong| format!("{wrong}\nusage: fair {SETUP_USAGE}{USAGE}"));
    match done.and_then(|task| sweep(&task)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(wrong) => {
            eprintln!("{wrong}");
            ExitCode::from(2)
        }
    }
}

fn sweep(task: &Task) -> Result<(), String> {
    let starts: Vec<Start> =
        (1..=task.seeds).flat_map(|seeds| Start::all_with_seeds_moved(&task.variant, seeds)).collect();
    let header = header(&task.variant, task.values);
    let mut text = String::new();
    let mut file = None;
    if let Some(name) = &task.progress {
        let fails = |why| format!("{name}: {why}");
        let mut opened = OpenOptions::new().read(true).append(true).create(true).open(name).map_err(fails)?;
        opened.read_to_string(&mut text).map_err(fails)?;
        // Whatever was being written when the last run ended stays as a line that counts for nothing.
        let begin = match text.as_str() {
            "" => format!("{header}\n"),
            torn if !torn.ends_with('\n') => "\n".to_owned(),
            _ => String::new(),
        };
        opened.write_all(begin.as_bytes()).map_err(fails)?;
        file = Some(opened);
    }
    let mut known = Known::read(&text, &header)?;
    let mut order: Vec<&Start> = starts.iter().filter(|start| known.value(start).is_none()).collect();
    if let Some(seed) = task.shuffle {
        // By a hash of each, so that the order does not depend on what is proved already.
        order.sort_by_cached_key(|start| hash(seed, &write_start_code(start)));
    }
    let mut prover = Prover::new(task.variant, task.values, task.table_bytes, task.endgame_stones);
    let (begin, mut proved) = (Instant::now(), 0);
    for start in order {
        let is_late = task.minutes.is_some_and(|most| begin.elapsed().as_secs() >= u64::from(most) * 60);
        if proved == task.most || is_late {
            break;
        }
        let value = prover.prove(start);
        proved += 1;
        known.add(*start, value);
        if let Some(file) = &mut file {
            file.write_all(line(start, value).as_bytes()).map_err(|why| why.to_string())?;
        }
        let each = begin.elapsed().as_secs_f64() / proved as f64;
        let (done, fair) = (known.count(&starts), known.fair(&starts).count());
        let hours = each * (starts.len() - done) as f64 / 3_600.0;
        eprintln!("{done} of {}: {fair} fair, {each:.2} s each, {hours:.1} h left", starts.len());
    }
    for start in known.fair(&starts) {
        println!("{} {}", write_start_code(start), start.seeds_moved());
    }
    let (done, fair) = (known.count(&starts), known.fair(&starts).count());
    println!("{fair} fair of {done} proved of {}", starts.len());
    Ok(())
}

/// A hash of a text (FNV-1a), which is the same on every machine.
fn hash(seed: u32, text: &str) -> u64 {
    let bytes = seed.to_le_bytes().into_iter().chain(text.bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

fn parse(mut words: impl Iterator<Item = String>) -> Result<Task, String> {
    let mut task = Task {
        variant: Variant::default(),
        seeds: 2,
        values: Values::Outcome,
        shuffle: None,
        most: usize::MAX,
        minutes: None,
        progress: None,
        table_bytes: 256 << 20,
        endgame_stones: 16,
    };
    let mut setup = SetupOptions::default();
    while let Some(word) = words.next() {
        if setup.take(&word, &mut words)? {
            continue;
        }
        let mut number = |range| number(&word, words.next(), range);
        match word.as_str() {
            "--seeds" => task.seeds = number(1..=4)? as u8,
            "--exact" => task.values = Values::Exact,
            "--progress" => task.progress = Some(words.next().ok_or("--progress needs a file")?),
            "--most" => task.most = number(1..=u32::MAX)? as usize,
            "--shuffle" => task.shuffle = Some(number(0..=u32::MAX)?),
            "--minutes" => task.minutes = Some(number(1..=u32::MAX)?),
            "--table" => task.table_bytes = (number(1..=65_536)? as usize) << 20,
            "--endgame" => task.endgame_stones = number(0..=31)?,
            _ => return Err(format!("unknown option: {word}")),
        }
    }
    let setup = setup.setup()?;
    if setup.start.is_some() {
        return Err("--start: the sweep goes through all starts".to_owned());
    }
    task.variant = setup.variant;
    task.variant.validate().map_err(|why| why.to_string())?;
    Ok(task)
}
