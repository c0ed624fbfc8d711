//! The drivers of a session, which carry out its commands: the server over a socket, or the room's own code
//! in this page. Only a page names them, for its session.

mod drill;
mod lesson;
mod local;
mod online;
mod practice;
mod puzzle;

pub use drill::{Drill, DrillNews};
pub use lesson::Lesson;
pub use local::Local;
pub use online::Online;
pub use puzzle::{Puzzle, PuzzleNews};
