//! A finished game as text: read out of what a person has pasted, written as files that other programs read. Pure; a crate of
//! its own, so that what reads the texts of strangers can be tried without a server.

pub mod export;
pub mod import;

use engine_protocol::Level;
use rules::{Game, Side};

/// What those are called who have no name, in the language of whoever reads.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// A side of a game.
    pub side: fn(Game, Side) -> String,
    /// A level of the computer.
    pub level: fn(Level) -> String,
}
