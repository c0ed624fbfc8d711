//! How the four discs of the centre lie before the first move: as in Mapello, or as in Othello.

use super::CENTRE;
use crate::Side;

/// The diagonal of d4 and e5.
const FALLING: u64 = 1 << 27 | 1 << 36;

/// How the discs on d4, e4, d5 and e5 lie; a1 is at the top left, and Black begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Centre {
    /// Mapello's: Black on d4 and e5, White on e4 and d5, which is Othello's seen in a mirror. Black begins on e3, f4, c5
    /// or d6.
    #[default]
    Mirrored,
    /// Othello's: White on d4 and e5, Black on e4 and d5. Black begins on d3, c4, f5 or e6.
    Othello,
}

impl Centre {
    /// Both.
    pub const ALL: [Centre; 2] = [Centre::Mirrored, Centre::Othello];

    /// The bitboards of the discs by [`Side::index`].
    #[must_use]
    pub const fn discs(self) -> [u64; 2] {
        match self {
            Centre::Mirrored => [FALLING, CENTRE & !FALLING],
            Centre::Othello => [CENTRE & !FALLING, FALLING],
        }
    }

    /// The bitboard of a side's discs.
    #[must_use]
    pub const fn discs_of(self, side: Side) -> u64 {
        self.discs()[side.index()]
    }
}
