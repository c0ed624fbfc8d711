//! The rules of Mapello: Reversi on a board with walls, jokers and bonuses. One file per concept: squares,
//! board, flips, position, notation.

mod board;
mod centre;
mod flip;
mod perft;
mod play;
mod position;
mod random;
mod square;
mod step;

pub mod notation;
pub mod openings;

pub use board::{BONUSES, Board, CENTRE, JOKERS, WALLS};
pub use centre::Centre;
pub use flip::Terrain;
pub use perft::{perft, perft_leaves};
pub use position::{BONUS_POINTS, Position};
pub use square::{Border, Cell, Ray};
pub use step::Step;
