//! The few calls of WebGL2 that the renderer needs, with errors as texts. `web-sys` has them as safe functions.

use wasm_bindgen::JsCast;
use web_sys::{
    HtmlCanvasElement, WebGl2RenderingContext as Gl, WebGlBuffer, WebGlProgram, WebGlShader, WebGlTexture,
    WebglDebugRendererInfo,
};

/// What could not be made, for the console.
pub type Failure = &'static str;

/// The canvas's context; an error if there is no WebGL2.
pub fn context(canvas: &HtmlCanvasElement) -> Result<Gl, Failure> {
    let options = js_sys::Object::new();
    // What is drawn has its own antialiasing, depth and tone mapping; the canvas receives the finished picture.
    for (name, value) in [("alpha", false), ("antialias", false), ("depth", false), ("stencil", false)] {
        let _ = js_sys::Reflect::set(&options, &name.into(), &value.into());
    }
    let context = canvas.get_context_with_context_options("webgl2", &options).ok().flatten();
    context.and_then(|context| context.dyn_into().ok()).ok_or("no WebGL2")
}

/// What draws, as the driver names itself; empty if it does not say.
pub fn renderer_name(gl: &Gl) -> String {
    let parameter = match gl.get_extension("WEBGL_debug_renderer_info") {
        Ok(Some(_)) => WebglDebugRendererInfo::UNMASKED_RENDERER_WEBGL,
        _ => Gl::RENDERER,
    };
    gl.get_parameter(parameter).ok().and_then(|name| name.as_string()).unwrap_or_default()
}

/// A program of two shaders. `common` is put before each of them.
pub fn program(gl: &Gl, common: &str, vertex: &str, fragment: &str) -> Result<WebGlProgram, Failure> {
    let program = gl.create_program().ok_or("no program")?;
    for (kind, source) in [(Gl::VERTEX_SHADER, vertex), (Gl::FRAGMENT_SHADER, fragment)] {
        gl.attach_shader(&program, &shader(gl, kind, common, source)?);
    }
    gl.link_program(&program);
    Ok(program)
}

fn shader(gl: &Gl, kind: u32, common: &str, source: &str) -> Result<WebGlShader, Failure> {
    let shader = gl.create_shader(kind).ok_or("no shader")?;
    gl.shader_source(&shader, &[HEADER, common, source].concat());
    gl.compile_shader(&shader);
    Ok(shader)
}

const HEADER: &str = "#version 300 es\nprecision highp float;precision highp sampler2D;precision highp sampler3D;precision highp sampler2DShadow;\n";

/// Whether a program was linked: asked only once all are on their way, because drivers compile them side by side.
pub fn check(gl: &Gl, program: &WebGlProgram) -> Result<(), String> {
    if gl.get_program_parameter(program, Gl::LINK_STATUS).is_truthy() || gl.is_context_lost() {
        return Ok(());
    }
    let shaders = gl.get_attached_shaders(program).unwrap_or_default();
    let texts =
        shaders.iter().filter_map(|shader| gl.get_shader_info_log(shader.unchecked_ref::<WebGlShader>()));
    Err(texts.chain(gl.get_program_info_log(program)).collect())
}

/// A buffer with this content.
pub fn buffer(gl: &Gl, target: u32, content: &[u8], usage: u32) -> Result<WebGlBuffer, Failure> {
    let buffer = gl.create_buffer().ok_or("no buffer")?;
    gl.bind_buffer(target, Some(&buffer));
    gl.buffer_data_with_u8_array(target, content, usage);
    Ok(buffer)
}

/// A texture of two dimensions without content, clamped at its edges, with so many levels.
pub fn texture(
    gl: &Gl,
    format: u32,
    levels: i32,
    size: [i32; 2],
    filters: [u32; 2],
) -> Result<WebGlTexture, Failure> {
    let texture = gl.create_texture().ok_or("no texture")?;
    gl.bind_texture(Gl::TEXTURE_2D, Some(&texture));
    gl.tex_storage_2d(Gl::TEXTURE_2D, levels, format, size[0], size[1]);
    let settings = [
        (Gl::TEXTURE_MIN_FILTER, filters[0]),
        (Gl::TEXTURE_MAG_FILTER, filters[1]),
        (Gl::TEXTURE_WRAP_S, Gl::CLAMP_TO_EDGE),
        (Gl::TEXTURE_WRAP_T, Gl::CLAMP_TO_EDGE),
    ];
    for (name, value) in settings {
        gl.tex_parameteri(Gl::TEXTURE_2D, name, value as i32);
    }
    Ok(texture)
}
