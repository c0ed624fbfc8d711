//! How long a search may take. Pure.

use std::time::Duration;

use engine_protocol::Level;

/// The longest that any move is thought about, as against a person on one device.
const LONGEST: Duration = Duration::from_secs(1);
/// The shortest: enough for a legal move that is no blunder.
const SHORTEST: Duration = Duration::from_millis(5);
/// The share of the clock that a move may take.
const SHARE: u32 = 40;
/// What of a clock is left alone, for the way there and back.
const RESERVE: Duration = Duration::from_secs(2);

/// How long a level may think about a move with so much on its clock (`None` without a clock), while so many other moves wait
/// for each thread of the pool.
pub fn think_time(level: Level, clock: Option<Duration>, waiting: usize) -> Duration {
    // What waits is done within a second: nobody's clock runs for the sake of another game.
    let fair = LONGEST / u32::try_from(waiting.saturating_add(1)).unwrap_or(u32::MAX);
    let own = match level {
        Level::Random | Level::Greedy => SHORTEST,
        _ => LONGEST,
    };
    let clock = clock.map_or(LONGEST, |left| left.saturating_sub(RESERVE) / SHARE);
    own.min(fair).min(clock).max(SHORTEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_takes_a_small_share_of_the_clock_and_less_when_others_wait() {
        let second = Duration::from_secs(1);
        assert_eq!(think_time(Level::Master, None, 0), second);
        assert_eq!(think_time(Level::Master, Some(180 * second), 0), second);
        assert_eq!(think_time(Level::Master, Some(22 * second), 0), second / 2);
        assert_eq!(think_time(Level::Master, Some(second), 0), SHORTEST);
        assert_eq!(think_time(Level::Master, Some(180 * second), 9), second / 10);
        assert_eq!(think_time(Level::Master, None, usize::MAX), SHORTEST);
        assert_eq!(think_time(Level::Random, None, 0), SHORTEST);
    }
}
