//! The animation of a move: its timeline, and when it is played.

pub mod film;
pub(in crate::app::game) mod timeline;
