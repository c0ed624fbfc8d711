//! Round-trip time of a socket, measured by the server's own pings; figures that the client reports are not
//! trusted. A client can delay its answers, so the compensation that its clock gets for lag is capped.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;

use room::Millis;

/// The smoothed round-trip time of one socket. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Lag(Arc<AtomicU32>);

impl Lag {
    /// In milliseconds; `None` until a first measurement.
    pub fn ms(&self) -> Option<Millis> {
        // Stored plus one, so that 0 can mean "not measured".
        Some(Millis::from(self.0.load(Ordering::Relaxed).checked_sub(1)?))
    }

    /// Exponential moving average: a new sample counts for a quarter, so that a single slow answer has little
    /// effect.
    fn add_sample(&self, sample: u32) {
        let average = self.0.load(Ordering::Relaxed).checked_sub(1);
        let now = average.map_or(sample, |average| average - average / 4 + sample / 4);
        self.0.store(now.saturating_add(1), Ordering::Relaxed);
    }
}

/// The pings of one socket.
#[derive(Debug, Default)]
pub struct PingTimer {
    /// Number and time of the last ping, until it is answered.
    pending: Option<(u64, Instant)>,
    count: u64,
    lag: Lag,
}

impl PingTimer {
    /// The measured round-trip time.
    pub fn lag(&self) -> Lag {
        self.lag.clone()
    }

    /// The payload of a ping that is sent now.
    pub fn start_ping(&mut self, now: Instant) -> [u8; 8] {
        self.count += 1;
        self.pending = Some((self.count, now));
        self.count.to_be_bytes()
    }

    /// Takes a pong. Only the first answer to the last ping is measured.
    pub fn finish_ping(&mut self, content: &[u8], now: Instant) {
        if let Some((_, at)) = self.pending.take_if(|(number, _)| content == number.to_be_bytes()) {
            let ms = now.saturating_duration_since(at).as_millis();
            self.lag.add_sample(u32::try_from(ms).unwrap_or(u32::MAX / 2));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn only_the_first_pong_to_the_last_ping_measures_lag() {
        let start = Instant::now();
        let after = |ms| start + Duration::from_millis(ms);
        let mut pings = PingTimer::default();
        let lag = pings.lag();
        pings.finish_ping(&1_u64.to_be_bytes(), after(5));
        assert_eq!(lag.ms(), None, "nothing was asked");
        let ping = pings.start_ping(start);
        for wrong in [&b""[..], b"12345678", &[0; 8], &[0; 64]] {
            pings.finish_ping(wrong, after(1));
        }
        assert_eq!(lag.ms(), None);
        pings.finish_ping(&ping, after(120));
        pings.finish_ping(&ping, after(90_000));
        assert_eq!(lag.ms(), Some(120));
        let late = pings.start_ping(after(1_000));
        let ping = pings.start_ping(after(2_000));
        pings.finish_ping(&late, after(2_001));
        assert_eq!(lag.ms(), Some(120), "the answer to an earlier one comes too late");
        pings.finish_ping(&ping, after(2_920));
        assert_eq!(lag.ms(), Some(320), "three quarters of 120 and a quarter of 920");
    }

    #[test]
    fn an_instant_pong_and_a_very_late_one_are_both_measured() {
        let mut pings = PingTimer::default();
        let start = Instant::now();
        let ping = pings.start_ping(start);
        pings.finish_ping(&ping, start);
        assert_eq!(pings.lag().ms(), Some(0));
        for _ in 0..40 {
            let ping = pings.start_ping(start);
            pings.finish_ping(&ping, start + Duration::from_secs(90 * 24 * 3600));
        }
        assert!(pings.lag().ms().is_some_and(|ms| ms > 2_000_000_000));
    }
}
