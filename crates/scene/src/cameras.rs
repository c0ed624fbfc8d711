//! Cameras: where the eye is, and what it looks at; the views one can choose, and the ways from one to another.
//!
//! **The laws** (`tests/cameras.rs`), for boards of each size and pictures from 0.4 to 3 times as wide as high:
//!
//! 1. In each view the whole board with what stands on it and beside it is seen, and fills at least 80 % of the width or of the
//!    height.
//! 2. No camera is tilted to the side, neither in a view nor on the way between two of them.
//! 3. No camera is ever below the table, and none is so far away that something is beyond [`FAR`].
//! 4. In pictures as small as a phone's, raised views have each pit and each square as high as a finger wants it.

mod path;
mod reach;
mod views;

use glam::camera::rh;
use glam::{Mat4, Vec2, Vec3, Vec4Swizzles};

pub use path::{between, half_turn};
pub use reach::{LEAST_PIT, LEAST_SQUARE, raise};
pub use views::{Extent, Orbit, View, camera, extent, is_upright, raised_camera};

/// What is nearer or further than this is not drawn, in units of the board.
pub const NEAR: f32 = 0.5;
/// See [`NEAR`].
pub const FAR: f32 = 100.0;

/// An eye above the table.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Camera {
    /// Where it is.
    pub eye: Vec3,
    /// What it looks at.
    pub target: Vec3,
    /// Which direction is up on the screen.
    pub up: Vec3,
    /// How much it sees from the lower to the upper edge, in radians.
    pub field_of_view: f32,
}

impl Camera {
    /// From the world to the clip space of OpenGL, for a picture that is so many times wider than high.
    pub fn view_projection(&self, aspect: f32) -> Mat4 {
        rh::proj::opengl::perspective(self.field_of_view, aspect, NEAR, FAR)
            * rh::view::look_at_mat4(self.eye, self.target, self.up)
    }

    /// Where a point is seen: from −1 to 1 from left to right and from below to above. `None` behind the eye.
    pub fn project(&self, point: Vec3, aspect: f32) -> Option<Vec2> {
        let clip = self.view_projection(aspect) * point.extend(1.0);
        (clip.w > 0.0).then(|| clip.xy() / clip.w)
    }
}
