//! The server's clock: real time when it started, and from then on a clock that nobody can set. So a correction of the
//! system's clock makes no flag fall.

use std::time::{Duration, Instant, SystemTime};

use room::Millis;

/// A day in milliseconds.
const DAY: Millis = 24 * 3600 * 1000;

/// The one clock of a running server.
#[derive(Clone, Copy, Debug)]
pub struct Time {
    at: Millis,
    since: Instant,
}

impl Time {
    /// A clock that is right now.
    pub fn start() -> Self {
        let epoch = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        Self { at: epoch.as_millis() as Millis, since: Instant::now() }
    }

    /// Now, in milliseconds since the Unix epoch.
    pub fn now(&self) -> Millis {
        self.at + self.since.elapsed().as_millis() as Millis
    }

    /// Today's number, counted in days of UTC from 1 January 1970.
    pub fn day(&self) -> u32 {
        u32::try_from(self.now() / DAY).unwrap_or_default()
    }

    /// The instant at which [`Time::now`] reaches `at`; for what is past, a past one.
    pub fn instant(&self, at: Millis) -> Instant {
        self.since + Duration::from_millis(u64::try_from(at - self.at).unwrap_or(0))
    }
}
