//! Chance from a seed: the same everywhere, and no more than what choosing a move needs.

/// A row of numbers that follows from its seed (SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014).
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number below `end`, which is at most 2^40: the error of the remainder is then below one in ten millions.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.next() % end.max(1)
    }

    /// One of them, each as likely; none of none.
    pub(crate) fn pick<T: Copy>(&mut self, all: &[T]) -> Option<T> {
        let place = self.below(all.len() as u64) as usize;
        all.get(place).copied()
    }

    /// A place, each as likely as its weight says; none if there is no weight. Their sum is at most 2^40.
    pub(crate) fn among(&mut self, mut weights: impl Iterator<Item = u64> + Clone) -> Option<usize> {
        let mut left = self.below(weights.clone().sum());
        weights.position(|weight| {
            let here = left < weight;
            left = left.saturating_sub(weight);
            here
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_place_comes_as_often_as_it_weighs() {
        let mut chance = Chance::new(7);
        let mut counts = [0; 4];
        for _ in 0..8_000 {
            counts[chance.among([1 << 32, 0, 1 << 31, 1 << 31].into_iter()).unwrap()] += 1;
        }
        assert_eq!(counts[1], 0);
        assert!((3_800..4_200).contains(&counts[0]), "{counts:?}");
        assert!((1_850..2_150).contains(&counts[2]) && (1_850..2_150).contains(&counts[3]), "{counts:?}");
        assert_eq!(chance.among([0, 0].into_iter()), None);
        assert_eq!(chance.pick::<u8>(&[]), None);
    }
}
