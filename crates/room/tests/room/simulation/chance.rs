//! Random numbers of the simulation, determined by a seed.

use crate::acts::numbers;

/// A source of random numbers.
pub struct Chance(Box<dyn FnMut() -> u64>);

impl Chance {
    pub fn of(seed: u64) -> Self {
        Self(Box::new(numbers(seed)))
    }

    /// Any number.
    pub fn number(&mut self) -> u64 {
        (self.0)()
    }

    /// A number below this one.
    pub fn below(&mut self, end: u64) -> u64 {
        self.number() % end
    }

    /// Whether an event with a chance of one in so many happens.
    pub fn once_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    /// The delay of a message in milliseconds: mostly short, now and then up to half a minute.
    pub fn delay(&mut self, faulty: bool) -> i64 {
        let most = match self.below(200) {
            0 if faulty => 30_000,
            1..10 if faulty => 2_000,
            _ => 60,
        };
        1 + self.below(most) as i64
    }
}
