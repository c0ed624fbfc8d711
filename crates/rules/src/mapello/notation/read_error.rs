//! The parse errors of Mapello notation, each with a sentence for the reader.

use core::fmt;

use crate::{IllegalMove, SetupError};

/// Why a text could not be parsed. Texts are quoted up to 20 characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// The text does not have the expected form, which is named here.
    Form(&'static str),
    /// The board does not have ten rows of ten.
    Size,
    /// The character has no meaning on a board.
    Sign(char),
    /// The share code is invalid: mistyped, or cut off.
    Code,
    /// A piece stands where it cannot.
    Setup(SetupError),
    /// The text is no move.
    Token(String),
    /// The move can be read but is illegal.
    Illegal {
        /// The move.
        token: String,
        /// Why it is illegal.
        why: IllegalMove,
    },
    /// A pass is written where the rules make none.
    Pass,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Form(form) => write!(f, "The text does not have the form: {form}"),
            ReadError::Size => f.write_str("A board has ten rows of ten squares."),
            ReadError::Sign(sign) => write!(f, "“{sign}” stands for nothing on a board."),
            ReadError::Code => f.write_str("That is not the code of a board. Is a letter missing or wrong?"),
            ReadError::Setup(why) => why.fmt(f),
            ReadError::Token(token) => write!(f, "“{token}” is not a move."),
            ReadError::Illegal { token, why } => write!(f, "“{token}”: {why}"),
            ReadError::Pass => f.write_str("A pass is written where nobody has to pass."),
        }
    }
}

impl core::error::Error for ReadError {}

impl From<SetupError> for ReadError {
    fn from(why: SetupError) -> ReadError {
        ReadError::Setup(why)
    }
}
