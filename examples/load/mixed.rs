//! Mixed load: guests who seek opponents, play timed games, chat, offer, disconnect and reconnect;
//! spectators; readers of pages. All copies of a room are compared after every event.

mod guest;
mod reader;
mod watcher;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use room::RoomCode;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::process;
use crate::table::Tally;

/// The number of past events that are compared.
const COMPARED: u64 = 200;
/// Interval at which the server's memory is sampled.
const MEMORY_EVERY: Duration = Duration::from_secs(60);

/// State that all simulated clients share.
pub struct Shared {
    pub host: String,
    pub until: Instant,
    /// For each active room: the fingerprint after each of the last events.
    rooms: Mutex<HashMap<RoomCode, HashMap<u64, u64>>>,
    counts: Mutex<HashMap<&'static str, u64>>,
    mismatches: AtomicU64,
    errors: Mutex<(u64, Option<String>)>,
}

impl Shared {
    /// Whether the time is over.
    pub fn is_over(&self) -> bool {
        Instant::now() >= self.until
    }

    pub fn count(&self, what: &'static str) {
        *lock(&self.counts).entry(what).or_default() += 1;
    }

    pub fn error(&self, error: String) {
        let mut errors = lock(&self.errors);
        errors.0 += 1;
        errors.1.get_or_insert(error);
    }

    /// Compares a client's fingerprint after an event with that of the others.
    pub fn compare(&self, code: RoomCode, seq: u64, fingerprint: u64) {
        let mut rooms = lock(&self.rooms);
        let fingerprints = rooms.entry(code).or_default();
        if *fingerprints.entry(seq).or_insert(fingerprint) != fingerprint {
            self.mismatches.fetch_add(1, Ordering::Relaxed);
        }
        if fingerprints.len() as u64 > 2 * COMPARED {
            fingerprints.retain(|old, _| *old + COMPARED > seq);
        }
    }

    /// Forgets a room without players.
    pub fn forget(&self, code: RoomCode) {
        lock(&self.rooms).remove(&code);
    }

    /// An active room.
    pub fn some_room(&self, chance: u64) -> Option<RoomCode> {
        let rooms = lock(&self.rooms);
        rooms.keys().nth((chance % rooms.len().max(1) as u64) as usize).copied()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A pseudo-random number (xorshift) from `seed`, which is not 0.
pub fn random(seed: &mut u64) -> u64 {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    *seed
}

/// Runs so many guests, a spectator for every four of them and a reader for every eight; what they did, and
/// what failed.
pub async fn run(host: &str, guests: usize, time: Duration, pid: Option<u32>) -> (Value, Tally) {
    let shared = Arc::new(Shared {
        host: host.to_owned(),
        until: Instant::now() + time,
        rooms: Mutex::default(),
        counts: Mutex::default(),
        mismatches: AtomicU64::new(0),
        errors: Mutex::default(),
    });
    let mut all = JoinSet::new();
    for number in 0..guests as u64 {
        let seed = (number + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        all.spawn(guest::run(Arc::clone(&shared), seed));
        if number.is_multiple_of(4) {
            all.spawn(watcher::run(Arc::clone(&shared), seed ^ 0xACE1));
        }
        if number.is_multiple_of(8) {
            all.spawn(reader::run(Arc::clone(&shared), seed ^ 0xBEEF));
        }
    }
    let mut memory = Vec::new();
    while !shared.is_over() {
        let left = shared.until.saturating_duration_since(Instant::now());
        tokio::time::sleep(MEMORY_EVERY.min(left)).await;
        memory.extend(pid.and_then(process::memory).map(|bytes| bytes / 1_000_000));
    }
    while let Some(ended) = all.join_next().await {
        if let Err(error) = ended {
            shared.error(error.to_string());
        }
    }
    let (errors, first_error) = lock(&shared.errors).clone();
    let mismatches = shared.mismatches.load(Ordering::Relaxed);
    let tally = Tally { errors, first_error, mismatches, ..Tally::default() };
    (json!({ "guests": guests, "did": *lock(&shared.counts), "server_mb_by_minute": memory }), tally)
}
