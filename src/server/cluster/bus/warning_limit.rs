//! A limit of warnings in the log.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Rate limit of repeated warnings in the log.
const WARN_EVERY: Duration = Duration::from_secs(60);

/// Limits warnings that could repeat to one a minute.
#[derive(Debug)]
pub(super) struct WarningLimit {
    since: Instant,
    /// The earliest time of the next warning, in seconds since `since`.
    next: AtomicU64,
}

impl WarningLimit {
    /// The first warning is allowed.
    pub fn new() -> Self {
        Self { since: Instant::now(), next: AtomicU64::new(0) }
    }

    /// Whether a warning may be written now.
    pub fn allows(&self) -> bool {
        let now = self.since.elapsed().as_secs();
        let next = self.next.load(Ordering::Relaxed);
        let later = now + WARN_EVERY.as_secs();
        now >= next && self.next.compare_exchange(next, later, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }
}
