//! The short form of fuzzing, on any compiler: runs the corpus that the fuzzer has collected, and
//! deterministic mutations of it.

#![allow(clippy::unwrap_used, reason = "a test that finds nothing where something must be has failed")]

use std::fs;
use std::path::Path;

use trial::{TRIALS, Trial};

/// A deterministic random number generator (SplitMix64).
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % bound.max(1) as u64) as usize
    }

    /// The bytes with one to four mutations; now and then spliced with the end of another input.
    fn change(&mut self, bytes: &[u8], other: &[u8]) -> Vec<u8> {
        let mut bytes = bytes.to_vec();
        for _ in 0..=self.below(4) {
            let at = self.below(bytes.len() + 1);
            let sign = b"0189[]{}\"-,:. \n\xff\x00aZ"[self.below(19)];
            match self.below(6) {
                0 => bytes.insert(at, sign),
                1 if at < bytes.len() => drop(bytes.remove(at)),
                2 if at < bytes.len() => bytes[at] ^= 1 << self.below(8),
                3 if at < bytes.len() => bytes[at] = sign,
                4 => bytes.truncate(at),
                _ => {
                    let from = &other[self.below(other.len() + 1)..];
                    bytes.splice(at.., from.iter().copied());
                }
            }
        }
        bytes
    }
}

/// Replays the corpus of a trial, and so many mutations of it. The long form is `make fuzz`.
fn replay(name: &str, changes: u64) {
    let (_, trial): (_, Trial) = *TRIALS.iter().find(|(known, _)| *known == name).unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(name);
    let mut files: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let inputs: Vec<Vec<u8>> = files.iter().map(|file| fs::read(file).unwrap()).collect();
    assert!(inputs.len() >= 10, "{} inputs in {}", inputs.len(), folder.display());
    for (file, input) in files.iter().zip(&inputs) {
        attempt(trial, input, &file.display().to_string());
    }
    let mut chance = Chance(0xD0E1);
    for n in 0..changes {
        let (one, other) = (chance.below(inputs.len()), chance.below(inputs.len()));
        let changed = chance.change(&inputs[one], &inputs[other]);
        attempt(trial, &changed, &format!("change {n} of {name}"));
    }
}

/// Runs a trial on an input; if it breaks a law, names the input.
fn attempt(trial: Trial, input: &[u8], what: &str) {
    if let Err(panic) = std::panic::catch_unwind(|| trial(input)) {
        eprintln!("{what}: {:?}", String::from_utf8_lossy(input));
        std::panic::resume_unwind(panic);
    }
}

#[test]
fn fuzzed_games_match_the_slow_references() {
    replay("rules", 400);
}

#[test]
fn fuzzed_notation_round_trips() {
    replay("notation", 3_000);
}

#[test]
fn fuzzed_pastes_import_nothing_or_a_game_that_can_be_exported() {
    replay("import", 3_000);
}

#[test]
fn fuzzed_wthor_files_are_refused_or_come_back_byte_for_byte() {
    replay("wthor", 3_000);
}

#[test]
fn fuzzed_wire_messages_are_refused_or_leave_rooms_valid() {
    replay("wire", 3_000);
}

#[test]
fn fuzzed_room_commands_leave_a_log_that_folds_to_the_room() {
    replay("room", 150);
}

#[test]
fn fuzzed_lines_of_agents_are_answered_and_decide_only_legal_moves() {
    replay("kgp", 3_000);
}
