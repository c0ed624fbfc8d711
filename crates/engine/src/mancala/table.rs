//! What a search remembers of boards: bounds of their value, in a table of fixed size.
//!
//! Boards of up to six pits a side take eight bytes each: the pits are a key; mixed, one part of it is the place in the
//! table and the rest stands in the entry, so no two of them are ever confused. All others, and all in a table too small
//! for that, take sixteen: the second word is a check of 64 bits, and hardly a bit of the board is not in the entry.

use super::board::Board;

/// The move of a board of which none is known.
pub const NO_MOVE: u8 = 15;

/// What is known of a board: how much the side to move still gains over the other, the stores apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// It gains at least this.
    pub lower: i16,
    /// It gains at most this.
    pub upper: i16,
    /// The bounds are those of the game, whatever the depth; else those of a look as deep as `depth` says.
    pub proven: bool,
    /// How many moves deep the look was; if `proven`, how much work it was (the logarithm of the positions, base 2).
    pub depth: u8,
    /// The lane of the move that reached the lower bound last, or [`NO_MOVE`].
    pub mv: u8,
}

impl Known {
    /// A lower bound that says nothing.
    pub const LOWEST: i16 = -1_000;
    /// An upper bound that says nothing.
    pub const HIGHEST: i16 = 1_000;

    /// What to keep of this and of what was known before of the same board. Of two looks of one kind the bounds are
    /// joined; what is proven stays.
    fn after(self, before: Known) -> Known {
        let mv = if self.mv == NO_MOVE { before.mv } else { self.mv };
        match (self.proven, before.proven) {
            (false, true) => Known { mv, ..before },
            (false, false) if self.depth != before.depth => Known { mv, ..self },
            (true, false) => Known { mv, ..self },
            _ => Known {
                lower: self.lower.max(before.lower),
                upper: self.upper.min(before.upper),
                depth: self.depth.max(before.depth),
                mv,
                ..self
            },
        }
    }

    /// How much it is worth keeping, against others.
    fn rank(self) -> u8 {
        if self.proven { self.depth } else { self.depth.saturating_mul(2) }
    }
}

/// How what is known is written into an entry's lowest bits.
#[derive(Clone, Copy)]
struct Form {
    /// Bits of a bound. The lowest and the highest number stand for everything beyond.
    bound: u32,
    /// Bits of a move; all of them set stand for none.
    mv: u32,
}

/// Bits of the depth.
const DEPTH: u32 = 6;
/// Eight bytes an entry.
const NARROW: Form = Form { bound: 7, mv: 3 };
/// Sixteen bytes an entry.
const WIDE: Form = Form { bound: 9, mv: 4 };

/// Pits a side of a board in a narrow entry, and bits of each.
pub const NARROW_PITS: usize = 6;
/// The key of such a board: five bits a pit.
const KEY: u32 = 5 * 2 * NARROW_PITS as u32;
/// The fewest places of a narrow table, as a power of two: the bits of a key that an entry has no room for. 16 MB.
const NARROW_PLACES: u32 = KEY - (64 - NARROW.bits());

impl Form {
    /// Bits beside the key.
    const fn bits(self) -> u32 {
        2 * self.bound + 1 + DEPTH + self.mv
    }

    /// Never 0, for what is not proven has a depth.
    #[inline]
    fn pack(self, known: Known) -> u64 {
        let far = 1 << (self.bound - 1);
        let bound = |bound: i16| (bound.clamp(-far, far - 1) + far) as u64;
        let bounds = bound(known.lower) << self.bound | bound(known.upper);
        let depth = u64::from(known.depth.min((1 << DEPTH) - 1));
        let mv = u64::from(known.mv) & ((1 << self.mv) - 1);
        (bounds << 1 | u64::from(known.proven)) << (DEPTH + self.mv) | depth << self.mv | mv
    }

    #[inline]
    fn unpack(self, entry: u64) -> Known {
        let far = 1 << (self.bound - 1);
        let part = |shift: u32, bits: u32| entry >> shift & ((1 << bits) - 1);
        let proven = DEPTH + self.mv;
        let lower = part(proven + 1 + self.bound, self.bound) as i16 - far;
        let upper = part(proven + 1, self.bound) as i16 - far;
        let mv = part(0, self.mv) as u8;
        Known {
            lower: if lower == -far { Known::LOWEST } else { lower },
            upper: if upper == far - 1 { Known::HIGHEST } else { upper },
            proven: part(proven, 1) == 1,
            depth: part(self.mv, DEPTH) as u8,
            mv: if u32::from(mv) == (1 << self.mv) - 1 { NO_MOVE } else { mv },
        }
    }
}

/// The table.
pub struct Table {
    /// Two entries for every place: the one that was more work, and the newer one. 0 is an empty entry. If they are wide,
    /// their checks follow behind them.
    words: Vec<u64>,
    /// How many places there are, as a power of two.
    places: u32,
    wide: bool,
}

/// Where a board belongs.
struct Home {
    first: usize,
    tag: u64,
    check: u64,
}

impl Table {
    /// A table of at most so many bytes, for boards with so many pits a side.
    pub fn with_bytes(bytes: usize, pits: usize) -> Table {
        let places = (bytes / 16).max(1).ilog2();
        let wide = pits > NARROW_PITS || places < NARROW_PLACES;
        let places = if wide { places.saturating_sub(1) } else { places };
        let words = if wide { 4 } else { 2 };
        Table { words: vec![0; words << places], places, wide }
    }

    fn form(&self) -> Form {
        if self.wide { WIDE } else { NARROW }
    }

    /// Where a board belongs; nowhere, if it has too many stones in a pit.
    #[inline]
    fn home(&self, Board { mine, theirs }: Board) -> Option<Home> {
        let (mine, theirs) = (mine.bits(), theirs.bits());
        if self.wide {
            let check = mine.wrapping_mul(MIX[0]) ^ theirs.rotate_left(32).wrapping_mul(MIX[1]);
            let mixed = (check ^ check >> 32 ^ theirs).wrapping_mul(MIX[1]);
            let place = mixed.unbounded_shr(64 - self.places) as usize;
            return Some(Home { first: 4 * place, tag: mixed << WIDE.bits() >> WIDE.bits(), check });
        }
        if (mine | theirs) & TOO_FULL != 0 {
            return None;
        }
        // A permutation of the keys, after which neighbours lie far apart.
        const ALL: u64 = (1 << KEY) - 1;
        let key = five_bits(mine) << (KEY / 2) | five_bits(theirs);
        let key = (key ^ key >> (KEY / 2)).wrapping_mul(MIX[0]) & ALL;
        let key = (key ^ key >> (KEY / 2)).wrapping_mul(MIX[1]) & ALL;
        let key = key ^ key >> (KEY / 2);
        let rest = KEY - self.places;
        Some(Home { first: 2 * (key >> rest) as usize, tag: key & ((1 << rest) - 1), check: 0 })
    }

    /// What is known of a board.
    #[inline]
    pub fn get(&self, board: Board) -> Option<Known> {
        let Home { first, tag, check } = self.home(board)?;
        let form = self.form();
        let words = self.words.get(first..)?;
        let entries = words.iter().take(2).enumerate();
        let mut found = entries.filter(|&(place, &entry)| {
            entry != 0 && entry >> form.bits() == tag && (!self.wide || words.get(place + 2) == Some(&check))
        });
        found.next().map(|(_, &entry)| form.unpack(entry))
    }

    /// Keeps what is known of a board; other boards may be forgotten for it.
    pub fn put(&mut self, board: Board, mut known: Known) {
        let (form, wide) = (self.form(), self.wide);
        let Some(Home { first, tag, check }) = self.home(board) else { return };
        let Some(words) = self.words.get_mut(first..first + if wide { 4 } else { 2 }) else { return };
        let holds = |place: usize| {
            words[place] != 0 && words[place] >> form.bits() == tag && (!wide || words[place + 2] == check)
        };
        let place = match (0..2).find(|&place| holds(place)) {
            Some(place) => {
                known = known.after(form.unpack(words[place]));
                place
            }
            None if words[0] != 0 && form.unpack(words[0]).rank() > known.rank() => 1,
            None => {
                for word in (1..words.len()).step_by(2) {
                    words[word] = words[word - 1];
                }
                0
            }
        };
        words[place] = tag << form.bits() | form.pack(known);
        if wide {
            words[place + 2] = check;
        }
    }
}

/// Odd numbers with bits that look random.
pub const MIX: [u64; 2] = [0x9E37_79B9_7F4A_7C15, 0xBF58_476D_1CE4_E5B9];

/// The bits that are set in a row with more than 31 stones in one of its first six pits.
const TOO_FULL: u64 = 0x60 * 0x08_1020_4081;

/// Six pits of seven bits, each below 32, as 30 bits.
#[inline]
fn five_bits(row: u64) -> u64 {
    const PIT: u64 = 31 | 31 << 14 | 31 << 28;
    let pairs = row & PIT | row >> 2 & PIT << 5;
    pairs & 0x3FF | pairs >> 4 & 0xF_FC00 | pairs >> 8 & 0x3FF0_0000
}

#[cfg(test)]
mod tests {
    use super::super::row::Row;
    use super::*;

    fn known(lower: i16, upper: i16, proven: bool) -> Known {
        Known { lower, upper, proven, depth: 9, mv: 3 }
    }

    fn row(stones: &[u64]) -> Row {
        let pits = stones.iter().enumerate();
        pits.fold(Row::EMPTY, |row, (lane, &stones)| row.plus(Row::of(stones as u8, lane)))
    }

    #[test]
    fn bounds_come_back_as_they_were_or_weaker() {
        for (form, far) in [(NARROW, 64), (WIDE, 256)] {
            for lower in [Known::LOWEST, -300, -200, -64, -63, 0, 5, 63, 64, 200, 300] {
                for upper in [Known::HIGHEST, -300, -200, -64, -63, 0, 5, 62, 63, 64, 200, 300] {
                    let back = form.unpack(form.pack(known(lower, upper, true)));
                    assert!(back.lower <= lower && back.upper >= upper, "{lower} {upper} {back:?}");
                    if (1 - far..far).contains(&lower) && (-far..far - 1).contains(&upper) {
                        assert_eq!(back, known(lower, upper, true));
                    }
                }
            }
            assert_ne!(form.pack(Known { depth: 1, mv: 0, ..known(Known::LOWEST, -64, false) }), 0);
        }
    }

    #[test]
    fn boards_are_never_confused() {
        for (bytes, pits) in [(1 << 16, 6), (16 << 20, 6), (1 << 20, 9)] {
            let mut table = Table::with_bytes(bytes, pits);
            let mut boards = Vec::new();
            for number in 1..200 {
                // Rows that differ in one pit, in the order, and in the side, few stones and many.
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
    }

    #[test]
    fn eight_bytes_do_not_hold_a_board_with_a_very_full_pit() {
        let mut table = Table::with_bytes(16 << 20, 6);
        let board = Board { mine: row(&[32]), theirs: row(&[1]) };
        table.put(board, known(1, 2, true));
        assert_eq!(table.get(board), None);
    }
}
