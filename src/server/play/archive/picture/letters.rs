//! Text rendering for the preview picture, with an embedded font, because a server need not have one
//! installed.

use tiny_skia::{FillRule, Paint, PathBuilder, Pixmap, Transform};
use ttf_parser::{Face, OutlineBuilder};

/// DejaVu Sans Bold, reduced to Latin, Greek and Cyrillic letters. Its origin is in `FONT-LICENSE`.
const FONT: &[u8] = include_bytes!("font.ttf");

/// The parsed font.
pub struct Font(Face<'static>);

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

impl Font {
    /// Parses the embedded font; `None` if it is invalid.
    pub fn new() -> Option<Self> {
        Face::parse(FONT, 0).ok().map(Self)
    }

    /// The characters of a text that the font has.
    pub fn supported(&self, text: &str) -> String {
        let known: String =
            text.chars().filter(|&sign| sign == ' ' || self.0.glyph_index(sign).is_some()).collect();
        known.trim().to_owned()
    }

    /// Width of a text at font size 1.
    pub fn width(&self, text: &str) -> f32 {
        let advance = |sign| self.0.glyph_hor_advance(self.0.glyph_index(sign)?).map(f32::from);
        text.chars().filter_map(advance).sum::<f32>() / f32::from(self.0.units_per_em())
    }

    /// Draws a text with its baseline at `y`, shrunk below the given size if it would be wider than `most`.
    pub fn draw_text(
        &self,
        picture: &mut Pixmap,
        text: &str,
        (x, y): (f32, f32),
        (height, most): (f32, f32),
        align: Align,
        paint: &Paint,
    ) {
        let width = self.width(text);
        let height = if width * height > most { most / width } else { height };
        let scale = height / f32::from(self.0.units_per_em());
        let start = match align {
            Align::Start => x,
            Align::Middle => x - width * height / 2.0,
            Align::End => x - width * height,
        };
        let mut outline = Outline { path: PathBuilder::new(), scale, x: start, y };
        for sign in text.chars() {
            let Some(glyph) = self.0.glyph_index(sign) else { continue };
            self.0.outline_glyph(glyph, &mut outline);
            outline.x += f32::from(self.0.glyph_hor_advance(glyph).unwrap_or_default()) * scale;
        }
        if let Some(path) = outline.path.finish() {
            picture.fill_path(&path, paint, FillRule::Winding, Transform::identity(), None);
        }
    }
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

impl OutlineBuilder for Outline {
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
