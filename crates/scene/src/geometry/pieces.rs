//! The bodies that lie on a board.

use std::f32::consts::{PI, TAU};

use glam::{Vec2, Vec3};

use super::build::{Steps, Vertex, circle, ring, rounded};
use crate::mesh::Mesh;

/// The radius of a disc.
pub const DISC_RADIUS: f32 = 0.42;
/// The height of a disc.
pub const DISC_HEIGHT: f32 = 0.13;
/// The height of a wall above the felt.
pub const WALL_HEIGHT: f32 = 0.32;
/// The height of a star above the felt.
pub const STAR_HEIGHT: f32 = 0.12;
/// The height of a joker above the frame.
pub const JOKER_HEIGHT: f32 = 0.1;

/// Each face of the icosahedron is divided into the square of this number.
const STONE_FREQUENCY: u8 = 4;
const DISC_STEPS: u16 = 40;
const DISC_EDGE: f32 = 0.045;
const WALL_HALF: f32 = 0.45;
const WALL_EDGE: f32 = 0.06;
const STAR_OUTER: f32 = 0.38;
const STAR_INNER: f32 = 0.165;
/// The height of the star's upright edge, below its facets.
const STAR_EDGE: f32 = 0.035;
const STAR_POINTS: u16 = 5;
const JOKER_RADIUS: f32 = 0.2;
const JOKER_HALF_WIDTH: f32 = 0.075;
const JOKER_STEPS: u16 = 36;
const JOKER_AROUND: u16 = 10;

/// A ball of diameter 1: an icosahedron whose faces are divided.
pub(super) fn stone() -> Mesh {
    let golden = (1.0 + 5.0_f32.sqrt()) / 2.0;
    // The corners, and the faces as their corners, counterclockwise.
    let corners = [
        [-1.0, golden, 0.0],
        [1.0, golden, 0.0],
        [-1.0, -golden, 0.0],
        [1.0, -golden, 0.0],
        [0.0, -1.0, golden],
        [0.0, 1.0, golden],
        [0.0, -1.0, -golden],
        [0.0, 1.0, -golden],
        [golden, 0.0, -1.0],
        [golden, 0.0, 1.0],
        [-golden, 0.0, -1.0],
        [-golden, 0.0, 1.0],
    ]
    .map(Vec3::from_array);
    const FACES: [[usize; 3]; 20] = [
        [0, 11, 5],
        [0, 5, 1],
        [0, 1, 7],
        [0, 7, 10],
        [0, 10, 11],
        [1, 5, 9],
        [5, 11, 4],
        [11, 10, 2],
        [10, 7, 6],
        [7, 1, 8],
        [3, 9, 4],
        [3, 4, 2],
        [3, 2, 6],
        [3, 6, 8],
        [3, 8, 9],
        [4, 9, 5],
        [2, 4, 11],
        [6, 2, 10],
        [8, 6, 7],
        [9, 8, 1],
    ];
    let mut mesh = Mesh::default();
    for face in FACES {
        // A point on an edge belongs to two faces: the one that is there already is taken.
        let mut corner = |weights: [u8; 3]| {
            let parts = face.into_iter().zip(weights).map(|(at, weight)| corners[at] * f32::from(weight));
            let normal = parts.sum::<Vec3>().normalize_or(Vec3::Y);
            let known = mesh.normals.iter().position(|known| known.distance_squared(normal) < 1e-6);
            let place = known.unwrap_or_else(|| {
                mesh.positions.push(0.5 * normal);
                mesh.normals.push(normal);
                mesh.positions.len() - 1
            });
            place as u32
        };
        let mut triangles = Vec::new();
        let all = STONE_FREQUENCY;
        for a in 0..all {
            for b in 0..all - a {
                let at = |a: u8, b: u8| [all - a - b, a, b];
                triangles.push([at(a, b), at(a + 1, b), at(a, b + 1)].map(&mut corner));
                if a + b + 2 <= all {
                    triangles.push([at(a + 1, b), at(a + 1, b + 1), at(a, b + 1)].map(&mut corner));
                }
            }
        }
        mesh.indices.extend(triangles.into_iter().flatten());
    }
    mesh
}

/// A disc with a rounded rim around the origin.
pub(super) fn disc() -> Mesh {
    let mut mesh = Mesh::default();
    let outline = |inset: f32| circle(DISC_RADIUS - inset, DISC_STEPS);
    let half = 0.5 * DISC_HEIGHT;
    mesh.cap(&ring(&outline(DISC_EDGE), -half, [0.0, -1.0]), false);
    mesh.loft(&super::edged(outline, -half, DISC_EDGE, half, DISC_EDGE));
    mesh.cap(&ring(&outline(DISC_EDGE), half, [0.0, 1.0]), true);
    mesh
}

/// A block with rounded edges.
pub(super) fn wall() -> Mesh {
    let mut mesh = Mesh::default();
    let steps = Steps { corner: 4, along: [1, 1] };
    let outline = |inset: f32| rounded([WALL_HALF - inset; 2], 0.1 - inset, steps);
    let foot = 0.02;
    mesh.cap(&ring(&outline(foot), 0.0, [0.0, -1.0]), false);
    mesh.loft(&super::edged(outline, 0.0, foot, WALL_HEIGHT, WALL_EDGE));
    mesh.cap(&ring(&outline(WALL_EDGE), WALL_HEIGHT, [0.0, 1.0]), true);
    mesh
}

/// A star with facets that rise from its edge to its middle. One point shows to the far side.
pub(super) fn star() -> Mesh {
    let mut mesh = Mesh::default();
    let corner = |at: u16, height: f32| {
        let radius = if at.is_multiple_of(2) { STAR_OUTER } else { STAR_INNER };
        let angle = PI * (0.5 + f32::from(at % (2 * STAR_POINTS)) / f32::from(STAR_POINTS));
        Vec3::new(radius * angle.cos(), height, -radius * angle.sin())
    };
    for at in 0..2 * STAR_POINTS {
        let [low, next_low] = [corner(at, 0.0), corner(at + 1, 0.0)];
        let [high, next_high] = [corner(at, STAR_EDGE), corner(at + 1, STAR_EDGE)];
        mesh.facet([Vec3::ZERO, next_low, low]);
        mesh.facet([low, next_low, next_high]);
        mesh.facet([low, next_high, high]);
        mesh.facet([high, next_high, Vec3::new(0.0, STAR_HEIGHT, 0.0)]);
    }
    mesh
}

/// A ring of oval section that lies on the plane.
pub(super) fn joker() -> Mesh {
    let mut mesh = Mesh::default();
    let half = 0.5 * JOKER_HEIGHT;
    let section = |step: u16| {
        // From the lowest line outwards and up, and inwards and down again; the last ring is the first one.
        let angle = TAU * f32::from(step % JOKER_AROUND) / f32::from(JOKER_AROUND) - 0.5 * PI;
        let (upwards, outwards) = angle.sin_cos();
        let points = circle(JOKER_RADIUS + JOKER_HALF_WIDTH * outwards, JOKER_STEPS);
        let normal = Vec2::new(outwards / JOKER_HALF_WIDTH, upwards / half).normalize_or(Vec2::Y);
        ring(&points, half + half * upwards, [normal.x, normal.y])
    };
    let rings: Vec<Vec<Vertex>> = (0..=JOKER_AROUND).map(section).collect();
    mesh.loft(&rings);
    mesh
}
