//! The passes of a frame: the maps from the lamp and from above, then everything but glass, then glass and what is written on the
//! board, then the finished picture. Each draws all bodies of a kind with one call: a game of Mapello takes 23.

use scene::glam::Vec3;
use scene::picture::Kind;
use web_sys::WebGl2RenderingContext as Gl;

use crate::assets::Assets;
use crate::bodies::Body;
use crate::frame::Frame;
use crate::material::material;
use crate::shaders::{Shader, Shaders};
use crate::theme::{Theme, glasses};

/// How much larger a stone's mesh is drawn, so that the ball lies within its triangles.
const SWELL: f32 = 1.035;

/// How much of a disc is seen that would lie there.
const GHOST: f32 = 0.62;

/// How large a stone is in the map from above: glass hides less of the room's light than a solid ball.
const HIDES: f32 = 0.8;

/// Draws what casts shadows as the lamp sees it, and everything as seen from above.
pub fn draw_maps(gl: &Gl, assets: &Assets, frame: &Frame, theme: Theme) {
    let shader = &assets.shaders.map;
    gl.use_program(Some(&shader.program));
    gl.uniform4fv_with_f32_array(shader.place("u_glass"), &glasses());
    gl.enable(Gl::DEPTH_TEST);
    gl.enable(Gl::CULL_FACE);
    gl.disable(Gl::BLEND);
    gl.clear_color(1.0, 1.0, 1.0, 1.0);
    let from_lamp = (frame.quality.shadow_taps() > 0).then_some((
        &assets.shadow,
        frame.lens.view_projection,
        Gl::BACK,
        1.0,
    ));
    // The axes of the map from above are those of a mirror image: its front faces are back faces.
    let from_above = (&assets.above, frame.extent.view_from_above(), Gl::FRONT, HIDES);
    for (map, view, hidden, swell) in from_lamp.into_iter().chain([from_above]) {
        assets.send(gl, &frame.bytes(Some(view)));
        gl.bind_framebuffer(Gl::FRAMEBUFFER, Some(&map.frame));
        gl.viewport(0, 0, map.size[0], map.size[1]);
        gl.cull_face(hidden);
        gl.clear(Gl::COLOR_BUFFER_BIT | Gl::DEPTH_BUFFER_BIT);
        let hides = |kind: &Kind| !matches!(kind, Kind::Table | Kind::GhostDisc);
        for (kind, (body, _)) in assets.bodies.iter().filter(|(kind, _)| hides(kind)) {
            let clear = if *kind == Kind::Stone { theme.clearness() } else { 0.0 };
            gl.uniform1f(shader.place("u_clear"), clear);
            gl.uniform1f(shader.place("u_swell"), if clear > 0.0 { swell } else { 1.0 });
            body.draw(gl);
        }
    }
    gl.cull_face(Gl::BACK);
}

/// Draws the picture on the canvas; the maps have been drawn.
pub fn draw_picture(gl: &Gl, assets: &Assets, frame: &Frame, theme: Theme) {
    let Some(picture) = &assets.picture else { return };
    let [width, height] = picture.size;
    gl.bind_framebuffer(Gl::FRAMEBUFFER, Some(&picture.samples));
    gl.viewport(0, 0, width, height);
    // The room behind everything, as `encode` of `frame.glsl` stores it.
    let room =
        frame.backdrop * frame.lights.ambient.max(Vec3::splat(if theme.is_flat() { 1.0 } else { 0.0 }));
    let [red, green, blue] = room.to_array().map(|light| (light / (light + 1.0)).max(0.0).sqrt());
    gl.clear_color(red, green, blue, 1.0);
    gl.enable(Gl::DEPTH_TEST);
    gl.enable(Gl::CULL_FACE);
    gl.clear(Gl::COLOR_BUFFER_BIT | Gl::DEPTH_BUFFER_BIT);

    let solid = &assets.shaders.solid;
    gl.use_program(Some(&solid.program));
    for (kind, (body, _)) in assets.bodies.iter().filter(|(kind, _)| **kind != Kind::Stone) {
        gl.uniform1i(solid.place("u_kind"), number(*kind));
        gl.uniform4fv_with_f32_array(solid.place("u_material"), &material(theme, *kind).uniforms());
        // The last kind: what is behind it has been drawn.
        if *kind == Kind::GhostDisc {
            gl.enable(Gl::BLEND);
            gl.blend_color(0.0, 0.0, 0.0, GHOST);
            gl.blend_func(Gl::CONSTANT_ALPHA, Gl::ONE_MINUS_CONSTANT_ALPHA);
        }
        body.draw(gl);
    }
    gl.disable(Gl::BLEND);
    let Shaders { glass, mark, label, .. } = &assets.shaders;
    // Glass shows what is behind it, but no marks: bent at its edge they would glitter there.
    picture.resolve(gl);
    draw_flat(gl, mark, "u_ink", &theme.ink(), &assets.marks);
    if let Some((stones, _)) = assets.bodies.get(&Kind::Stone) {
        gl.use_program(Some(&glass.program));
        gl.uniform4fv_with_f32_array(glass.place("u_glass"), &glasses());
        gl.uniform4fv_with_f32_array(glass.place("u_nature"), &theme.glass());
        gl.uniform1f(glass.place("u_swell"), SWELL);
        gl.enable(Gl::SAMPLE_ALPHA_TO_COVERAGE);
        stones.draw(gl);
        gl.disable(Gl::SAMPLE_ALPHA_TO_COVERAGE);
    }
    draw_flat(gl, label, "u_figure", &theme.figure(), &assets.labels);
    picture.resolve(gl);
    gl.bind_framebuffer(Gl::FRAMEBUFFER, None);
    gl.disable(Gl::DEPTH_TEST);
    gl.disable(Gl::CULL_FACE);
    gl.bind_vertex_array(None);
    gl.use_program(Some(&assets.shaders.develop.program));
    gl.draw_arrays(Gl::TRIANGLES, 0, 3);
}

/// Draws marks or labels: what stands before them hides them, and they hide nothing.
fn draw_flat(gl: &Gl, shader: &Shader, colours: &str, values: &[f32], instances: &Body) {
    gl.enable(Gl::BLEND);
    gl.blend_func(Gl::SRC_ALPHA, Gl::ONE_MINUS_SRC_ALPHA);
    gl.depth_mask(false);
    gl.disable(Gl::CULL_FACE);
    gl.use_program(Some(&shader.program));
    gl.uniform4fv_with_f32_array(shader.place(colours), values);
    instances.draw(gl);
    gl.enable(Gl::CULL_FACE);
    gl.depth_mask(true);
    gl.disable(Gl::BLEND);
}

/// The number of a kind in `shaders/solid.frag`.
fn number(kind: Kind) -> i32 {
    match kind {
        Kind::Table | Kind::Stone => 0,
        Kind::MancalaBoard(_) | Kind::MirroredMancalaBoard(_) => 1,
        Kind::MapelloBoard => 2,
        Kind::Disc | Kind::GhostDisc => 3,
        Kind::Wall => 4,
        Kind::Star => 5,
        Kind::Joker => 6,
        Kind::Tray => 7,
    }
}
