//! Sanitises names and chat lines that people type: one line, no control or bidirectional characters, no
//! stacks of combining marks (zalgo). Emoji sequences, and scripts whose letters need joiners, stay as they
//! are.

use core::ops::RangeInclusive;

/// The longest name, in characters (Unicode scalar values).
pub const MAX_NAME: usize = 20;
/// The shortest name, in characters.
pub const MIN_NAME: usize = 2;
/// Combining marks allowed in a row: enough for every living script, too few to cover neighbouring lines.
const MAX_MARKS: usize = 3;

const JOINER: char = '\u{200D}';
const NON_JOINER: char = '\u{200C}';
/// The variation selector that has the character before it drawn as an emoji.
const AS_EMOJI: char = '\u{FE0F}';
/// The combining keycap, which makes an emoji key of a digit.
const KEY: char = '\u{20E3}';

type Range = RangeInclusive<u32>;

/// Zero-width, bidirectional, variation, tag, filler and private-use characters, and letters that are never
/// visible.
const INVISIBLE: [Range; 20] = [
    0x00AD..=0x00AD,
    0x034F..=0x034F,
    0x061C..=0x061C,
    0x115F..=0x1160,
    0x17B4..=0x17B5,
    0x180B..=0x180F,
    0x200B..=0x200F,
    0x2028..=0x202E,
    0x2060..=0x206F,
    0x2800..=0x2800,
    0x3164..=0x3164,
    0xE000..=0xF8FF,
    0xFDD0..=0xFDEF,
    0xFE00..=0xFE0F,
    0xFEFF..=0xFEFF,
    0xFFA0..=0xFFA0,
    0xFFF0..=0xFFFF,
    0x1D173..=0x1D17A,
    0xE0000..=0xE0FFF,
    0xF0000..=0x10FFFF,
];

/// Combining marks that are used to flood ("zalgo"): the general blocks, and those of scripts whose marks
/// stack.
const MARKS: [Range; 29] = [
    0x0300..=0x036F,
    0x0483..=0x0489,
    0x0591..=0x05BD,
    0x0610..=0x061A,
    0x064B..=0x065F,
    0x06D6..=0x06ED,
    0x0730..=0x074A,
    0x0816..=0x082D,
    0x08CA..=0x0902,
    0x093A..=0x093C,
    0x0941..=0x0948,
    0x0951..=0x0957,
    0x0E31..=0x0E31,
    0x0E34..=0x0E3A,
    0x0E47..=0x0E4E,
    0x0EB1..=0x0EB1,
    0x0EB4..=0x0EBC,
    0x0EC8..=0x0ECE,
    0x0F71..=0x0F84,
    0x0F8D..=0x0FBC,
    0x135D..=0x135F,
    0x1A7F..=0x1AFF,
    0x1CD0..=0x1CE8,
    0x1DC0..=0x1DFF,
    0x20D0..=0x20FF,
    0x2DE0..=0x2DFF,
    0xA66F..=0xA67D,
    0xA8E0..=0xA8F1,
    0xFE20..=0xFE2F,
];

/// The ranges of emoji, except keycaps made of a digit.
const EMOJI: [Range; 9] = [
    0x00A9..=0x00AE,
    0x203C..=0x2049,
    0x2122..=0x21AA,
    0x231A..=0x23FF,
    0x24C2..=0x27BF,
    0x2900..=0x2BFF,
    0x3030..=0x303D,
    0x3297..=0x3299,
    0x1F000..=0x1FAFF,
];

/// Scripts in which a zero-width joiner or non-joiner between two letters is part of the spelling.
const JOINING: [Range; 4] = [0x0620..=0x07FF, 0x08A0..=0x0DFF, 0x1000..=0x109F, 0x1780..=0x18AF];

fn is_in(ranges: &[Range], c: char) -> bool {
    ranges.iter().any(|range| range.contains(&u32::from(c)))
}

/// A name as others will see it, or `None` if fewer than two visible characters are left. Control,
/// bidirectional and zero-width characters are removed, white space collapses to one blank, and the name is
/// cut after 20 characters.
pub fn clean_name(raw: &str) -> Option<String> {
    let name: String = clean_line(raw).chars().take(MAX_NAME).collect();
    // The cut may have left a joiner at the end, which joins nothing any more.
    let name = clean_line(&name);
    (name.chars().count() >= MIN_NAME).then_some(name)
}

/// One line of text without characters that change how their surroundings are shown.
pub fn clean_line(raw: &str) -> String {
    let mut line = String::new();
    let mut marks = 0;
    let mut last = ' ';
    let mut rest = raw.chars().peekable();
    while let Some(c) = rest.next() {
        let c = if c.is_whitespace() { ' ' } else { c };
        // Invisible characters are removed before marks are counted, so that they cannot split a stack into
        // small ones.
        if c.is_control() || (is_in(&INVISIBLE, c) && !is_needed(last, c, rest.peek().copied())) {
            continue;
        }
        marks = if is_in(&MARKS, c) { marks + 1 } else { 0 };
        // Skips a second blank, and a mark without a base character.
        if marks > MAX_MARKS || (last == ' ' && (c == ' ' || marks > 0)) {
            continue;
        }
        line.push(c);
        last = c;
    }
    line.truncate(line.trim_end().len());
    line
}

/// Whether an invisible character is needed because it changes how its neighbours are shown.
fn is_needed(before: char, c: char, after: Option<char>) -> bool {
    // A neighbour that is removed itself, or may be, needs nothing.
    let after = after.filter(|after| !is_in(&INVISIBLE, *after) && (*after == KEY || !is_in(&MARKS, *after)));
    let goes_on = |ranges| after.is_some_and(|after| is_in(ranges, after));
    match c {
        AS_EMOJI => is_in(&EMOJI, before) || after == Some(KEY) && matches!(before, '0'..='9' | '#' | '*'),
        JOINER if before == AS_EMOJI || is_in(&EMOJI, before) => goes_on(&EMOJI),
        JOINER | NON_JOINER => is_in(&JOINING, before) && goes_on(&JOINING),
        _ => false,
    }
}
