//! The two views of the board that are drawn before the picture: from the first lamp, for shadows, and from straight above, for
//! the light of the room that reaches into hollows.

use scene::glam::camera::rh;
use scene::glam::{Mat4, Vec3};
use scene::lights::Lamp;

/// How far around the board things can lie or cast shadows upon, in units of the board.
const MARGIN: f32 = 1.2;
/// The highest thing that is looked for: a stone in flight.
const HIGHEST: f32 = 2.0;

/// What the picture's bodies take up.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Extent {
    /// Half of the board along x and along z.
    pub board: [f32; 2],
    /// The same of all that lies on the table.
    pub half: [f32; 2],
    /// The height of the table under the board; below 0.
    pub lowest: f32,
}

impl Extent {
    /// The map from above: half of what it shows along x and z, and the heights where it begins and ends.
    pub fn above(&self) -> [f32; 4] {
        [self.half[0] + MARGIN, self.half[1] + MARGIN, self.lowest - 0.05, HIGHEST]
    }

    /// From the world to the clip space of the map from above. Its second axis goes the way of z, so that a point's place in the
    /// map is its x and z.
    pub fn view_from_above(&self) -> Mat4 {
        let [x, z, low, high] = self.above();
        let scale = Mat4::from_scale(Vec3::new(1.0 / x, 1.0 / z, 2.0 / (low - high)));
        // y becomes depth: −1 at the highest, 1 at the lowest.
        let swap = Mat4::from_cols_array(&[
            1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0,
        ]);
        scale * swap * Mat4::from_translation(Vec3::new(0.0, -(low + high) / 2.0, 0.0))
    }

    /// The radius of a ball about the origin that holds the board and the shadows of what stands on it.
    fn radius(&self) -> f32 {
        let [x, z] = self.half;
        (x * x + z * z).sqrt() + 0.35
    }
}

/// What a lamp sees of the board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Lens {
    /// From the world to the lamp's clip space.
    pub view_projection: Mat4,
    /// The nearest and the furthest distance that it sees.
    pub near: f32,
    /// See `near`.
    pub far: f32,
    /// The tangent of half its angle.
    pub spread: f32,
}

/// The widest that a lamp sees, as the tangent of half the angle: one that stands close cannot light everything.
const WIDEST: f32 = 1.6;

/// The view from a lamp, which looks at the centre of the board.
pub fn lens(lamp: &Lamp, extent: &Extent) -> Lens {
    let radius = extent.radius();
    let distance = lamp.position.length().max(0.5);
    let near = (distance - radius - 0.5).max(distance * 0.12);
    let far = distance + radius * 1.6;
    // The tangent of the cone about the ball, if the lamp is outside of it.
    let outside = (distance * distance - radius * radius).max(0.01);
    let spread = (radius / outside.sqrt()).min(WIDEST);
    let up = if lamp.position.x.abs() + lamp.position.z.abs() > 0.1 { Vec3::Y } else { Vec3::Z };
    let projection = rh::proj::opengl::perspective(2.0 * spread.atan(), 1.0, near, far);
    let view_projection = projection * rh::view::look_at_mat4(lamp.position, Vec3::ZERO, up);
    Lens { view_projection, near, far, spread }
}

#[cfg(test)]
mod tests {
    use scene::glam::{Vec3, Vec4Swizzles};
    use scene::lights::Lamp;

    use super::{Extent, lens};

    const EXTENT: Extent = Extent { board: [4.2, 2.0], half: [4.2, 2.0], lowest: -0.55 };

    #[test]
    fn the_map_from_above_has_a_point_at_its_x_and_z() {
        let map = EXTENT.view_from_above();
        let [x, z, low, high] = EXTENT.above();
        for (point, seen) in [
            (Vec3::new(x, high, z), Vec3::new(1.0, 1.0, -1.0)),
            (Vec3::new(-x, low, -z), Vec3::new(-1.0, -1.0, 1.0)),
            (Vec3::new(x / 2.0, (low + high) / 2.0, 0.0), Vec3::new(0.5, 0.0, 0.0)),
        ] {
            assert!(map.transform_point3(point).distance(seen) < 1e-5, "{point}");
        }
    }

    #[test]
    fn a_lamp_outside_of_the_board_sees_all_of_it() {
        for position in [Vec3::new(-6.0, 9.0, -7.0), Vec3::new(0.0, 8.0, 0.0), Vec3::new(40.0, 60.0, 9.0)] {
            let lens = lens(&Lamp { position, colour: Vec3::ONE, size: 1.0 }, &EXTENT);
            for corner in [[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]] {
                for y in [EXTENT.lowest, 0.3] {
                    let at = Vec3::new(corner[0] * EXTENT.half[0], y, corner[1] * EXTENT.half[1]);
                    let clip = lens.view_projection * at.extend(1.0);
                    assert!((clip.xyz() / clip.w).abs().max_element() <= 1.0, "{at} from {position}");
                }
            }
        }
    }

    #[test]
    fn a_lamp_on_the_board_has_a_view_of_finite_numbers() {
        for position in [Vec3::ZERO, Vec3::new(0.0, 0.2, 0.0), Vec3::new(-4.0, 1.0, 0.5)] {
            let lens = lens(&Lamp { position, colour: Vec3::ONE, size: 0.2 }, &EXTENT);
            assert!(lens.near > 0.0 && lens.near < lens.far && lens.spread.is_finite());
            assert!(position == Vec3::ZERO || lens.view_projection.is_finite());
        }
    }
}
