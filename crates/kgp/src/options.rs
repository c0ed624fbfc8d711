//! The options of `set` that the server understands. All others are passed over, as the protocol wants it.

use crate::Argument;
use crate::limits::{MAX_NAME, MAX_TEXT, MAX_TOKEN};

/// What an agent says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AgentOption {
    /// `info:name`: what it is called; at most [`MAX_NAME`] characters.
    Name(String),
    /// `info:authors`: who made it; at most [`MAX_TEXT`] characters.
    Authors(String),
    /// `info:description`: how it plays; at most [`MAX_TEXT`] characters.
    Description(String),
    /// `info:comment`: what it thinks of the game; at most [`MAX_TEXT`] characters.
    Comment(String),
    /// `auth:token`: who it is; 1 to [`MAX_TOKEN`] characters.
    Token(String),
    /// `auth:forget`: the agent of this token is to be forgotten; 1 to [`MAX_TOKEN`] characters.
    Forget(String),
}

/// How the time of an agent is counted (`time:mode`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeMode {
    /// Not at all.
    None,
    /// It has so much for the whole game.
    Absolute,
    /// It has so much for each move.
    Relative,
}

impl TimeMode {
    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            TimeMode::None => "none",
            TimeMode::Absolute => "absolute",
            TimeMode::Relative => "relative",
        }
    }
}

/// Reads the arguments of `set`. `None` is an option that means nothing here.
///
/// # Errors
/// What is wrong with them, in a sentence for whoever wrote the agent.
pub(crate) fn read(arguments: &[Argument]) -> Result<Option<AgentOption>, &'static str> {
    let [option, value] = arguments else { return Err("set needs an option and a value") };
    let Argument::Word(option) = option else { return Err("the option of set must be a word") };
    let string = || value.as_string().ok_or("the value of this option must be a string");
    let cut = |most: usize| Ok::<_, &'static str>(string()?.chars().take(most).collect::<String>());
    let token = || match string()? {
        "" => Err("a token must not be empty"),
        token if token.chars().count() > MAX_TOKEN => Err("this token is too long"),
        token => Ok(token.to_owned()),
    };
    Ok(Some(match option.as_str() {
        "info:name" => AgentOption::Name(cut(MAX_NAME)?),
        // The specification's own client of Go says `author`.
        "info:authors" | "info:author" => AgentOption::Authors(cut(MAX_TEXT)?),
        "info:description" => AgentOption::Description(cut(MAX_TEXT)?),
        "info:comment" => AgentOption::Comment(cut(MAX_TEXT)?),
        "auth:token" => AgentOption::Token(token()?),
        "auth:forget" => AgentOption::Forget(token()?),
        _ => return Ok(None),
    }))
}
