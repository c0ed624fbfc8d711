//! The picture of a table on which nothing moves.

mod mancala;
mod mapello;

use glam::{Quat, Vec3};

use crate::heaps::Resting;
use crate::picture::{Kind, Mark, MarkKind, Picture, Piece, Pose};
use crate::plan::Row;
use crate::table::{Content, Side, Table};

pub(crate) use mancala::orientation;
pub(crate) use mapello::{tray_of, tray_place};

/// The picture of a table on which nothing moves.
pub fn still(table: &Table) -> Picture {
    build(table).picture
}

/// The height of the table under a board, which is less than 0.
pub fn table_height(table: &Table) -> f32 {
    match table.content() {
        Content::Mancala(_) => -crate::plan::MANCALA_THICKNESS,
        Content::Mapello(_) => -crate::plan::MAPELLO_THICKNESS,
    }
}

/// A picture, and which of its pieces is what: an animation moves them.
#[derive(Clone, Debug)]
pub(crate) struct Built {
    pub picture: Picture,
    /// For each stone by its number, where it rests and its place among the pieces.
    pub stones: Vec<Option<(Resting, usize)>>,
    /// For each square of a Mapello board the place of what lies there among the pieces.
    pub squares: Vec<Option<usize>>,
    /// The labels of holes by their ids, and those of the near and the far tray: the places among the labels.
    pub labels: Vec<(String, usize)>,
}

pub(crate) fn build(table: &Table) -> Built {
    match table.content() {
        Content::Mancala(board) => mancala::build(board),
        Content::Mapello(board) => mapello::build(board),
    }
}

impl Built {
    /// A picture of the table alone, with a board upon it.
    fn of_board(kind: Kind, thickness: f32) -> Built {
        let table = piece(Kind::Table, Vec3::new(0.0, -thickness, 0.0));
        let pieces = vec![table, piece(kind, Vec3::ZERO)];
        let picture = Picture { pieces, ..Picture::default() };
        Built { picture, stones: Vec::new(), squares: Vec::new(), labels: Vec::new() }
    }

    /// Adds a piece and returns its place.
    fn add(&mut self, piece: Piece) -> usize {
        self.picture.pieces.push(piece);
        self.picture.pieces.len() - 1
    }

    /// Adds the light along the edge of the side to move: its half length, and how far it is from the centre of the board.
    fn add_turn(&mut self, turn: Option<Row>, half: f32, aside: f32, height: f32) {
        const HALF_WIDTH: f32 = 0.02;
        if let Some(row) = turn {
            let z = if row == Row::Near { aside } else { -aside };
            let position = Vec3::new(0.0, height, z);
            let mark = Mark { kind: MarkKind::Turn, position, half: [half, HALF_WIDTH], is_round: false };
            self.picture.marks.push(mark);
        }
    }
}

/// A piece that is upright, of one colour, and does not shine.
fn piece(kind: Kind, position: Vec3) -> Piece {
    Piece { kind, colour: 0, pose: Pose::at(position), glow: 0.0 }
}

/// The other side of a disc up: half a turn around the `x` axis, exactly.
const TURNED_OVER: Quat = Quat::from_xyzw(1.0, 0.0, 0.0, 0.0);

/// Where a side sits if this one is near.
fn row_of(side: Side, near: Side) -> Row {
    if side == near { Row::Near } else { Row::Far }
}
