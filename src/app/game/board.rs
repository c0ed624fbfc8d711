//! The boards of both games, and the input of a player at them.

pub(in crate::app::game) mod input;
pub(crate) mod mancala;
pub(crate) mod mapello;
pub mod views;
