//! Chance that follows from a seed.

use crate::acts::numbers;

/// See the module.
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

    /// Whether what happens once in so many times happens.
    pub fn once_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    /// How long a line takes this time, in milliseconds: mostly a moment, now and then up to half a minute.
    pub fn delay(&mut self, faulty: bool) -> i64 {
        let most = match self.below(200) {
            0 if faulty => 30_000,
            1..10 if faulty => 2_000,
            _ => 60,
        };
        1 + self.below(most) as i64
    }
}
