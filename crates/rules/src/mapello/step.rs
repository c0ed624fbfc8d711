//! The steps of a trace: the smallest events of a move of Mapello. [`super::Position::apply`] applies them.

use super::{Border, Cell, Ray};
use crate::{Outcome, Side};

/// One step of a move. A move is a `Place`, its `Flip`s, a `Bonus` if one lay there, and then a `NextTurn`
/// (after a `Pass`, when the opponent has no move) or the `End`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Step {
    /// A disc is placed.
    Place {
        /// The side that places it.
        by: Side,
        /// The cell.
        on: Cell,
    },
    /// A line of opposing discs flips: those 1, 2, … `discs` steps from the placed disc.
    Flip {
        /// Their new owner.
        by: Side,
        /// The cell of the placed disc.
        from: Cell,
        /// The direction of the line.
        ray: Ray,
        /// How many flip, 1 to 7.
        discs: u8,
        /// The joker that ended the line; `None` when an own disc did.
        joker: Option<Border>,
    },
    /// The bonus under the placed disc is taken: [`super::BONUS_POINTS`] points.
    Bonus {
        /// The side that takes it.
        by: Side,
        /// The cell.
        on: Cell,
    },
    /// This side has no legal move.
    Pass(Side),
    /// The turn goes to this side.
    NextTurn(Side),
    /// Neither side has a legal move, the game is over; always the last step.
    End(Outcome),
}
