//! What lies on the table, as data: the input of a scene. The page fills a [`Content`] from what its flat board shows;
//! [`Table::new`] checks it.
//!
//! With the feature `serde` both are read and written, a [`Table`] checked while it is read. In JSON a small table is
//!
//! ```json
//! {"mancala":{"pits":6,"near":"first","turn":"near","stones":[[0.5,0.68,0.36,0,3],null],
//!  "holes":[{"id":"south-a","count":4,"marks":["legal","preview"],"note":"−4"}]}}
//! {"mapello":{"near":"second","turned":true,"squares":[{"place":44,"piece":{"disc":"first"},"turns":true},
//!  {"place":4,"piece":"joker"},{"place":45,"ghost":"second","note":"+3"}],"trays":[28,27]}}
//! ```
//!
//! What may be left out is what a table can be without: marks, counts, notes, previews, the turn, trays.

mod check;
mod ids;

use crate::heaps::Lying;
use crate::picture::MarkKind;
use crate::plan::{Plan, Row};

pub use check::TableError;
pub(crate) use ids::letter;
pub use ids::{hole_id, hole_of_id, square_id, square_of_id};

/// The most stones that lie on a table: their numbers have eight bits.
pub const MOST_STONES: usize = 256;
/// The most discs that a tray holds: eight stacks of four.
pub const MOST_DISCS: u8 = 32;
/// The largest number that stands beside a hole.
pub const MOST_COUNTED: u16 = 999;
/// The longest note about a hole or a square, in characters.
pub const LONGEST_NOTE: usize = 4;

/// A side of the game. The first one is South or Black, as in the crate `rules`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Side {
    /// South, or Black.
    #[default]
    First,
    /// North, or White.
    Second,
}

impl Side {
    /// The side that sits there, if `near` sits near.
    pub fn of_row(row: Row, near: Side) -> Side {
        if row == Row::Near { near } else { near.other() }
    }

    /// The opponent.
    pub fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

/// What lies on a table. It may be anything: [`Table::new`] checks it.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Content {
    /// A game of Mancala.
    Mancala(Mancala),
    /// A game of Mapello.
    Mapello(Mapello),
}

/// A Mancala board with its stones.
#[derive(Clone, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct Mancala {
    /// Pits a side, 1 to [`crate::plan::MOST_PITS`].
    pub pits: u8,
    /// Whether stones are sown clockwise, so that the near store lies on the left.
    pub clockwise: bool,
    /// The side that is shown near.
    pub near: Side,
    /// Where the side sits that is to move; none while nobody is.
    pub turn: Option<Row>,
    /// The stones by their numbers, at most [`MOST_STONES`]; `None` for one that is not on the board.
    pub stones: Vec<Option<Stone>>,
    /// What the board says about its holes. Where a hole is follows from its id, [`Mancala::near`] and [`Mancala::clockwise`].
    pub holes: Vec<HoleState>,
}

impl Mancala {
    /// The plan of its board.
    pub fn plan(&self) -> Plan {
        Plan { pits: self.pits, mirrored: self.clockwise }
    }
}

/// A stone on the flat board. In JSON it is an array: its place, its diameter, its layer, its colour.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "(f32, f32, f32, u8, u8)", into = "(f32, f32, f32, u8, u8)"))]
pub struct Stone {
    /// How it lies.
    pub lying: Lying,
    /// The number of its glass, 0 to 5.
    pub colour: u8,
}

impl From<(f32, f32, f32, u8, u8)> for Stone {
    fn from((x, y, diameter, layer, colour): (f32, f32, f32, u8, u8)) -> Stone {
        Stone { lying: Lying { at: [x, y], diameter, layer }, colour }
    }
}

impl From<Stone> for (f32, f32, f32, u8, u8) {
    fn from(Stone { lying: Lying { at: [x, y], diameter, layer }, colour }: Stone) -> Self {
        (x, y, diameter, layer, colour)
    }
}

/// What the board says about a hole.
#[derive(Clone, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct HoleState {
    /// Its id, as `src/app/game/board/mancala/ids.rs` makes it: `south-a`, `north-store`.
    pub id: String,
    /// The number that stands beside it, at most [`MOST_COUNTED`]; none if counts are switched off.
    pub count: Option<u16>,
    /// Its marks.
    pub marks: Vec<MarkKind>,
    /// What a move would change in it, what playing it is worth, or its place in a premove; at most [`LONGEST_NOTE`] characters.
    pub note: Option<String>,
}

/// A Mapello board with its pieces.
#[derive(Clone, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct Mapello {
    /// The side that is shown near: the near tray holds its discs.
    pub near: Side,
    /// Whether the board is turned by half a turn, so that `a1` is at the near right.
    pub turned: bool,
    /// Where the side sits that is to move; none while nobody is.
    pub turn: Option<Row>,
    /// The squares on which something lies or which have marks, in any order.
    pub squares: Vec<Square>,
    /// The discs left in the near and in the far tray, at most [`MOST_DISCS`] each; none if there are no trays.
    pub trays: Option<[u8; 2]>,
}

/// A square of a Mapello board, or one of its border.
#[derive(Clone, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct Square {
    /// Its place on the screen in reading order, 0 to 99, as in `src/app/game/board/mapello/cells.rs`.
    pub place: u8,
    /// What lies there.
    pub piece: Option<SquarePiece>,
    /// Its marks.
    pub marks: Vec<MarkKind>,
    /// Whose disc would lie there after the previewed move.
    pub ghost: Option<Side>,
    /// Whether its disc would turn over in that move.
    pub turns: bool,
    /// What a move to it is worth; at most [`LONGEST_NOTE`] characters.
    pub note: Option<String>,
}

/// What lies on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum SquarePiece {
    /// A disc, this side's colour up.
    Disc(Side),
    /// A wall.
    Wall,
    /// A bonus.
    Star,
    /// A joker; only on the border.
    Joker,
}

/// What lies on a table, checked: its numbers are within their bounds, and each thing is where it can be.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Content", into = "Content"))]
pub struct Table(Content);

impl Table {
    /// Checks what lies on a table.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn new(content: Content) -> Result<Table, TableError> {
        match &content {
            Content::Mancala(mancala) => check::mancala(mancala)?,
            Content::Mapello(mapello) => check::mapello(mapello)?,
        }
        Ok(Table(content))
    }

    /// What lies on it.
    pub fn content(&self) -> &Content {
        &self.0
    }

    /// Its game of Mancala, if it is one.
    pub fn as_mancala(&self) -> Option<&Mancala> {
        match &self.0 {
            Content::Mancala(mancala) => Some(mancala),
            Content::Mapello(_) => None,
        }
    }

    /// Its game of Mapello, if it is one.
    pub fn as_mapello(&self) -> Option<&Mapello> {
        match &self.0 {
            Content::Mapello(mapello) => Some(mapello),
            Content::Mancala(_) => None,
        }
    }
}

impl TryFrom<Content> for Table {
    type Error = TableError;

    fn try_from(content: Content) -> Result<Table, TableError> {
        Table::new(content)
    }
}

impl From<Table> for Content {
    fn from(table: Table) -> Content {
        table.0
    }
}
