//! Lights: the lamps over the table, as the renderer takes them.
//!
//! There are three: a window, a lamp over the table, a candle beside the board. Each is on or off. A picture is never dark: what
//! the lamps do not give, comes from everywhere.

use glam::Vec3;

use crate::cameras::Extent;

/// What lights the table.
#[derive(Clone, PartialEq, Debug)]
pub struct Lights {
    /// The light that comes from everywhere: red, green and blue, linear, 1 is white.
    pub ambient: Vec3,
    /// The lamps, the strongest first. Only the first one casts shadows.
    pub lamps: Vec<Lamp>,
}

/// One lamp.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Lamp {
    /// Where it stands, in units of the board. One that is far away lights everything from one direction.
    pub position: Vec3,
    /// Its colour and strength as it arrives at the centre of the board: red, green and blue, linear.
    pub colour: Vec3,
    /// How large it is, in units of the board: the larger, the softer are the shadows.
    pub size: f32,
}

/// A light that can be on or off.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Light {
    /// A window on the left behind the board: cool, from far away, with soft shadows.
    Window,
    /// A lamp over the table: warm white.
    Lamp,
    /// A candle beside the board: weak, very warm, low, and it breathes.
    Candle,
}

impl Light {
    /// All of them.
    pub const ALL: [Light; 3] = [Light::Window, Light::Lamp, Light::Candle];

    /// Its name, by which settings and attributes know it.
    pub fn name(self) -> &'static str {
        match self {
            Light::Window => "window",
            Light::Lamp => "lamp",
            Light::Candle => "candle",
        }
    }

    /// The light of a name.
    pub fn of_name(name: &str) -> Option<Light> {
        Light::ALL.into_iter().find(|light| light.name() == name)
    }

    /// The lamp that it is beside or over a board of this extent. A candle breathes with the time in seconds; without a time it
    /// stands still.
    pub fn lamp(self, extent: Extent, seconds: Option<f32>) -> Lamp {
        let [x, z] = extent.half;
        match self {
            Light::Window => Lamp {
                position: Vec3::new(-22.0, 20.0, -14.0),
                colour: Vec3::new(0.86, 0.93, 1.0) * 1.5,
                size: 5.0,
            },
            Light::Lamp => Lamp {
                position: Vec3::new(0.25 * x, 9.0, -0.6 * z),
                colour: Vec3::new(1.0, 0.86, 0.68) * 1.35,
                size: 1.2,
            },
            Light::Candle => candle(Vec3::new(-0.72 * x, 2.1, -z - 1.3), seconds),
        }
    }

    /// How much light comes from everywhere while it is on.
    fn ambient(self) -> Vec3 {
        match self {
            Light::Window => Vec3::new(0.34, 0.37, 0.42),
            Light::Lamp => Vec3::new(0.26, 0.23, 0.2),
            Light::Candle => Vec3::new(0.09, 0.07, 0.055),
        }
    }
}

/// The lights that are on. Without any the room is evenly bright.
pub fn lights(on: &[Light], extent: Extent, seconds: Option<f32>) -> Lights {
    let is_on = |light: &Light| on.contains(light);
    let mut lamps: Vec<Lamp> =
        Light::ALL.into_iter().filter(is_on).map(|light| light.lamp(extent, seconds)).collect();
    lamps.sort_by(|a, b| b.colour.element_sum().total_cmp(&a.colour.element_sum()));
    let ambient: Vec3 = Light::ALL.into_iter().filter(is_on).map(Light::ambient).sum();
    let ambient = if lamps.is_empty() { Vec3::ONE } else { ambient.max(LEAST_AMBIENT) };
    Lights { ambient, lamps }
}

/// By the light of a candle alone one still sees which square is free.
const LEAST_AMBIENT: Vec3 = Vec3::new(0.16, 0.14, 0.13);

/// A candle whose flame stands there, and breathes: it becomes brighter and darker by less than a tenth, and leans a little.
fn candle(flame: Vec3, seconds: Option<f32>) -> Lamp {
    // Waves whose lengths have no common measure, so one sees no rhythm. Within an hour, because beyond it numbers become coarse.
    let seconds = seconds.filter(|seconds| seconds.is_finite()).map(|seconds| seconds.rem_euclid(3_600.0));
    let wave = |length: f32, shift: f32| {
        seconds.map_or(0.0, |seconds| (seconds / length * std::f32::consts::TAU + shift).sin())
    };
    let breath = 0.05 * wave(2.31, 0.0) + 0.025 * wave(0.83, 1.0) + 0.012 * wave(0.29, 2.0);
    let sway = Vec3::new(
        0.05 * wave(1.73, 0.5) + 0.02 * wave(0.47, 0.0),
        0.03 * wave(1.13, 1.5),
        0.04 * wave(2.03, 2.5),
    );
    Lamp { position: flame + sway, colour: Vec3::new(1.0, 0.62, 0.3) * (0.95 * (1.0 + breath)), size: 0.35 }
}
