//! The options of a game of Mancala, as the tags of a file tell them.

use rules::SetupError;
use rules::mancala::notation::{ReadError, SETUP_TAGS, START_TAG, read_setup};
use rules::mancala::{Preset, Setup, Variant};

use super::frame::{Fault, Section, Tag};
use crate::refusal::Why;

/// The tags that name the game, and the names of Mancala there; Kalah is the one that is played here.
const GAME: &str = "Game";
const NAMES: [&str; 2] = ["Mancala", "Kalah"];
/// Options that no name of a variant tells, so that they can stand beside any of them.
const FREE: [&str; 5] = ["Direction", "PieRule", "FirstMove", "Starts", START_TAG];

/// Whether this value of the tag `Game` is ours.
pub(super) fn is_name(value: &str) -> bool {
    NAMES.iter().any(|known| known.eq_ignore_ascii_case(value.trim()))
}

/// Whether a tag tells of the set-up.
pub(super) fn is_setup(tag: &Tag) -> bool {
    is_option(&tag.name) || is_start(&tag.name, &tag.value)
}

/// Whether a tag of this name tells an option.
pub(super) fn is_option(name: &str) -> bool {
    SETUP_TAGS.iter().any(|own| own.eq_ignore_ascii_case(name))
}

/// Whether a tag tells where the stones lie at the start. Other programs say in such a tag who begins, or when.
fn is_start(name: &str, value: &str) -> bool {
    name.eq_ignore_ascii_case(START_TAG) && value.contains('/') && value.contains(',')
}

/// The set-up that the tags of a section tell.
pub(super) fn setup(section: &Section) -> Result<Setup, Fault> {
    let said = section.tags.iter().filter(|tag| !tag.says_nothing());
    let is_ours = |name: &str, value: &str| name.eq_ignore_ascii_case(GAME) && is_name(value);
    let tags: Vec<_> = said
        .map(|tag| (tag.name.clone(), tag.plain()))
        .filter(|(name, value)| !is_ours(name, value))
        .filter(|(name, value)| !name.eq_ignore_ascii_case(START_TAG) || is_start(name, value))
        .collect();
    let setup = read(&tags).map_err(|why| match why {
        Fails::Tags(one, other) => {
            let at = section.tag(one).map_or(0, |tag| tag.at);
            (at, Why::TagsDisagree([one.to_owned(), other]))
        }
        Fails::Read(ReadError::Tag { name, .. }) => {
            let at = section.tag(name).map_or(0, |tag| tag.at);
            (at, Why::TagValue(name.to_owned()))
        }
        Fails::Read(ReadError::Setup(why)) => {
            let name = match why {
                SetupError::Stones(_) => "Stones",
                SetupError::Start => START_TAG,
                _ => "Pits",
            };
            (section.tag(name).map_or(0, |tag| tag.at), Why::Setup(why))
        }
        Fails::Read(ReadError::Start(_) | ReadError::Form(_) | ReadError::Number(_)) => {
            let at = section.tag(START_TAG).map_or(0, |tag| tag.at);
            (at, Why::TagValue(START_TAG.to_owned()))
        }
        Fails::Read(_) => (0, Why::TagForm),
    })?;
    if setup.may_start() {
        Ok(setup)
    } else {
        Err((section.tag("Starts").map_or(0, |tag| tag.at), Why::StartsTwice))
    }
}

/// Why tags tell no set-up.
enum Fails {
    /// These two contradict each other.
    Tags(&'static str, String),
    Read(ReadError),
}

type Tags = [(String, String)];

fn read(tags: &Tags) -> Result<Setup, Fails> {
    const VARIANT: &str = "Variant";
    let whole = read_setup(tags);
    let named = tags.iter().find(|(name, value)| {
        let is_preset = |preset: &Preset| preset.name().eq_ignore_ascii_case(value);
        name.eq_ignore_ascii_case(VARIANT) && Preset::ALL.iter().any(is_preset)
    });
    let (Err(ReadError::Tag { name: VARIANT, .. }), Some(named)) = (&whole, named) else {
        return whole.map_err(Fails::Read);
    };
    // The name of a variant, and options that are not its own.
    let is_free = |name: &str| FREE.iter().any(|free| free.eq_ignore_ascii_case(name));
    let beside = tags.iter().filter(|tag| !is_free(&tag.0));
    let disagree = |tag: &&(String, String)| read_setup(&[named.clone(), (*tag).clone()]).is_err();
    if let Some((name, _)) = beside.filter(|tag| *tag != named).find(disagree) {
        return Err(Fails::Tags(VARIANT, crate::text::quote(name)));
    }
    let own = read_setup(std::slice::from_ref(named)).map_err(Fails::Read)?.variant;
    let free: Vec<_> = tags.iter().filter(|tag| is_free(&tag.0)).cloned().collect();
    let free = read_setup(&free).map_err(Fails::Read)?;
    let Variant { direction, pie_rule, first_move, .. } = free.variant;
    let setup = Setup { variant: Variant { direction, pie_rule, first_move, ..own }, ..free };
    setup.validate().map_err(|why| Fails::Read(why.into()))?;
    Ok(setup)
}
