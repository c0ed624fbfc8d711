//! The Mancala board: a slab with rounded edges into whose upper surface bowls are carved.
//!
//! The upper surface is divided into cells, one around each hole, and the rim around all cells. What lies between the edge of
//! a cell and its hole is flat; neighbours have the same points along their common edge, so nothing gapes.

use glam::{Vec2, Vec3};

use super::build::{LoopPoint, Steps, Vertex, ring, rounded};
use crate::bowl::{Profile, ProfilePoint};
use crate::mesh::Mesh;
use crate::plan::{Bowl, CORNER, Hole, MANCALA_THICKNESS, Plan, RIM, Row, WIDTH};

/// The radii of the board's upper and lower edges.
const UPPER_EDGE: f32 = 0.07;
const LOWER_EDGE: f32 = 0.04;
/// The rows of cells begin so far from the board's long axis.
const ROW: f32 = 0.5 * WIDTH - RIM;
/// Points along the edge of a row's cell, beside its corners.
const ALONG: u16 = 4;

/// The steps of a bowl: a corner's steps, and those of its profile.
struct Detail {
    corner: u16,
    lip: u8,
    fillet: u8,
    floor: u8,
}

/// A board of so many pits a side has as much detail as 20,000 triangles allow.
fn detail(pits: u8) -> Detail {
    if pits <= 6 {
        Detail { corner: 8, lip: 4, fillet: 6, floor: 4 }
    } else {
        Detail { corner: 6, lip: 3, fillet: 5, floor: 4 }
    }
}

pub(super) fn board(plan: Plan) -> Mesh {
    let mut mesh = Mesh::default();
    let detail = detail(plan.pits);
    for hole in plan.holes() {
        let bowl = plan.bowl(hole);
        let profile = Profile::new(bowl.half_width).points(detail.lip, detail.fillet, detail.floor);
        let rings: Vec<Vec<Vertex>> =
            profile.iter().map(|point| bowl_ring(bowl, *point, detail.corner)).collect();
        if let Some(lip) = rings.first() {
            let lip: Vec<Vec2> = lip.iter().map(|vertex| Vec2::new(vertex.at.x, vertex.at.z)).collect();
            mesh.zip(&cell(plan, hole), &lip);
        }
        mesh.loft(&rings);
    }
    slab(&mut mesh, plan);
    mesh
}

/// The points of a bowl at one point of its profile.
fn bowl_ring(bowl: Bowl, ProfilePoint { at, normal }: ProfilePoint, corner: u16) -> Vec<Vertex> {
    let along = if bowl.straight() > 0.6 { 4 } else { 1 };
    let half = [at.x, bowl.straight() + at.x];
    let points = rounded(half, at.x, Steps { corner, along: [0, along] });
    let vertex = |LoopPoint { at: plan, out }: LoopPoint| Vertex {
        at: Vec3::new(bowl.centre.x + plan.x, at.y, bowl.centre.y + plan.y),
        normal: Vec3::new(out.x * normal.x, normal.y, out.y * normal.x),
    };
    points.into_iter().map(vertex).collect()
}

/// The edge of the cell around a hole, counterclockwise as seen from above.
fn cell(plan: Plan, hole: Hole) -> Vec<Vec2> {
    let columns = plan.pits + 2;
    let (column, from, to) = match hole {
        Hole::Pit(Row::Far, at) => (at + 1, 0, ALONG),
        Hole::Pit(Row::Near, at) => (at + 1, ALONG, 2 * ALONG),
        Hole::Store(row) => {
            let right = (row == Row::Near) != plan.mirrored;
            (if right { columns - 1 } else { 0 }, 0, 2 * ALONG)
        }
    };
    let left = column_edge(plan, column);
    let right = column_edge(plan, column + 1);
    let up = (from..to).rev().map(|step| Vec2::new(right, row_point(step + 1)));
    let down = (from..to).map(|step| Vec2::new(left, row_point(step)));
    up.chain([Vec2::new(right, row_point(from))])
        .chain(down)
        .chain([Vec2::new(left, row_point(to))])
        .collect()
}

/// Where a column begins; the first one is that of the left store.
fn column_edge(plan: Plan, column: u8) -> f32 {
    f32::from(column) - 0.5 * (f32::from(plan.pits) + 2.0)
}

/// A point along the edges of both rows, from the far side.
fn row_point(step: u16) -> f32 {
    ROW * (f32::from(step) / f32::from(ALONG) - 1.0)
}

/// The rim, the sides and the underside.
fn slab(mesh: &mut Mesh, plan: Plan) {
    let columns = u16::from(plan.pits) + 2;
    // The edge of all cells together, with the points that they have there.
    let mut cells = Vec::new();
    let [left, right] = [column_edge(plan, 0), column_edge(plan, plan.pits + 2)];
    cells.extend((1..=2 * ALONG).rev().map(|step| Vec2::new(right, row_point(step))));
    cells.extend((1..=plan.pits + 2).rev().map(|column| Vec2::new(column_edge(plan, column), -ROW)));
    cells.extend((0..2 * ALONG).map(|step| Vec2::new(left, row_point(step))));
    cells.extend((0..plan.pits + 2).map(|column| Vec2::new(column_edge(plan, column), ROW)));

    let steps = Steps { corner: 8, along: [columns, 2 * ALONG] };
    let outline =
        |inset: f32| rounded([0.5 * plan.length() - inset, 0.5 * WIDTH - inset], CORNER - inset, steps);
    let top: Vec<Vec2> = outline(UPPER_EDGE).iter().map(|point| point.at).collect();
    mesh.zip(&top, &cells);

    let bottom = -MANCALA_THICKNESS;
    let rings = super::edged(outline, bottom, LOWER_EDGE, 0.0, UPPER_EDGE);
    if let Some(foot) = rings.first() {
        mesh.cap(&ring(&outline(LOWER_EDGE), bottom, [0.0, -1.0])[..foot.len()], false);
    }
    mesh.loft(&rings);
}
