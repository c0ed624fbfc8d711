//! What is drawn at one moment: pieces and marks, each with its place. The renderer (`crates/scene-program`) draws a
//! [`Picture`] and knows nothing else of a game.
//!
//! **Space.** Right-handed, `x` to the right and `z` towards the player who sits near, `y` up. The unit is one column of a
//! Mancala board or one square of a Mapello board. The origin is the centre of the board, at the height of its upper surface:
//! bowls are carved below zero, discs and walls stand above it.

use glam::{Quat, Vec3};

/// Everything that is drawn at one moment.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Picture {
    /// Boards, stones, discs and all else that has a body, in no particular order.
    pub pieces: Vec<Piece>,
    /// What is drawn upon the board about a hole or a square.
    pub marks: Vec<Mark>,
    /// Numbers and letters that stand on the board. They are drawn turned to the viewer.
    pub labels: Vec<Label>,
}

/// One body.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Piece {
    /// What it is: bodies of one kind share a mesh and are drawn by one call.
    pub kind: Kind,
    /// Which of its kind's colours it has: for a stone the number of its glass, 0 to 5; 0 for kinds of one colour.
    pub colour: u8,
    /// Where it is.
    pub pose: Pose,
    /// How much it shines by itself, from 0 to 1: a joker that lights up, a store that glows.
    pub glow: f32,
}

/// The kinds of bodies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// The table under everything.
    Table,
    /// A Mancala board with so many pits a side, with its carved bowls: the near store on the right.
    MancalaBoard(u8),
    /// Its mirror image, on which stones are sown clockwise: the near store on the left.
    MirroredMancalaBoard(u8),
    /// The Mapello board: its frame and its felt. Lines between the squares belong to its material.
    MapelloBoard,
    /// A glass stone: a ball of diameter 1 before its scale.
    Stone,
    /// A disc with two faces, the first side's one up before its rotation. Its diameter is 0.84 and its height 0.13.
    Disc,
    /// A wall that fills a square.
    Wall,
    /// A star, which is a bonus.
    Star,
    /// A joker on the border: a ring that shows both faces.
    Joker,
    /// A tray in which discs wait.
    Tray,
    /// A disc that would lie there, after the previewed move. One sees through it, and it casts no shadow.
    GhostDisc,
}

/// Where a body is. A body's mesh is scaled, then turned, then moved.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pose {
    /// The centre of its mesh.
    pub position: Vec3,
    /// How it is turned.
    pub rotation: Quat,
    /// How much larger than its mesh it is along each of its axes.
    pub scale: Vec3,
}

impl Pose {
    /// At this place, upright and as large as its mesh.
    pub fn at(position: Vec3) -> Pose {
        Pose { position, rotation: Quat::IDENTITY, scale: Vec3::ONE }
    }
}

/// Something drawn flat upon the board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mark {
    /// What it says.
    pub kind: MarkKind,
    /// Its centre, on the surface of the board.
    pub position: Vec3,
    /// Half its width and half its length. A mark about a hole is a stadium, one about a square has corners.
    pub half: [f32; 2],
    /// Whether it goes around a hole, not a square.
    pub is_round: bool,
}

/// What a mark says. The flat board has the same ones, as attributes of its cells (`data-legal`, `data-last`, …).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum MarkKind {
    /// May be played: a thin line.
    Legal,
    /// Played last: dots.
    Last,
    /// The move that is previewed begins here: a strong line.
    Preview,
    /// The last stone would land here: a double line.
    Landing,
    /// Would be captured: dashes.
    Captured,
    /// Sent and not confirmed yet, or planned: dashes.
    Pending,
    /// Has the keyboard's focus: a strong line in white and blue.
    Focus,
    /// It is about no hole or square: a line of light along the edge of the board whose side is to move.
    Turn,
}

/// A number or a letter on the board.
#[derive(Clone, PartialEq, Debug)]
pub struct Label {
    /// What it says.
    pub text: LabelText,
    /// What it is written on.
    pub ground: Ground,
    /// Its middle, on the surface of the board.
    pub position: Vec3,
    /// The height of its digits or letters, in units of the board.
    pub size: f32,
}

/// What a label is written on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    /// The material of the board.
    Board,
    /// The felt of a Mapello board.
    Felt,
    /// A badge in the colour of figures: what a hole gains, what a move is worth, when it is planned.
    Badge,
    /// A badge in the opposite colour: what a hole or a move loses.
    LossBadge,
}

/// What a label says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LabelText {
    /// How many stones lie in a hole, or how many discs a side has in its tray.
    Count(u16),
    /// The letter of a pit, or the letter or the digit of a coordinate.
    Letter(char),
    /// What a move changes in a hole, what it is worth, or its place in a premove: `+1`, `−4`, `2.`.
    Note(String),
}
