//! All that lives on the graphics card. After a lost context it is made again as a whole.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use scene::glam::Vec3;
use scene::mesh::Mesh;
use scene::picture::Kind;
use web_sys::{WebGl2RenderingContext as Gl, WebGlBuffer, WebGlSampler, WebGlTexture};

use crate::bodies::Body;
use crate::frame::BYTES;
use crate::gl::Failure;
use crate::glyphs::{self, GLYPH_FLOATS};
use crate::instances::MARK_FLOATS;
use crate::noise;
use crate::shaders::{Shader, Shaders};
use crate::targets::{ABOVE_SIZE, Map, Picture, SHADOW_SIDE};

/// Gives the mesh of a kind of body.
pub type Meshes = fn(Kind) -> Mesh;

/// Programs, meshes, maps.
pub struct Assets {
    /// The programs.
    pub shaders: Shaders,
    /// The bodies that were needed so far, with half the extent of each mesh.
    pub bodies: BTreeMap<Kind, (Body, Vec3)>,
    /// The marks.
    pub marks: Body,
    /// The characters of labels.
    pub labels: Body,
    /// The view from the first lamp.
    pub shadow: Map,
    /// The view from above.
    pub above: Map,
    /// What the picture is drawn into; made when its size is known.
    pub picture: Option<Picture>,
    block: WebGlBuffer,
    noise: WebGlTexture,
    glyphs: WebGlTexture,
    samplers: [WebGlSampler; 2],
}

impl Assets {
    /// Makes all but bodies and picture, which are made when they are first drawn.
    pub fn new(gl: &Gl) -> Result<Assets, String> {
        let shaders = Shaders::new(gl)?;
        let block = gl.create_buffer().ok_or("no buffer")?;
        gl.bind_buffer_base(Gl::UNIFORM_BUFFER, 0, Some(&block));
        gl.buffer_data_with_i32(Gl::UNIFORM_BUFFER, BYTES as i32, Gl::DYNAMIC_DRAW);
        let (shadow, above) = (Map::new(gl, [SHADOW_SIDE; 2])?, Map::new(gl, ABOVE_SIZE)?);
        // One depth texture is read in two ways: compared and smoothed, and as it is.
        let comparing = sampler(gl, Gl::LINEAR)?;
        gl.sampler_parameteri(&comparing, Gl::TEXTURE_COMPARE_MODE, Gl::COMPARE_REF_TO_TEXTURE as i32);
        let samplers = [comparing, sampler(gl, Gl::NEAREST)?];
        let assets = Assets {
            shaders,
            bodies: BTreeMap::new(),
            marks: Body::rectangle(gl, MARK_FLOATS)?,
            labels: Body::rectangle(gl, GLYPH_FLOATS)?,
            shadow,
            above,
            picture: None,
            block,
            noise: noise_texture(gl)?,
            glyphs: glyphs::texture(gl)?,
            samplers,
        };
        Ok(assets)
    }

    /// Puts all textures where the programs look for them.
    pub fn bind(&self, gl: &Gl) {
        gl.bind_buffer_base(Gl::UNIFORM_BUFFER, 0, Some(&self.block));
        gl.active_texture(Gl::TEXTURE0);
        gl.bind_texture(Gl::TEXTURE_3D, Some(&self.noise));
        let picture = self.picture.as_ref().map(|picture| &picture.texture);
        let textures = [
            Some(&self.shadow.depth),
            Some(&self.shadow.depth),
            Some(&self.shadow.tint),
            Some(&self.above.depth),
            picture,
            Some(&self.glyphs),
        ];
        for (unit, texture) in (1..).zip(textures) {
            gl.active_texture(Gl::TEXTURE0 + unit);
            gl.bind_texture(Gl::TEXTURE_2D, texture);
        }
        gl.bind_sampler(1, Some(&self.samplers[0]));
        gl.bind_sampler(2, Some(&self.samplers[1]));
    }

    /// Sends the block that all programs read.
    pub fn send(&self, gl: &Gl, block: &[u8]) {
        gl.bind_buffer(Gl::UNIFORM_BUFFER, Some(&self.block));
        gl.buffer_sub_data_with_i32_and_u8_array(Gl::UNIFORM_BUFFER, 0, block);
    }

    /// The body of this kind, with half the extent of its mesh.
    pub fn body(&mut self, gl: &Gl, kind: Kind, meshes: Meshes) -> Result<&mut (Body, Vec3), Failure> {
        match self.bodies.entry(kind) {
            Entry::Occupied(known) => Ok(known.into_mut()),
            Entry::Vacant(place) => {
                let mesh = meshes(kind);
                let extent = mesh.positions.iter().fold(Vec3::ZERO, |most, corner| most.max(corner.abs()));
                Ok(place.insert((Body::new(gl, &mesh)?, extent)))
            }
        }
    }

    /// Gives all memory back.
    pub fn delete(&self, gl: &Gl) {
        let Shaders { map, solid, glass, mark, label, develop } = &self.shaders;
        for Shader { program, .. } in [map, solid, glass, mark, label, develop] {
            gl.delete_program(Some(program));
        }
        self.bodies.values().for_each(|(body, _)| body.delete(gl));
        self.marks.delete(gl);
        self.labels.delete(gl);
        gl.delete_texture(Some(&self.glyphs));
        self.shadow.delete(gl);
        self.above.delete(gl);
        if let Some(picture) = &self.picture {
            picture.delete(gl);
        }
        gl.delete_buffer(Some(&self.block));
        gl.delete_texture(Some(&self.noise));
        self.samplers.iter().for_each(|sampler| gl.delete_sampler(Some(sampler)));
    }
}

fn sampler(gl: &Gl, filter: u32) -> Result<WebGlSampler, Failure> {
    let sampler = gl.create_sampler().ok_or("no sampler")?;
    let settings = [
        (Gl::TEXTURE_MIN_FILTER, filter),
        (Gl::TEXTURE_MAG_FILTER, filter),
        (Gl::TEXTURE_WRAP_S, Gl::CLAMP_TO_EDGE),
        (Gl::TEXTURE_WRAP_T, Gl::CLAMP_TO_EDGE),
    ];
    for (name, value) in settings {
        gl.sampler_parameteri(&sampler, name, value as i32);
    }
    Ok(sampler)
}

/// The cube of noise with all its levels, which repeats in each direction.
fn noise_texture(gl: &Gl) -> Result<WebGlTexture, Failure> {
    let texture = gl.create_texture().ok_or("no texture")?;
    let side = noise::SIDE as i32;
    gl.bind_texture(Gl::TEXTURE_3D, Some(&texture));
    gl.tex_image_3d_with_opt_u8_array(
        Gl::TEXTURE_3D,
        0,
        Gl::RGBA8 as i32,
        side,
        side,
        side,
        0,
        Gl::RGBA,
        Gl::UNSIGNED_BYTE,
        Some(&noise::cube()),
    )
    .map_err(|_| "no noise")?;
    gl.tex_parameteri(Gl::TEXTURE_3D, Gl::TEXTURE_MIN_FILTER, Gl::LINEAR_MIPMAP_NEAREST as i32);
    gl.generate_mipmap(Gl::TEXTURE_3D);
    Ok(texture)
}
