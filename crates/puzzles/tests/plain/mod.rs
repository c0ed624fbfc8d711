//! A second solver, which shares no code with `rules` and `engine`: both games on plain arrays, an alpha-beta search
//! with a table, and a reader of packs. It proves puzzles again.

mod chance;
mod kalah;
mod mapello;
mod prove;
mod search;

pub use prove::Prover;
