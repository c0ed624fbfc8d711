//! Puzzles: positions in which one move alone keeps the result, with the line that was proved. A solver proved of each
//! puzzle, when the packs were made, that every other own move is worse and that every reply is a best one; so whoever
//! shows a puzzle needs no engine to judge a move (ADR 0074). Pure: the packs come in as text, days as numbers, results
//! as what the device stored.

mod attempt;
mod choose;
mod day;
mod goal;
mod notation;
mod pack;
mod puzzle;
mod rating;
mod results;
mod storm;
mod theme;

pub use attempt::{Attempt, Mark, Verdict};
pub use choose::{Wanted, choose};
pub use day::Day;
pub use goal::Goal;
pub use notation::{read_moves, write_move};
pub use pack::{Pack, PackError, Summary, write_header, write_line};
pub use puzzle::{DIFFICULTIES, OwnTurn, Puzzle};
pub use rating::{Rating, rating_of};
pub use results::{DayResult, Outcome, Results};
pub use storm::{STORM_MISTAKES, STORM_MS, Storm};
pub use theme::{Theme, Themes};
