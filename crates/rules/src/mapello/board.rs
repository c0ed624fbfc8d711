//! A board of Mapello before the first disc: walls, bonuses and jokers as bitboards, how the four discs of its
//! centre lie, and whether a game may be played on it.

use super::{Border, Cell, Centre, Position};
use crate::{SetupError, Side};

/// The most walls on a playable board.
pub const WALLS: u8 = 8;
/// The most bonuses on a playable board.
pub const BONUSES: u8 = 8;
/// The most jokers on a playable board.
pub const JOKERS: u8 = 8;
/// The bitboard of the cells that hold discs from the start: d4, e4, d5, e5.
pub const CENTRE: u64 = 0x0000_0018_1800_0000;

/// The extras of a board and how the discs of its centre lie, which are the whole setup of a game: Black begins. A
/// board is sent and stored as its share code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "String", into = "String")
)]
pub struct Board {
    walls: u64,
    bonuses: u64,
    jokers: u64,
    centre: Centre,
}

impl Board {
    /// No extras: Othello with the other diagonal.
    pub const EMPTY: Board = Board { walls: 0, bonuses: 0, jokers: 0, centre: Centre::Mirrored };

    /// No extras, and Othello's own centre: Reversi as Othello players play it.
    pub const OTHELLO: Board = Board::EMPTY.with_centre(Centre::Othello);

    /// The default board of the original.
    pub const DEFAULT: Board = Board::drawn([
        b"####J#####",
        b"##.*..*.##",
        b"#.....#..#",
        b"J*#.....*J",
        b"J........#",
        b"#.......*#",
        b"#*.....#.J",
        b"J..#.....#",
        b"##.*...*##",
        b"###J###J##",
    ]);

    /// Reads a drawing of `#`, `*` and `J`; pieces in impossible places are skipped.
    const fn drawn(rows: [&[u8; 10]; 10]) -> Board {
        let mut board = Board::EMPTY;
        let mut row = 0;
        while row < 10 {
            let mut column = 0;
            while column < 10 {
                match (rows[row as usize][column as usize], Border::at(row, column)) {
                    (b'J', Some(border)) => board.jokers |= border.bit(),
                    (b'#', None) => board.walls |= inner(row, column),
                    (b'*', None) => board.bonuses |= inner(row, column),
                    _ => {}
                }
                column += 1;
            }
            row += 1;
        }
        board
    }

    /// A board from the bitboards of walls and bonuses (bits of [`Cell`]) and jokers (bits of [`Border`]), with
    /// Mapello's own centre; see [`Board::with_centre`].
    ///
    /// # Errors
    /// [`SetupError::Place`] if a piece stands on the centre, two stand on one cell, or one is beyond the
    /// border.
    pub const fn new(walls: u64, bonuses: u64, jokers: u64) -> Result<Board, SetupError> {
        if (walls | bonuses) & CENTRE != 0 || walls & bonuses != 0 || jokers >> Border::COUNT != 0 {
            return Err(SetupError::Place);
        }
        Ok(Board { walls, bonuses, jokers, centre: Centre::Mirrored })
    }

    /// The board with the discs of its centre lying like this.
    #[must_use]
    pub const fn with_centre(self, centre: Centre) -> Board {
        Board { centre, ..self }
    }

    /// How the four discs of its centre lie before the first move.
    #[must_use]
    pub const fn centre(&self) -> Centre {
        self.centre
    }

    /// Walls and jokers, all that stays as it is throughout a game. Bonuses and discs belong to the position, so equal
    /// positions are equal whatever centre their games began with.
    #[must_use]
    pub(super) const fn constant_part(&self) -> Board {
        Board { bonuses: 0, centre: Centre::Mirrored, ..*self }
    }

    /// The bitboard of the walls, by [`Cell`].
    #[must_use]
    pub const fn walls(&self) -> u64 {
        self.walls
    }

    /// The bitboard of the bonuses, by [`Cell`].
    #[must_use]
    pub const fn bonuses(&self) -> u64 {
        self.bonuses
    }

    /// The bitboard of the jokers, by [`Border`].
    #[must_use]
    pub const fn jokers(&self) -> u64 {
        self.jokers
    }

    /// Whether a wall stands on the cell.
    #[must_use]
    pub const fn is_wall(&self, cell: Cell) -> bool {
        self.walls & cell.bit() != 0
    }

    /// Whether a bonus lies on the cell.
    #[must_use]
    pub const fn is_bonus(&self, cell: Cell) -> bool {
        self.bonuses & cell.bit() != 0
    }

    /// Whether a joker stands on the border square.
    #[must_use]
    pub const fn is_joker(&self, border: Border) -> bool {
        self.jokers & border.bit() != 0
    }

    /// Checks that a game may be played on it: no more extras than the official counts, and a side can move.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn validate(&self) -> Result<(), SetupError> {
        let count = |set: u64| set.count_ones() as u8;
        if count(self.walls) > WALLS {
            return Err(SetupError::Walls(count(self.walls)));
        }
        if count(self.bonuses) > BONUSES {
            return Err(SetupError::Bonuses(count(self.bonuses)));
        }
        if count(self.jokers) > JOKERS {
            return Err(SetupError::Jokers(count(self.jokers)));
        }
        if Position::start(self).outcome().is_some() { Err(SetupError::NobodyCanMove) } else { Ok(()) }
    }

    /// Whether Black has no first move, and so passes before the game's first disc is placed.
    #[must_use]
    pub fn opens_with_pass(&self) -> bool {
        Position::start(self).to_move() == Side::Second
    }
}

/// The bit of an inner cell, by its place on the whole board.
const fn inner(row: u8, column: u8) -> u64 {
    1 << ((row - 1) * 8 + column - 1)
}
