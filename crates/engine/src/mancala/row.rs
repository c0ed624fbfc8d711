//! A row of pits in one machine word, seven bits a pit: what a word has to do for that.

/// Most pits of a row.
pub const LANES: usize = rules::mancala::MAX_PITS;

/// Bits of a pit.
const BITS: usize = 7;
/// All bits of one pit: the most stones it can hold.
pub const MOST: u64 = (1 << BITS) - 1;
/// A one in every pit.
const ONES: u64 = (1 << (BITS * LANES)) / MOST;
/// All bits of every second pit, and a one in each of them.
const EVEN: u64 = MOST * EVEN_ONES;
const EVEN_ONES: u64 = 1 | 1 << 14 | 1 << 28 | 1 << 42 | 1 << 56;

/// The stones of a row, the pit that is farthest from the store in its lowest bits.
///
/// No lap of fewer than 96 stones drops more than 32 into a pit, so that a row that is not [`heaped`](Row::is_heaped) takes
/// one without a stone running over into the next pit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row(u64);

impl Row {
    /// A row without stones.
    pub const EMPTY: Row = Row(0);

    /// A row with these stones, at most [`MOST`], in one pit alone.
    #[inline]
    pub fn of(stones: u8, lane: usize) -> Row {
        Row(u64::from(stones) << (BITS * lane))
    }

    /// Stones in a pit.
    #[inline]
    pub fn stones(self, lane: usize) -> u8 {
        (self.0 >> (BITS * lane) & MOST) as u8
    }

    /// The row with what another row holds added, pit by pit. A row of differences may be added too: what it takes must
    /// be there.
    #[inline]
    pub fn plus(self, other: Row) -> Row {
        Row(self.0.wrapping_add(other.0))
    }

    /// The row with what another row holds taken away.
    #[inline]
    pub fn minus(self, other: Row) -> Row {
        Row(self.0.wrapping_sub(other.0))
    }

    /// All stones of the row.
    #[inline]
    pub fn total(self) -> i32 {
        sum(self.pairs())
    }

    /// The sums of two neighbours each; they have room for those of two rows.
    #[inline]
    fn pairs(self) -> u64 {
        (self.0 & EVEN) + (self.0 >> BITS & EVEN)
    }

    /// How many pits hold stones.
    #[inline]
    pub fn filled(self) -> i32 {
        const LOW: u64 = ONES * (MOST >> 1);
        // The highest bit of a pit is set by an addition if any of the others is.
        let any = (((self.0 & LOW) + LOW) | self.0) >> (BITS - 1) & ONES;
        (any.wrapping_mul(ONES) >> (BITS * (LANES - 1)) & MOST) as i32
    }

    /// Whether a pit is so full that a lap might be too much for it.
    #[inline]
    pub fn is_heaped(self) -> bool {
        self.0 & self.0 << 1 & (ONES << (BITS - 1)) != 0
    }

    /// For every pit the stones in it and in those before it. Of a row with 127 stones at most.
    #[inline]
    pub fn sums(self) -> Row {
        Row(self.0.wrapping_mul(ONES))
    }

    /// The bits of the row.
    #[inline]
    pub fn bits(self) -> u64 {
        self.0
    }

    /// The next row with as many stones, in an order in which a row comes after all those that stones moved on lead to. It
    /// begins with all of them in the last pit and ends with all of them in the first.
    pub fn next(self) -> Row {
        let later = self.0 >> BITS;
        if later == 0 {
            return self;
        }
        // The first pit after the very first that holds stones gives one back; those before it start anew.
        let lane = later.trailing_zeros() as usize / BITS;
        let first = self.stones(0);
        self.minus(Row::of(first, 0)).minus(Row::of(1, lane + 1)).plus(Row::of(first + 1, lane))
    }
}

#[inline]
fn sum(pairs: u64) -> i32 {
    // The product has the sum of all in its highest eight bits; no board has more than 216 stones.
    (pairs.wrapping_mul(EVEN_ONES) >> 56) as i32
}

/// All stones of two rows.
#[inline]
pub fn total(one: Row, other: Row) -> i32 {
    sum(one.pairs() + other.pairs())
}
