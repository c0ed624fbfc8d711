//! From a point of the picture to a hole or a square, and back: a hole or a square to its outline on the screen.
//!
//! Both use the cells of the flat board, which cover the upper surface of the board without gaps: a hole's cell is larger than
//! the hole, so a finger finds it. What lies in a hole does not hide the cell behind it. The page lays its transparent buttons
//! over the outlines.
//!
//! **The laws** (`tests/pick.rs`), for each view and pictures from 0.4 to 3 times as wide as high: the middle of each outline is
//! in its own cell, and two outlines overlap by less than 5 % of the smaller one.

use glam::{Vec2, Vec3, Vec4};

use crate::cameras::Camera;
use crate::plan::{Hole, Plan, Row, square_centre, square_half};
use crate::table::{Content, Table};

/// Half the width and half the length of the cells: those of a pit, and those of a store.
const PIT: [f32; 2] = [0.5, 0.9];
const STORE: [f32; 2] = [0.5, 1.8];

/// What can be chosen on a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cell {
    /// A hole of a Mancala board.
    Hole(Hole),
    /// A square of a Mapello board, by its place on the screen, 0 to 99: those of the border too.
    Square(u8),
}

/// A ray from the eye.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ray {
    /// Where it begins.
    pub origin: Vec3,
    /// Its direction, of length 1.
    pub direction: Vec3,
}

impl Ray {
    /// The ray through a point of the picture: fractions of its width and height, from the upper left.
    pub fn through([x, y]: [f32; 2], camera: &Camera, aspect: f32) -> Ray {
        let forwards = (camera.target - camera.eye).normalize_or(Vec3::NEG_Y);
        let right = forwards.cross(camera.up).normalize_or(Vec3::X);
        let up = right.cross(forwards);
        let tangent = (0.5 * camera.field_of_view).tan();
        let direction =
            forwards + right * ((2.0 * x - 1.0) * tangent * aspect) + up * ((1.0 - 2.0 * y) * tangent);
        Ray { origin: camera.eye, direction: direction.normalize_or(forwards) }
    }

    /// Where it meets the horizontal plane of this height; `None` if it does not.
    pub fn on_plane(&self, height: f32) -> Option<Vec3> {
        let length = (height - self.origin.y) / self.direction.y;
        (length.is_finite() && length > 0.0).then(|| self.origin + self.direction * length)
    }
}

/// The hole or the square at a point of the picture: fractions of its width and height, from the upper left. `None` beside the
/// cells of the board.
pub fn pick(table: &Table, camera: &Camera, aspect: f32, at: [f32; 2]) -> Option<Cell> {
    // What is no number is not in the picture either.
    if !at.iter().all(|part| (0.0..=1.0).contains(part)) {
        return None;
    }
    let ray = Ray::through(at, camera, aspect);
    let found = |cell: &Cell| {
        let (centre, [x, z]) = ground(table, *cell)?;
        let point = ray.on_plane(centre.y)?;
        let inside = (point.x - centre.x).abs() <= x && (point.z - centre.z).abs() <= z;
        inside.then_some(())
    };
    cells(table).into_iter().find(|cell| found(cell).is_some())
}

/// All cells of a board: holes as [`Plan::holes`] has them, squares in reading order.
pub fn cells(table: &Table) -> Vec<Cell> {
    match table.content() {
        Content::Mancala(board) => board.plan().holes().map(Cell::Hole).collect(),
        Content::Mapello(_) => (0..100).map(Cell::Square).collect(),
    }
}

/// The outline of a hole's or a square's cell on the screen: a convex polygon, its corners as fractions of the picture's width
/// and height from the upper left. What is outside of the picture is cut off; `None` if nothing is left, or if the board has
/// no such cell.
pub fn outline(table: &Table, camera: &Camera, aspect: f32, cell: Cell) -> Option<Vec<[f32; 2]>> {
    let (centre, [x, z]) = ground(table, cell)?;
    let corners = [[-x, -z], [x, -z], [x, z], [-x, z]];
    let project = camera.view_projection(aspect);
    let mut polygon: Vec<Vec4> =
        corners.iter().map(|[x, z]| project * (centre + Vec3::new(*x, 0.0, *z)).extend(1.0)).collect();
    // Clipped in front of the eye and at the edges of the picture (Sutherland and Hodgman), before the division.
    let edges = [
        Vec4::new(0.0, 0.0, 1.0, 1.0),
        Vec4::new(1.0, 0.0, 0.0, 1.0),
        Vec4::new(-1.0, 0.0, 0.0, 1.0),
        Vec4::new(0.0, 1.0, 0.0, 1.0),
        Vec4::new(0.0, -1.0, 0.0, 1.0),
    ];
    for edge in edges {
        polygon = clipped(&polygon, edge);
    }
    let seen = |corner: &Vec4| [0.5 + 0.5 * corner.x / corner.w, 0.5 - 0.5 * corner.y / corner.w];
    (polygon.len() >= 3).then(|| polygon.iter().map(seen).collect())
}

/// What is left of a polygon on the positive side of a plane.
fn clipped(polygon: &[Vec4], plane: Vec4) -> Vec<Vec4> {
    let mut left = Vec::new();
    for (at, corner) in polygon.iter().enumerate() {
        let next = polygon.get(at + 1).or(polygon.first()).copied().unwrap_or(*corner);
        let (here, there) = (corner.dot(plane), next.dot(plane));
        if here >= 0.0 {
            left.push(*corner);
        }
        if (here < 0.0) != (there < 0.0) {
            left.push(corner.lerp(next, here / (here - there)));
        }
    }
    left
}

/// Where a cell is on the surface of the board: its middle, half its width and half its length.
fn ground(table: &Table, cell: Cell) -> Option<(Vec3, [f32; 2])> {
    match (table.content(), cell) {
        (Content::Mancala(board), Cell::Hole(hole)) => {
            let plan: Plan = board.plan();
            let known = plan.holes().any(|known| known == hole);
            let x = plan.bowl(hole).centre.x;
            let (z, half) = match hole {
                Hole::Pit(Row::Near, _) => (PIT[1], PIT),
                Hole::Pit(Row::Far, _) => (-PIT[1], PIT),
                Hole::Store(_) => (0.0, STORE),
            };
            known.then_some((Vec3::new(x, 0.0, z), half))
        }
        (Content::Mapello(_), Cell::Square(place)) => {
            // On one plane, though the frame is a little higher: so no cell covers another one.
            Some((square_centre(place)? * Vec3::new(1.0, 0.0, 1.0), square_half(place)))
        }
        _ => None,
    }
}

/// The middle of an outline: the mean of its corners.
pub fn middle(outline: &[[f32; 2]]) -> [f32; 2] {
    let sum: Vec2 = outline.iter().map(|corner| Vec2::from_array(*corner)).sum();
    (sum / outline.len().max(1) as f32).to_array()
}
