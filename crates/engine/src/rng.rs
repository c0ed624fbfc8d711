//! A seeded pseudorandom number generator (SplitMix64), with the same sequence on every platform.

/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
pub(crate) struct Rng(u64);

impl Rng {
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

    /// A uniform number below `end`. `end` is at most 2^40, which keeps the modulo bias below 10^-7.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.next() % end.max(1)
    }

    /// A uniformly random item; `None` if there are none.
    pub(crate) fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        let index = self.below(items.len() as u64) as usize;
        items.get(index).copied()
    }

    /// A random index, with a probability proportional to its weight; `None` if all weights are zero. The weights sum
    /// up to 2^40 at most.
    pub(crate) fn weighted_index(&mut self, mut weights: impl Iterator<Item = u64> + Clone) -> Option<usize> {
        let mut remaining = self.below(weights.clone().sum());
        weights.position(|weight| {
            let hit = remaining < weight;
            remaining = remaining.saturating_sub(weight);
            hit
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weighted_index_is_drawn_in_proportion_to_the_weights() {
        let mut rng = Rng::new(7);
        let mut counts = [0; 4];
        for _ in 0..8_000 {
            counts[rng.weighted_index([1 << 32, 0, 1 << 31, 1 << 31].into_iter()).unwrap()] += 1;
        }
        assert_eq!(counts[1], 0);
        assert!((3_800..4_200).contains(&counts[0]), "{counts:?}");
        assert!((1_850..2_150).contains(&counts[2]) && (1_850..2_150).contains(&counts[3]), "{counts:?}");
        assert_eq!(rng.weighted_index([0, 0].into_iter()), None);
        assert_eq!(rng.pick::<u8>(&[]), None);
    }
}
