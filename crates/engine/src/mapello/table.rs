//! What was found out about positions, for when they are reached again by another way.

/// Places for most pairs of positions: 48 MiB, so that it fits on a phone.
const MOST: usize = 1 << 20;
/// Places at the beginning. Many searches are short, and a browser has to clear all memory it hands out.
const FEWEST: usize = 1 << 10;
/// The depth of what is known exactly, more than any depth of a search that guesses.
pub(super) const EXACT: u8 = 128;

/// What is known of a position: its value for the side to move lies between these bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// Hundredths of a point, without the bonuses taken before.
    pub lower: i32,
    /// Hundredths of a point.
    pub upper: i32,
    /// How deep it was looked, or [`EXACT`] and the number of empty cells.
    pub depth: u8,
    /// The best move found.
    pub cell: u8,
}

impl Known {
    fn pack(self) -> u64 {
        let bound = |value: i32| u64::from(value as i16 as u16);
        u64::from(self.cell) | u64::from(self.depth) << 8 | bound(self.lower) << 16 | bound(self.upper) << 32
    }

    fn unpack(packed: u64) -> Known {
        let bound = |packed: u64| i32::from(packed as u16 as i16);
        Known {
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

/// A slot: own discs, the other side's, what is known. All zero when nothing is.
type Slot = [u64; 3];

/// The table. The discs are the whole key: the board is the same, and values leave out what was won by bonuses before.
pub(super) struct Table {
    /// Pairs of slots: the first keeps the deepest, the second the latest.
    pairs: Vec<[Slot; 2]>,
    /// How far the hash is shifted down to be an index.
    shift: u32,
    /// How many positions were kept, with those that had to make room for others.
    kept: usize,
}

impl Table {
    /// An empty table. It grows with what is kept.
    pub fn new() -> Table {
        Table { pairs: vec![[[0; 3]; 2]; FEWEST], shift: 64 - FEWEST.ilog2(), kept: 0 }
    }

    /// Twice as many places. The hash has one bit more, so every pair is split between two.
    fn grow(&mut self) {
        let mut larger =
            Table { pairs: vec![[[0; 3]; 2]; 2 * self.pairs.len()], shift: self.shift - 1, ..*self };
        for pair in &self.pairs {
            for (place, slot) in pair.iter().enumerate().filter(|(_, slot)| **slot != [0; 3]) {
                let index = larger.index(slot[0], slot[1]);
                if let Some(into) = larger.pairs.get_mut(index) {
                    into[place] = *slot;
                }
            }
        }
        *self = larger;
    }

    fn index(&self, own: u64, other: u64) -> usize {
        let mixed = own.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ other.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(29);
        ((mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93) >> self.shift) as usize
    }

    /// What is known of a position.
    pub fn find(&self, own: u64, other: u64) -> Option<Known> {
        let pair = self.pairs.get(self.index(own, other))?;
        let slot = pair.iter().find(|slot| slot[0] == own && slot[1] == other)?;
        Some(Known::unpack(slot[2]))
    }

    /// Keeps what was found out, in the place of something of less worth.
    pub fn keep(&mut self, own: u64, other: u64, known: Known) {
        let index = self.index(own, other);
        let Some(pair) = self.pairs.get_mut(index) else { return };
        let slot = [own, other, known.pack()];
        if let Some(same) = pair.iter_mut().find(|slot| slot[0] == own && slot[1] == other) {
            let before = Known::unpack(same[2]);
            let narrowed =
                Known { lower: known.lower.max(before.lower), upper: known.upper.min(before.upper), ..known };
            let merged = before.depth == known.depth && narrowed.lower <= narrowed.upper;
            *same = [own, other, if merged { narrowed } else { known }.pack()];
            return;
        }
        let [deepest, latest] = pair;
        if known.depth < depth_of(deepest[2]) {
            *latest = slot;
        } else {
            if *deepest != [0; 3] {
                *latest = *deepest;
            }
            *deepest = slot;
        }
        self.kept += 1;
        if self.kept > self.pairs.len() && self.pairs.len() < MOST {
            self.grow();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_found_again_though_the_table_grows() {
        let mut table = Table::new();
        let known = |place: u64| Known {
            lower: -(place as i32 % 8_800),
            upper: place as i32 % 8_800,
            depth: (place % 3) as u8 + EXACT,
            cell: (place % 64) as u8,
        };
        let count = 20 * FEWEST as u64;
        for place in 1..=count {
            table.keep(place, !place, known(place));
            assert_eq!(table.find(place, !place), Some(known(place)));
        }
        assert!(table.pairs.len() > FEWEST);
        let found = (1..=count).filter_map(|place| Some((place, table.find(place, !place)?)));
        let found: Vec<_> = found.collect();
        assert!(found.iter().all(|(place, found)| *found == known(*place)));
        // A pair has room for two, so few others had to give way.
        assert!(found.len() as u64 > count * 3 / 4, "{} of {count}", found.len());
    }

    #[test]
    fn bounds_of_the_same_depth_are_brought_together_and_a_deeper_look_replaces_them() {
        let mut table = Table::new();
        table.keep(1, 2, Known { lower: -500, upper: 300, depth: 4, cell: 7 });
        table.keep(1, 2, Known { lower: -100, upper: 30_000, depth: 4, cell: 8 });
        assert_eq!(table.find(1, 2), Some(Known { lower: -100, upper: 300, depth: 4, cell: 8 }));
        table.keep(1, 2, Known { lower: 400, upper: 400, depth: 5, cell: 9 });
        assert_eq!(table.find(1, 2), Some(Known { lower: 400, upper: 400, depth: 5, cell: 9 }));
        assert_eq!(table.find(2, 1), None);
    }
}
