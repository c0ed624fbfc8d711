//! The animation of a move as data: the film, how long it takes, and its timeline.

pub mod film;
pub(in crate::app::game) mod timeline;
