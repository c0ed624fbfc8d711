//! The options of Mancala with their ranges, and the setup of one game. `sow.rs` gives them their effect.

use core::ops::RangeInclusive;

use super::Start;
use crate::{SetupError, Side};

/// Pits a side on the largest board.
pub const MAX_PITS: usize = 9;
/// The allowed number of pits a side.
pub const PITS: RangeInclusive<u8> = 3..=9;
/// The allowed number of stones a pit. The largest board holds 2 × 9 × 12 = 216 stones, so a `u8` counts
/// them.
pub const STONES: RangeInclusive<u8> = 1..=12;

/// The options of a game. The default is Kalah with six pits and four stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub struct Variant {
    /// Pits a side; see [`PITS`].
    pub pits: u8,
    /// Stones in each pit at the start; see [`STONES`].
    pub stones: u8,
    /// The capture rule. It has no effect with [`Sowing::Relay`].
    pub capture: Capture,
    /// Single or relay sowing.
    pub sowing: Sowing,
    /// Whether the last stone in the own store gives another move.
    pub extra_turn: bool,
    /// Who gets the stones left in the pits at the end.
    pub leftovers: Leftovers,
    /// Which way round stones are sown.
    pub direction: Direction,
    /// Whether the second player may swap sides after the first turn.
    pub pie_rule: bool,
    /// Which side has the first move.
    pub first_move: FirstMove,
}

/// The capture rule: the stones taken when the last stone falls into an empty pit of the own side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Capture {
    /// The opposite stones and the last stone, if there are any opposite.
    Opposite,
    /// As `Opposite`; with none opposite, the last stone alone.
    OppositeOrSelf,
    /// Nothing.
    Never,
}

/// Single or relay sowing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Sowing {
    /// One lap, from the pit that was picked.
    Single,
    /// A last stone in a pit with stones, on either side, lifts that pit and goes on; there is no capture.
    Relay,
}

/// Who gets the stones left in the pits at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Leftovers {
    /// The side in whose row they lie.
    Owner,
    /// The side whose row is empty.
    Emptier,
    /// Nobody: they stay in their pits and do not count.
    Nobody,
}

/// Which way round stones are sown: always along the own row into the own store, then along the other row.
///
/// Clockwise is the mirror image, so the stores lie on each player's left. Were they left on the right,
/// stones could leave a row without passing a store, and two players could send the same stones round for
/// ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Direction {
    /// To the owner's right; the stores lie on each player's right.
    CounterClockwise,
    /// To the owner's left; the stores lie on each player's left.
    Clockwise,
}

/// Which side has the first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum FirstMove {
    /// South, in every game.
    South,
    /// North, in every game.
    North,
    /// South in the first game of a match, North in the second, and so on.
    Alternate,
}

impl Default for Variant {
    fn default() -> Variant {
        Variant {
            pits: 6,
            stones: 4,
            capture: Capture::Opposite,
            sowing: Sowing::Single,
            extra_turn: true,
            leftovers: Leftovers::Owner,
            direction: Direction::CounterClockwise,
            pie_rule: false,
            first_move: FirstMove::South,
        }
    }
}

impl Variant {
    /// Checks that the game can be played with these options.
    ///
    /// # Errors
    /// The first number that is out of its range.
    pub fn validate(&self) -> Result<(), SetupError> {
        if !PITS.contains(&self.pits) {
            return Err(SetupError::Pits(self.pits));
        }
        if !STONES.contains(&self.stones) {
            return Err(SetupError::Stones(self.stones));
        }
        Ok(())
    }

    /// The side that has the first move in this game of the match, counted from 1.
    #[must_use]
    pub fn starter(&self, game_number: u32) -> Side {
        match self.first_move {
            FirstMove::South => Side::First,
            FirstMove::North => Side::Second,
            FirstMove::Alternate if game_number.max(1) % 2 == 1 => Side::First,
            FirstMove::Alternate => Side::Second,
        }
    }

    /// The capture rule in force: `Never` with [`Sowing::Relay`], whatever `capture` says.
    #[must_use]
    pub fn effective_capture(&self) -> Capture {
        match self.sowing {
            Sowing::Single => self.capture,
            Sowing::Relay => Capture::Never,
        }
    }
}

/// One game of Mancala before its first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub struct Setup {
    /// The options.
    pub variant: Variant,
    /// The side that has the first move in this game.
    pub starts: Side,
    /// Where the stones lie at the start, if not as the options say. Not serialised if there is none, as in every
    /// setup from before there were any.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub start: Option<Start>,
}

impl Setup {
    /// The setup of a game of a match, counted from 1, with the plain start.
    #[must_use]
    pub fn new(variant: Variant, game_number: u32) -> Setup {
        Setup { variant, starts: variant.starter(game_number), start: None }
    }

    /// Checks that the game can be played with this setup.
    ///
    /// # Errors
    /// The first number that is out of its range, or a start of another board.
    pub fn validate(&self) -> Result<(), SetupError> {
        self.variant.validate()?;
        if self.start.is_none_or(|start| start.fits(&self.variant)) { Ok(()) } else { Err(SetupError::Start) }
    }

    /// Whether a game of a match of this variant can begin so.
    #[must_use]
    pub fn may_start(&self) -> bool {
        self.variant.first_move == FirstMove::Alternate || self.starts == self.variant.starter(1)
    }
}
