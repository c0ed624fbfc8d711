//! Lights: the lamps over the table, as the renderer takes them.

use glam::Vec3;

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
