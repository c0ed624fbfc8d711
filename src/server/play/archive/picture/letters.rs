//! Draws text into a picture.

use harfrust::font::glyph::outline::{DrawMemory, DrawOptions, PathSink};
use tiny_skia::{FillRule, Paint, PathBuilder, Pixmap, Transform};

use super::fonts::fonts;
use super::shaping::shaped;

/// Alignment of a text relative to its x coordinate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Align {
    /// It begins there.
    Start,
    /// It is centred there.
    Middle,
    /// It ends there.
    End,
}

/// Draws a text with its baseline at `y`, shrunk below the given size if it would be wider than `most`; returns its
/// width in pixels.
pub fn draw_text(
    picture: &mut Pixmap,
    text: &str,
    (x, y): (f32, f32),
    (height, most): (f32, f32),
    align: Align,
    paint: &Paint,
) -> f32 {
    let text = shaped(text);
    let height = if text.width * height > most { most / text.width } else { height };
    let width = text.width * height;
    let start = match align {
        Align::Start => x,
        Align::Middle => x - width / 2.0,
        Align::End => x - width,
    };
    let mut outline = Outline { path: PathBuilder::new(), scale: 1.0, x: 0.0, y: 0.0 };
    for placed in text.glyphs {
        let Some(font) = fonts().get(placed.font) else { continue };
        let Some(glyph) = font.outline_glyphs().get(placed.glyph) else { continue };
        outline.scale = height / f32::from(font.units_per_em());
        (outline.x, outline.y) = (start + placed.at.0 * height, y - placed.at.1 * height);
        // Of an outline that cannot be read nothing is seen.
        let _ = glyph.draw(&DrawOptions::new(), DrawMemory::Scratch, &mut outline);
    }
    if let Some(path) = outline.path.finish() {
        picture.fill_path(&path, paint, FillRule::Winding, Transform::identity(), None);
    }
    width
}

/// Converts a glyph's outline from font coordinates, whose y axis points up, to the picture's.
struct Outline {
    path: PathBuilder,
    scale: f32,
    x: f32,
    y: f32,
}

impl Outline {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + x * self.scale, self.y - y * self.scale)
    }
}

impl PathSink for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.at(x1, y1), self.at(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}
