//! The server's clock: set to real time at the start, monotonic from then on, so that an adjustment of the
//! system clock (NTP) makes no flag fall. The monotonic clock may stand still while the machine sleeps, so
//! dates come from the system.

pub mod plausibility;

use std::time::{Duration, Instant, SystemTime};

use room::Millis;

/// A day of UTC.
const DAY: Duration = Duration::from_secs(24 * 3600);

/// The monotonic clock of a running server.
#[derive(Clone, Copy, Debug)]
pub struct Time {
    at: Millis,
    since: Instant,
}

impl Time {
    /// A clock that starts at `now`: see [`plausibility::at_start`].
    pub fn start(now: Millis) -> Self {
        Self { at: now, since: Instant::now() }
    }

    /// When it was started, in milliseconds since 1970.
    pub fn started(&self) -> Millis {
        self.at
    }

    /// Now, in milliseconds since 1970.
    pub fn now(&self) -> Millis {
        self.at + self.since.elapsed().as_millis() as Millis
    }

    /// The instant at which [`Time::now`] reaches `at`; already past if `at` is.
    pub fn instant(&self, at: Millis) -> Instant {
        self.since + Duration::from_millis(u64::try_from(at - self.at).unwrap_or(0))
    }
}

/// Number of the current UTC day, counted from 1 January 1970.
pub fn today() -> u32 {
    day_of(since_epoch())
}

/// Now by the system clock, which can be adjusted, in milliseconds since 1970.
pub fn system_time() -> Millis {
    since_epoch().as_millis() as Millis
}

/// Seconds since 1 January 1970, by the system clock.
pub fn system_seconds() -> u64 {
    since_epoch().as_secs()
}

/// Time since 1 January 1970, by the system clock.
fn since_epoch() -> Duration {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default()
}

fn day_of(since_epoch: Duration) -> u32 {
    u32::try_from(since_epoch.as_secs() / DAY.as_secs()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_begins_at_midnight() {
        let second = Duration::from_secs(1);
        assert_eq!([Duration::ZERO, DAY - second, DAY].map(day_of), [0, 0, 1]);
        assert_eq!([20_000 * DAY - second, 20_000 * DAY].map(day_of), [19_999, 20_000]);
        assert_eq!(day_of(Duration::MAX), 0, "a clock that is set out of range has a day as well");
    }
}
