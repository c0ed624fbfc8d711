//! What a search remembers of boards: bounds of their value, in a table of fixed size.

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
    #[must_use]
    pub fn after(self, before: Known) -> Known {
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
    #[must_use]
    pub fn rank(self) -> u8 {
        if self.proven { self.depth } else { self.depth.saturating_mul(2) }
    }
}

/// A table of what is known.
pub trait Table<W> {
    /// What lies in the place of a board. Memory is slow: a search reads the places of all moves before it looks at one, so
    /// that it waits for them together.
    type Place: Copy;

    /// A table of at most so many bytes, or the smallest it can be.
    fn with_bytes(bytes: usize) -> Self;

    /// Reads the place of a board.
    fn read(&self, board: Board<W>) -> Self::Place;

    /// What a place says of its board.
    fn known(place: Self::Place) -> Option<Known>;

    /// What is known of a board.
    fn get(&self, board: Board<W>) -> Option<Known> {
        Self::known(self.read(board))
    }

    /// Keeps what is known of a board; other boards may be forgotten for it.
    fn put(&mut self, board: Board<W>, known: Known);
}
