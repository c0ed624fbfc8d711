//! The options of a game as tags of a game file, with a word for each value.

use super::ReadError;
use crate::Side;
use crate::mancala::{Capture, Direction, FirstMove, Leftovers, Preset, Setup, Sowing, Variant};
use crate::notation::game_file::value;
use crate::notation::quote;

/// The words for the values of an option; reading takes either case.
type Words<T> = &'static [(&'static str, T)];

const CAPTURE: Words<Capture> = &[
    ("opposite", Capture::Opposite),
    ("opposite or self", Capture::OppositeOrSelf),
    ("never", Capture::Never),
];
const SOWING: Words<Sowing> = &[("single", Sowing::Single), ("relay", Sowing::Relay)];
const SWITCH: Words<bool> = &[("on", true), ("off", false)];
const LEFTOVERS: Words<Leftovers> =
    &[("owner", Leftovers::Owner), ("emptier", Leftovers::Emptier), ("nobody", Leftovers::Nobody)];
const DIRECTION: Words<Direction> =
    &[("counter-clockwise", Direction::CounterClockwise), ("clockwise", Direction::Clockwise)];
const FIRST_MOVE: Words<FirstMove> =
    &[("south", FirstMove::South), ("north", FirstMove::North), ("alternate", FirstMove::Alternate)];
const SIDE: Words<Side> = &[("south", Side::First), ("north", Side::Second)];

/// The value of the tag `Variant` for options without a preset name.
const CUSTOM: &str = "Custom";

/// The names of the tags for the setup, in the order in which they are written.
pub const SETUP_TAGS: [&str; 12] = [
    "Game",
    "Variant",
    "Pits",
    "Stones",
    "Capture",
    "Sowing",
    "ExtraTurn",
    "Leftovers",
    "Direction",
    "PieRule",
    "FirstMove",
    "Starts",
];

/// The values of the tags of [`SETUP_TAGS`].
pub(super) fn write_setup(setup: &Setup) -> [String; 12] {
    let variant = &setup.variant;
    [
        "Mancala".to_owned(),
        variant.preset().map_or(CUSTOM, Preset::name).to_owned(),
        variant.pits.to_string(),
        variant.stones.to_string(),
        word(CAPTURE, variant.capture),
        word(SOWING, variant.sowing),
        word(SWITCH, variant.extra_turn),
        word(LEFTOVERS, variant.leftovers),
        word(DIRECTION, variant.direction),
        word(SWITCH, variant.pie_rule),
        word(FIRST_MOVE, variant.first_move),
        word(SIDE, setup.starts),
    ]
}

/// Parses the setup from tags. A missing option is as in the named variant, else as in Kalah; an option that
/// contradicts the named variant is refused.
///
/// # Errors
/// The first tag with an invalid value, or options that cannot be played.
pub fn read_setup(tags: &[(String, String)]) -> Result<Setup, ReadError> {
    let tags = Tags(tags);
    tags.choice("Game", &[("mancala", ())], ())?;
    let base = match tags.value("Variant") {
        None => Variant::default(),
        Some(value) if value.eq_ignore_ascii_case(CUSTOM) => Variant::default(),
        Some(value) => Preset::ALL
            .into_iter()
            .find(|preset| preset.name().eq_ignore_ascii_case(value))
            .ok_or_else(|| ReadError::Tag { name: "Variant", value: quote(value) })?
            .variant(),
    };
    let mut variant = Variant {
        pits: tags.number("Pits", base.pits)?,
        stones: tags.number("Stones", base.stones)?,
        capture: tags.choice("Capture", CAPTURE, base.capture)?,
        sowing: tags.choice("Sowing", SOWING, base.sowing)?,
        extra_turn: tags.choice("ExtraTurn", SWITCH, base.extra_turn)?,
        leftovers: tags.choice("Leftovers", LEFTOVERS, base.leftovers)?,
        direction: tags.choice("Direction", DIRECTION, base.direction)?,
        pie_rule: tags.choice("PieRule", SWITCH, base.pie_rule)?,
        first_move: tags.choice("FirstMove", FIRST_MOVE, base.first_move)?,
    };
    variant.validate()?;
    if let Some(value) = tags.value("Variant") {
        // The name of a preset, and options that are not its own.
        let named = !value.eq_ignore_ascii_case(CUSTOM);
        if named && variant != base {
            return Err(ReadError::Tag { name: "Variant", value: quote(value) });
        }
    }
    let starts = tags.choice("Starts", SIDE, variant.starter(1))?;
    if tags.value("FirstMove").is_none() && starts != variant.starter(1) {
        // What is not said is not contradicted.
        variant.first_move = if starts == Side::First { FirstMove::South } else { FirstMove::North };
    }
    Ok(Setup { variant, starts })
}

fn word<T: PartialEq>(words: Words<T>, value: T) -> String {
    words.iter().find(|(_, meaning)| *meaning == value).map_or("", |(word, _)| word).to_owned()
}

struct Tags<'a>(&'a [(String, String)]);

impl<'a> Tags<'a> {
    fn value(&self, name: &str) -> Option<&'a str> {
        value(self.0, name)
    }

    fn number(&self, name: &'static str, default: u8) -> Result<u8, ReadError> {
        self.value(name).map_or(Ok(default), |value| {
            value.parse().map_err(|_| ReadError::Tag { name, value: quote(value) })
        })
    }

    fn choice<T: Copy>(&self, name: &'static str, words: Words<T>, default: T) -> Result<T, ReadError> {
        let Some(value) = self.value(name) else { return Ok(default) };
        let found = words.iter().find(|(word, _)| word.eq_ignore_ascii_case(value));
        found.map(|&(_, meaning)| meaning).ok_or_else(|| ReadError::Tag { name, value: quote(value) })
    }
}
