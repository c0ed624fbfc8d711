//! The embedded fonts of the pictures, because a server need not have any installed: one for each group of scripts.
//! Their origins and licences are in `fonts/`.

use std::sync::LazyLock;

use harfrust::{Font, GlyphId};

/// Fonts in the order in which a character is looked for.
const FILES: [&[u8]; 7] = [
    include_bytes!("fonts/dejavu.ttf"),
    include_bytes!("fonts/arabic.ttf"),
    include_bytes!("fonts/hebrew.ttf"),
    include_bytes!("fonts/devanagari.ttf"),
    include_bytes!("fonts/thai.ttf"),
    include_bytes!("fonts/bengali.ttf"),
    include_bytes!("fonts/tamil.ttf"),
];

/// Parsed once: parsing and what shaping caches of a font are more than drawing a name.
static FONTS: LazyLock<Vec<Font>> =
    LazyLock::new(|| FILES.into_iter().filter_map(|file| Font::new(file, 0)).collect());

/// The embedded fonts.
pub fn fonts() -> &'static [Font] {
    &FONTS
}

/// The font for a character: that of the character before, if it has it, so that digits, blanks and marks stay with
/// the letters around them.
pub fn font_for(sign: char, before: Option<usize>) -> Option<usize> {
    let has = |font: &usize| has_glyph(fonts().get(*font), sign);
    before.filter(has).or_else(|| (0..FILES.len()).find(has))
}

fn has_glyph(font: Option<&Font>, sign: char) -> bool {
    font.and_then(|font| font.charmap().map_unicode(sign)).is_some_and(|glyph| glyph != GlyphId::NOTDEF)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_embedded_font_is_parsed_and_serves_its_script() {
        assert_eq!(fonts().len(), FILES.len());
        for (at, sign) in ['Ж', 'س', 'ש', 'न', 'ก', 'ব', 'த'].into_iter().enumerate() {
            assert_eq!(font_for(sign, None), Some(at), "{sign}");
        }
        assert_eq!(font_for('字', None), None);
    }
}
