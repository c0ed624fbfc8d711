//! The start of a game of Mancala when it is not the plain one: the same stones, otherwise laid. A fair start is
//! one of which it is proved that neither side is ahead.

use core::fmt;

use super::{MAX_PITS, PITS, STONES, Variant};
use crate::Side;

/// The most stones that a pit or a store has in a [`Start`], so that its code has one sign for each.
pub const MOST_IN_A_HOLE: u8 = 31;

/// The stones in every pit and store at the beginning of a game.
///
/// A start has as many stones as the plain start of some variant, in which every pit has the same number and both
/// stores are empty; so it says itself which pits and stones it belongs to ([`Start::fits`]). It never is that plain
/// start, which is the absence of a `Start`, and in both rows lies a stone, as the game would be over otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "String", into = "String")
)]
pub struct Start {
    pits: u8,
    /// Stones in the pits by [`Side::index`], each row from its owner's left; unused places are 0.
    rows: [[u8; MAX_PITS]; 2],
    /// Stones in the stores, by [`Side::index`].
    stores: [u8; 2],
}

/// Why stones are no [`Start`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StartError {
    /// The rows differ in length, or have a number of pits that is not offered; see [`PITS`].
    Rows,
    /// A pit or a store has more than [`MOST_IN_A_HOLE`].
    Hole(u8),
    /// So many stones cannot be shared out evenly among the pits, or with a number a pit that is not offered; see
    /// [`STONES`].
    Total(u16),
    /// A row is empty: the game would be over.
    Over,
    /// It is the plain start.
    Plain,
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::Rows => {
                write!(f, "A start has two rows of {} to {} pits, equally long.", PITS.start(), PITS.end())
            }
            StartError::Hole(given) => {
                write!(f, "{given} stones in one place are too many; a start has up to {MOST_IN_A_HOLE}.")
            }
            StartError::Total(given) => {
                write!(f, "{given} stones cannot be shared out evenly among the pits of this start.")
            }
            StartError::Over => f.write_str("A row is empty, so the game would be over at its start."),
            StartError::Plain => f.write_str("This is the usual start, which is not written down."),
        }
    }
}

impl core::error::Error for StartError {}

impl Start {
    /// The start with these stones: the rows by [`Side::index`], each from its owner's left, and the stores.
    ///
    /// # Errors
    /// The first thing that cannot be.
    pub fn new(rows: [&[u8]; 2], stores: [u8; 2]) -> Result<Start, StartError> {
        let [south, north] = rows;
        let pits = u8::try_from(south.len()).ok().filter(|pits| PITS.contains(pits));
        let pits = pits.filter(|_| north.len() == south.len()).ok_or(StartError::Rows)?;
        let holes = || south.iter().chain(north).chain(&stores).copied();
        if let Some(given) = holes().find(|stones| *stones > MOST_IN_A_HOLE) {
            return Err(StartError::Hole(given));
        }
        let total: u16 = holes().map(u16::from).sum();
        let (each, rest) = (total / (2 * u16::from(pits)), total % (2 * u16::from(pits)));
        if rest > 0 || !STONES.contains(&(each as u8)) {
            return Err(StartError::Total(total));
        }
        if rows.iter().any(|row| row.iter().all(|stones| *stones == 0)) {
            return Err(StartError::Over);
        }
        if south.iter().chain(north).all(|stones| u16::from(*stones) == each) {
            return Err(StartError::Plain);
        }
        let rows = rows.map(|given| {
            let mut row = [0; MAX_PITS];
            row.iter_mut().zip(given).for_each(|(place, stones)| *place = *stones);
            row
        });
        Ok(Start { pits, rows, stores })
    }

    /// Pits a side.
    #[must_use]
    pub fn pits(&self) -> u8 {
        self.pits
    }

    /// Stones in each pit of the plain start with as many stones.
    #[must_use]
    pub fn stones_each(&self) -> u8 {
        let total: u16 =
            self.rows.iter().flatten().chain(&self.stores).map(|stones| u16::from(*stones)).sum();
        (total / (2 * u16::from(self.pits))) as u8
    }

    /// The stones in the pits of a side, from its owner's left.
    #[must_use]
    pub fn row(&self, side: Side) -> &[u8] {
        self.rows[side.index()].get(..usize::from(self.pits)).unwrap_or_default()
    }

    /// The stones in a store.
    #[must_use]
    pub fn store(&self, side: Side) -> u8 {
        self.stores[side.index()]
    }

    /// Whether a game of this variant can begin so: it has the same pits, and the same stones in all. Every other
    /// option goes with any start.
    #[must_use]
    pub fn fits(&self, variant: &Variant) -> bool {
        (self.pits, self.stones_each()) == (variant.pits, variant.stones)
    }

    /// How many stones lie elsewhere than in the plain start: at least 1.
    #[must_use]
    pub fn seeds_moved(&self) -> u8 {
        let each = self.stones_each();
        Side::BOTH
            .into_iter()
            .flat_map(|side| self.row(side))
            .map(|stones| each.saturating_sub(*stones))
            .sum()
    }

    /// The start with the stones of both sides exchanged. A game from it goes as one from this start does if the
    /// other side begins.
    #[must_use]
    pub fn swapped(&self) -> Start {
        let ([south, north], [south_store, north_store]) = (self.rows, self.stores);
        Start { pits: self.pits, rows: [north, south], stores: [north_store, south_store] }
    }

    /// The start with left and right exchanged. A game from it goes as one from this start does if it is sown in the
    /// other direction.
    #[must_use]
    pub fn mirrored(&self) -> Start {
        let mut start = *self;
        for row in &mut start.rows {
            if let Some(row) = row.get_mut(..usize::from(self.pits)) {
                row.reverse();
            }
        }
        start
    }

    /// All starts of this variant with exactly so many seeds moved, each once, in a fixed order. Seeds are moved from
    /// pits into pits or stores of either side. For 6 pits and 4 stones there are 156 with one and 6,240 with two.
    #[must_use]
    pub fn all_with_seeds_moved(variant: &Variant, seeds: u8) -> Vec<Start> {
        if variant.validate().is_err() {
            return Vec::new();
        }
        let mut layer = Layer { each: variant.stones, pits: usize::from(variant.pits), starts: Vec::new() };
        layer.fill(&mut Vec::new(), seeds, seeds);
        layer.starts
    }

    /// Stones by hole, as a position has them.
    pub(super) fn holes(&self) -> ([[u8; MAX_PITS]; 2], [u8; 2]) {
        (self.rows, self.stores)
    }
}

/// Lays all starts with a number of seeds moved, hole by hole: South's pits, North's pits, both stores.
struct Layer {
    /// Stones in each pit of the plain start.
    each: u8,
    pits: usize,
    starts: Vec<Start>,
}

impl Layer {
    /// Goes on with the next hole; so many seeds are still to be taken from pits, and to be put somewhere.
    fn fill(&mut self, holes: &mut Vec<u8>, to_take: u8, to_put: u8) {
        if holes.len() == 2 * self.pits + 2 {
            if (to_take, to_put) == (0, 0) {
                let (pits, stores) = holes.split_at(2 * self.pits);
                let (south, north) = pits.split_at(self.pits);
                self.starts.extend(Start::new([south, north], [stores[0], stores[1]]));
            }
            return;
        }
        let each = if holes.len() < 2 * self.pits { self.each } else { 0 };
        for taken in (0..=to_take.min(each)).rev() {
            // A seed that is put where one was taken is not moved.
            for put in 0..=if taken == 0 { to_put } else { 0 } {
                holes.push((each - taken).saturating_add(put));
                self.fill(holes, to_take - taken, to_put - put);
                holes.pop();
            }
        }
    }
}
