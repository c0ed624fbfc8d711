//! The transposition table: bounds of boards by hash, in a fixed amount of memory, two entries a bucket.
//!
//! Boards with up to six pits a side take eight bytes each. A bijective mix of the 60-bit key gives the bucket index,
//! and the rest of the key is stored in the entry, so two boards are never confused. All other boards, and all in a
//! table that is too small for that, take sixteen bytes: the second word is a 64-bit hash for verification, which is
//! nearly as good as a key.

mod entry;

use super::board::Board;
use entry::Layout;

pub use entry::{NO_MOVE, TtEntry};

/// Eight bytes an entry.
const NARROW: Layout = Layout { bound_bits: 7, move_bits: 3 };
/// Sixteen bytes an entry.
const WIDE: Layout = Layout { bound_bits: 9, move_bits: 4 };

/// Maximum number of pits a side of a board in a narrow entry.
const NARROW_PITS: usize = 6;
/// Bits of the key of such a board: five a pit.
const KEY_BITS: u32 = 5 * 2 * NARROW_PITS as u32;
/// Minimum size of a narrow table, as the binary logarithm of its bucket count: the bits of the key that an entry has
/// no room for. The table then takes 16 MB.
const NARROW_MIN_LOG2_BUCKETS: u32 = KEY_BITS - (64 - NARROW.bits());

/// The transposition table.
pub struct TranspositionTable {
    /// Two entries a bucket: the first by replacement priority, the second always replaced. An empty entry is 0. In a
    /// wide table the verification hashes follow the two entries.
    words: Vec<u64>,
    log2_buckets: u32,
    wide: bool,
}

/// The key of a board that the table does not hold.
pub const NO_KEY: u64 = u64::MAX;

impl TranspositionTable {
    /// An empty table of at most this many bytes, for boards with this many pits a side.
    pub fn with_bytes(bytes: usize, pits: usize) -> TranspositionTable {
        let log2_buckets = (bytes / 16).max(1).ilog2();
        let wide = pits > NARROW_PITS || log2_buckets < NARROW_MIN_LOG2_BUCKETS;
        let log2_buckets = if wide { log2_buckets.saturating_sub(1) } else { log2_buckets };
        let words = if wide { 4 } else { 2 };
        TranspositionTable { words: vec![0; words << log2_buckets], log2_buckets, wide }
    }

    fn layout(&self) -> Layout {
        if self.wide { WIDE } else { NARROW }
    }

    /// The key of a board, a bijective mix of its stones where entries are narrow, else a hash. [`NO_KEY`] if a pit has
    /// too many stones for a key.
    #[inline]
    pub fn key(&self, board: Board) -> u64 {
        let (mine, theirs) = (board.mine.bits(), board.theirs.bits());
        let [first_multiplier, second_multiplier] = HASH_MULTIPLIERS;
        if self.wide {
            let hash = verification(board);
            // Without the lowest bit no key is `NO_KEY`.
            return (hash ^ hash >> 32 ^ theirs).wrapping_mul(second_multiplier) & !1;
        }
        if (mine | theirs) & ABOVE_FIVE_BITS != 0 {
            return NO_KEY;
        }
        // Similar boards get distant buckets, and the stones can still be recovered from the key.
        const KEY_MASK: u64 = (1 << KEY_BITS) - 1;
        let key = five_bits_per_pit(mine) << (KEY_BITS / 2) | five_bits_per_pit(theirs);
        let key = (key ^ key >> (KEY_BITS / 2)).wrapping_mul(first_multiplier) & KEY_MASK;
        let key = (key ^ key >> (KEY_BITS / 2)).wrapping_mul(second_multiplier) & KEY_MASK;
        key ^ key >> (KEY_BITS / 2)
    }

    /// Index of the bucket's first word, and the bits of the key that the entry stores.
    #[inline]
    fn slot(&self, key: u64) -> (usize, u64) {
        if self.wide {
            let bucket = key.unbounded_shr(64 - self.log2_buckets) as usize;
            (4 * bucket, key << WIDE.bits() >> WIDE.bits())
        } else {
            let tag_bits = KEY_BITS - self.log2_buckets;
            (2 * (key >> tag_bits) as usize, key & ((1 << tag_bits) - 1))
        }
    }

    /// The entry of a board with this key, which is not [`NO_KEY`].
    #[inline]
    pub fn probe(&self, board: Board, key: u64) -> Option<TtEntry> {
        let (first, tag) = self.slot(key);
        if self.wide {
            let words = self.words.get(first..first + 4)?;
            let verification = verification(board);
            let is_hit =
                |&index: &usize| is_entry(words[index], WIDE, tag) && words[index + 2] == verification;
            (0..2).find(is_hit).map(|index| WIDE.unpack(words[index]))
        } else {
            let words = self.words.get(first..first + 2)?;
            let word = words.iter().find(|&&word| is_entry(word, NARROW, tag));
            word.map(|&word| NARROW.unpack(word))
        }
    }

    /// The entry of a board.
    pub fn find(&self, board: Board) -> Option<TtEntry> {
        let key = self.key(board);
        if key == NO_KEY { None } else { self.probe(board, key) }
    }

    /// Stores the entry of a board; it may replace the entry of another.
    pub fn store(&mut self, board: Board, mut entry: TtEntry) {
        let (layout, wide) = (self.layout(), self.wide);
        let key = self.key(board);
        if key == NO_KEY {
            return;
        }
        let ((first, tag), verification) = (self.slot(key), verification(board));
        let Some(words) = self.words.get_mut(first..first + if wide { 4 } else { 2 }) else { return };
        let is_hit = |index: usize| {
            words[index] != 0
                && words[index] >> layout.bits() == tag
                && (!wide || words[index + 2] == verification)
        };
        let index = match (0..2).find(|&index| is_hit(index)) {
            Some(index) => {
                entry = entry.merged_with(layout.unpack(words[index]));
                index
            }
            None if words[0] != 0 && layout.unpack(words[0]).priority() > entry.priority() => 1,
            None => {
                for word in (1..words.len()).step_by(2) {
                    words[word] = words[word - 1];
                }
                0
            }
        };
        words[index] = tag << layout.bits() | layout.pack(entry);
        if wide {
            words[index + 2] = verification;
        }
    }
}

/// Whether the word of a bucket is an entry with this tag.
#[inline]
fn is_entry(word: u64, layout: Layout, tag: u64) -> bool {
    word != 0 && word >> layout.bits() == tag
}

/// The verification hash of a wide entry.
#[inline]
fn verification(Board { mine, theirs }: Board) -> u64 {
    mine.bits().wrapping_mul(HASH_MULTIPLIERS[0])
        ^ theirs.bits().rotate_left(32).wrapping_mul(HASH_MULTIPLIERS[1])
}

/// Odd constants with random-looking bits, for multiplicative hashing.
pub const HASH_MULTIPLIERS: [u64; 2] = [0x9E37_79B9_7F4A_7C15, 0xBF58_476D_1CE4_E5B9];

/// The bits of a row that are set if one of its first six pits has more than 31 stones.
const ABOVE_FIVE_BITS: u64 = 0x60 * 0x08_1020_4081;

/// Compresses a row of six seven-bit lanes, each below 32, to 30 bits.
#[inline]
fn five_bits_per_pit(row: u64) -> u64 {
    const LOW_FIVE: u64 = 31 | 31 << 14 | 31 << 28;
    let pairs = row & LOW_FIVE | row >> 2 & LOW_FIVE << 5;
    pairs & 0x3FF | pairs >> 4 & 0xF_FC00 | pairs >> 8 & 0x3FF0_0000
}

#[cfg(test)]
mod tests {
    use super::super::row::Row;
    use super::*;

    fn entry(lower: i16, upper: i16, proven: bool) -> TtEntry {
        TtEntry { lower, upper, proven, depth: 9, mv: 3 }
    }

    fn row(stones: &[u64]) -> Row {
        let pits = stones.iter().enumerate();
        pits.fold(Row::EMPTY, |row, (lane, &stones)| row.plus(Row::single(stones as u8, lane)))
    }

    #[test]
    fn probe_never_returns_the_entry_of_another_board() {
        for (bytes, pits) in [(1 << 16, 6), (16 << 20, 6), (1 << 20, 9)] {
            let mut table = TranspositionTable::with_bytes(bytes, pits);
            let mut boards = Vec::new();
            for number in 1..200 {
                // Rows that differ in one pit, in the order, and in the side, with few stones and with many.
                let mut pit = vec![0; pits];
                pit[number as usize % pits] += number % 16;
                pit[(number as usize + 1) % pits] += number / 7 % 16;
                let mine = row(&pit);
                pit.reverse();
                for theirs in [row(&[1]), row(&[31]), row(&[0, 0, 0, 1]), row(&pit)] {
                    boards.push(Board { mine, theirs });
                    boards.push(Board { mine: theirs, theirs: mine });
                }
            }
            boards.sort_by_key(|board| (board.mine.bits(), board.theirs.bits()));
            boards.dedup();
            for (number, &board) in boards.iter().enumerate() {
                table.store(board, entry((number % 60) as i16, 61, true));
            }
            let mut hits = 0;
            for (number, &board) in boards.iter().enumerate() {
                if let Some(entry) = table.find(board) {
                    assert_eq!(entry.lower, (number % 60) as i16, "{board:?}");
                    hits += 1;
                }
            }
            assert!(hits > boards.len() / 2, "{hits} of {}", boards.len());
        }
    }

    #[test]
    fn a_narrow_table_skips_boards_with_more_than_31_stones_in_a_pit() {
        let mut table = TranspositionTable::with_bytes(16 << 20, 6);
        let board = Board { mine: row(&[32]), theirs: row(&[1]) };
        table.store(board, entry(1, 2, true));
        assert_eq!(table.find(board), None);
    }
}
