//! The engine protocol: what a page asks the engine's worker and what it answers, as serde types, and the review of a game
//! that is made of such answers. The search itself is in the crate `engine`: a page that shows hints carries none of it.

mod level;
mod question;
pub mod review;

pub use level::Level;
pub use question::{Answer, Question, ScoredMove, Task};
