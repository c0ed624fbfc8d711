//! The transposition table: bounds of positions by hash, two entries a bucket, grown on demand.

/// Maximum number of buckets: 48 MiB, which fits on a phone.
const MAX_BUCKETS: usize = 1 << 20;
/// Initial number of buckets. Many searches are short, and a browser has to clear all memory that it hands out.
const INITIAL_BUCKETS: usize = 1 << 10;
/// The depth of exact bounds, from the endgame solver: greater than any depth of the midgame search.
pub(super) const EXACT: u8 = 128;

/// Bounds of a position's value for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TtEntry {
    /// Lower bound in hundredths of a point, without the bonuses that were taken before.
    pub lower: i32,
    /// Upper bound, likewise.
    pub upper: i32,
    /// Search depth in moves; of exact bounds, [`EXACT`] plus the number of empty cells; of bounds of the selective
    /// endgame search a number between, that grows with the margin.
    pub depth: u8,
    /// The best move.
    pub cell: u8,
}

impl TtEntry {
    fn pack(self) -> u64 {
        let bound = |value: i32| u64::from(value as i16 as u16);
        u64::from(self.cell) | u64::from(self.depth) << 8 | bound(self.lower) << 16 | bound(self.upper) << 32
    }

    fn unpack(packed: u64) -> TtEntry {
        let bound = |packed: u64| i32::from(packed as u16 as i16);
        TtEntry {
            lower: bound(packed >> 16),
            upper: bound(packed >> 32),
            depth: depth_of(packed),
            cell: packed as u8,
        }
    }
}

fn depth_of(packed: u64) -> u8 {
    (packed >> 8) as u8
}

/// A slot: own discs, the opponent's discs, the packed entry. An empty slot is all zero.
type Slot = [u64; 3];

/// The table. The discs are the whole key, because the board is constant and values do not count bonuses taken before.
pub(super) struct TranspositionTable {
    /// Two slots a bucket: depth-preferred and always-replace.
    buckets: Vec<[Slot; 2]>,
    /// Right shift from the hash to the bucket index.
    shift: u32,
    /// Number of positions stored, with those replaced since.
    stored: usize,
}

impl TranspositionTable {
    /// An empty table.
    pub fn new() -> TranspositionTable {
        TranspositionTable {
            buckets: vec![[[0; 3]; 2]; INITIAL_BUCKETS],
            shift: 64 - INITIAL_BUCKETS.ilog2(),
            stored: 0,
        }
    }

    /// Doubles the number of buckets. The index gets one bit more of the hash, so each bucket is split between two.
    fn grow(&mut self) {
        let mut larger = TranspositionTable {
            buckets: vec![[[0; 3]; 2]; 2 * self.buckets.len()],
            shift: self.shift - 1,
            ..*self
        };
        for bucket in &self.buckets {
            for (slot_index, slot) in bucket.iter().enumerate().filter(|(_, slot)| **slot != [0; 3]) {
                let index = larger.index(slot[0], slot[1]);
                if let Some(target) = larger.buckets.get_mut(index) {
                    target[slot_index] = *slot;
                }
            }
        }
        *self = larger;
    }

    fn index(&self, own: u64, opp: u64) -> usize {
        let mixed =
            own.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ opp.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(29);
        ((mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93) >> self.shift) as usize
    }

    /// The entry of a position.
    pub fn probe(&self, own: u64, opp: u64) -> Option<TtEntry> {
        let bucket = self.buckets.get(self.index(own, opp))?;
        let slot = bucket.iter().find(|slot| slot[0] == own && slot[1] == opp)?;
        Some(TtEntry::unpack(slot[2]))
    }

    /// Stores the entry of a position. An entry of the same position and depth is merged with it (bounds are
    /// intersected).
    pub fn store(&mut self, own: u64, opp: u64, entry: TtEntry) {
        let index = self.index(own, opp);
        let Some(bucket) = self.buckets.get_mut(index) else { return };
        let slot = [own, opp, entry.pack()];
        if let Some(same) = bucket.iter_mut().find(|slot| slot[0] == own && slot[1] == opp) {
            let older = TtEntry::unpack(same[2]);
            let intersection =
                TtEntry { lower: entry.lower.max(older.lower), upper: entry.upper.min(older.upper), ..entry };
            let consistent = older.depth == entry.depth && intersection.lower <= intersection.upper;
            *same = [own, opp, if consistent { intersection } else { entry }.pack()];
            return;
        }
        let [depth_preferred, always_replace] = bucket;
        if entry.depth < depth_of(depth_preferred[2]) {
            *always_replace = slot;
        } else {
            if *depth_preferred != [0; 3] {
                *always_replace = *depth_preferred;
            }
            *depth_preferred = slot;
        }
        self.stored += 1;
        if self.stored > self.buckets.len() && self.buckets.len() < MAX_BUCKETS {
            self.grow();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_survive_the_growth_of_the_table() {
        let mut table = TranspositionTable::new();
        let entry = |number: u64| TtEntry {
            lower: -(number as i32 % 8_800),
            upper: number as i32 % 8_800,
            depth: (number % 3) as u8 + EXACT,
            cell: (number % 64) as u8,
        };
        let count = 20 * INITIAL_BUCKETS as u64;
        for number in 1..=count {
            table.store(number, !number, entry(number));
            assert_eq!(table.probe(number, !number), Some(entry(number)));
        }
        assert!(table.buckets.len() > INITIAL_BUCKETS);
        let hits = (1..=count).filter_map(|number| Some((number, table.probe(number, !number)?)));
        let hits: Vec<_> = hits.collect();
        assert!(hits.iter().all(|(number, hit)| *hit == entry(*number)));
        // Two slots a bucket: few entries were replaced.
        assert!(hits.len() as u64 > count * 3 / 4, "{} of {count}", hits.len());
    }

    #[test]
    fn bounds_of_equal_depth_are_merged_and_deeper_ones_replace_them() {
        let mut table = TranspositionTable::new();
        table.store(1, 2, TtEntry { lower: -500, upper: 300, depth: 4, cell: 7 });
        table.store(1, 2, TtEntry { lower: -100, upper: 30_000, depth: 4, cell: 8 });
        assert_eq!(table.probe(1, 2), Some(TtEntry { lower: -100, upper: 300, depth: 4, cell: 8 }));
        table.store(1, 2, TtEntry { lower: 400, upper: 400, depth: 5, cell: 9 });
        assert_eq!(table.probe(1, 2), Some(TtEntry { lower: 400, upper: 400, depth: 5, cell: 9 }));
        assert_eq!(table.probe(2, 1), None);
    }
}
