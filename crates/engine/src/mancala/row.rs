//! SWAR (SIMD within a register): a row of pits in one 64-bit word, a lane of seven bits for each pit.

/// Maximum number of pits in a row.
pub const LANES: usize = rules::mancala::MAX_PITS;

/// Bits of a lane.
const LANE_BITS: usize = 7;
/// All bits of one lane: the most stones that a pit can hold.
pub const LANE_MAX: u64 = (1 << LANE_BITS) - 1;
/// The value 1 in every lane.
const ONES: u64 = (1 << (LANE_BITS * LANES)) / LANE_MAX;
/// All bits of every second lane.
const EVEN: u64 = LANE_MAX * EVEN_ONES;
/// The value 1 in every second lane.
const EVEN_ONES: u64 = 1 | 1 << 14 | 1 << 28 | 1 << 42 | 1 << 56;

/// The stones of a row. The pit farthest from the store has the lowest bits.
///
/// A lap of fewer than 96 stones drops at most 32 stones into a pit. So no lane overflows when a lap is added to a row
/// that is not [overfull](Row::is_overfull).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Row(u64);

impl Row {
    /// A row without stones.
    pub const EMPTY: Row = Row(0);

    /// A row with all its stones, at most [`LANE_MAX`], in a single pit.
    #[inline]
    pub fn single(stones: u8, lane: usize) -> Row {
        Row(u64::from(stones) << (LANE_BITS * lane))
    }

    /// Number of stones in a pit.
    #[inline]
    pub fn stones(self, lane: usize) -> u8 {
        (self.0 >> (LANE_BITS * lane) & LANE_MAX) as u8
    }

    /// Lane-wise sum. `other` may be a difference with negative lanes, as long as every lane of the sum is 0 or more.
    #[inline]
    pub fn plus(self, other: Row) -> Row {
        Row(self.0.wrapping_add(other.0))
    }

    /// Lane-wise difference.
    #[inline]
    pub fn minus(self, other: Row) -> Row {
        Row(self.0.wrapping_sub(other.0))
    }

    /// Number of stones in the row.
    #[inline]
    pub fn total(self) -> i32 {
        sum(self.pair_sums())
    }

    /// The sums of neighbouring lanes, in 14 bits each: wide enough for the sums of two rows.
    #[inline]
    fn pair_sums(self) -> u64 {
        (self.0 & EVEN) + (self.0 >> LANE_BITS & EVEN)
    }

    /// Number of pits that hold stones.
    #[inline]
    pub fn occupied(self) -> i32 {
        const LOW: u64 = ONES * (LANE_MAX >> 1);
        // The addition carries into the highest bit of a lane if any of the lower bits is set.
        let nonzero = (((self.0 & LOW) + LOW) | self.0) >> (LANE_BITS - 1) & ONES;
        (nonzero.wrapping_mul(ONES) >> (LANE_BITS * (LANES - 1)) & LANE_MAX) as i32
    }

    /// Whether a pit holds 96 stones or more, so that a lap might overflow its lane.
    #[inline]
    pub fn is_overfull(self) -> bool {
        self.0 & self.0 << 1 & (ONES << (LANE_BITS - 1)) != 0
    }

    /// Prefix sums: every lane has its own stones and those of the lanes before it. The row has 127 stones at most.
    #[inline]
    pub fn prefix_sums(self) -> Row {
        Row(self.0.wrapping_mul(ONES))
    }

    /// The word, for hashing.
    #[inline]
    pub fn bits(self) -> u64 {
        self.0
    }

    /// The next row with the same number of stones, in rank order. The first has all stones in the last pit, the last
    /// has them all in the first pit. Moving stones towards the store gives a row of lower rank.
    pub fn next_in_rank(self) -> Row {
        let rest = self.0 >> LANE_BITS;
        if rest == 0 {
            return self;
        }
        // The first occupied lane after lane 0 gives a stone back to the lane before it, which also gets those of lane
        // 0.
        let lane = rest.trailing_zeros() as usize / LANE_BITS;
        let first = self.stones(0);
        self.minus(Row::single(first, 0)).minus(Row::single(1, lane + 1)).plus(Row::single(first + 1, lane))
    }
}

#[inline]
fn sum(pair_sums: u64) -> i32 {
    // The highest eight bits of the product are the total, which is 216 stones at most.
    (pair_sums.wrapping_mul(EVEN_ONES) >> 56) as i32
}

/// Number of stones in two rows.
#[inline]
pub fn stones_of_both(mine: Row, theirs: Row) -> i32 {
    sum(mine.pair_sums() + theirs.pair_sums())
}
