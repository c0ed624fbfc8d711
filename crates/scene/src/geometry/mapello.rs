//! The Mapello board: eight by eight squares of felt, and a frame around them that stands a little higher.

use glam::{Vec2, Vec3};

use super::build::{LoopPoint, Steps, Vertex, ring, rounded};
use crate::mesh::Mesh;
use crate::plan::{FRAME_HEIGHT, MAPELLO_HALF, MAPELLO_THICKNESS};

/// Squares a side, without the border.
const SQUARES: u16 = 8;
/// Half the length of the felt.
const FELT: f32 = 4.0;
/// The radii of the frame's corners and of its edges: upper, lower, and that towards the felt.
const CORNER: f32 = 0.3;
const UPPER_EDGE: f32 = 0.06;
const LOWER_EDGE: f32 = 0.04;
const INNER_EDGE: f32 = 0.05;

const STEPS: Steps = Steps { corner: 6, along: [SQUARES, SQUARES] };

pub(super) fn board() -> Mesh {
    let mut mesh = Mesh::default();
    let outline = |inset: f32| rounded([MAPELLO_HALF - inset; 2], CORNER - inset, STEPS);
    let bottom = -MAPELLO_THICKNESS;
    mesh.cap(&ring(&outline(LOWER_EDGE), bottom, [0.0, -1.0]), false);
    let mut rings = super::edged(outline, bottom, LOWER_EDGE, FRAME_HEIGHT, UPPER_EDGE);
    // The inner edge is rounded downwards to the felt, whose corners have no radius.
    let inner = |wider: f32| rounded([FELT + wider; 2], wider, STEPS);
    for step in 0..=super::EDGE_STEPS {
        let angle = std::f32::consts::FRAC_PI_2 * f32::from(step) / f32::from(super::EDGE_STEPS);
        let (inwards, upwards) = angle.sin_cos();
        let wider = if step == super::EDGE_STEPS { 0.0 } else { INNER_EDGE * (1.0 - inwards) };
        let height = FRAME_HEIGHT - INNER_EDGE * (1.0 - upwards);
        rings.push(ring(&inner(wider), height, [-inwards, upwards]));
    }
    rings.push(ring(&inner(0.0), 0.0, [-1.0, 0.0]));
    mesh.loft(&rings);
    felt(&mut mesh, &inner(0.0));
    mesh
}

/// The felt: its squares, whose corners at the edge are the points of this loop.
fn felt(mesh: &mut Mesh, edge: &[LoopPoint]) {
    let at = |row: u16, column: u16| {
        let grid = Vec2::new(f32::from(column) - FELT, f32::from(row) - FELT);
        // The same bits as those of the frame.
        let same = edge.iter().map(|point| point.at).find(|at| at.distance_squared(grid) < 1e-6);
        let at = same.unwrap_or(grid);
        Vertex { at: Vec3::new(at.x, 0.0, at.y), normal: Vec3::Y }
    };
    let corners: Vec<Vec<u32>> =
        (0..=SQUARES).map(|row| (0..=SQUARES).map(|column| mesh.add(at(row, column))).collect()).collect();
    for rows in corners.windows(2) {
        for column in 0..usize::from(SQUARES) {
            let [far_left, far_right] = [rows[0][column], rows[0][column + 1]];
            let [near_left, near_right] = [rows[1][column], rows[1][column + 1]];
            mesh.triangle([near_left, near_right, far_right]);
            mesh.triangle([near_left, far_right, far_left]);
        }
    }
}
