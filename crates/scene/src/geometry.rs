//! The meshes of all bodies, made by formula.
//!
//! **Laws** (`tests/geometry.rs`): each edge belongs to exactly two triangles, so every body is closed; triangles run
//! counterclockwise as seen from outside and have an area; normals have length 1 and point to the side of their triangle. A
//! Mancala board has at most 20,000 triangles, all other bodies together at most 10,000. Positions are of single precision,
//! and points that parts of a body have in common are equal bit for bit.
//!
//! **Origins.** A stone's and a disc's mesh has the origin in its middle, a board's as [`crate::picture`] says, that of the
//! table in the middle of its upper surface. All others stand on the plane `y` = 0: walls, stars, jokers, trays.

mod build;
mod mancala;
mod mapello;
mod pieces;
mod tray;

use build::{LoopPoint, Vertex, ring};

use crate::mesh::Mesh;
use crate::picture::Kind;
use crate::plan::{MOST_PITS, Plan};

pub use pieces::{DISC_HEIGHT, DISC_RADIUS, JOKER_HEIGHT, STAR_HEIGHT, WALL_HEIGHT};
pub use tray::{TRAY_CORNER, TRAY_FLOOR, TRAY_HALF, TRAY_HEIGHT};

/// Half the length of the table.
pub const TABLE_HALF: f32 = 28.0;

/// The mesh of a kind of body. A Mancala board with fewer than 1 or more than [`MOST_PITS`] pits has as many as are possible.
pub fn mesh(kind: Kind) -> Mesh {
    let plan = |pits: u8, mirrored| Plan { pits: pits.clamp(1, MOST_PITS), mirrored };
    match kind {
        Kind::Table => tray::table(),
        Kind::MancalaBoard(pits) => mancala::board(plan(pits, false)),
        Kind::MirroredMancalaBoard(pits) => mancala::board(plan(pits, true)),
        Kind::MapelloBoard => mapello::board(),
        Kind::Stone => pieces::stone(),
        Kind::Disc | Kind::GhostDisc => pieces::disc(),
        Kind::Wall => pieces::wall(),
        Kind::Star => pieces::star(),
        Kind::Joker => pieces::joker(),
        Kind::Tray => tray::tray(),
    }
}

/// The steps of a rounded edge.
const EDGE_STEPS: u16 = 4;

/// The rings of a slab's side with rounded edges, from the underside up to the upper surface. `outline` gives the loop that
/// lies so far within the widest one.
fn edged(
    outline: impl Fn(f32) -> Vec<LoopPoint>,
    bottom: f32,
    lower: f32,
    top: f32,
    upper: f32,
) -> Vec<Vec<Vertex>> {
    let quarter = |step: u16| {
        let angle = std::f32::consts::FRAC_PI_2 * f32::from(step) / f32::from(EDGE_STEPS);
        // The last step is exact, because the upper surface begins there.
        if step == EDGE_STEPS { (1.0, 0.0) } else { angle.sin_cos() }
    };
    let below = (0..=EDGE_STEPS).map(|step| {
        let (upwards, outwards) = quarter(EDGE_STEPS - step);
        ring(&outline(lower * (1.0 - outwards)), bottom + lower * (1.0 - upwards), [outwards, -upwards])
    });
    let above = (0..=EDGE_STEPS).map(|step| {
        let (upwards, outwards) = quarter(step);
        ring(&outline(upper * (1.0 - outwards)), top - upper * (1.0 - upwards), [outwards, upwards])
    });
    below.chain(above).collect()
}
