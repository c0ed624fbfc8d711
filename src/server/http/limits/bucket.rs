//! The token bucket of one socket, which holds it itself.

use std::time::Instant;

use super::Rate;

/// A token bucket; the [`Rate`] is passed to each call.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    /// The share of tokens that is spent, 0 to 1.
    spent: f32,
    at: Instant,
}

/// Threshold of [`Bucket::is_busy`].
const BUSY_SHARE: f32 = 0.25;

impl Bucket {
    /// A full bucket.
    pub fn full(now: Instant) -> Self {
        Self { spent: 0.0, at: now }
    }

    /// Whether more than a quarter has been spent recently.
    pub fn is_busy(&self) -> bool {
        self.spent > BUSY_SHARE
    }

    /// Takes a token, if there is one.
    pub fn take(&mut self, rate: Rate, now: Instant) -> bool {
        if rate.burst == 0 {
            return true;
        }
        let refilled = now.saturating_duration_since(self.at).as_secs_f32() / rate.per.as_secs_f32();
        let spent = (self.spent - refilled).max(0.0) + 1.0 / rate.burst as f32;
        // Tolerance for the rounding errors of as many additions as there are tokens.
        let is_allowed = spent <= 1.0 + 1e-4;
        if is_allowed {
            self.spent = spent;
            self.at = now;
        }
        is_allowed
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const RATE: Rate = Rate { burst: 100, per: Duration::from_secs(20) };

    #[test]
    fn the_rate_limit_allows_a_burst_and_then_five_per_second() {
        let start = Instant::now();
        let mut bucket = Bucket::full(start);
        assert_eq!((0..1000).filter(|_| bucket.take(RATE, start)).count(), 100);
        let later = start + Duration::from_millis(1010);
        assert_eq!((0..1000).filter(|_| bucket.take(RATE, later)).count(), 5);
    }

    #[test]
    fn zero_turns_the_rate_limit_off() {
        let now = Instant::now();
        let mut bucket = Bucket::full(now);
        assert!((0..1000).all(|_| bucket.take(Rate { burst: 0, ..RATE }, now)));
    }
}
