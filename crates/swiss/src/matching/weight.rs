//! Weights that are compared word by word, the first word first. A sum of them is compared in the same way, so criteria
//! that are ranked one above the other need no common number large enough for all of them.

use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};

/// `N` words, compared from the first to the last. Sums of some thousand weights whose words stay below 2⁴⁰ do not
/// overflow.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Weight<const N: usize>(pub [i64; N]);

impl<const N: usize> Weight<N> {
    /// The neutral element of addition.
    pub const ZERO: Self = Weight([0; N]);

    /// The same weight `factor` times.
    pub fn times(self, factor: i64) -> Self {
        Weight(self.0.map(|word| word * factor))
    }

    /// Half of a weight whose words are all even.
    pub(super) fn halved(self) -> Self {
        Weight(self.0.map(|word| word >> 1))
    }

    /// The smallest weight, word by word, that is not below this one and whose words are all even.
    pub(super) fn rounded_up_to_even(self) -> Self {
        Weight(self.0.map(|word| word + (word & 1)))
    }
}

impl<const N: usize> Add for Weight<N> {
    type Output = Self;
    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl<const N: usize> Sub for Weight<N> {
    type Output = Self;
    fn sub(mut self, other: Self) -> Self {
        self -= other;
        self
    }
}

impl<const N: usize> AddAssign for Weight<N> {
    fn add_assign(&mut self, other: Self) {
        for (word, more) in self.0.iter_mut().zip(other.0) {
            *word += more;
        }
    }
}

impl<const N: usize> SubAssign for Weight<N> {
    fn sub_assign(&mut self, other: Self) {
        for (word, less) in self.0.iter_mut().zip(other.0) {
            *word -= less;
        }
    }
}

impl<const N: usize> Neg for Weight<N> {
    type Output = Self;
    fn neg(self) -> Self {
        Weight(self.0.map(|word| -word))
    }
}
