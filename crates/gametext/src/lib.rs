//! Imports and exports finished games as text: readers with a grammar for each format, and writers for files
//! that other programs read. Pure; a separate crate, so that parsers of untrusted text can be fuzzed without
//! a server.

pub mod export;
pub mod import;
pub mod refusal;
pub mod wthor;

mod date;
mod text;

use engine_protocol::Level;
use rules::{Game, Side};

/// The names for nameless players, in the reader's language.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// A side of a game.
    pub side: fn(Game, Side) -> String,
    /// A level of the computer.
    pub level: fn(Level) -> String,
}
