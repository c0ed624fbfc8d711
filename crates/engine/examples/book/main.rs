//! Makes the opening book of a variant of Mancala: proves its positions in the order of the book, each as a line of a
//! progress file, and writes the book's bytes.
//!
//! `cargo run --release -p engine --example book -- --capture opposite --progress kalah.txt --write kalah.bin` may be
//! stopped at any moment: it goes on with what the progress file and the books that are built in have proved.

#[path = "../../../rules/examples/common/setup.rs"]
mod setup;

use std::collections::HashMap;
use std::fs::OpenOptions;
use std::io::{Read, Write};
use std::process::ExitCode;
use std::time::Instant;

use engine::Limits;
use engine::mancala::{Book, BookEntry, Solver};
use rules::mancala::{Move, Position, Setup, Variant};
use setup::{SETUP_USAGE, SetupOptions, number};

const USAGE: &str = "
     --progress FILE [--write FILE] [--minutes NUMBER] [--table MEGABYTES] [--endgame STONES]

  --progress  the file that has what is proved so far; it is only appended to
  --write     write the book's bytes to this file
  --minutes   begin no proof after so many minutes; 0 writes what is proved";

struct Task {
    variant: Variant,
    progress: String,
    write: Option<String>,
    minutes: Option<u32>,
    table_bytes: usize,
    endgame_stones: u32,
}

fn main() -> ExitCode {
    let done = parse(std::env::args().skip(1))
        .map_err(|wrong| format!("{wrong}\nusage: book {SETUP_USAGE}{USAGE}"))
        .and_then(|task| make(&task));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(wrong) => {
            eprintln!("{wrong}");
            ExitCode::from(2)
        }
    }
}

/// Proves what is missing, and writes the book.
fn make(task: &Task) -> Result<(), String> {
    let fails = |why: std::io::Error| format!("{}: {why}", task.progress);
    let mut file =
        OpenOptions::new().read(true).append(true).create(true).open(&task.progress).map_err(fails)?;
    let mut text = String::new();
    file.read_to_string(&mut text).map_err(fails)?;
    if !text.is_empty() && !text.ends_with('\n') {
        file.write_all(b"\n").map_err(fails)?;
    }
    let header = format!("{:?}", task.variant);
    if text.is_empty() {
        file.write_all(format!("{header}\n").as_bytes()).map_err(fails)?;
    } else if text.lines().next() != Some(header.as_str()) {
        return Err(format!("{}: the progress is of another variant", task.progress));
    }
    let mut known: HashMap<String, BookEntry> = text.lines().filter_map(read_line).collect();
    let mut solver = Solver::new(task.variant, task.table_bytes, task.endgame_stones);
    let starts = Book::starts(&task.variant);
    let (begin, mut bytes, mut failed) = (Instant::now(), Vec::new(), None);
    for (place, start) in starts.iter().enumerate() {
        let setup = Setup { start: *start, ..Setup::new(task.variant, 1) };
        let mut proved = 0;
        let made = Book::of(&setup).unwrap_or_default();
        let book = Book::write(&setup, |position| {
            let name = name_of(position);
            if let Some(entry) = known.get(&name).copied().or_else(|| made.entry(position)) {
                return Some(entry);
            }
            let is_late = task.minutes.is_some_and(|most| begin.elapsed().as_secs() >= u64::from(most) * 60);
            if is_late || failed.is_some() {
                return None;
            }
            let entry = prove(&mut solver, position);
            failed = file.write_all(line(&name, entry).as_bytes()).err();
            known.insert(name, entry);
            proved += 1;
            Some(entry)
        });
        if let Some(why) = failed {
            return Err(fails(why));
        }
        let Some(book) = book else { break };
        bytes.extend(book);
        let seconds = begin.elapsed().as_secs();
        eprintln!(
            "{} of {} books, {} bytes; {proved} proofs more, {seconds} s",
            place + 1,
            starts.len(),
            bytes.len()
        );
    }
    match &task.write {
        Some(name) => std::fs::write(name, &bytes).map_err(|why| format!("{name}: {why}")),
        None => Ok(()),
    }
}

/// The value, and the first best move: a move that keeps the value is told by a null window.
fn prove(solver: &mut Solver, position: &Position) -> BookEntry {
    let mut never = || false;
    let mut limits = Limits::new(&mut never);
    let side = position.to_move();
    let lead = i32::from(position.store(side)) - i32::from(position.store(side.other()));
    let best = solver.best_move(position, &mut limits);
    let Some((value, Move::Sow(best))) = best else { panic!("a book has positions of games that go on") };
    BookEntry::new(position, value - lead, best)
}

/// The stones of both rows in sowing order, those of the side to move first.
fn name_of(position: &Position) -> String {
    let row =
        |side| position.pits(side).map(|pit| position.stones(pit).to_string()).collect::<Vec<_>>().join(",");
    format!("{}/{}", row(position.to_move()), row(position.to_move().other()))
}

/// A line of the progress file, such as `4,4,4,4,4,4/4,4,4,4,4,4 10 2.` A line counts only with its full stop, so one
/// that was cut off by the end of a run is proved again.
fn line(name: &str, entry: BookEntry) -> String {
    format!("{name} {} {}.\n", entry.gain, entry.best)
}

fn read_line(line: &str) -> Option<(String, BookEntry)> {
    let mut words = line.strip_suffix('.')?.split(' ');
    let (name, gain, best) = (words.next()?, words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    Some((name.to_owned(), BookEntry { gain, best }))
}

fn parse(mut words: impl Iterator<Item = String>) -> Result<Task, String> {
    let (mut progress, mut write, mut minutes) = (None, None, None);
    let (mut table_bytes, mut endgame_stones) = (1 << 30, 18);
    let mut setup = SetupOptions::default();
    while let Some(word) = words.next() {
        if setup.take(&word, &mut words)? {
            continue;
        }
        let mut number = |range| number(&word, words.next(), range);
        match word.as_str() {
            "--progress" => progress = Some(words.next().ok_or("--progress needs a file")?),
            "--write" => write = Some(words.next().ok_or("--write needs a file")?),
            "--minutes" => minutes = Some(number(0..=u32::MAX)?),
            "--table" => table_bytes = (number(1..=65_536)? as usize) << 20,
            "--endgame" => endgame_stones = number(0..=31)?,
            _ => return Err(format!("unknown option: {word}")),
        }
    }
    let variant = setup.setup()?.variant;
    variant.validate().map_err(|why| why.to_string())?;
    let progress = progress.ok_or("--progress is missing")?;
    Ok(Task { variant, progress, write, minutes, table_bytes, endgame_stones })
}
