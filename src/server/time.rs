//! The server's clock: real time when it started, and from then on a clock that nobody can set. So a correction of the
//! system's clock makes no flag fall. That clock may stand while the machine sleeps, so the day is the system's.

use std::time::{Duration, Instant, SystemTime};

use room::Millis;

/// A day of UTC.
const DAY: Duration = Duration::from_secs(24 * 3600);

/// The one clock of a running server.
#[derive(Clone, Copy, Debug)]
pub struct Time {
    at: Millis,
    since: Instant,
}

impl Time {
    /// A clock that says `now`; but never earlier than a server was there before: whoever sets the system's clock back between
    /// the two gives nobody time.
    pub fn start(now: Millis, alive: Millis) -> Self {
        Self { at: alive.max(now), since: Instant::now() }
    }

    /// Now, in milliseconds since the Unix epoch.
    pub fn now(&self) -> Millis {
        self.at + self.since.elapsed().as_millis() as Millis
    }

    /// The instant at which [`Time::now`] reaches `at`; for what is past, a past one.
    pub fn instant(&self, at: Millis) -> Instant {
        self.since + Duration::from_millis(u64::try_from(at - self.at).unwrap_or(0))
    }
}

/// Today's number, counted in days of UTC from 1 January 1970.
pub fn today() -> u32 {
    day_of(system())
}

/// Now, by the system's clock, which can be set.
pub fn now_by_system() -> Millis {
    system().as_millis() as Millis
}

/// Seconds since 1 January 1970, by the system's clock.
pub fn seconds() -> u64 {
    system().as_secs()
}

/// What the system's clock says: the time since 1 January 1970.
fn system() -> Duration {
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
