//! The two sides of a game, and its outcome.

/// A side of the game. `First` is South in Mancala and Black in Mapello. The setup says which side has the
/// first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Side {
    /// South in Mancala: the bottom row. Black in Mapello.
    First,
    /// North in Mancala: the top row. White in Mapello.
    Second,
}

impl Side {
    /// Both sides, in the order of [`Side::index`].
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// 0 for `First`, 1 for `Second`: the place of this side in every `[_; 2]` of this crate.
    #[must_use]
    pub const fn index(self) -> usize {
        match self {
            Side::First => 0,
            Side::Second => 1,
        }
    }
}

/// The result of a finished game, by the rules alone (nobody resigned, no clock ran out).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Outcome {
    /// This side has the higher score.
    Win(Side),
    /// Both scores are equal.
    Draw,
}

impl Outcome {
    /// The outcome of a game that ended with these scores, by [`Side::index`].
    #[must_use]
    pub fn of_scores<T: Ord>([first, second]: [T; 2]) -> Outcome {
        match first.cmp(&second) {
            core::cmp::Ordering::Greater => Outcome::Win(Side::First),
            core::cmp::Ordering::Less => Outcome::Win(Side::Second),
            core::cmp::Ordering::Equal => Outcome::Draw,
        }
    }
}
