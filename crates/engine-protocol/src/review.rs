//! Game review (analysis of a finished game): what each move lost, its annotation (!, ?, ??), the decisive move, and the
//! reason for each loss that was proved. [`Analysis`] asks the engine; everything else is computed from its answers.
//!
//! A value is proved or an estimate. The two are never compared with each other: the loss of a move is the difference of
//! two proved values, or of two estimates of one search.

mod analysis;
mod marks;
mod pace;
pub mod reason;

pub use analysis::Analysis;
pub use marks::{Certainty, Loss, Mark, ReviewedMove, decisive_move, points_lost};
pub use pace::Pace;
