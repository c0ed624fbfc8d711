//! The options of a game of Mancala, as the tags of a file tell them.

use rules::mancala::notation::{ReadError, read_setup};
use rules::mancala::{Preset, Setup, Variant};

use super::frame::{Fault, Section};
use crate::refusal::Why;

/// The tags that name the game, and the names of Mancala there; Kalah is the one that is played here.
const GAME: &str = "Game";
const NAMES: [&str; 2] = ["Mancala", "Kalah"];
/// Options that no name of a variant tells, so that they can stand beside any of them.
const FREE: [&str; 4] = ["Direction", "PieRule", "FirstMove", "Starts"];

/// Whether this value of the tag `Game` is ours.
pub(super) fn is_name(value: &str) -> bool {
    NAMES.iter().any(|known| known.eq_ignore_ascii_case(value.trim()))
}

/// The set-up that the tags of a section tell.
pub(super) fn setup(section: &Section) -> Result<Setup, Fault> {
    let said = section.tags.iter().filter(|tag| !tag.says_nothing());
    let is_ours = |name: &str, value: &str| name.eq_ignore_ascii_case(GAME) && is_name(value);
    let tags: Vec<_> = said
        .map(|tag| (tag.name.clone(), tag.plain()))
        .filter(|(name, value)| !is_ours(name, value))
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
            let name = if matches!(why, rules::SetupError::Stones(_)) { "Stones" } else { "Pits" };
            (section.tag(name).map_or(0, |tag| tag.at), Why::Setup(why))
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
    Ok(Setup { variant: Variant { direction, pie_rule, first_move, ..own }, ..free })
}
