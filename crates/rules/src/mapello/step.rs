//! The smallest things that happen in a move. [`super::Position::apply`] carries them out.

use super::{Border, Cell, Ray};
use crate::{Outcome, Side};

/// One step of a move. A move is a `Place`, its `Flip`s, a `Bonus` if one lay there, and then a `NextTurn` (after a
/// `Pass`, when the opponent has no move) or the `End`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Step {
    /// A disc is placed.
    Place {
        /// Whose.
        by: Side,
        /// Where.
        on: Cell,
    },
    /// A line of opposing discs turns over: those 1, 2, … `discs` steps from the placed disc.
    Flip {
        /// Whose they are now.
        by: Side,
        /// Where the disc was placed.
        from: Cell,
        /// The direction of the line.
        ray: Ray,
        /// How many turn over, 1 to 7.
        discs: u8,
        /// The joker that ended the line; `None` when an own disc did.
        joker: Option<Border>,
    },
    /// The bonus under the placed disc is taken: [`super::BONUS_POINTS`] points.
    Bonus {
        /// Whose it is now.
        by: Side,
        /// Where it lay.
        on: Cell,
    },
    /// This side has no legal move.
    Pass(Side),
    /// The turn goes to this side.
    NextTurn(Side),
    /// Neither side has a legal move, the game is over; always the last step.
    End(Outcome),
}
