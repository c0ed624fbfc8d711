//! Random numbers of the simulation: the same for the same seed, on every machine.

use rules::hash;

/// A generator of random numbers.
pub struct Chance {
    seed: u64,
    drawn: u64,
}

impl Chance {
    pub fn new(seed: u64) -> Self {
        Self { seed, drawn: 0 }
    }

    pub fn word(&mut self) -> u64 {
        self.drawn += 1;
        hash::fold([self.seed, self.drawn])
    }

    /// A number between 0 and 1.
    pub fn unit(&mut self) -> f64 {
        (self.word() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A number of the normal distribution, by the method of Box and Muller.
    pub fn normal(&mut self) -> f64 {
        let (radius, angle) = (1.0 - self.unit(), self.unit());
        (-2.0 * radius.ln()).sqrt() * (std::f64::consts::TAU * angle).cos()
    }
}
