//! The shaders' sources, and the programs that are made of them.

use web_sys::{WebGl2RenderingContext as Gl, WebGlProgram, WebGlUniformLocation};

use crate::gl::{Failure, check, program};

/// A shader's source, as `build.rs` leaves it.
macro_rules! source {
    ($name:literal) => {
        include_str!(concat!(env!("OUT_DIR"), "/", $name))
    };
}

const FRAME: &str = source!("frame.glsl");
const BODY: &str = source!("body.vert");
const NOISE: &str = source!("noise.glsl");
const LIGHT: &str = source!("light.glsl");
const MATERIAL: &str = source!("material.glsl");

/// The textures' units, which all programs share.
pub const UNITS: [(&str, i32); 8] = [
    ("u_noise", 0),
    ("u_shadow", 1),
    ("u_shadow_depth", 2),
    ("u_tint", 3),
    ("u_above", 4),
    ("u_behind", 5),
    ("u_picture", 5),
    ("u_glyphs", 6),
];

/// A program with the places of the uniforms that change from call to call.
pub struct Shader {
    /// The program.
    pub program: WebGlProgram,
    places: Vec<(&'static str, WebGlUniformLocation)>,
}

impl Shader {
    /// Where a uniform is; `None`, which WebGL ignores, if the program has none of this name.
    pub fn place(&self, name: &str) -> Option<&WebGlUniformLocation> {
        self.places.iter().find(|(known, _)| *known == name).map(|(_, place)| place)
    }
}

/// All programs.
pub struct Shaders {
    /// Depth and tint, for the maps.
    pub map: Shader,
    /// Everything but glass.
    pub solid: Shader,
    /// Stones.
    pub glass: Shader,
    /// Marks.
    pub mark: Shader,
    /// Labels.
    pub label: Shader,
    /// The last step.
    pub develop: Shader,
}

impl Shaders {
    /// Compiles them. The error is the driver's text.
    pub fn new(gl: &Gl) -> Result<Shaders, String> {
        let body_light = [NOISE, LIGHT].concat();
        let sources = [
            (BODY, source!("map.frag").to_owned()),
            (BODY, [&body_light, MATERIAL, source!("solid.frag")].concat()),
            (BODY, [&body_light, source!("glass.frag")].concat()),
            (source!("mark.vert"), source!("mark.frag").to_owned()),
            (source!("label.vert"), source!("label.frag").to_owned()),
            (source!("screen.vert"), source!("develop.frag").to_owned()),
        ];
        let programs: Result<Vec<_>, Failure> =
            sources.iter().map(|(vertex, fragment)| program(gl, FRAME, vertex, fragment)).collect();
        let mut shaders = programs?.into_iter().map(|program| finish(gl, program));
        let mut next = || shaders.next().unwrap_or_else(|| Err("no shader".to_owned()));
        Ok(Shaders {
            map: next()?,
            solid: next()?,
            glass: next()?,
            mark: next()?,
            label: next()?,
            develop: next()?,
        })
    }
}

const UNIFORMS: [&str; 8] =
    ["u_figure", "u_swell", "u_glass", "u_clear", "u_material", "u_kind", "u_nature", "u_ink"];

fn finish(gl: &Gl, program: WebGlProgram) -> Result<Shader, String> {
    check(gl, &program)?;
    gl.use_program(Some(&program));
    gl.uniform_block_binding(&program, gl.get_uniform_block_index(&program, "Frame"), 0);
    for (name, unit) in UNITS {
        if let Some(place) = gl.get_uniform_location(&program, name) {
            gl.uniform1i(Some(&place), unit);
        }
    }
    let place = |name| gl.get_uniform_location(&program, name).map(|place| (name, place));
    gl.uniform1f(gl.get_uniform_location(&program, "u_swell").as_ref(), 1.0);
    let places = UNIFORMS.into_iter().filter_map(place).collect();
    Ok(Shader { program, places })
}
