//! Fault tests: games survive kills, a full disk, a locked database and bad lines; the event logs then have
//! to agree with what the players were told. Tests are named by their line of the test matrix. `make faults`
//! runs them in their long form, `make test` in their short one.

mod clock;
mod disk;
mod kill;
mod line;
mod offline;
mod power_loss;
mod proxy;
pub mod queue;
mod strace;
pub mod table;

use std::time::{Duration, Instant};

/// A number of repetitions: for `make test`, and for `make faults`.
pub fn times(short: usize, long: usize) -> usize {
    if std::env::var_os("DUELLO_LONG").is_some() { long } else { short }
}

/// An even sample of a list for `make test`, all of it for `make faults`.
pub fn some_of<T>(short: usize, all: impl IntoIterator<Item = T>) -> Vec<T> {
    let all: Vec<T> = all.into_iter().collect();
    let step = all.len().div_ceil(times(short, all.len()).max(1)).max(1);
    all.into_iter().step_by(step).collect()
}

/// The percentile `of_100` of some times.
pub fn percentile(times: &mut [Duration], of_100: usize) -> Duration {
    times.sort_unstable();
    times.get((times.len() * of_100 / 100).min(times.len().saturating_sub(1))).copied().unwrap_or_default()
}

/// Prints a measurement; visible with `--nocapture`, as in `make faults`.
pub fn say(id: &str, what: &str) {
    println!("{id}: {what}");
}

/// Awaits, and measures how long that takes.
pub async fn timed<T>(what: impl Future<Output = T>) -> (T, Duration) {
    let since = Instant::now();
    (what.await, since.elapsed())
}
