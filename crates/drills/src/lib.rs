//! Drills: positions in which a player went wrong in a game of his own, to be solved again and again with growing pauses
//! (spaced repetition, a Leitner system) until he finds the move. Only what a review has proved becomes a drill, so an
//! attempt is judged by proof as well (ADR 0075). Pure: reviews come in as an analysis, days as numbers, and what is kept
//! as the text that the device stored.

mod drill;
mod drills;
mod found;
mod judge;
mod line;

pub use drill::{Drill, Mistake, PAUSES, State};
pub use drills::{Drills, MOST};
pub use found::found;
pub use judge::{Stage, Verdict};
