//! The engine protocol: the worker's requests and responses ([`Question`], [`Answer`]) as serde types, and the analysis
//! of a finished game from such answers ([`review`]). The search itself is in the crate `engine`, which pages do not
//! contain.

mod level;
mod question;
pub mod review;

pub use level::Level;
pub use question::{Answer, Question, ScoredMove, Task};
