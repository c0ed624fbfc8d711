//! A disk that loses its power: of what was not yet synced any part is there, torn at sectors of 512 bytes. Names of
//! files are kept in order, as file systems with a journal keep them.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use super::recording::{Action, Call, Micros};
use crate::common::next_random;

/// Bytes that a disk writes as a whole.
const SECTOR: usize = 512;

/// A file: what is on the disk for sure, and what may be.
#[derive(Clone, Default)]
struct File<'c> {
    synced: Vec<u8>,
    pending: Vec<&'c Call>,
}

/// The files of a folder.
pub type Files = BTreeMap<PathBuf, Vec<u8>>;

/// Reads all files of a folder.
pub fn read_folder(folder: &Path) -> Files {
    let mut files = Files::new();
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        match entry.file_type().unwrap() {
            kind if kind.is_dir() => files.extend(read_folder(&entry.path())),
            kind if kind.is_file() => drop(files.insert(entry.path(), std::fs::read(entry.path()).unwrap())),
            _ => {}
        }
    }
    files
}

/// What is on the disk if the power fails at a time. `before` is what was there before the first call.
pub fn after_power_loss(before: &Files, calls: &[Call], at: Micros, seed: &mut u64) -> Files {
    let mut files: HashMap<PathBuf, File> = HashMap::new();
    let file = |bytes: &Vec<u8>| File { synced: bytes.clone(), pending: Vec::new() };
    for call in calls.iter().take_while(|call| *call.during.start() <= at) {
        let known = files.entry(call.file.clone());
        let of = known.or_insert_with(|| before.get(&call.file).map(file).unwrap_or_default());
        match &call.action {
            Action::Open { empties: true } => *of = File::default(),
            Action::Open { empties: false } => {}
            Action::Write { .. } | Action::Truncate { .. } => of.pending.push(call),
            Action::Sync if *call.during.end() <= at => of.sync(*call.during.start()),
            Action::Sync => {}
            Action::Rename { to } => {
                let moved = std::mem::take(of);
                files.remove(&call.file);
                files.insert(to.clone(), moved);
            }
            Action::Remove => drop(files.remove(&call.file)),
        }
    }
    let removed = |path: &PathBuf| {
        calls
            .iter()
            .take_while(|call| *call.during.start() <= at)
            .any(|call| call.file == *path && matches!(call.action, Action::Remove | Action::Rename { .. }))
    };
    let untouched = before.iter().filter(|(path, _)| !files.contains_key(*path) && !removed(path));
    let mut left: Files = untouched.map(|(path, bytes)| (path.clone(), bytes.clone())).collect();
    // Nothing of it, some of it, or all of it.
    let chance = [0, 50, 90, 100][(next_random(seed) % 4) as usize];
    let mut touched: Vec<_> = files.into_iter().collect();
    touched.sort_by(|(a, _), (b, _)| a.cmp(b));
    left.extend(touched.into_iter().map(|(path, file)| (path, file.torn(chance, seed))));
    left
}

impl File<'_> {
    /// What was written before a sync began is on the disk when it has ended.
    fn sync(&mut self, began: Micros) {
        let (synced, pending) =
            std::mem::take(&mut self.pending).into_iter().partition(|call| *call.during.end() <= began);
        self.pending = pending;
        let synced: Vec<&Call> = synced;
        synced.iter().for_each(|call| apply(&mut self.synced, &call.action, |_| true));
    }

    /// With each sector of what is not synced by chance.
    fn torn(self, chance: u64, seed: &mut u64) -> Vec<u8> {
        let mut bytes = self.synced;
        for call in &self.pending {
            apply(&mut bytes, &call.action, |_| next_random(seed) % 100 < chance);
        }
        bytes
    }
}

/// Carries out those sectors of a write that are chosen, or a truncation as a whole.
fn apply(file: &mut Vec<u8>, action: &Action, mut chosen: impl FnMut(usize) -> bool) {
    match action {
        Action::Write { offset, bytes } => {
            let offset = if *offset == usize::MAX { file.len() } else { *offset };
            let mut at = offset;
            while at < offset + bytes.len() {
                let end = ((at / SECTOR + 1) * SECTOR).min(offset + bytes.len());
                if chosen(at) {
                    file.resize(file.len().max(end), 0);
                    file[at..end].copy_from_slice(&bytes[at - offset..end - offset]);
                }
                at = end;
            }
        }
        Action::Truncate { length } if chosen(0) => file.resize(*length, 0),
        _ => {}
    }
}

#[test]
fn what_is_synced_stays_and_what_is_not_may_be_torn() {
    let path = PathBuf::from("/data/file");
    let call = |during, action| Call { during, file: path.clone(), action };
    let write = |offset, byte| Action::Write { offset, bytes: vec![byte; 2 * SECTOR] };
    let calls = [
        call(0..=1, write(0, 1)),
        call(2..=5, Action::Sync),
        call(3..=4, write(0, 2)),
        call(6..=7, write(2 * SECTOR, 3)),
    ];
    let mut seen = std::collections::BTreeSet::new();
    for seed in 1..200 {
        let mut seed = seed * 7_919;
        let files = after_power_loss(&Files::new(), &calls, 9, &mut seed);
        let at = |n: usize| files[&path].get(n * SECTOR).copied().unwrap_or(9);
        let [a, b, c, d] = [0, 1, 2, 3].map(at);
        assert!([1, 2].contains(&a) && [1, 2].contains(&b), "the first write is synced");
        seen.insert([a, b, c, d]);
        assert_eq!(
            after_power_loss(&Files::new(), &calls, 4, &mut seed)[&path].get(1).copied().unwrap_or(0) / 3,
            0
        );
    }
    assert!(
        seen.contains(&[1, 1, 9, 9]) && seen.contains(&[2, 2, 3, 3]) && seen.contains(&[2, 1, 3, 9]),
        "{seen:?}"
    );
}
