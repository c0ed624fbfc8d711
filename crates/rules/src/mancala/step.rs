//! The steps of a trace: the smallest events of a move of Mancala. [`super::Position::apply`] applies them.

use super::{Hole, Pit};
use crate::{Outcome, Side};

/// One step of a move. Between a `Lift` and the last of its `Drop`s the stones not yet dropped are in the
/// hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Step {
    /// All stones of a pit are taken into the hand: the first step of a sowing, and of each lap of a relay.
    Lift {
        /// The pit that is emptied.
        from: Pit,
        /// How many stones it held.
        stones: u8,
    },
    /// One stone goes from the hand into a hole.
    Drop {
        /// Where it goes.
        into: Hole,
    },
    /// The last stone and those opposite go to the store of the side that moved.
    Capture {
        /// The side that captures.
        by: Side,
        /// The pit of the last stone.
        last: Pit,
        /// The pit across from it.
        opposite: Pit,
        /// Stones taken from `last`: the last stone, 1.
        from_last: u8,
        /// Stones taken from `opposite`; 0 when the last stone alone is taken.
        from_opposite: u8,
    },
    /// The last stone ended in the own store: this side moves again, in the same turn.
    ExtraTurn(Side),
    /// The turn goes to this side.
    NextTurn(Side),
    /// A pit's leftover stones go to a store, for the game is over.
    Sweep {
        /// The pit that is emptied.
        from: Pit,
        /// How many stones it held, at least 1.
        stones: u8,
        /// Whose store they go to.
        to: Side,
    },
    /// The rows and stores of both sides change places: the pie rule.
    Swap,
    /// The game is over; always the last step.
    End(Outcome),
}
