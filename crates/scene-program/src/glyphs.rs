//! The characters of labels as a texture, drawn by the browser in the page's own typeface, and labels as instances of them.

use scene::picture::{Ground, Label, LabelText};
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, WebGl2RenderingContext as Gl, WebGlTexture};

use crate::gl::Failure;
use crate::instances::Instances;

/// All characters that labels have, in the order of the texture's cells.
const CHARACTERS: &str = "0123456789abcdefghijklmnopqrstuvwxyz+-\u{2212}.";
/// The texture has so many cells a row and a column …
const CELLS: u32 = 8;
/// … each of so many texels …
const CELL: u32 = 128;
/// … in which a character is drawn with this size of type, so that digits are about a half as high.
const TYPE: &str = "600 88px system-ui, sans-serif";
/// How far a digit is from the next one, as a share of its height, and how much nearer a point is.
const ADVANCE: f32 = 0.92;
const NARROW: f32 = 0.6;
/// How far a badge reaches beyond its text, as a share of the height of its digits.
const PADDING: f32 = 0.35;
/// The cell of what is no character: a badge.
const BADGE: f32 = -1.0;
/// Characters rise towards the viewer and take up more of the picture than if they lay flat: so much smaller, they keep apart.
const SMALLER: f32 = 0.8;
/// Numbers of a character or a badge: place and cell, size, offset, ground and half the width of a badge.
pub const GLYPH_FLOATS: usize = 8;

/// The texture, with smaller levels, which serve as the shade about a character.
pub fn texture(gl: &Gl) -> Result<WebGlTexture, Failure> {
    let canvas = drawn().ok_or("no characters")?;
    let texture = gl.create_texture().ok_or("no texture")?;
    gl.bind_texture(Gl::TEXTURE_2D, Some(&texture));
    let (format, kind) = (Gl::RED, Gl::UNSIGNED_BYTE);
    gl.tex_image_2d_with_u32_and_u32_and_html_canvas_element(
        Gl::TEXTURE_2D,
        0,
        Gl::R8 as i32,
        format,
        kind,
        &canvas,
    )
    .map_err(|_| "no characters")?;
    gl.tex_parameteri(Gl::TEXTURE_2D, Gl::TEXTURE_MIN_FILTER, Gl::LINEAR_MIPMAP_LINEAR as i32);
    gl.generate_mipmap(Gl::TEXTURE_2D);
    Ok(texture)
}

fn drawn() -> Option<HtmlCanvasElement> {
    let document = web_sys::window()?.document()?;
    let canvas: HtmlCanvasElement = document.create_element("canvas").ok()?.dyn_into().ok()?;
    canvas.set_width(CELLS * CELL);
    canvas.set_height(CELLS * CELL);
    let pen: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
    pen.set_font(TYPE);
    pen.set_text_align("center");
    pen.set_fill_style_str("#fff");
    for (cell, character) in (0..).zip(CHARACTERS.chars()) {
        let middle = |number: u32| f64::from(number * CELL) + f64::from(CELL) / 2.0;
        // On the line: capitals and digits are then in the middle.
        let _ = pen.fill_text(&character.to_string(), middle(cell % CELLS), middle(cell / CELLS) + 32.0);
    }
    Some(canvas)
}

/// The characters of these labels.
pub fn glyphs(labels: &[Label]) -> Instances {
    let mut all = Instances::default();
    for label in labels {
        let text = match &label.text {
            LabelText::Count(count) => count.to_string(),
            LabelText::Letter(letter) => letter.to_string(),
            LabelText::Note(note) => note.clone(),
        };
        let at = label.position;
        let size = label.size * SMALLER;
        let half_width = 0.5 * size * text.chars().map(width).sum::<f32>();
        let ground = match label.ground {
            Ground::Board => 0.0,
            Ground::Felt => 1.0,
            Ground::Badge => 2.0,
            Ground::LossBadge => 3.0,
        };
        if matches!(label.ground, Ground::Badge | Ground::LossBadge) {
            all.push(&[at.x, at.y, at.z, BADGE, size, 0.0, ground, half_width + PADDING * size]);
        }
        let mut left = -half_width;
        for character in text.chars() {
            let wide = size * width(character);
            if let Some(cell) = CHARACTERS.chars().position(|known| known == character) {
                all.push(&[at.x, at.y, at.z, cell as f32, size, left + 0.5 * wide, ground, 0.0]);
            }
            left += wide;
        }
    }
    all
}

/// How wide a character is, as a share of the height of a digit.
fn width(character: char) -> f32 {
    if character == '.' { ADVANCE * NARROW } else { ADVANCE }
}

#[cfg(test)]
mod tests {
    use scene::glam::Vec3;
    use scene::picture::{Ground, Label, LabelText};

    use super::{BADGE, CELLS, CHARACTERS, GLYPH_FLOATS, glyphs};

    fn numbers(text: LabelText) -> Vec<f32> {
        numbers_on(Ground::Board, text)
    }

    fn numbers_on(ground: Ground, text: LabelText) -> Vec<f32> {
        let glyphs = glyphs(&[Label { text, ground, position: Vec3::ZERO, size: 2.0 }]);
        let numbers = glyphs.bytes.chunks_exact(4).map(|four| f32::from_le_bytes(four.try_into().unwrap()));
        assert_eq!(numbers.len(), glyphs.count as usize * GLYPH_FLOATS);
        numbers.collect()
    }

    #[test]
    fn a_number_is_its_digits_side_by_side_about_its_middle() {
        let two = numbers(LabelText::Count(15));
        assert_eq!((two[3], two[GLYPH_FLOATS + 3]), (1.0, 5.0));
        assert_eq!(two[5], -two[GLYPH_FLOATS + 5]);
        assert!(two[5] < 0.0);
    }

    #[test]
    fn a_badge_lies_under_its_text_and_is_wider() {
        let all = numbers_on(Ground::LossBadge, LabelText::Note("\u{2212}4".into()));
        let of = |number: usize| all[number * GLYPH_FLOATS..][..GLYPH_FLOATS].to_vec();
        assert_eq!((all.len(), of(0)[3]), (3 * GLYPH_FLOATS, BADGE));
        assert!(of(0)[7] > of(2)[5] + 0.5 * of(2)[4] * 0.9, "{all:?}");
        assert_ne!(of(1)[3], of(2)[3]);
    }

    #[test]
    fn a_character_that_is_not_in_the_texture_is_left_out() {
        assert!(numbers(LabelText::Letter('ß')).is_empty());
        assert_eq!(numbers(LabelText::Letter('a')).len(), GLYPH_FLOATS);
    }

    #[test]
    fn the_texture_has_a_cell_for_each_character() {
        assert!(CHARACTERS.chars().count() <= (CELLS * CELLS) as usize);
    }
}
