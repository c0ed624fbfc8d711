//! A row of pits in one machine word, a byte a pit: what a word has to do for that.

use core::fmt::Debug;

/// A word that holds a row, the pit that is sown first in its lowest byte. A board has at most 255 stones, so no byte
/// overflows, nor does the sum of two rows.
pub trait Word: Copy + Eq + Debug + From<u64> {
    /// How many pits fit.
    const LANES: usize;
    /// An empty row.
    const EMPTY: Self;

    /// A row with these stones in one pit alone.
    fn of(stones: u8, lane: usize) -> Self;

    /// Stones in a pit.
    fn stones(self, lane: usize) -> u8;

    /// The row with what another row holds added, pit by pit. A row of differences may be added too: what it takes must
    /// be there.
    fn plus(self, other: Self) -> Self;

    /// The row with what another row holds taken away.
    fn minus(self, other: Self) -> Self;

    /// All stones of the row.
    fn total(self) -> i32;

    /// How many pits hold stones.
    fn filled(self) -> i32;

    /// The lowest 64 bits.
    fn low(self) -> u64;

    /// 64 bits that look random, the upper half more so.
    fn mixed(self) -> u64;
}

macro_rules! word {
    ($word:ty) => {
        impl Word for $word {
            const LANES: usize = size_of::<$word>();
            const EMPTY: $word = 0;

            #[inline]
            fn of(stones: u8, lane: usize) -> $word {
                <$word>::from(stones) << (8 * lane)
            }

            #[inline]
            fn stones(self, lane: usize) -> u8 {
                (self >> (8 * lane)) as u8
            }

            #[inline]
            fn plus(self, other: $word) -> $word {
                self.wrapping_add(other)
            }

            #[inline]
            fn minus(self, other: $word) -> $word {
                self.wrapping_sub(other)
            }

            #[inline]
            fn total(self) -> i32 {
                // A one in every byte: the product has the sum of all bytes in its highest.
                const ONES: $word = <$word>::MAX / 255;
                (self.wrapping_mul(ONES) >> (8 * (Self::LANES - 1))) as i32
            }

            #[inline]
            fn filled(self) -> i32 {
                const LOW: $word = <$word>::MAX / 255 * 127;
                // The highest bit of a byte is set by an addition if any of the others is.
                ((((self & LOW) + LOW) | self) & !LOW).count_ones() as i32
            }

            #[inline]
            fn low(self) -> u64 {
                self as u64
            }

            #[inline]
            fn mixed(self) -> u64 {
                // The ninth pit lies above 64 bits; turned, it stays apart from the first.
                let high = (u128::from(self) >> 64) as u64;
                let low = (self.low() ^ high.rotate_left(29)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
                (low ^ low >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93)
            }
        }
    };
}

word!(u64);
word!(u128);
