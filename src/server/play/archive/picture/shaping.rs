//! Text shaping for the pictures: bidirectional order, joined forms, ligatures and the places of marks. A text is a
//! paragraph of its own, so two names never change places.

use harfrust::{Buffer, Direction, GlyphId, ShapeOptions, ShaperFont, shape};
use room::clean_line;
use unicode_bidi::BidiInfo;

use super::fonts::{font_for, fonts};

/// The longest text that is drawn, in characters; a name has at most 20.
const MOST: usize = 40;
/// What stands for letters that no font has.
const ELLIPSIS: char = '…';

/// A glyph at its place, in units of the font size.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Placed {
    /// The index of its font.
    pub font: usize,
    /// The glyph.
    pub glyph: GlyphId,
    /// Where its origin lies, from the beginning of the text and from the baseline upwards.
    pub at: (f32, f32),
}

/// A text as it is drawn, from left to right.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Shaped {
    /// The glyphs.
    pub glyphs: Vec<Placed>,
    /// The width of all, in units of the font size.
    pub width: f32,
}

/// What can be drawn of a text. Emoji are left out, and an ellipsis stands for letters that no font has; a text of
/// nothing else is empty. No stack of marks and no invisible character comes through.
pub fn drawable(text: &str) -> String {
    let mut drawn = String::new();
    let mut font = None;
    for sign in clean_line(text).chars().take(MOST) {
        if let Some(found) = font_for(sign, font) {
            font = Some(found);
            drawn.push(sign);
        } else if sign.is_alphanumeric() && !drawn.ends_with(ELLIPSIS) {
            drawn.push(ELLIPSIS);
        }
    }
    let drawn = clean_line(&drawn);
    if drawn.chars().any(char::is_alphanumeric) { drawn } else { String::new() }
}

/// Shapes a text, of which only what is [`drawable`] is left.
pub fn shaped(text: &str) -> Shaped {
    let text = drawable(text);
    let bidi = BidiInfo::new(&text, None);
    let mut shaped = Shaped::default();
    for paragraph in &bidi.paragraphs {
        let (levels, runs) = bidi.visual_runs(paragraph, paragraph.range.clone());
        for run in runs {
            let is_backwards = levels.get(run.start).is_some_and(unicode_bidi::Level::is_rtl);
            let mut parts = text.get(run).map(by_font).unwrap_or_default();
            if is_backwards {
                parts.reverse();
            }
            for (font, part) in parts {
                add(&mut shaped, font, &part, is_backwards);
            }
        }
    }
    shaped
}

/// Splits a text into parts that one font draws.
fn by_font(text: &str) -> Vec<(usize, String)> {
    let mut parts: Vec<(usize, String)> = Vec::new();
    for sign in text.chars() {
        let before = parts.last().map(|part| part.0);
        let Some(font) = font_for(sign, before) else { continue };
        match parts.last_mut() {
            Some((known, part)) if *known == font => part.push(sign),
            _ => parts.push((font, sign.to_string())),
        }
    }
    parts
}

/// Adds a part of one direction and one font.
fn add(shaped: &mut Shaped, index: usize, part: &str, is_backwards: bool) {
    let Some(font) = fonts().get(index) else { return };
    let mut buffer = Buffer::new();
    buffer.push_str(part);
    buffer.set_direction(if is_backwards { Direction::RightToLeft } else { Direction::LeftToRight });
    buffer.guess_segment_properties();
    if shape(&ShaperFont::new(font), &mut buffer, ShapeOptions::new()).is_err() {
        return;
    }
    let em = f32::from(font.units_per_em());
    let in_em = |units: i32| units as f32 / em;
    for (info, position) in buffer.glyph_infos().iter().zip(buffer.glyph_positions()) {
        let at = (shaped.width + in_em(position.x_offset), in_em(position.y_offset));
        let glyph = GlyphId::new(info.glyph_id);
        if glyph != GlyphId::NOTDEF {
            shaped.glyphs.push(Placed { font: index, glyph, at });
        }
        shaped.width += in_em(position.x_advance);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn glyphs(text: &str) -> Vec<GlyphId> {
        shaped(text).glyphs.iter().map(|placed| placed.glyph).collect()
    }

    fn width(text: &str) -> f32 {
        shaped(text).width
    }

    #[test]
    fn arabic_letters_are_joined_and_run_from_right_to_left() {
        let joined = glyphs("سلم");
        assert_eq!(joined.len(), 3);
        for letter in ["س", "ل", "م"] {
            assert!(!joined.contains(&glyphs(&format!("{letter} 2"))[2]), "{letter} is joined");
        }
        let other = glyphs("سلع");
        assert_eq!(joined[1..], other[1..], "the first letters stand on the right");
        assert_ne!(joined[0], other[0], "the last one on the left");
        assert_eq!(glyphs("سلم 2")[0], glyphs("2")[0]);
    }

    #[test]
    fn hebrew_is_reversed_and_a_mixed_name_keeps_both_directions() {
        let mut backwards = glyphs("נועה");
        backwards.reverse();
        let letters: Vec<_> = "נועה".chars().flat_map(|letter| glyphs(&format!("{letter}א")).pop()).collect();
        assert_eq!(backwards, letters);
        let mixed = glyphs("Anna נועה");
        assert_eq!(mixed[..4], glyphs("Anna")[..], "it begins with Latin letters on the left");
        assert_eq!(mixed[mixed.len() - 4..], glyphs("נועה")[..]);
        let other = glyphs("נועה Anna");
        assert_eq!(other[..4], glyphs("Anna")[..], "the base direction is that of its first letter");
    }

    #[test]
    fn indic_vowels_are_reordered_and_marks_take_no_width() {
        let (consonant, syllable) = (glyphs("नन")[0], glyphs("नि"));
        assert_eq!(syllable.len(), 2);
        assert_eq!(syllable[1], consonant, "the vowel stands before its consonant");
        for (plain, marked) in [("กก", "กี่กี่"), ("Elise", "E\u{301}lise"), ("שש", "שָׁשׁ")]
        {
            assert!((width(plain) - width(marked)).abs() < 0.05, "{marked}");
        }
    }

    #[test]
    fn signs_without_a_glyph_are_no_boxes() {
        for (text, drawn) in [
            ("Zoë Ω Ж", "Zoë Ω Ж"),
            ("Anna 😀", "Anna"),
            ("王小明 Anna", "… Anna"),
            ("王小明", ""),
            ("😀🏽", ""),
            ("", ""),
            ("نور 🌙", "نور"),
        ] {
            assert_eq!(drawable(text), drawn, "{text}");
        }
        for text in ["王小明 Anna", "नि😀", "سلمى", "กี่"] {
            assert!(!glyphs(text).contains(&GlyphId::NOTDEF) && !glyphs(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn hostile_names_are_shaped_in_bounded_time_and_size() {
        let began = std::time::Instant::now();
        for text in [
            format!("a{}", "\u{301}".repeat(1_000)),
            format!("ب{}", "\u{64f}".repeat(1_000)),
            "\u{200b}\u{202e}\u{2067}".repeat(10_000),
            "क्".repeat(5_000),
            "ﷺ".repeat(5_000),
            "a\u{5d0}".repeat(5_000),
            "W".repeat(100_000),
        ] {
            let shaped = shaped(&text);
            assert!(shaped.glyphs.len() <= 4 * MOST && shaped.width < 4.0 * MOST as f32, "{}", shaped.width);
        }
        assert!(began.elapsed().as_secs() < 20, "{:?}", began.elapsed());
    }
}
