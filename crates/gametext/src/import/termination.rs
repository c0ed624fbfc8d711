//! How a game ended and who won, as the tags `Termination` and `Winner` say it.

use room::{Finished, Reason};
use rules::Side;

use super::frame::{Fault, Section};
use super::tags;
use crate::export;
use crate::refusal::{Notice, Why};
use crate::text::quote;

/// What somebody did who lost or won, as other programs write it behind the side or the player.
const DEEDS: [(&str, Reason, bool); 18] = [
    ("resigned", Reason::Resigned, false),
    ("resigns", Reason::Resigned, false),
    ("gave up", Reason::Resigned, false),
    ("ran out of time", Reason::TimeOut, false),
    ("runs out of time", Reason::TimeOut, false),
    ("timed out", Reason::TimeOut, false),
    ("time out", Reason::TimeOut, false),
    ("lost on time", Reason::TimeOut, false),
    ("loses on time", Reason::TimeOut, false),
    ("forfeits on time", Reason::TimeOut, false),
    ("forfeited on time", Reason::TimeOut, false),
    ("lost by resignation", Reason::Resigned, false),
    ("won by resignation", Reason::Resigned, true),
    ("wins by resignation", Reason::Resigned, true),
    ("won on time", Reason::TimeOut, true),
    ("wins on time", Reason::TimeOut, true),
    ("won by timeout", Reason::TimeOut, true),
    ("won by time forfeit", Reason::TimeOut, true),
];

/// What the tag `Termination` says.
pub(super) struct How {
    /// The reason and where it stands.
    pub(super) reason: Option<(Reason, usize)>,
    /// Who won, if the tag says who lost or won.
    winner: Option<Side>,
    /// A value that is not understood.
    pub(super) unknown: Option<String>,
}

impl How {
    /// Tells what is left out; a winner who counts is not.
    pub(super) fn tell(&self, is_winner_told: bool, section: &Section, notices: &mut Vec<Notice>) {
        if self.unknown.is_some() {
            notices.push(left_out());
        }
        if let Some(tag) = section.tag("Winner").filter(|_| is_winner_told) {
            let left_out = Notice::TagLeftOut(quote(&tag.name));
            notices.retain(|notice| *notice != left_out);
        }
    }
}

/// The notice of a value that is not understood.
pub(super) fn left_out() -> Notice {
    Notice::TagLeftOut("Termination".to_owned())
}

/// Who won, by a tag of that meaning.
#[derive(Clone, Copy)]
pub(super) struct Claim {
    pub(super) winner: Side,
    pub(super) at: usize,
}

impl Claim {
    /// Whether the text says as well that the game has ended.
    pub(super) fn is_ending(&self, how: &How) -> bool {
        how.reason.is_some_and(|(reason, _)| reason != Reason::Played)
    }
}

/// Reads the tag `Termination`, in our words and in those of other programs.
pub(super) fn read(game: &Finished, section: &Section) -> How {
    let nothing = How { reason: None, winner: None, unknown: None };
    let Some(tag) = section.tag("Termination") else { return nothing };
    let value = tag.value.trim().to_lowercase();
    let all = [
        Reason::Played,
        Reason::Resigned,
        Reason::TimeOut,
        Reason::Agreed,
        Reason::CalledOff,
        Reason::Abandoned,
    ];
    let own = all.into_iter().find(|reason| export::how(*reason) == value);
    let known = own.or(match value.as_str() {
        "resignation" => Some(Reason::Resigned),
        "time forfeit" | "timeout" => Some(Reason::TimeOut),
        "agreement" => Some(Reason::Agreed),
        "unterminated" => Some(Reason::Played),
        _ => None,
    });
    if known.is_some() || ["", "?", "normal"].contains(&value.as_str()) {
        return How { reason: known.map(|reason| (reason, tag.at)), ..nothing };
    }
    let value = value.trim_end_matches('.');
    let deed = DEEDS.iter().find_map(|(deed, reason, is_won)| {
        let who = side_of(game, value.strip_suffix(deed)?.trim_end())?;
        Some((*reason, if *is_won { who } else { who.other() }))
    });
    match deed {
        Some((reason, winner)) => How { reason: Some((reason, tag.at)), winner: Some(winner), ..nothing },
        None => How { unknown: Some(quote(&tag.value)), ..nothing },
    }
}

/// Who won, by the tag `Winner`, or by `Termination` if that says who lost or won.
///
/// # Errors
/// The tags name two winners.
pub(super) fn claim(game: &Finished, section: &Section, how: &How) -> Result<Option<Claim>, Fault> {
    let at = how.reason.map_or(0, |(_, at)| at);
    let by_reason = how.winner.map(|winner| Claim { winner, at });
    let Some(tag) = section.tag("Winner") else { return Ok(by_reason) };
    let by_name = side_of(game, &tag.value.trim().to_lowercase()).map(|winner| Claim { winner, at: tag.at });
    match (by_name, by_reason) {
        (Some(one), Some(two)) if one.winner != two.winner => Err((one.at.max(two.at), Why::ResultTwice)),
        (one, two) => Ok(one.or(two)),
    }
}

/// The fault of a game that a winner is missing for: a winner who is nobody, or both, is no one left out.
pub(super) fn missing(section: &Section, at: usize) -> Fault {
    let tag = section.tag("Winner").map(|tag| (tag.at, Why::TagValue(quote(&tag.name))));
    tag.unwrap_or((at, Why::ResultMissing))
}

/// The one side that a word in small letters is the name or the player of.
fn side_of(game: &Finished, word: &str) -> Option<Side> {
    let is = |side: &Side| {
        let own = tags::sides(game.setup.game())[side.index()];
        own.eq_ignore_ascii_case(word) || game.names[side.index()].to_lowercase() == word
    };
    let mut sides = Side::BOTH.into_iter().filter(is);
    sides.next().filter(|_| sides.next().is_none())
}
