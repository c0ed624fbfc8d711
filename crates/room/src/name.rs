//! Cleaning of what people type as their name or say in chat: one line, no control or direction signs.

/// The longest name, in characters (Unicode scalar values).
pub const MAX_NAME: usize = 20;
/// The shortest name, in characters.
pub const MIN_NAME: usize = 2;
/// Combining marks allowed in a row: enough for every living script, too few to pile up over the neighbours.
const MAX_MARKS: usize = 3;

/// A name as others will see it, or `None` if nothing presentable of at least two characters is left. Control,
/// direction and zero-width signs go, white space folds to one blank, and the name ends after 20 characters.
pub fn clean_name(raw: &str) -> Option<String> {
    let name: String = clean_line(raw).chars().take(MAX_NAME).collect();
    let name = name.trim_end();
    (name.chars().count() >= MIN_NAME).then(|| name.to_owned())
}

/// One line of text without signs that change how their surroundings are shown.
pub(crate) fn clean_line(raw: &str) -> String {
    let mut line = String::new();
    let mut marks = 0;
    for c in raw.chars() {
        let c = if c.is_whitespace() { ' ' } else { c };
        // What is not shown is gone before marks are counted, so it cannot divide a pile of them into small ones.
        if c.is_control() || is_invisible(c) {
            continue;
        }
        marks = if is_mark(c) { marks + 1 } else { 0 };
        // Neither a second blank, nor a mark with nothing of its own to stand on.
        let after_blank = line.is_empty() || line.ends_with(' ');
        if marks > MAX_MARKS || (after_blank && (c == ' ' || is_mark(c))) {
            continue;
        }
        line.push(c);
    }
    line.truncate(line.trim_end().len());
    line
}

/// Zero-width, direction, variation, tag and private-use signs. The zero-width joiner is among them: family emoji
/// fall apart into their members, which is better than names that look alike and are not.
fn is_invisible(c: char) -> bool {
    matches!(u32::from(c),
        0x00AD | 0x034F | 0x061C | 0x115F..=0x1160 | 0x17B4..=0x17B5 | 0x180B..=0x180F | 0x200B..=0x200F
        | 0x2028..=0x202E | 0x2060..=0x206F | 0x2800 | 0x3164 | 0xE000..=0xF8FF | 0xFE00..=0xFE0F | 0xFEFF
        | 0xFFA0 | 0xFFF0..=0xFFFB | 0x1D173..=0x1D17A | 0xE0000..=0xE0FFF | 0xF0000..=0x10FFFF)
}

/// The combining marks that are used to flood ("zalgo"): the general blocks, and those of Hebrew, Arabic, Thai and Lao
/// that pile up.
fn is_mark(c: char) -> bool {
    matches!(u32::from(c), 0x0300..=0x036F | 0x0483..=0x0489 | 0x0591..=0x05BD | 0x0610..=0x061A | 0x064B..=0x065F
        | 0x0E31 | 0x0E34..=0x0E3A | 0x0E47..=0x0E4E | 0x0EB1 | 0x0EB4..=0x0EBC | 0x0EC8..=0x0ECE | 0x1AB0..=0x1AFF
        | 0x1DC0..=0x1DFF | 0x20D0..=0x20FF | 0xFE20..=0xFE2F)
}
