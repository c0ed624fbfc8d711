//! The plates of both players, with their clocks.

mod berserk;
pub(in crate::app::game) mod clock;
pub(in crate::app::game) mod mark;
mod name;
pub(in crate::app::game) mod plate;
pub mod points;
pub(in crate::app::game) mod ratings;
