//! What is drawn into before the canvas: the picture with its samples, the picture resolved, and the two maps.

use web_sys::{WebGl2RenderingContext as Gl, WebGlFramebuffer, WebGlRenderbuffer, WebGlTexture};

use crate::gl::{Failure, texture};

/// The unit of the picture's texture.
pub const PICTURE_UNIT: u32 = 5;
/// The side of the shadow map, in texels.
pub const SHADOW_SIDE: i32 = 2048;
/// The size of the map from above, in texels.
pub const ABOVE_SIZE: [i32; 2] = [1024, 640];

/// A framebuffer with its depth, and the light that passes where that is kept.
pub struct Map {
    /// What is drawn into.
    pub frame: WebGlFramebuffer,
    /// Depth.
    pub depth: WebGlTexture,
    /// The colour of the light that passes what is nearest.
    pub tint: WebGlTexture,
    /// Its size in texels.
    pub size: [i32; 2],
}

impl Map {
    /// A map of this size.
    pub fn new(gl: &Gl, size: [i32; 2]) -> Result<Map, Failure> {
        let frame = gl.create_framebuffer().ok_or("no framebuffer")?;
        let depth = texture(gl, Gl::DEPTH_COMPONENT24, 1, size, [Gl::NEAREST, Gl::NEAREST])?;
        let tint = texture(gl, Gl::RGBA8, 1, size, [Gl::LINEAR, Gl::LINEAR])?;
        gl.bind_framebuffer(Gl::FRAMEBUFFER, Some(&frame));
        gl.framebuffer_texture_2d(Gl::FRAMEBUFFER, Gl::DEPTH_ATTACHMENT, Gl::TEXTURE_2D, Some(&depth), 0);
        gl.framebuffer_texture_2d(Gl::FRAMEBUFFER, Gl::COLOR_ATTACHMENT0, Gl::TEXTURE_2D, Some(&tint), 0);
        Ok(Map { frame, depth, tint, size })
    }

    /// Gives its memory back.
    pub fn delete(&self, gl: &Gl) {
        gl.delete_framebuffer(Some(&self.frame));
        gl.delete_texture(Some(&self.depth));
        gl.delete_texture(Some(&self.tint));
    }
}

/// The picture while it is drawn.
pub struct Picture {
    /// With several samples for each pixel.
    pub samples: WebGlFramebuffer,
    colour: WebGlRenderbuffer,
    depth: WebGlRenderbuffer,
    resolved: WebGlFramebuffer,
    /// One sample for each pixel, with smaller levels.
    pub texture: WebGlTexture,
    /// Its size in pixels.
    pub size: [i32; 2],
    /// Samples of a pixel.
    pub count: i32,
}

impl Picture {
    /// A picture of this size. Ten bits a channel: what is stored is the root of the light.
    pub fn new(gl: &Gl, size: [i32; 2], count: i32) -> Result<Picture, Failure> {
        let buffer = |format: u32| {
            let buffer = gl.create_renderbuffer();
            gl.bind_renderbuffer(Gl::RENDERBUFFER, buffer.as_ref());
            gl.renderbuffer_storage_multisample(Gl::RENDERBUFFER, count, format, size[0], size[1]);
            buffer.ok_or("no renderbuffer")
        };
        let (colour, depth) = (buffer(Gl::RGB10_A2)?, buffer(Gl::DEPTH_COMPONENT24)?);
        let samples = gl.create_framebuffer().ok_or("no framebuffer")?;
        gl.bind_framebuffer(Gl::FRAMEBUFFER, Some(&samples));
        gl.framebuffer_renderbuffer(Gl::FRAMEBUFFER, Gl::COLOR_ATTACHMENT0, Gl::RENDERBUFFER, Some(&colour));
        gl.framebuffer_renderbuffer(Gl::FRAMEBUFFER, Gl::DEPTH_ATTACHMENT, Gl::RENDERBUFFER, Some(&depth));
        let levels = 7.min(size[0].max(size[1]).max(1).ilog2() as i32 + 1);
        let filters = [Gl::LINEAR_MIPMAP_LINEAR, Gl::LINEAR];
        let texture = texture(gl, Gl::RGB10_A2, levels, size, filters)?;
        let resolved = gl.create_framebuffer().ok_or("no framebuffer")?;
        gl.bind_framebuffer(Gl::FRAMEBUFFER, Some(&resolved));
        gl.framebuffer_texture_2d(Gl::FRAMEBUFFER, Gl::COLOR_ATTACHMENT0, Gl::TEXTURE_2D, Some(&texture), 0);
        Ok(Picture { samples, colour, depth, resolved, texture, size, count })
    }

    /// Makes the texture of what has been drawn so far; then it can be drawn on.
    pub fn resolve(&self, gl: &Gl) {
        let [width, height] = self.size;
        gl.bind_framebuffer(Gl::READ_FRAMEBUFFER, Some(&self.samples));
        gl.bind_framebuffer(Gl::DRAW_FRAMEBUFFER, Some(&self.resolved));
        gl.blit_framebuffer(0, 0, width, height, 0, 0, width, height, Gl::COLOR_BUFFER_BIT, Gl::NEAREST);
        gl.active_texture(Gl::TEXTURE0 + PICTURE_UNIT);
        gl.bind_texture(Gl::TEXTURE_2D, Some(&self.texture));
        gl.generate_mipmap(Gl::TEXTURE_2D);
        gl.bind_framebuffer(Gl::FRAMEBUFFER, Some(&self.samples));
    }

    /// Gives its memory back.
    pub fn delete(&self, gl: &Gl) {
        gl.delete_framebuffer(Some(&self.samples));
        gl.delete_framebuffer(Some(&self.resolved));
        gl.delete_renderbuffer(Some(&self.colour));
        gl.delete_renderbuffer(Some(&self.depth));
        gl.delete_texture(Some(&self.texture));
    }
}
