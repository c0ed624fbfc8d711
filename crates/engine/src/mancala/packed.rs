//! The table for the usual boards, eight bytes a board. The pits are a key; mixed, one part of it is the place in the table
//! and the rest stands in the entry, so no two boards are ever confused.
//!
//! Most boards of a search have few stones left and are met again soon. They have a table of their own, so small that it
//! stays in the processor's cache, and leave the large one to those that are dear to look at again.

use super::board::Board;
use super::table::{Known, NO_MOVE, Table};

/// Pits a side that fit.
pub const PITS: usize = 6;

/// Bits of an entry beside the key: lower bound, upper bound, proven, depth and move.
const DATA_BITS: u32 = 7 + 7 + 1 + 6 + 3;
/// The key's bits that an entry has room for; the others have to be its place.
const TAG_BITS: u32 = 64 - DATA_BITS;

/// The key of any board: five bits a pit.
const LARGE_KEY: u32 = 5 * 2 * PITS as u32;
/// The smallest table for them: 16 MB, of which only what is used takes memory.
const MIN_LARGE: u32 = LARGE_KEY - TAG_BITS;
/// Most stones of a board in the table for the end; its key, four bits a pit, could take 15.
const FEW: i32 = 12;
const SMALL_KEY: u32 = 4 * 2 * PITS as u32;
/// The table for the end: 1 MB.
const SMALL: u32 = 16;

/// Bounds are kept from −64 to 63; the ends stand for everything beyond.
const FAR: i16 = 64;
const MAX_DEPTH: u8 = 63;

/// The table.
pub struct Packed {
    large: Pairs,
    small: Pairs,
}

impl Table<u64> for Packed {
    type Place = Read;

    fn with_bytes(bytes: usize) -> Packed {
        let bits = (bytes / size_of::<[u64; 2]>()).max(1).ilog2();
        Packed { large: Pairs::new(bits.max(MIN_LARGE), LARGE_KEY), small: Pairs::new(SMALL, SMALL_KEY) }
    }

    #[inline]
    fn read(&self, board: Board<u64>) -> Read {
        match key(board) {
            Some(Key::Large(key)) => self.large.read(key),
            Some(Key::Small(key)) => self.small.read(key),
            None => Read { pair: [0; 2], tag: 0 },
        }
    }

    #[inline]
    fn known(Read { pair, tag }: Read) -> Option<Known> {
        pair.into_iter().find(|&entry| holds(entry, tag)).map(unpack)
    }

    #[inline]
    fn put(&mut self, board: Board<u64>, known: Known) {
        match key(board) {
            Some(Key::Large(key)) => self.large.put(key, known),
            Some(Key::Small(key)) => self.small.put(key, known),
            None => (),
        }
    }
}

/// A place as it was read, and what its board has for a tag.
#[derive(Clone, Copy)]
pub struct Read {
    pair: [u64; 2],
    tag: u64,
}

/// What is written for a board, by its table.
enum Key {
    Large(u64),
    Small(u64),
}

/// The key of a board; none for one with more than 31 stones in a pit.
#[inline]
fn key(board: Board<u64>) -> Option<Key> {
    let Board { mine, theirs } = board;
    if board.total() <= FEW {
        return Some(Key::Small(mine | theirs << 4));
    }
    let fits = (mine | theirs) & 0xE0E0_E0E0_E0E0_E0E0 == 0;
    fits.then(|| Key::Large(five_bits(mine) << 30 | five_bits(theirs)))
}

/// Six bytes below 32 as 30 bits.
#[inline]
fn five_bits(row: u64) -> u64 {
    let pairs = row & 0x001F_001F_001F | row >> 3 & 0x03E0_03E0_03E0;
    pairs & 0x3FF | pairs >> 6 & 0xF_FC00 | pairs >> 12 & 0x3FF0_0000
}

/// Entries, two for every place: the one that was more work, and the newer one. 0 is an empty entry.
struct Pairs {
    entries: Vec<u64>,
    key_bits: u32,
    tag_bits: u32,
}

impl Pairs {
    fn new(place_bits: u32, key_bits: u32) -> Pairs {
        Pairs { entries: vec![0; 2 << place_bits], key_bits, tag_bits: key_bits - place_bits }
    }

    /// Where a key belongs, and what is left of it: a permutation of the keys, after which neighbours lie far apart.
    #[inline]
    fn place(&self, key: u64) -> (usize, u64) {
        let (mask, half) = ((1 << self.key_bits) - 1, self.key_bits / 2);
        let key = (key ^ key >> half).wrapping_mul(0x9E37_79B9_7F4A_7C15) & mask;
        let key = (key ^ key >> half).wrapping_mul(0xBF58_476D_1CE4_E5B9) & mask;
        let key = key ^ key >> half;
        (2 * (key >> self.tag_bits) as usize, key & ((1 << self.tag_bits) - 1))
    }

    #[inline]
    fn read(&self, key: u64) -> Read {
        let (first, tag) = self.place(key);
        let pair = match self.entries.get(first..first + 2) {
            Some(&[better, newer]) => [better, newer],
            _ => [0; 2],
        };
        Read { pair, tag }
    }

    #[inline]
    fn put(&mut self, key: u64, known: Known) {
        let (first, tag) = self.place(key);
        let Some([better, newer]) = self.entries.get_mut(first..first + 2) else { return };
        let entry = |known| tag << DATA_BITS | pack(known);
        if holds(*better, tag) {
            *better = entry(known.after(unpack(*better)));
        } else if holds(*newer, tag) {
            *newer = entry(known.after(unpack(*newer)));
        } else if *better != 0 && unpack(*better).rank() > known.rank() {
            *newer = entry(known);
        } else {
            *newer = *better;
            *better = entry(known);
        }
    }
}

#[inline]
fn holds(entry: u64, tag: u64) -> bool {
    entry != 0 && entry >> DATA_BITS == tag
}

/// Never 0, for what is not proven has a depth.
#[inline]
fn pack(known: Known) -> u64 {
    let lower = known.lower.clamp(-FAR, FAR - 1) + FAR;
    let upper = known.upper.clamp(-FAR, FAR - 1) + FAR;
    let mv = if known.mv == NO_MOVE { 7 } else { known.mv };
    let data = (lower as u64) << 17 | (upper as u64) << 10 | u64::from(known.proven) << 9;
    data | u64::from(known.depth.min(MAX_DEPTH)) << 3 | u64::from(mv)
}

#[inline]
fn unpack(entry: u64) -> Known {
    let lower = (entry >> 17 & 127) as i16 - FAR;
    let upper = (entry >> 10 & 127) as i16 - FAR;
    let mv = (entry & 7) as u8;
    Known {
        lower: if lower == -FAR { Known::LOWEST } else { lower },
        upper: if upper == FAR - 1 { Known::HIGHEST } else { upper },
        proven: entry >> 9 & 1 == 1,
        depth: (entry >> 3 & 63) as u8,
        mv: if mv == 7 { NO_MOVE } else { mv },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(lower: i16, upper: i16, proven: bool) -> Known {
        Known { lower, upper, proven, depth: 9, mv: 3 }
    }

    #[test]
    fn bounds_come_back_as_they_were_or_weaker() {
        for lower in [Known::LOWEST, -200, -64, -63, 0, 5, 63, 64, 200] {
            for upper in [Known::HIGHEST, -200, -64, -63, 0, 5, 62, 63, 64, 200] {
                let back = unpack(pack(known(lower, upper, true)));
                assert!(back.lower <= lower && back.upper >= upper, "{lower} {upper} {back:?}");
                if (-63..=63).contains(&lower) && (-64..=62).contains(&upper) {
                    assert_eq!(back, known(lower, upper, true));
                }
            }
        }
        assert_ne!(pack(Known { depth: 1, mv: 0, ..known(Known::LOWEST, -64, false) }), 0);
    }

    #[test]
    fn boards_are_never_confused() {
        let mut table = Packed::with_bytes(1);
        let mut boards = Vec::new();
        for mine in 1..200_u64 {
            // Rows that differ in one pit, in the order, and in the side, few stones and many.
            let row = (mine % 32) << (8 * (mine % 6)) | (mine / 7 % 32) << (8 * ((mine + 1) % 6));
            for theirs in [1, 0x1F, 0x0100_0000_0000, row.swap_bytes() >> 16] {
                boards.push(Board { mine: row, theirs });
                boards.push(Board { mine: theirs, theirs: row });
            }
        }
        boards.sort_by_key(|board| (board.mine, board.theirs));
        boards.dedup();
        for (place, &board) in boards.iter().enumerate() {
            table.put(board, known((place % 60) as i16, 61, true));
        }
        let mut found = 0;
        for (place, &board) in boards.iter().enumerate() {
            if let Some(known) = table.get(board) {
                assert_eq!(known.lower, (place % 60) as i16, "{board:?}");
                found += 1;
            }
        }
        assert!(found > boards.len() / 2, "{found} of {}", boards.len());
    }

    #[test]
    fn a_board_with_a_very_full_pit_is_not_kept() {
        let mut table = Packed::with_bytes(1);
        let board = Board { mine: 32, theirs: 1 };
        table.put(board, known(1, 2, true));
        assert_eq!(table.get(board), None);
    }
}
