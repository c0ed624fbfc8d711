//! Fair play (cheat detection): how likely it is that a player had an engine find moves in rated games. Every move is
//! judged by what it loses and by how hard the good moves were to find; a player's score is a likelihood ratio over all
//! of them. The method is published in `docs/FAIR_PLAY.md`. Nothing here does I/O, and nothing follows from a score
//! by itself.

mod assessment;
mod difficulty;
mod evidence;
mod model;
mod score;
mod table;
mod values;

pub use assessment::{AssessedMove, Assessor, NotLegal, PlayedGame, is_calibrated};
pub use difficulty::Difficulty;
pub use evidence::Evidence;
pub use model::{CELLS, CLASSES, Cell, LossClass, MASTER, Model, PLAYERS};
pub use score::{MIN_GAMES, Score, THRESHOLD, score};
