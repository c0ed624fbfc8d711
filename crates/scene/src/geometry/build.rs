//! Builds meshes out of closed loops: a loft connects loops of equally many points, a zip connects two loops of one plane.

use glam::{Vec2, Vec3};

use crate::mesh::Mesh;

/// A point of a loop in plan (`x` and `z`), with the direction away from what the loop encloses.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct LoopPoint {
    pub at: Vec2,
    pub out: Vec2,
}

/// A corner of a mesh.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Vertex {
    pub at: Vec3,
    pub normal: Vec3,
}

/// How a rounded rectangle is divided: steps a corner, and steps along the sides parallel to `x` and to `z`. A side that has
/// no length has no step.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Steps {
    pub corner: u16,
    pub along: [u16; 2],
}

/// A rounded rectangle around the origin, counterclockwise as seen from above, from the corner at the right and far away.
/// Loops of the same steps have equally many points, whatever their radius; a radius of 0 repeats the corner.
pub(super) fn rounded(half: [f32; 2], radius: f32, steps: Steps) -> Vec<LoopPoint> {
    let mut points = Vec::new();
    let [x, z] = half.map(|half| half - radius);
    let corners = [Vec2::new(x, -z), Vec2::new(-x, -z), Vec2::new(-x, z), Vec2::new(x, z)];
    for (quarter, centre) in corners.into_iter().enumerate() {
        // The side before this corner; if it has no length the corner before has ended here.
        let before = steps.along[(quarter + 1) % 2];
        for step in u16::from(before == 0)..=steps.corner {
            let out = quarter_turns(within_quarter(step, steps.corner), quarter);
            points.push(LoopPoint { at: centre + radius * out, out });
        }
        let sides = steps.along[quarter % 2];
        let next = corners[(quarter + 1) % 4];
        let out = quarter_turns(Vec2::new(0.0, -1.0), quarter);
        for step in 1..sides {
            let part = f32::from(step) / f32::from(sides);
            // Weights, so that the same points come out in the other direction.
            points.push(LoopPoint { at: centre * (1.0 - part) + next * part + radius * out, out });
        }
    }
    points
}

/// A circle around the origin.
pub(super) fn circle(radius: f32, steps: u16) -> Vec<LoopPoint> {
    let corner = steps / 4;
    rounded([radius; 2], radius, Steps { corner, along: [0, 0] })
}

/// The direction at a step of the first quarter, from `x` to the far side. The ends are exact, so that parts meet.
fn within_quarter(step: u16, steps: u16) -> Vec2 {
    if step == 0 {
        Vec2::X
    } else if step >= steps {
        Vec2::NEG_Y
    } else {
        let angle = std::f32::consts::FRAC_PI_2 * f32::from(step) / f32::from(steps);
        Vec2::new(angle.cos(), -angle.sin())
    }
}

/// Turned counterclockwise, as seen from above, by so many quarters.
fn quarter_turns(way: Vec2, quarters: usize) -> Vec2 {
    match quarters % 4 {
        0 => way,
        1 => Vec2::new(way.y, -way.x),
        2 => -way,
        _ => Vec2::new(-way.y, way.x),
    }
}

/// A loop at a height, its normals tilted: 1 is outwards, and as much upwards.
pub(super) fn ring(points: &[LoopPoint], height: f32, [outwards, upwards]: [f32; 2]) -> Vec<Vertex> {
    let vertex = |point: &LoopPoint| Vertex {
        at: Vec3::new(point.at.x, height, point.at.y),
        normal: Vec3::new(point.out.x * outwards, upwards, point.out.y * outwards).normalize_or(Vec3::Y),
    };
    points.iter().map(vertex).collect()
}

impl Mesh {
    pub(super) fn add(&mut self, vertex: Vertex) -> u32 {
        self.positions.push(vertex.at);
        self.normals.push(vertex.normal);
        (self.positions.len() - 1) as u32
    }

    /// Adds a triangle, counterclockwise as seen from outside. One that has no area is left out.
    pub(super) fn triangle(&mut self, corners: [u32; 3]) {
        let [a, b, c] = corners.map(|corner| self.positions[corner as usize]);
        if a != b && b != c && c != a {
            self.indices.extend(corners);
        }
    }

    /// Adds a triangle of its own corners, all with the triangle's normal.
    pub(super) fn facet(&mut self, [a, b, c]: [Vec3; 3]) {
        let normal = (b - a).cross(c - a).normalize_or(Vec3::Y);
        let corners = [a, b, c].map(|at| self.add(Vertex { at, normal }));
        self.triangle(corners);
    }

    /// Connects rings of equally many corners, in the order from the lowest middle outwards, up, and to the upper middle.
    pub(super) fn loft(&mut self, rings: &[Vec<Vertex>]) {
        let rings: Vec<Vec<u32>> =
            rings.iter().map(|ring| ring.iter().map(|vertex| self.add(*vertex)).collect()).collect();
        for pair in rings.windows(2) {
            let (lower, upper) = (&pair[0], &pair[1]);
            for at in 0..lower.len().min(upper.len()) {
                let next = (at + 1) % lower.len();
                self.triangle([lower[at], lower[next], upper[next]]);
                self.triangle([lower[at], upper[next], upper[at]]);
            }
        }
    }

    /// Covers the inside of a flat ring by triangles that meet in its middle.
    pub(super) fn cap(&mut self, ring: &[Vertex], upwards: bool) {
        let normal = if upwards { Vec3::Y } else { Vec3::NEG_Y };
        let middle = ring.iter().map(|vertex| vertex.at).sum::<Vec3>() / ring.len().max(1) as f32;
        let middle = self.add(Vertex { at: middle, normal });
        let corners: Vec<u32> =
            ring.iter().map(|vertex| self.add(Vertex { at: vertex.at, normal })).collect();
        for at in 0..corners.len() {
            let (from, to) = (corners[at], corners[(at + 1) % corners.len()]);
            self.triangle(if upwards { [middle, from, to] } else { [middle, to, from] });
        }
    }

    /// Covers the flat ground between two loops that curve the same way, one within the other, at height 0.
    pub(super) fn zip(&mut self, outer: &[Vec2], inner: &[Vec2]) {
        let mut corners = |points: &[Vec2]| -> Vec<u32> {
            let ground = |at: &Vec2| Vertex { at: Vec3::new(at.x, 0.0, at.y), normal: Vec3::Y };
            points.iter().map(|at| self.add(ground(at))).collect()
        };
        let (outside, inside) = (corners(outer), corners(inner));
        // Both loops are followed side by side, the edge that turns less being the next one: then each triangle lies between
        // the edge that it belongs to and a point of the other loop that is furthest in the direction of that edge.
        let (outer_turns, inner_turns) = (Turns::of(outer), Turns::of(inner));
        let (mut done, mut along) = (0, 0);
        while done < outer.len() || along < inner.len() {
            let [o, next_o] = [done, done + 1].map(|step| (outer_turns.first + step) % outer.len());
            let [i, next_i] = [along, along + 1].map(|step| (inner_turns.first + step) % inner.len());
            let ahead = outer_turns.angle(o, done) - inner_turns.angle(i, along);
            let shorter =
                outer[next_o].distance_squared(inner[i]) <= outer[o].distance_squared(inner[next_i]);
            let outside_next = if ahead.abs() < 1e-3 { shorter } else { ahead < 0.0 };
            if along == inner.len() || (done < outer.len() && outside_next) {
                self.triangle([outside[o], outside[next_o], inside[i]]);
                done += 1;
            } else {
                self.triangle([outside[o], inside[next_i], inside[i]]);
                along += 1;
            }
        }
    }
}

/// The directions of a loop's edges.
struct Turns {
    angles: Vec<f32>,
    /// The edge with which a turn begins.
    first: usize,
}

impl Turns {
    /// Angles are measured from a direction that no edge has, so that rounding moves none from the end to the beginning.
    fn of(points: &[Vec2]) -> Turns {
        const FROM: f32 = 0.25;
        let angle = |at: usize| {
            let way = points[(at + 1) % points.len()] - points[at];
            ((-way.y).atan2(way.x) - FROM).rem_euclid(std::f32::consts::TAU)
        };
        let angles: Vec<f32> = (0..points.len()).map(angle).collect();
        let first = (0..angles.len()).find(|at| {
            let before = (at + angles.len() - 1) % angles.len();
            angles[before] > angles[*at] + 1.0
        });
        Turns { first: first.unwrap_or(0), angles }
    }

    /// The direction of an edge; past the last one no edge turns less.
    fn angle(&self, at: usize, done: usize) -> f32 {
        if done < self.angles.len() { self.angles[at] } else { f32::INFINITY }
    }
}
