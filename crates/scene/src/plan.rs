//! The plan of a board: where its holes and squares are, seen from straight above. It is the plan of the flat board
//! (`src/app/game/board/mancala/layout.rs`, `style/board.css`, `style/mapello.css`), in the space of [`crate::picture`].

use glam::{Vec2, Vec3};

/// The most pits a side that any drawing of a board has.
pub const MOST_PITS: u8 = 10;

/// How much longer a Mancala board is than its row of pits, in columns: both stores and the rim.
pub const ENDS: f32 = 2.4;
/// The width of a Mancala board, in columns.
pub const WIDTH: f32 = 4.0;
/// The wood between the edge of a Mancala board and its cells.
pub const RIM: f32 = 0.2;
/// The radius of the corners of a Mancala board.
pub const CORNER: f32 = 0.48;
/// The thickness of a Mancala board.
pub const MANCALA_THICKNESS: f32 = 0.55;

/// How far the centres of the pits are from the board's long axis.
const PIT_ASIDE: f32 = 0.74;
/// How far the centres of the stores are from it: a store leaves room for its number at its owner's edge.
const STORE_ASIDE: f32 = 0.17;

/// The width of the frame around the squares of a Mapello board: the ring of border squares, where jokers are.
pub const FRAME: f32 = 0.7;
/// The height of the frame above the felt.
pub const FRAME_HEIGHT: f32 = 0.08;
/// How far the table is below the felt of a Mapello board.
pub const MAPELLO_THICKNESS: f32 = 0.4;
/// Half the length of a Mapello board.
pub const MAPELLO_HALF: f32 = 4.0 + FRAME;

/// The opening of a hole: a stadium, which is a rectangle with two half circles at its ends.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bowl {
    /// Its centre: `x` and `z` of the board.
    pub centre: Vec2,
    /// Half its width, along `x`: the radius of both ends.
    pub half_width: f32,
    /// Half its length, along `z`.
    pub half_length: f32,
}

impl Bowl {
    /// Half the length of the segment that runs through the centres of both half circles.
    pub fn straight(&self) -> f32 {
        self.half_length - self.half_width
    }

    /// How far a point of the board is from the middle segment of the hole, and the direction from there to the point.
    /// Points of the segment itself have no direction: it is zero.
    pub fn outwards(&self, point: Vec2) -> (f32, Vec2) {
        let local = point - self.centre;
        let along = local.y.max(-self.straight()).min(self.straight());
        let away = Vec2::new(local.x, local.y - along);
        let distance = away.length();
        (distance, if distance > 0.0 { away / distance } else { Vec2::ZERO })
    }
}

/// A hole of a Mancala board as it is seen, whoever owns it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Hole {
    /// A pit of a row: the near one or the far one, and its place from the left of the picture, from 0.
    Pit(Row, u8),
    /// A store: that of the near side or of the far side.
    Store(Row),
}

/// The two sides of a board, as they are seen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Row {
    /// The side of the player who sits near.
    Near,
    /// The other one.
    Far,
}

impl Row {
    /// Both, the near one first.
    pub const BOTH: [Row; 2] = [Row::Near, Row::Far];

    /// 1 for the near side, which is where `z` grows, −1 for the far one.
    fn sign(self) -> f32 {
        if self == Row::Near { 1.0 } else { -1.0 }
    }
}

/// The plan of a Mancala board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Pits a side, 1 to [`MOST_PITS`].
    pub pits: u8,
    /// Whether the near store lies on the left, as it does where stones are sown clockwise.
    pub mirrored: bool,
}

impl Plan {
    /// The length of the board, in columns.
    pub fn length(self) -> f32 {
        f32::from(self.pits) + ENDS
    }

    /// All holes: first the pits of each row from the left, then the stores, the near ones first.
    pub fn holes(self) -> impl Iterator<Item = Hole> {
        let pits =
            Row::BOTH.into_iter().flat_map(move |row| (0..self.pits).map(move |at| Hole::Pit(row, at)));
        pits.chain(Row::BOTH.map(Hole::Store))
    }

    /// Where a hole is, and how large its opening is.
    pub fn bowl(self, hole: Hole) -> Bowl {
        match hole {
            Hole::Pit(row, at) => {
                let x = f32::from(at) - 0.5 * (f32::from(self.pits) - 1.0);
                Bowl { centre: Vec2::new(x, row.sign() * PIT_ASIDE), half_width: 0.43, half_length: 0.66 }
            }
            Hole::Store(row) => {
                let right = (row == Row::Near) != self.mirrored;
                let x = 0.5 * (f32::from(self.pits) + 1.0);
                let centre = Vec2::new(if right { x } else { -x }, -row.sign() * STORE_ASIDE);
                Bowl { centre, half_width: 0.42, half_length: 1.53 }
            }
        }
    }

    /// A place of the flat board, as fractions of its length and its width, in the space of the picture.
    pub fn place(self, [x, y]: [f32; 2]) -> Vec2 {
        Vec2::new((x - 0.5) * self.length(), (y - 0.5) * WIDTH)
    }

    /// The hole in which a point lies, or the nearest one.
    pub fn hole_at(self, point: Vec2) -> Hole {
        // Only those of the column come into question: the cells of neighbours meet halfway.
        let column = (point.x + 0.5 * (f32::from(self.pits) + 2.0)).max(0.0) as u8;
        if column == 0 || column > self.pits {
            let right = column > 0;
            return Hole::Store(if right == self.mirrored { Row::Far } else { Row::Near });
        }
        Hole::Pit(if point.y > 0.0 { Row::Near } else { Row::Far }, column - 1)
    }
}

/// The centre of a square of a Mapello board on the surface where pieces stand, by its place on the screen in reading order,
/// 0 to 99: the squares of the border are at the height of the frame. `None` past the board.
pub fn square_centre(place: u8) -> Option<Vec3> {
    let (row, column) = (place / 10, place % 10);
    let along = |at: u8| match at {
        0 => -4.0 - 0.5 * FRAME,
        9 => 4.0 + 0.5 * FRAME,
        _ => f32::from(at) - 4.5,
    };
    let height = if is_border(place) { FRAME_HEIGHT } else { 0.0 };
    (place < 100).then(|| Vec3::new(along(column), height, along(row)))
}

/// Half the width and half the length of a square of a Mapello board; see [`square_centre`].
pub fn square_half(place: u8) -> [f32; 2] {
    let half = |at: u8| if at == 0 || at == 9 { 0.5 * FRAME } else { 0.5 };
    [half(place % 10), half(place / 10)]
}

/// Whether a square belongs to the border of a Mapello board.
pub fn is_border(place: u8) -> bool {
    matches!(place / 10, 0 | 9) || matches!(place % 10, 0 | 9)
}
