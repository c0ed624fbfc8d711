//! The parse errors of Mancala notation, each with a sentence for the reader.

use core::fmt;

use crate::mancala::{PartsError, StartError};
use crate::{IllegalMove, SetupError};

/// Why a text could not be parsed. Texts are quoted up to 20 characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// The text does not have the expected form, which is named here.
    Form(&'static str),
    /// The text is no number of stones or turns.
    Number(String),
    /// The values can be read but make no valid position.
    Parts(PartsError),
    /// The text is no turn, nor a part of one.
    Token(String),
    /// The move can be read but is illegal.
    Illegal {
        /// The turn it stands in.
        token: String,
        /// Why it is illegal.
        why: IllegalMove,
    },
    /// The letter is in the case of the side that is not to move.
    Case(String),
    /// A from–to pair names a goal where the last stone did not fall.
    Goal(String),
    /// The turn captured another number of stones than it says.
    Captured {
        /// The turn it stands in.
        token: String,
        /// How many of the opponent's stones were captured.
        stones: u8,
    },
    /// A tag of the game file has a value it cannot have.
    Tag {
        /// The name of the tag.
        name: &'static str,
        /// Its value.
        value: String,
    },
    /// The options can be read but cannot be played.
    Setup(SetupError),
    /// The text is no code of a start.
    StartCode,
    /// The stones can be read but are no start.
    Start(StartError),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Form(form) => write!(f, "The text does not have the form: {form}"),
            ReadError::Number(text) => write!(f, "“{text}” is not a number that can stand here."),
            ReadError::Parts(why) => why.fmt(f),
            ReadError::Token(token) => write!(f, "“{token}” is not a turn."),
            ReadError::Illegal { token, why } => write!(f, "“{token}”: {why}"),
            ReadError::Case(token) => {
                write!(f, "“{token}”: capitals are South's pits, small letters North's.")
            }
            ReadError::Goal(token) => write!(f, "“{token}”: the last stone falls somewhere else."),
            ReadError::Captured { token, stones } => {
                write!(f, "“{token}”: the number of captured stones is {stones}.")
            }
            ReadError::Tag { name, value } => write!(f, "The tag {name} cannot say “{value}”."),
            ReadError::Setup(why) => why.fmt(f),
            ReadError::StartCode => f.write_str("This is not the code of a start."),
            ReadError::Start(why) => why.fmt(f),
        }
    }
}

impl core::error::Error for ReadError {}

impl From<PartsError> for ReadError {
    fn from(why: PartsError) -> ReadError {
        ReadError::Parts(why)
    }
}

impl From<SetupError> for ReadError {
    fn from(why: SetupError) -> ReadError {
        ReadError::Setup(why)
    }
}

impl From<StartError> for ReadError {
    fn from(why: StartError) -> ReadError {
        ReadError::Start(why)
    }
}
