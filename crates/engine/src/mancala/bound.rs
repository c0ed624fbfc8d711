//! Fail-soft bounds, and how the null window and its result are passed between a board and its successor. In negamax a
//! move changes sign and window; an extra turn changes neither.

use super::sowing::Successor;

/// The result of a null-window search with the window (beta − 1, beta), fail-soft: a lower bound if `value` is at least
/// beta (fail high), else an upper bound (fail low).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// What the side to move gains over the opponent from here on, in stones, the stores not counted.
    pub value: i32,
    /// The bound holds for the game, not just for a depth.
    pub proven: bool,
}

impl Bound {
    /// The estimate for a board that was not searched.
    pub const UNKNOWN: Bound = Bound { value: 0, proven: false };

    /// A proven bound.
    #[inline]
    pub fn proven(value: i32) -> Bound {
        Bound { value, proven: true }
    }

    /// The bound for the mover, from the bound for the side that moves next.
    #[inline]
    pub fn from_successor(successor: &Successor, bound: Bound) -> Bound {
        let Successor { gain, extra_turn, game_over, .. } = *successor;
        let value = if extra_turn || game_over { gain + bound.value } else { gain - bound.value };
        Bound { value, ..bound }
    }

    /// The upper bound of two moves that both fail low. It is proven if both are.
    #[inline]
    pub fn max_of_fail_lows(self, other: Bound) -> Bound {
        Bound { value: self.value.max(other.value), proven: self.proven && other.proven }
    }
}

/// The beta of the successor's null window. The mover reaches `beta` if the successor fails low against it, or fails high
/// after an extra turn.
#[inline]
pub fn successor_beta(successor: &Successor, beta: i32) -> i32 {
    if successor.extra_turn { beta - successor.gain } else { 1 - (beta - successor.gain) }
}
