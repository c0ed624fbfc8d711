//! What a program does to its files, recorded by strace: every write with its bytes, and every sync.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// Microseconds since 1970.
pub type Micros = u64;

/// A system call on a file.
#[derive(Debug)]
pub struct Call {
    /// When it began and ended; one that never ended is under way for ever.
    pub during: RangeInclusive<Micros>,
    pub file: PathBuf,
    pub action: Action,
}

#[derive(Debug)]
pub enum Action {
    Write {
        offset: usize,
        bytes: Vec<u8>,
    },
    Truncate {
        length: usize,
    },
    Sync,
    /// The file is there, and empty if it was new or is emptied.
    Open {
        empties: bool,
    },
    Rename {
        to: PathBuf,
    },
    Remove,
}

/// The command before a program which records it into this file.
pub fn recorder(into: &Path) -> Vec<String> {
    let calls = "trace=openat,write,pwrite64,pwritev,lseek,fsync,fdatasync,ftruncate,truncate,rename,unlink,fallocate";
    let words = [
        "strace",
        "-D",
        "-f",
        "-qq",
        "--seccomp-bpf",
        "-y",
        "-ttt",
        "-T",
        "-xx",
        "-s",
        "33554432",
        "-e",
        calls,
    ];
    let words = words.into_iter().map(str::to_owned);
    words.chain(["-o".to_owned(), into.to_str().unwrap().to_owned()]).collect()
}

/// Where each process is in a file that it writes to without saying where.
type Positions = HashMap<(String, String), usize>;

/// Reads a recording: the calls on files within this folder that changed something, as they began.
pub fn read(recording: &Path, folder: &Path) -> Vec<Call> {
    let text = std::fs::read_to_string(recording).unwrap();
    let mut positions = Positions::new();
    // What a process has begun, and where it is in the list.
    let mut begun: HashMap<&str, (String, Micros)> = HashMap::new();
    let mut calls = Vec::new();
    for line in text.lines() {
        let Some((process, rest)) = line.split_once(' ') else { continue };
        let Some((time, rest)) = rest.trim_start().split_once(' ') else { continue };
        let Some(at) = micros(time) else { continue };
        if let Some(start) = rest.strip_suffix(" <unfinished ...>") {
            begun.insert(process, (start.to_owned(), at));
            continue;
        }
        let resumed = rest.strip_prefix("<... ").and_then(|rest| rest.split_once(" resumed>"));
        let (whole, from, until) = match resumed {
            Some((_, end)) => {
                let Some((start, from)) = begun.remove(process) else { continue };
                (format!("{start}{end}"), from, at)
            }
            None => (rest.to_owned(), at, at),
        };
        let Some(took) = whole.rsplit_once('<').and_then(|(_, took)| micros(took.strip_suffix('>')?)) else {
            continue;
        };
        calls.extend(call(process, &whole, from..=until.max(from + took), folder, &mut positions));
    }
    for (process, (start, from)) in begun {
        calls.extend(call(process, &format!("{start}) = ?"), from..=Micros::MAX, folder, &mut positions));
    }
    calls.sort_by_key(|call| *call.during.start());
    calls
}

/// One line without its process and times: `pwrite64(9</data/duello.sqlite>, "…", 4096, 0) = 4096`.
fn call(
    process: &str,
    line: &str,
    during: RangeInclusive<Micros>,
    folder: &Path,
    positions: &mut Positions,
) -> Option<Call> {
    let (name, rest) = line.split_once('(')?;
    let (arguments, result) = rest.rsplit_once(") = ")?;
    if result.starts_with('-') {
        return None;
    }
    let strings: Vec<Vec<u8>> = arguments.split('"').skip(1).step_by(2).map(bytes).collect();
    let path = |text: &[u8]| folder.join(String::from_utf8_lossy(text).into_owned());
    // A descriptor as strace shows it: `9</data/duello.sqlite>`, the path byte by byte.
    let descriptor = |text: &str| {
        let (number, rest) = text.split_once('<')?;
        let file = path(&bytes(rest.split('>').next()?));
        Some(((process.to_owned(), number.trim().to_owned()), file))
    };
    let numbers =
        |from: usize| arguments.rsplit(", ").nth(from).and_then(|number| number.parse::<usize>().ok());
    let (file, action) = match name {
        "openat" => {
            let (key, file) = descriptor(result)?;
            let length = if arguments.contains("O_APPEND") { usize::MAX } else { 0 };
            positions.insert(key, length);
            (file, Action::Open { empties: arguments.contains("O_TRUNC") })
        }
        "lseek" => {
            positions.insert(descriptor(arguments)?.0, result.split(' ').next()?.parse().ok()?);
            return None;
        }
        "write" | "pwrite64" | "pwritev" => {
            let (key, file) = descriptor(arguments)?;
            let bytes = strings.concat();
            let offset = if name == "write" {
                let position = positions.entry(key).or_default();
                let offset = *position;
                *position = offset.saturating_add(bytes.len());
                offset
            } else {
                numbers(0)?
            };
            (file, Action::Write { offset, bytes })
        }
        "fsync" | "fdatasync" => (descriptor(arguments)?.1, Action::Sync),
        "ftruncate" => (descriptor(arguments)?.1, Action::Truncate { length: numbers(0)? }),
        "truncate" => (path(strings.first()?), Action::Truncate { length: numbers(0)? }),
        "rename" => (path(strings.first()?), Action::Rename { to: path(strings.get(1)?) }),
        "unlink" => (path(strings.first()?), Action::Remove),
        _ => {
            let (_, file) = descriptor(arguments)?;
            assert!(!file.starts_with(folder), "{name} is not known here: {line:.200}");
            return None;
        }
    };
    // Names are kept in order, so syncs of folders say nothing.
    (file.starts_with(folder) && !file.is_dir()).then_some(Call { during, file, action })
}

/// `\x41\x42` as bytes.
fn bytes(text: &str) -> Vec<u8> {
    let digits = |pair: &str| u8::from_str_radix(pair.get(..2)?, 16).ok();
    text.split("\\x").skip(1).filter_map(digits).collect()
}

fn micros(seconds: &str) -> Option<Micros> {
    let (seconds, fraction) = seconds.split_once('.')?;
    Some(seconds.parse::<Micros>().ok()? * 1_000_000 + fraction.get(..6)?.parse::<Micros>().ok()?)
}
