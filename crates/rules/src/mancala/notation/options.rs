//! The options of a game as tags of a game file, with a word for each value.

use super::{ReadError, read_start, start_text, write_start};
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

/// The name of the tag for the start, in the form of [`write_start`]; a setup with the plain start has none.
pub const START_TAG: &str = "Start";

/// The tags for the setup: those of [`SETUP_TAGS`], and [`START_TAG`] if it has a start.
pub(super) fn write_setup(setup: &Setup) -> Vec<(&'static str, String)> {
    let variant = &setup.variant;
    let values = [
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
    ];
    let start = setup.start.map(|start| (START_TAG, write_start(&start)));
    SETUP_TAGS.into_iter().zip(values).chain(start).collect()
}

/// Parses the setup from tags. A missing option is as in the named variant, else as in Kalah; an option that
/// contradicts the named variant is refused. Without a named variant, pits and stones follow from a start.
///
/// # Errors
/// The first tag with an invalid value, or options that cannot be played.
pub fn read_setup(tags: &[(String, String)]) -> Result<Setup, ReadError> {
    let tags = Tags(tags);
    tags.choice("Game", &[("mancala", ())], ())?;
    let start = tags.value(START_TAG).map(read_start).transpose()?;
    let kalah = Variant::default();
    let plain =
        start.map_or(kalah, |start| Variant { pits: start.pits(), stones: start.stones_each(), ..kalah });
    let base = match tags.value("Variant") {
        None => plain,
        Some(value) if value.eq_ignore_ascii_case(CUSTOM) => plain,
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
    Ok(Setup { variant, starts, start: start_text::checked(start, &variant)? })
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
