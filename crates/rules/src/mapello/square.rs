//! The squares of the board: 64 inner cells, which are the bits of a bitboard, 36 border squares, and eight
//! directions.

/// An inner cell, 0 to 63: a1 is 0 at the top left, b1 is 1, a2 is 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "u8", into = "u8")
)]
pub struct Cell(u8);

impl Cell {
    /// The cell with this number, if there is one.
    #[must_use]
    pub const fn new(index: u8) -> Option<Cell> {
        if index < 64 { Some(Cell(index)) } else { None }
    }

    /// The cell in this row and column, each 0 to 7 from the top left.
    #[must_use]
    pub const fn at(row: u8, column: u8) -> Option<Cell> {
        if row < 8 && column < 8 { Some(Cell(row * 8 + column)) } else { None }
    }

    /// Its number.
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Its row, 0 to 7 from the top.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.0 / 8
    }

    /// Its column, 0 to 7 from the left.
    #[must_use]
    pub const fn column(self) -> u8 {
        self.0 % 8
    }

    /// Its bit in a bitboard.
    #[must_use]
    pub const fn bit(self) -> u64 {
        1 << self.0
    }

    /// The cells of a bitboard, the lowest number first.
    pub fn all_of(mut set: u64) -> impl Iterator<Item = Cell> + Clone {
        core::iter::from_fn(move || {
            let lowest = (set != 0).then(|| Cell(set.trailing_zeros() as u8))?;
            set &= set - 1;
            Some(lowest)
        })
    }

    /// The cell `distance` steps away; `None` beyond the edge.
    #[must_use]
    pub fn step(self, ray: Ray, distance: u8) -> Option<Cell> {
        let (down, right) = ray.delta();
        let distance = i8::try_from(distance).ok().filter(|distance| *distance < 8)?;
        let row = u8::try_from(self.row() as i8 + down * distance).ok()?;
        let column = u8::try_from(self.column() as i8 + right * distance).ok()?;
        Cell::at(row, column)
    }
}

impl TryFrom<u8> for Cell {
    type Error = &'static str;
    fn try_from(index: u8) -> Result<Cell, Self::Error> {
        Cell::new(index).ok_or("a cell is a number from 0 to 63")
    }
}

impl From<Cell> for u8 {
    fn from(cell: Cell) -> u8 {
        cell.0
    }
}

/// A square of the border ring, 0 to 35: the top row from the left (0–9), the bottom row (10–19), the left
/// column from the top without the corners (20–27), the right column (28–35).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "u8", into = "u8")
)]
pub struct Border(u8);

impl Border {
    /// How many there are.
    pub const COUNT: u8 = 36;

    /// The square with this number, if there is one.
    #[must_use]
    pub const fn new(index: u8) -> Option<Border> {
        if index < Border::COUNT { Some(Border(index)) } else { None }
    }

    /// The square in this row and column of the whole board, each 0 to 9 from the top left; `None` for an
    /// inner cell.
    #[must_use]
    pub const fn at(row: u8, column: u8) -> Option<Border> {
        match (row, column) {
            (0, 0..=9) => Some(Border(column)),
            (9, 0..=9) => Some(Border(10 + column)),
            (1..=8, 0) => Some(Border(19 + row)),
            (1..=8, 9) => Some(Border(27 + row)),
            _ => None,
        }
    }

    /// Its number.
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Its bit in a set of border squares.
    #[must_use]
    pub const fn bit(self) -> u64 {
        1 << self.0
    }

    /// Its row on the whole board, 0 to 9 from the top.
    #[must_use]
    pub const fn row(self) -> u8 {
        match self.0 {
            0..=9 => 0,
            10..=19 => 9,
            20..=27 => self.0 - 19,
            _ => self.0 - 27,
        }
    }

    /// Its column on the whole board, 0 to 9 from the left.
    #[must_use]
    pub const fn column(self) -> u8 {
        match self.0 {
            0..=9 => self.0,
            10..=19 => self.0 - 10,
            20..=27 => 0,
            _ => 9,
        }
    }
}

impl TryFrom<u8> for Border {
    type Error = &'static str;
    fn try_from(index: u8) -> Result<Border, Self::Error> {
        Border::new(index).ok_or("a border square is a number from 0 to 35")
    }
}

impl From<Border> for u8 {
    fn from(border: Border) -> u8 {
        border.0
    }
}

/// A direction on the board; north is up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Ray {
    /// To the right.
    East,
    /// Down and to the left.
    SouthWest,
    /// Down.
    South,
    /// Down and to the right.
    SouthEast,
    /// To the left.
    West,
    /// Up and to the right.
    NorthEast,
    /// Up.
    North,
    /// Up and to the left.
    NorthWest,
}

impl Ray {
    /// All eight directions: four with rising cell numbers (by 1, 7, 8, 9), then their opposites in the same
    /// order.
    pub const ALL: [Ray; 8] = [
        Ray::East,
        Ray::SouthWest,
        Ray::South,
        Ray::SouthEast,
        Ray::West,
        Ray::NorthEast,
        Ray::North,
        Ray::NorthWest,
    ];

    /// Rows down and columns to the right in one step, each −1, 0 or 1.
    #[must_use]
    pub const fn delta(self) -> (i8, i8) {
        match self {
            Ray::East => (0, 1),
            Ray::SouthWest => (1, -1),
            Ray::South => (1, 0),
            Ray::SouthEast => (1, 1),
            Ray::West => (0, -1),
            Ray::NorthEast => (-1, 1),
            Ray::North => (-1, 0),
            Ray::NorthWest => (-1, -1),
        }
    }
}
