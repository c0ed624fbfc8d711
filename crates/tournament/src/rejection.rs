//! Why a command was refused, with a sentence for its sender.

use core::fmt;

use room::Millis;
use serde::{Deserialize, Serialize};

/// The reason why a command was refused. The tournament is unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rejection {
    /// The title is too short or too long.
    BadTitle,
    /// Game, clock and format do not go together, or a number is out of its range.
    BadTerms,
    /// The start lies in the past, or too far ahead.
    BadStart,
    /// The name cannot be shown, or is marked as that of somebody else.
    BadName,
    /// The rating is out of its range.
    BadRating,
    /// The tournament is for people.
    NoBots,
    /// Nobody can enter any more: the tournament is over, or its rounds are paired.
    EntryClosed,
    /// There are as many entrants as the format allows, or the log has reached its maximal length.
    Full,
    /// The sender has left and come back too often.
    TooOften,
    /// The sender has not entered.
    NotEntered,
    /// Only who made the tournament may do that.
    NotMaker,
    /// The tournament has begun already.
    Started,
    /// The tournament has not begun, or is over.
    NotRunning,
    /// The rounds of this format are paired by time alone ([`crate::tick`]).
    PairedAtStart,
    /// Too soon after the last pairing: wait so many milliseconds.
    Wait(Millis),
    /// There are no two who could play each other.
    NobodyToPair,
    /// There is no such pairing.
    UnknownPairing,
    /// Another result was reported already.
    ReportedOtherwise,
    /// There is no result that could be corrected.
    NothingToCorrect,
    /// The standing is final.
    Final,
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::BadTitle => "A title needs 3 to 60 visible characters.",
            Self::BadTerms => "This game, clock and format don't go together.",
            Self::BadStart => "An event starts from now on, within a year.",
            Self::BadName => "This name can't be used here.",
            Self::BadRating => "This rating is out of range.",
            Self::NoBots => "Bots can't enter this event.",
            Self::EntryClosed => "You can't enter any more.",
            Self::Full => "This event is full.",
            Self::TooOften => "You've left this event too often.",
            Self::NotEntered => "You haven't entered this event.",
            Self::NotMaker => "Only who made this event can do that.",
            Self::Started => "This event has already begun.",
            Self::NotRunning => "This event isn't in progress.",
            Self::PairedAtStart => "This event pairs its rounds by itself.",
            Self::Wait(ms) => return write!(f, "Please wait {} seconds.", ms.saturating_add(999) / 1000),
            Self::NobodyToPair => "There's nobody to be paired.",
            Self::UnknownPairing => "There's no such pairing.",
            Self::ReportedOtherwise => "Another result has been reported.",
            Self::NothingToCorrect => "There's no result to correct.",
            Self::Final => "The standing of this event is final.",
        };
        f.write_str(text)
    }
}

impl core::error::Error for Rejection {}
