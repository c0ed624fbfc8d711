//! What all shaders of a frame read: camera, lamps and maps, packed as the block `Frame` of `shaders/frame.glsl`.

use scene::cameras::Camera;
use scene::glam::{Mat4, Vec3};
use scene::lights::{Lamp, Lights};

use crate::quality::Quality;
use crate::views::{Extent, Lens};

/// As many lamps light the table; further ones are left out.
pub const LAMPS: usize = 3;

/// The block's length: two matrices and fifteen vectors of floats.
pub const BYTES: usize = (2 * 16 + 15 * 4) * 4;

/// What a frame depends on beside the pieces.
#[derive(Clone, Copy)]
pub struct Frame<'a> {
    /// The eye.
    pub camera: &'a Camera,
    /// The lamps.
    pub lights: &'a Lights,
    /// The first lamp's view.
    pub lens: &'a Lens,
    /// Where the board is.
    pub extent: &'a Extent,
    /// The size of the picture in pixels.
    pub size: [i32; 2],
    /// How much is drawn.
    pub quality: Quality,
    /// How flat it is drawn: 0 with light and shade, 1 without, for high contrast.
    pub flatness: f32,
    /// The colour of the room behind the table, linear.
    pub backdrop: Vec3,
}

impl Frame<'_> {
    /// The block, as seen from the camera or, for a map, through `view_projection`.
    pub fn bytes(&self, view_projection: Option<Mat4>) -> Vec<u8> {
        let [width, height] = self.size.map(|side| side.max(1) as f32);
        let camera = self.camera.view_projection(width / height);
        // What a pixel covers at a distance of 1.
        let pixel = 2.0 * (self.camera.field_of_view / 2.0).tan() / height;
        let [half_x, half_z] = self.extent.board;
        let lamps = || self.lights.lamps.iter().take(LAMPS);
        let padded = |of: fn(&Lamp) -> [f32; 4]| {
            let mut all = [[0.0; 4]; LAMPS];
            all.iter_mut().zip(lamps()).for_each(|(place, lamp)| *place = of(lamp));
            all
        };
        let taps = if lamps().count() == 0 { 0 } else { self.quality.shadow_taps() };

        let mut numbers = Vec::with_capacity(BYTES / 4);
        numbers.extend(view_projection.unwrap_or(camera).to_cols_array());
        numbers.extend(self.lens.view_projection.to_cols_array());
        numbers.extend(with(self.camera.eye, pixel));
        numbers.extend(with(self.lights.ambient, self.flatness));
        numbers.extend(padded(|lamp| with(lamp.position, lamp.size)).concat());
        numbers.extend(padded(|lamp| with(lamp.colour, lamp.position.length_squared())).concat());
        numbers.extend(self.extent.above());
        numbers.extend([self.lens.near, self.lens.far, self.lens.spread, f32::from(taps)]);
        numbers.extend([width, height, lamps().count() as f32, f32::from(self.quality.directions())]);
        numbers.extend([half_x, half_z, self.extent.lowest, 0.0]);
        numbers.extend(with(self.backdrop, exposure(self.lights)));
        let forward = (self.camera.target - self.camera.eye).normalize_or(Vec3::NEG_Y);
        let right = forward.cross(self.camera.up).normalize_or(Vec3::X);
        numbers.extend(with(right, 0.0));
        numbers.extend(with(right.cross(forward), 0.0));
        numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
    }
}

/// How long the picture is exposed: as eyes do, it makes up for more than half of what the lights give less or more.
fn exposure(lights: &Lights) -> f32 {
    let brightness = |light: Vec3| light.element_sum() / 3.0;
    let lamps: f32 = lights.lamps.iter().take(LAMPS).map(|lamp| brightness(lamp.colour)).sum();
    let all = brightness(lights.ambient) + 0.6 * lamps;
    (1.1 / all.max(0.05)).powf(0.6).clamp(0.5, 1.5)
}

fn with(vector: Vec3, last: f32) -> [f32; 4] {
    [vector.x, vector.y, vector.z, last]
}

#[cfg(test)]
mod tests {
    use scene::cameras::Camera;
    use scene::glam::{Mat4, Vec3};
    use scene::lights::{Lamp, Lights};

    use super::{BYTES, Frame};
    use crate::quality::Quality;
    use crate::views::{Extent, lens};

    fn block(lamps: usize, view: Option<Mat4>) -> Vec<f32> {
        let lamp = |number| Lamp {
            position: Vec3::new(0.0, 3.0, 4.0),
            colour: Vec3::splat(number as f32 + 1.0),
            size: 0.5,
        };
        let lights = Lights { ambient: Vec3::splat(0.25), lamps: (0..lamps).map(lamp).collect() };
        let camera =
            Camera { eye: Vec3::new(0.0, 6.0, 7.0), target: Vec3::ZERO, up: Vec3::Y, field_of_view: 0.6 };
        let extent = Extent { board: [4.2, 2.0], half: [4.2, 2.0], lowest: -0.55 };
        let frame = Frame {
            camera: &camera,
            lights: &lights,
            lens: &lens(&lamp(0), &extent),
            extent: &extent,
            size: [1200, 700],
            quality: Quality::Full,
            flatness: 0.0,
            backdrop: Vec3::ONE,
        };
        let bytes = frame.bytes(view);
        bytes.chunks_exact(4).map(|four| f32::from_le_bytes(four.try_into().unwrap())).collect()
    }

    #[test]
    fn the_block_is_as_long_as_the_shaders_take_it() {
        for lamps in 0..6 {
            assert_eq!(block(lamps, None).len() * 4, BYTES, "{lamps} lamps");
        }
    }

    #[test]
    fn lamps_stand_where_the_shaders_read_them() {
        let two = block(2, Some(Mat4::IDENTITY));
        assert_eq!(two[..16], Mat4::IDENTITY.to_cols_array());
        assert_eq!(two[32..35], [0.0, 6.0, 7.0]);
        assert_eq!(two[40..44], [0.0, 3.0, 4.0, 0.5]);
        assert_eq!(two[52..56], [1.0, 1.0, 1.0, 25.0]);
        assert_eq!(two[56..60], [2.0, 2.0, 2.0, 25.0]);
        assert_eq!(two[60..64], [0.0; 4]);
    }

    #[test]
    fn the_picture_is_exposed_longer_the_less_light_there_is() {
        let exposures: Vec<f32> = (0..4).map(|lamps| block(lamps, None)[83]).collect();
        assert!(exposures.windows(2).all(|pair| pair[0] > pair[1]), "{exposures:?}");
    }

    #[test]
    fn without_lamps_no_shadow_map_is_read() {
        assert_eq!(block(0, None)[71], 0.0);
        assert!(block(1, None)[71] > 0.0);
    }
}
