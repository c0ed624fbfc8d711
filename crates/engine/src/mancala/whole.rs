//! The table for boards of any size: the whole board stands in the entry.

use super::board::Board;
use super::table::{Known, Table};
use super::word::Word;

/// The table.
pub struct Whole<W> {
    /// Pairs of both rows and what is known: the entry that was more work, and the newer one. All 0 is an empty place.
    entries: Vec<[W; 3]>,
    /// How many pairs there are, a power of two, less one.
    mask: usize,
}

impl<W: Word> Whole<W> {
    /// Where the pair for a board begins.
    fn first(&self, board: Board<W>) -> usize {
        let mixed =
            (board.mine.mixed() ^ board.theirs.mixed().rotate_left(32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        2 * ((mixed >> 32) as usize & self.mask)
    }
}

impl<W: Word> Table<W> for Whole<W> {
    type Place = Option<Known>;

    fn with_bytes(bytes: usize) -> Whole<W> {
        let pairs = 1 << (bytes / size_of::<[[W; 3]; 2]>()).max(1).ilog2();
        Whole { entries: vec![[W::EMPTY; 3]; 2 * pairs], mask: pairs - 1 }
    }

    fn read(&self, board: Board<W>) -> Option<Known> {
        let first = self.first(board);
        let pair = self.entries.get(first..first + 2)?;
        pair.iter().find(|entry| holds(entry, board)).map(known)
    }

    fn known(place: Option<Known>) -> Option<Known> {
        place
    }

    fn put(&mut self, board: Board<W>, new: Known) {
        let first = self.first(board);
        let Some([better, newer]) = self.entries.get_mut(first..first + 2) else { return };
        let entry = |new| [board.mine, board.theirs, W::from(pack(new))];
        if holds(better, board) {
            *better = entry(new.after(known(better)));
        } else if holds(newer, board) {
            *newer = entry(new.after(known(newer)));
        } else if better[2] != W::EMPTY && known(better).rank() > new.rank() {
            *newer = entry(new);
        } else {
            *newer = *better;
            *better = entry(new);
        }
    }
}

fn holds<W: Word>(&[mine, theirs, packed]: &[W; 3], board: Board<W>) -> bool {
    board == Board { mine, theirs } && packed != W::EMPTY
}

/// Never 0: there is no move 0 without a bound that says something.
fn pack(known: Known) -> u64 {
    let bounds = (known.lower as u16 as u64) << 16 | known.upper as u16 as u64;
    bounds << 32 | u64::from(known.proven) << 16 | u64::from(known.depth) << 8 | u64::from(known.mv)
}

fn known<W: Word>(entry: &[W; 3]) -> Known {
    let packed = entry[2].low();
    Known {
        lower: (packed >> 48) as i16,
        upper: (packed >> 32) as i16,
        proven: packed >> 16 & 1 == 1,
        depth: (packed >> 8) as u8,
        mv: packed as u8,
    }
}
