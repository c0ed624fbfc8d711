//! What stands beside a board and under it.

use super::build::{LoopPoint, Steps, ring, rounded};
use crate::mesh::Mesh;

/// Half the length and half the width of a tray: eight stacks of discs stand in it side by side.
pub const TRAY_HALF: [f32; 2] = [4.0, 0.6];
/// The height of a tray's edge.
pub const TRAY_HEIGHT: f32 = 0.16;
/// The height of the floor on which discs lie.
pub const TRAY_FLOOR: f32 = 0.06;

/// The radius of its corners.
pub const TRAY_CORNER: f32 = 0.3;
const TRAY_EDGE: f32 = 0.04;
/// The thickness of a tray's side, from its outside to the upper edge of its floor.
const TRAY_SIDE: f32 = 0.09;
const TABLE_THICKNESS: f32 = 1.0;
const TABLE_CORNER: f32 = 4.0;
const TABLE_EDGE: f32 = 0.25;

/// A shallow box with rounded edges.
pub(super) fn tray() -> Mesh {
    let mut mesh = Mesh::default();
    let steps = Steps { corner: 6, along: [1, 1] };
    let outline = |inset: f32| rounded(TRAY_HALF.map(|half| half - inset), TRAY_CORNER - inset, steps);
    let foot = 0.02;
    mesh.cap(&ring(&outline(foot), 0.0, [0.0, -1.0]), false);
    let mut rings = super::edged(outline, 0.0, foot, TRAY_HEIGHT, TRAY_EDGE);
    // Over the edge and down a slanting side to the floor.
    let down = [-(TRAY_HEIGHT - TRAY_FLOOR), TRAY_SIDE - TRAY_EDGE];
    rings.push(ring(&outline(TRAY_EDGE), TRAY_HEIGHT, down));
    rings.push(ring(&outline(TRAY_SIDE), TRAY_FLOOR, down));
    mesh.loft(&rings);
    mesh.cap(&ring(&outline(TRAY_SIDE), TRAY_FLOOR, [0.0, 1.0]), true);
    mesh
}

/// A slab.
pub(super) fn table() -> Mesh {
    let mut mesh = Mesh::default();
    let steps = Steps { corner: 8, along: [1, 1] };
    let outline = |inset: f32| -> Vec<LoopPoint> {
        rounded([super::TABLE_HALF - inset; 2], TABLE_CORNER - inset, steps)
    };
    mesh.cap(&ring(&outline(TABLE_EDGE), -TABLE_THICKNESS, [0.0, -1.0]), false);
    mesh.loft(&super::edged(outline, -TABLE_THICKNESS, TABLE_EDGE, 0.0, TABLE_EDGE));
    mesh.cap(&ring(&outline(TABLE_EDGE), 0.0, [0.0, 1.0]), true);
    mesh
}
