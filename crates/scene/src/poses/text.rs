//! Reads an animation timeline (`src/app/game/animation/timeline.rs`), which is text: the end, then a line for each act.

use std::fmt;

use crate::heaps::{DIAMETERS, Lying};

/// A timeline has at most so many acts. The largest moves have some two thousand: each stone that
/// lands may push others.
pub const MOST_ACTS: usize = 6_000;
/// A timeline takes at most so many milliseconds.
pub const MOST_MILLIS: u32 = 60_000;
/// The longest id of an element.
const LONGEST_ID: usize = 24;

/// Why a text is no animation timeline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnimationError {
    /// It has more than [`MOST_ACTS`] acts.
    TooMany,
    /// The line of this number, from 1, is none of a timeline, or its numbers are out of range.
    Line(usize),
}

impl fmt::Display for AnimationError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnimationError::TooMany => write!(formatter, "more than {MOST_ACTS} acts"),
            AnimationError::Line(line) => write!(formatter, "line {line} is none of a timeline"),
        }
    }
}

impl std::error::Error for AnimationError {}

/// One stone goes from one place to another.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Leg {
    pub stone: u8,
    pub lift: u32,
    pub start: u32,
    pub land: u32,
    pub flies: bool,
    pub from: Lying,
    pub to: Lying,
}

/// A number that is shown until then.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Count {
    pub on: String,
    pub until: u32,
    pub shown: u16,
}

/// A cue for a hole or a square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Cue {
    pub kind: CueKind,
    pub on: String,
    pub at: u32,
    /// How long a disc turns.
    pub lasts: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CueKind {
    Glow,
    Burst,
    Drop,
    Turn,
    Star,
    Light,
    Fountain,
}

/// A timeline as it was read.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Script {
    pub end: u32,
    pub legs: Vec<Leg>,
    pub counts: Vec<Count>,
    pub cues: Vec<Cue>,
}

impl Script {
    pub fn read(text: &str) -> Result<Script, AnimationError> {
        let mut script = Script::default();
        for (at, line) in text.split('\n').enumerate() {
            if at > MOST_ACTS {
                return Err(AnimationError::TooMany);
            }
            let mut fields = line.split(' ');
            let read = if at == 0 { script.read_end(&mut fields) } else { script.read_act(&mut fields) };
            // Nothing may follow.
            if read.is_none() || fields.next().is_some() {
                return Err(AnimationError::Line(at + 1));
            }
        }
        Ok(script)
    }

    fn read_end<'a>(&mut self, fields: &mut impl Iterator<Item = &'a str>) -> Option<()> {
        self.end = millis(fields)?;
        Some(())
    }

    fn read_act<'a>(&mut self, fields: &mut impl Iterator<Item = &'a str>) -> Option<()> {
        let kind = match fields.next()? {
            "fly" => return self.read_leg(fields),
            "count" => {
                let (on, until) = (id(fields)?, millis(fields)?);
                self.counts.push(Count { on, until, shown: fields.next()?.parse().ok()? });
                return Some(());
            }
            "sound" => {
                // Played elsewhere. Its name, its time, its intensity and its position.
                return fields.by_ref().take(4).count().eq(&4).then_some(());
            }
            "glow" => CueKind::Glow,
            "burst" => CueKind::Burst,
            "drop" => CueKind::Drop,
            "turn" => CueKind::Turn,
            "star" => CueKind::Star,
            "light" => CueKind::Light,
            "fountain" => CueKind::Fountain,
            _ => return None,
        };
        let cue = Cue { kind, on: id(fields)?, at: millis(fields)?, lasts: millis(fields)? };
        self.end = self.end.max(cue.at);
        self.cues.push(cue);
        Some(())
    }

    fn read_leg<'a>(&mut self, fields: &mut impl Iterator<Item = &'a str>) -> Option<()> {
        let stone = fields.next()?.parse().ok()?;
        let (lift, start, land) = (millis(fields)?, millis(fields)?, millis(fields)?);
        let flies = match fields.next()? {
            "0" => false,
            "1" => true,
            _ => return None,
        };
        let leg = Leg { stone, lift, start, land, flies, from: lying(fields)?, to: lying(fields)? };
        self.end = self.end.max(land);
        self.legs.push(leg);
        (lift <= start && start <= land).then_some(())
    }
}

fn id<'a>(fields: &mut impl Iterator<Item = &'a str>) -> Option<String> {
    fields.next().filter(|id| id.len() <= LONGEST_ID).map(str::to_owned)
}

fn millis<'a>(fields: &mut impl Iterator<Item = &'a str>) -> Option<u32> {
    fields.next()?.parse().ok().filter(|millis| *millis <= MOST_MILLIS)
}

/// Four fields: a place, a diameter, a layer.
fn lying<'a>(fields: &mut impl Iterator<Item = &'a str>) -> Option<Lying> {
    let mut number = || fields.next()?.parse::<f32>().ok();
    let lying =
        Lying { at: [number()?, number()?], diameter: number()?, layer: fields.next()?.parse().ok()? };
    let on_board = lying.at.iter().all(|part| (0.0..=1.0).contains(part));
    (on_board && DIAMETERS.contains(&lying.diameter)).then_some(lying)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How a stone lies whose first field is this one.
    fn read(text: &str) -> Option<Lying> {
        lying(&mut [text, ".5", ".36", "0"].into_iter())
    }

    #[test]
    fn four_decimals_are_read_as_the_standard_library_reads_them() {
        for number in 0..10_000 {
            let text = format!(".{number:04}");
            assert_eq!(read(&text).map(|lying| lying.at[0]), text.parse().ok(), "{text}");
        }
        for (text, number) in [("0", 0.0), ("1", 1.0), ("1.", 1.0)] {
            assert_eq!(read(text).map(|lying| lying.at[0]), Some(number), "{text}");
        }
    }

    #[test]
    fn what_is_no_place_on_the_board_is_refused() {
        for text in ["", ".", "-1", "12.5", "1e3", "inf", "NaN", "1.2.3", " 1", "1234567890", "\u{e9}"] {
            assert_eq!(read(text), None, "{text:?}");
        }
    }
}
