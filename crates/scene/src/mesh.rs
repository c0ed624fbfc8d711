//! Meshes: triangles as the renderer takes them. Made by formula, never loaded.

use glam::Vec3;

/// A body's surface as triangles.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Mesh {
    /// The corners.
    pub positions: Vec<Vec3>,
    /// For each corner the direction of the surface, of length 1.
    pub normals: Vec<Vec3>,
    /// Three corners a triangle, counterclockwise as seen from outside.
    pub indices: Vec<u32>,
}
