//! Whether the system's clock can be believed. A clock that was ahead for one run must neither have rooms
//! removed that are in use, nor hold the time of later starts in the future; one that was behind must not make
//! what is new look old.

use std::fmt;

use room::Millis;

use super::Time;

const HOUR: Millis = 3_600_000;
/// A running server raises the trusted time once an hour: that it is so old says nothing.
const NOTED_WITHIN: Millis = HOUR;

/// What the database says about time, in milliseconds since 1970.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StoredTimes {
    /// The latest time that a server or its operator was sure of; 0 if there is none.
    pub trusted: Millis,
    /// The last heartbeat of any server.
    pub heartbeat: Millis,
}

/// What counts as plausible, in milliseconds; 0 turns a rule off.
#[derive(Clone, Copy, Debug)]
pub struct ClockLimits {
    /// How far the clock may be past the last trusted time.
    pub gap: Millis,
    /// How far the system's clock may be from the server's, which is monotonic.
    pub drift: Millis,
}

/// Why the clock is not believed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Doubt {
    /// It is so far past everything that is known: it is wrong, or no server ran for long.
    Ahead(Millis),
    /// It is so far before what is known.
    Behind(Millis),
    /// It has been set since the start, or the machine was suspended: by so much forward.
    Set(Millis),
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hours = |by: Millis| by.unsigned_abs() as f64 / HOUR as f64;
        match *self {
            Self::Ahead(by) => write!(f, "it is {:.1} hours after the last time that was trusted", hours(by)),
            Self::Behind(by) => write!(f, "it is {:.1} hours before a time that is stored", hours(by)),
            Self::Set(by) => write!(f, "it is {:.1} hours away from the server's own", hours(by)),
        }
    }
}

/// A span in which no server ran.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unseen {
    pub since: Millis,
    pub until: Millis,
}

/// For how long after `at` no server ran; the spans are in order.
pub fn unseen_after(at: Millis, spans: &[Unseen]) -> Millis {
    let mut counted = at;
    let rest = |span: &Unseen| {
        let from = span.since.max(counted);
        counted = counted.max(span.until);
        (span.until - from).max(0)
    };
    spans.iter().map(rest).sum()
}

/// The clock of a server that starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockAtStart {
    /// The time from which the server counts.
    pub now: Millis,
    /// When a server was last alive.
    pub heartbeat: Millis,
    /// When no server is known to have run. Nobody could use a room meanwhile.
    pub unseen: Option<Unseen>,
    pub doubt: Option<Doubt>,
}

/// Judges the system's clock at a start.
pub fn at_start(system: Millis, stored: StoredTimes, limits: ClockLimits) -> ClockAtStart {
    let known = if stored.trusted > 0 { stored.trusted } else { system };
    // A heartbeat beyond that is of a server whose clock nobody believed.
    let believed = limits.gap == 0 || stored.heartbeat <= known.saturating_add(limits.gap);
    let heartbeat = if believed { stored.heartbeat } else { known };
    let last = heartbeat.max(stored.trusted);
    let past = system - last;
    let doubt = if limits.gap > 0 && last > 0 && past > limits.gap {
        Some(Doubt::Ahead(past))
    } else if limits.drift > 0 && past < -limits.drift {
        Some(Doubt::Behind(-past))
    } else {
        None
    };
    // Not before what is stored: setting the system clock back between two servers gives no player extra time,
    // and makes nothing that is created now look old.
    let unseen = (last > 0 && past >= NOTED_WITHIN).then_some(Unseen { since: last, until: system });
    ClockAtStart { now: system.max(last), heartbeat, unseen, doubt }
}

/// Judges the system's clock while the server runs, by its own clock. A server that has run for as long as it may be
/// in doubt is believed: it was told of often enough, and no room is older by the time before it.
pub fn while_running(system: Millis, own: &Time, trusted: Millis, limits: ClockLimits) -> Option<Doubt> {
    let now = own.now();
    let (set, past, ran) = (system - now, now - trusted, now - own.started());
    if limits.drift > 0 && set.abs() > limits.drift {
        Some(Doubt::Set(set))
    } else if limits.gap > 0 && trusted > 0 && past > limits.gap && ran <= limits.gap {
        Some(Doubt::Ahead(past))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: Millis = 24 * HOUR;
    const TODAY: Millis = 20_000 * DAY;
    const LIMITS: ClockLimits = ClockLimits { gap: 7 * DAY, drift: 300_000 };

    fn start(system: Millis, trusted: Millis, heartbeat: Millis) -> ClockAtStart {
        at_start(system, StoredTimes { trusted, heartbeat }, LIMITS)
    }

    #[test]
    fn a_start_far_ahead_is_doubted_each_time_and_pins_no_later_start() {
        let ahead = TODAY + 4_000 * DAY;
        let first = start(ahead, TODAY, TODAY);
        assert_eq!((first.now, first.doubt), (ahead, Some(Doubt::Ahead(4_000 * DAY))));
        // It has written heartbeats, and starts once more.
        let again = start(ahead + HOUR, TODAY, ahead + 60_000);
        assert!(matches!(again.doubt, Some(Doubt::Ahead(_))), "{again:?}");
        // Then the clock is right.
        let right = start(TODAY + HOUR, TODAY, ahead + 60_000);
        assert_eq!(
            right,
            ClockAtStart {
                now: TODAY + HOUR,
                heartbeat: TODAY,
                unseen: Some(Unseen { since: TODAY, until: TODAY + HOUR }),
                doubt: None
            }
        );
    }

    #[test]
    fn a_start_behind_is_doubted_and_counts_from_the_last_known_time() {
        let in_1970 = start(5_000, TODAY, TODAY + 60_000);
        assert_eq!(in_1970.now, TODAY + 60_000);
        assert!(matches!(in_1970.doubt, Some(Doubt::Behind(_))));
        let by_a_minute = start(TODAY, TODAY, TODAY + 60_000);
        assert_eq!((by_a_minute.now, by_a_minute.doubt), (TODAY + 60_000, None));
    }

    #[test]
    fn a_new_database_believes_any_clock_and_trusts_none_yet() {
        let new = ClockAtStart { now: TODAY, heartbeat: 0, unseen: None, doubt: None };
        assert_eq!(start(TODAY, 0, 0), new);
        // Its first start was years ahead.
        assert_eq!(start(TODAY, 0, TODAY + 4_000 * DAY).now, TODAY);
    }

    #[test]
    fn a_set_clock_or_a_suspended_machine_is_noticed_while_running() {
        let running = |system| while_running(system, &Time::start(TODAY), TODAY - HOUR, LIMITS);
        assert_eq!(running(TODAY + 60_000), None);
        for by in [12 * HOUR, -12 * HOUR, 4_000 * DAY] {
            assert_eq!(running(TODAY + by), Some(Doubt::Set(by)));
        }
        let trusted_at = |trusted| while_running(TODAY, &Time::start(TODAY), trusted, LIMITS);
        assert!(matches!(trusted_at(TODAY - 8 * DAY), Some(Doubt::Ahead(_))));
        assert_eq!(trusted_at(0), None);
    }

    #[test]
    fn time_without_a_server_is_counted_once_and_only_after_the_last_use() {
        let span = |since: Millis, until: Millis| Unseen { since, until };
        let spans = [span(10, 20), span(12, 15), span(18, 30), span(40, 41)];
        let after = |at| unseen_after(at, &spans);
        assert_eq!([0, 14, 25, 35, 50].map(after), [21, 17, 6, 1, 0]);
    }
}
