//! Draws a picture of the scene: maps from the lamp and from above, then everything but glass, then glass, which shows what is
//! behind it, then the finished picture. Draws only when it is asked, and at most one call for each kind of body and pass.

use scene::cameras::Camera;
use scene::glam::Vec3;
use scene::lights::{Lamp, Lights};
use scene::picture::{Kind, Picture};
use web_sys::{HtmlCanvasElement, WebGl2RenderingContext as Gl};

use crate::assets::{Assets, Meshes};
use crate::frame::Frame;
use crate::glyphs::glyphs;
use crate::instances::{bodies, marks};
use crate::passes::{draw_maps, draw_picture};
use crate::quality::Quality;
use crate::targets;
use crate::theme::Theme;
use crate::views::{Extent, lens};
use crate::{gl, software};

/// What the maps depend on.
#[derive(Clone, PartialEq)]
struct Shown {
    picture: Picture,
    lamp: Option<Lamp>,
    theme: Theme,
    has_shadows: bool,
}

/// The renderer of one canvas.
pub struct Renderer {
    gl: Gl,
    canvas: HtmlCanvasElement,
    meshes: Meshes,
    assets: Option<Assets>,
    size: [i32; 2],
    pixel_ratio: f64,
    quality: Quality,
    extent: Extent,
    shown: Option<Shown>,
}

/// Until a board is drawn.
const NO_BOARD: Extent = Extent { board: [1.0; 2], half: [1.0; 2], lowest: -0.55 };

impl Renderer {
    /// A renderer on this canvas. An error if there is no WebGL2 or a shader is refused; its text is for the console.
    pub fn new(canvas: HtmlCanvasElement, meshes: Meshes) -> Result<Renderer, String> {
        let gl = gl::context(&canvas)?;
        let assets = Some(Assets::new(&gl)?);
        let quality = Quality::default();
        Ok(Renderer {
            gl,
            canvas,
            meshes,
            assets,
            size: [0; 2],
            pixel_ratio: 1.0,
            quality,
            extent: NO_BOARD,
            shown: None,
        })
    }

    /// The canvas has this size in pixels of the page, on a screen with so many pixels for each.
    pub fn resize(&mut self, size: [f64; 2], pixel_ratio: f64) {
        self.size = size.map(|side| side.clamp(1.0, 8192.0) as i32);
        self.pixel_ratio = pixel_ratio;
    }

    /// How many times wider than high the picture is.
    pub fn aspect(&self) -> f32 {
        self.size[0].max(1) as f32 / self.size[1].max(1) as f32
    }

    /// How much is drawn from now on.
    pub fn set_quality(&mut self, quality: Quality) {
        self.quality = quality;
    }

    /// Whether the processor draws.
    pub fn is_software(&self) -> bool {
        software::is_software(&gl::renderer_name(&self.gl))
    }

    /// The context is lost: nothing is drawn until it is restored.
    pub fn lose(&mut self) {
        self.assets = None;
        self.shown = None;
    }

    /// The context is there again: everything is made anew. An error if it is refused.
    pub fn restore(&mut self) -> Result<(), String> {
        self.shown = None;
        self.assets = Some(Assets::new(&self.gl)?);
        Ok(())
    }

    /// Draws the picture on the canvas; nothing while the context is lost.
    pub fn draw(
        &mut self,
        picture: &Picture,
        camera: &Camera,
        lights: &Lights,
        theme: Theme,
    ) -> Result<(), String> {
        if self.gl.is_context_lost() {
            self.lose();
        }
        let Some(mut assets) = self.assets.take() else { return Ok(()) };
        let drawn = self.draw_with(&mut assets, picture, camera, lights, theme);
        self.assets = Some(assets);
        drawn
    }

    fn draw_with(
        &mut self,
        assets: &mut Assets,
        picture: &Picture,
        camera: &Camera,
        lights: &Lights,
        theme: Theme,
    ) -> Result<(), String> {
        let size = self.fit(assets)?;
        let lamp = lights.lamps.first().copied();
        let has_shadows = self.quality.shadow_taps() > 0;
        let changed = self.shown.as_ref().is_none_or(|shown| {
            shown.picture != *picture
                || shown.lamp.map(|lamp| (lamp.position, lamp.size))
                    != lamp.map(|lamp| (lamp.position, lamp.size))
                || (shown.theme, shown.has_shadows) != (theme, has_shadows)
        });
        if changed {
            self.send(assets, picture)?;
            self.shown = Some(Shown { picture: picture.clone(), lamp, theme, has_shadows });
        }
        let no_lamp = Lamp { position: Vec3::new(0.0, 8.0, 0.1), colour: Vec3::ZERO, size: 1.0 };
        let lens = lens(&lamp.unwrap_or(no_lamp), &self.extent);
        let flatness = if theme.is_flat() { 1.0 } else { 0.0 };
        let frame = Frame {
            camera,
            lights,
            lens: &lens,
            extent: &self.extent,
            size,
            quality: self.quality,
            flatness,
            backdrop: theme.backdrop(),
        };
        assets.bind(&self.gl);
        if changed {
            draw_maps(&self.gl, assets, &frame, theme);
        }
        assets.send(&self.gl, &frame.bytes(None));
        draw_picture(&self.gl, assets, &frame, theme);
        Ok(())
    }

    /// Gives canvas and picture the size that is wanted, and says it in pixels.
    fn fit(&self, assets: &mut Assets) -> Result<[i32; 2], String> {
        let ratio = self.quality.pixel_ratio(self.pixel_ratio, self.size.map(f64::from));
        let size = self.size.map(|side| (f64::from(side) * ratio).round().max(1.0) as i32);
        if [self.canvas.width() as i32, self.canvas.height() as i32] != size {
            self.canvas.set_width(size[0] as u32);
            self.canvas.set_height(size[1] as u32);
        }
        let samples = self.quality.samples(ratio);
        if assets.picture.as_ref().is_none_or(|picture| (picture.size, picture.count) != (size, samples)) {
            if let Some(old) = assets.picture.take() {
                old.delete(&self.gl);
            }
            self.gl.active_texture(Gl::TEXTURE0 + targets::PICTURE_UNIT);
            assets.picture = Some(targets::Picture::new(&self.gl, size, samples)?);
        }
        Ok(size)
    }

    /// Sends the instances of a picture that has changed, and measures what they take up.
    fn send(&mut self, assets: &mut Assets, picture: &Picture) -> Result<(), String> {
        let groups = bodies(&picture.pieces);
        for kind in groups.keys() {
            let (_, half) = assets.body(&self.gl, *kind, self.meshes)?;
            if let Kind::MancalaBoard(_) | Kind::MirroredMancalaBoard(_) | Kind::MapelloBoard = kind {
                self.extent.board = [half.x, half.z];
            }
        }
        for (kind, (body, _)) in &mut assets.bodies {
            body.set(&self.gl, groups.get(kind));
        }
        let marks = marks(&picture.marks);
        assets.marks.set(&self.gl, (marks.count > 0).then_some(&marks));
        if let Some(table) = picture.pieces.iter().find(|piece| piece.kind == Kind::Table) {
            self.extent.lowest = table.pose.position.y.clamp(-4.0, -0.05);
        }
        let labels = glyphs(&picture.labels);
        assets.labels.set(&self.gl, (labels.count > 0).then_some(&labels));
        let lying = picture.pieces.iter().filter(|piece| piece.kind != Kind::Table);
        self.extent.half = lying.fold(self.extent.board, |[x, z], piece| {
            let at = piece.pose.position.abs().min(Vec3::splat(12.0));
            [x.max(at.x + 0.5), z.max(at.z + 0.5)]
        });
        Ok(())
    }
}

impl Drop for Renderer {
    fn drop(&mut self) {
        if let Some(assets) = &self.assets {
            assets.delete(&self.gl);
        }
    }
}
