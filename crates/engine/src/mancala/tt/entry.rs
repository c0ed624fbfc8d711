//! An entry of the transposition table: lower and upper bound, depth and best move, packed into the low bits of a word.

/// The move of an entry that has none.
pub const NO_MOVE: u8 = 15;

/// Bounds of a board's value: what the side to move gains over the opponent from here on, in stones, the stores not
/// counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TtEntry {
    /// Lower bound.
    pub lower: i16,
    /// Upper bound.
    pub upper: i16,
    /// The bounds hold for the game; otherwise for a search of `depth`.
    pub proven: bool,
    /// Search depth in moves; if `proven`, the binary logarithm of the node count.
    pub depth: u8,
    /// The lane of the last move that failed high, or [`NO_MOVE`].
    pub mv: u8,
}

impl TtEntry {
    /// A lower bound that excludes nothing.
    pub const NO_LOWER_BOUND: i16 = -1_000;
    /// An upper bound that excludes nothing.
    pub const NO_UPPER_BOUND: i16 = 1_000;

    /// Merges this entry with the older one of the same board: proven bounds replace others, bounds of the same kind
    /// and depth are intersected, and otherwise the newer entry replaces the older.
    pub(super) fn merged_with(self, older: TtEntry) -> TtEntry {
        let mv = if self.mv == NO_MOVE { older.mv } else { self.mv };
        match (self.proven, older.proven) {
            (false, true) => TtEntry { mv, ..older },
            (false, false) if self.depth != older.depth => TtEntry { mv, ..self },
            (true, false) => TtEntry { mv, ..self },
            _ => TtEntry {
                lower: self.lower.max(older.lower),
                upper: self.upper.min(older.upper),
                depth: self.depth.max(older.depth),
                mv,
                ..self
            },
        }
    }

    /// Replacement priority: of two entries the one with the lower priority is replaced.
    pub(super) fn priority(self) -> u8 {
        if self.proven { self.depth } else { self.depth.saturating_mul(2) }
    }
}

/// How an entry is packed into the low bits of a word; the high bits have a part of the key.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    /// Bits of a bound. The smallest and the largest number stand for bounds beyond the range.
    pub bound_bits: u32,
    /// Bits of a move. The number with all bits set stands for [`NO_MOVE`].
    pub move_bits: u32,
}

/// Bits of the depth.
const DEPTH_BITS: u32 = 6;

impl Layout {
    /// Bits of a packed entry.
    pub const fn bits(self) -> u32 {
        2 * self.bound_bits + 1 + DEPTH_BITS + self.move_bits
    }

    /// Packs an entry. The result is never 0, as the depth of unproven entries is not.
    #[inline]
    pub fn pack(self, entry: TtEntry) -> u64 {
        let limit = 1 << (self.bound_bits - 1);
        let bound = |bound: i16| (bound.clamp(-limit, limit - 1) + limit) as u64;
        let bounds = bound(entry.lower) << self.bound_bits | bound(entry.upper);
        let depth = u64::from(entry.depth.min((1 << DEPTH_BITS) - 1));
        let mv = u64::from(entry.mv) & ((1 << self.move_bits) - 1);
        (bounds << 1 | u64::from(entry.proven)) << (DEPTH_BITS + self.move_bits)
            | depth << self.move_bits
            | mv
    }

    /// Unpacks an entry; the bits of the key are ignored.
    #[inline]
    pub fn unpack(self, word: u64) -> TtEntry {
        let limit = 1 << (self.bound_bits - 1);
        let field = |shift: u32, bits: u32| word >> shift & ((1 << bits) - 1);
        let proven_shift = DEPTH_BITS + self.move_bits;
        let lower = field(proven_shift + 1 + self.bound_bits, self.bound_bits) as i16 - limit;
        let upper = field(proven_shift + 1, self.bound_bits) as i16 - limit;
        let mv = field(0, self.move_bits) as u8;
        TtEntry {
            lower: if lower == -limit { TtEntry::NO_LOWER_BOUND } else { lower },
            upper: if upper == limit - 1 { TtEntry::NO_UPPER_BOUND } else { upper },
            proven: field(proven_shift, 1) == 1,
            depth: field(self.move_bits, DEPTH_BITS) as u8,
            mv: if u32::from(mv) == (1 << self.move_bits) - 1 { NO_MOVE } else { mv },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{NARROW, WIDE};
    use super::*;

    fn entry(lower: i16, upper: i16, proven: bool) -> TtEntry {
        TtEntry { lower, upper, proven, depth: 9, mv: 3 }
    }

    #[test]
    fn packing_an_entry_never_tightens_its_bounds() {
        for (layout, limit) in [(NARROW, 64), (WIDE, 256)] {
            for lower in [TtEntry::NO_LOWER_BOUND, -300, -200, -64, -63, 0, 5, 63, 64, 200, 300] {
                for upper in [TtEntry::NO_UPPER_BOUND, -300, -200, -64, -63, 0, 5, 62, 63, 64, 200, 300] {
                    let unpacked = layout.unpack(layout.pack(entry(lower, upper, true)));
                    let weaker = unpacked.lower <= lower && unpacked.upper >= upper;
                    assert!(weaker, "{lower} {upper} {unpacked:?}");
                    if (1 - limit..limit).contains(&lower) && (-limit..limit - 1).contains(&upper) {
                        assert_eq!(unpacked, entry(lower, upper, true));
                    }
                }
            }
            let lowest = TtEntry { depth: 1, mv: 0, ..entry(TtEntry::NO_LOWER_BOUND, -64, false) };
            assert_ne!(layout.pack(lowest), 0);
        }
    }
}
